import type { BodyOf } from '#machines/contract/calls.ts';
import type { RundownAct } from '#machines/show/calls.ts';
import type { Rundown, RundownItem } from '#machines/contract/entities.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { type ItemStage, stageOf } from '#machines/show/rules/item.ts';
import { whyNotAct } from '#machines/show/rules/rundown.ts';
import { airNames, airNamesAfterShow } from '#server/db/aired-names.ts';
import { inTransaction } from '#server/db/client.ts';
import type { DeedState } from '#server/db/deed.ts';
import { beginEvening, endEvening } from '#server/show/days.ts';
import { lockScores } from '#server/db/score-lock.ts';
import { Refused } from '#server/http/route.ts';
import { wasReleased } from '#server/show/releases/change.ts';
import { lockFeed } from '#server/answering/feed-store.ts';
import { windowsOf } from '#server/answering/view.ts';
import { actOf } from './acts.ts';
import {
  announceAdded,
  announceRundown,
  recordOf,
  rundownOf,
  type ShowsServices,
  type Tx,
} from './services.ts';
import { noteRequest, readOther, writeShow } from './store.ts';

/**
 * Does an act upon the version that the producer saw; a request that was done before changes nothing.
 * @throws Refused 404; 409 with the rundown as it is when somebody was faster, or while a guard holds
 */
export async function actOnShow(
  services: ShowsServices,
  id: string,
  asked: BodyOf<'actOnShow'>,
  by: string,
): Promise<Rundown> {
  const { db, now, publish } = services;
  const { version, requestId, act } = asked;
  const plan = actOf(act);
  const outcome = await inTransaction(
    db,
    async (tx) => {
      // In the order in which a question is deleted.
      if (plan.locksScores) await lockScores(tx, 'alone');
      const feedVersion = await lockFeed(tx);
      const before = await rundownOf(tx, id);
      const at = now();
      if (!(await noteRequest(tx, id, requestId, at))) return { rundown: before, before };
      if (before.version !== version)
        throw new Refused(409, PRODUCER_MESSAGES.rundown.outdated, {
          code: 'outdated',
          also: { rundown: before },
        });
      const stages = await stagesOf(tx, before, act, at);
      const why = whyNotAct(before, act, (item) => stages.get(item.id) ?? 'planned');
      const other =
        why ?? (await whyNotForgotten(tx, before, act)) ?? (await whyNotBeside(tx, before, act));
      if (other !== null) throw new Refused(409, other, { code: 'guard' });
      const effect = await plan.perform?.({ services, tx, at, by, rundown: before, stages });
      const next = { ...before, ...plan.after?.(before), version: version + 1 };
      const wasEnded = before.state === 'ended';
      // Shows waiting names first, because names are fixed while a show is live.
      if (before.state !== 'ended' && before.state !== 'live' && next.state === 'live')
        await airNames(tx);
      if (before.state !== 'live' && next.state === 'live') await beginEvening(tx, id, at);
      if (before.state !== next.state && isOnAir(next)) await services.airStage(tx, id);
      if (before.state === 'live' && next.state !== 'live') await endEvening(tx, id, at);
      await writeShow(tx, next, next.state !== 'ended' ? null : wasEnded ? undefined : at);
      if (next.state === 'ended') await airNamesAfterShow(tx);
      const added = effect?.added ?? [];
      const effects = { added, change: effect?.change, version: feedVersion, at };
      return { rundown: await rundownOf(tx, id), before, effects };
    },
    ({ rundown, before }) => ({
      target: id,
      name: before.title,
      before: { ...stateOf(before), ...itemState(before, act) },
      after: {
        ...stateOf(rundown),
        ...itemState(rundown, act),
        act: act.type,
        ...('itemId' in act && { item: act.itemId, question: textOf(before, act.itemId) }),
        ...('userId' in act && { player: act.userId }),
        ...(act.type === 'extend' && { seconds: act.seconds }),
        ...(act.type === 'add' && { questions: act.questions.map(({ text }) => text) }),
        ...(act.type === 'present' && { scene: act.scene }),
        ...(act.type === 'release' && {
          'released to': AUDIENCES.filter((audience) => act.timers[audience] !== undefined).map(
            audienceLabel,
          ),
        }),
      },
      ...(act.type === 'reopen' && { reason: act.reason }),
    }),
  );
  const { rundown, before, effects } = outcome;
  if (effects === undefined) return rundown;
  if ((before.state === 'live') !== (rundown.state === 'live')) await services.daysChanged();
  if (effects.change !== undefined) publish(effects.change);
  announceAdded(services, effects);
  plan.notify?.(services, before);
  announceRundown(services, rundown);
  return rundown;
}

const isOnAir = ({ state }: Rundown): boolean => state === 'live' || state === 'rehearsal';

/** Audit details of a show. */
const stateOf = ({ version, state, title, homeDelaySeconds, suspense }: Rundown): DeedState => ({
  version,
  state,
  title,
  'home delay (s)': homeDelaySeconds,
  suspense,
});

/** Audit details of an act's item. */
function itemState({ items }: Rundown, act: RundownAct): DeedState {
  const place = 'itemId' in act ? items.findIndex(({ id }) => id === act.itemId) : -1;
  const item = items[place];
  if (item === undefined) return {};
  return {
    place: place + 1,
    'item state': item.state,
    'Studio timer (s)': item.studioSeconds,
    'Home timer (s)': item.homeSeconds,
    order: item.order,
    note: item.note,
  };
}

/** The question of an item, as an admin reads it. */
const textOf = ({ items }: Rundown, itemId: string): string | null =>
  items.find(({ id }) => id === itemId)?.text ?? null;

/**
 * Why an act would mix what is real with what is rehearsed, or null: who has seen a question has perhaps answered, also
 * when it has been revoked since.
 */
async function whyNotForgotten(tx: Tx, rundown: Rundown, act: RundownAct): Promise<string | null> {
  const isRehearsed = rundown.state === 'rehearsal';
  const isOf = ({ id }: RundownItem): boolean =>
    act.type === 'rehearse' || (act.type === 'remove' && isRehearsed && act.itemId === id);
  for (const item of rundown.items.filter(isOf))
    if (wasReleased(await recordOf(tx, item)))
      return PRODUCER_MESSAGES.rundown[isRehearsed ? 'inPlay' : 'alreadyReleased'];
  return null;
}

/** Why an act cannot be done beside another show, or null. */
async function whyNotBeside(tx: Tx, { id }: Rundown, act: RundownAct): Promise<string | null> {
  if (!actOf(act).isExclusive) return null;
  const other = await readOther(tx, id);
  return other && PRODUCER_MESSAGES.rundown.otherLive(other.title);
}

/** How far the items are that an act looks at. */
async function stagesOf(
  tx: Tx,
  rundown: Rundown,
  act: RundownAct,
  at: number,
): Promise<ReadonlyMap<string, ItemStage>> {
  const itemId = 'itemId' in act ? act.itemId : null;
  const looked = rundown.items.filter(
    ({ id, state }) => act.type === 'rehearse' || id === itemId || state === 'armed',
  );
  const stages = new Map<string, ItemStage>();
  for (const item of looked) {
    const record = await recordOf(tx, item);
    stages.set(item.id, stageOf(item, { windows: windowsOf(record), result: record.result }, at));
  }
  return stages;
}
