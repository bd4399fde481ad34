import { m } from 'messages';
import type { BodyOf } from '#machines/contract/calls.ts';
import type { ShowAct, ShowView } from '#machines/show/calls.ts';
import type { Rundown, RundownItem } from '#machines/contract/rundown.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { stageOf } from '#machines/show/rules/item.ts';
import { armedOf, isFinale, isRunning, whyNotAct, whyWait } from '#machines/show/rules/rundown.ts';
import { airNames, airNamesAfterShow } from '#server/db/aired-names.ts';
import { inTransaction } from '#server/db/client.ts';
import type { AuditState } from '#server/db/audit-details.ts';
import { beginLivePeriod, endLivePeriod } from '#server/show/days.ts';
import { lockScores } from '#server/db/score-lock.ts';
import { ApiError } from '#server/http/route.ts';
import { wasReleased } from '#server/show/releases/change.ts';
import { lockShows } from '#server/answering/feed-store.ts';
import { onceCounted } from '#server/results/result-store.ts';
import { effectsOf } from './acts.ts';
import { teamsAudit } from './joining/teams.ts';
import { announceAdded, recordOf, rundownOf, type ShowsServices, type Tx } from './services.ts';
import { recordRequest, readConflictingShow, isRecorded, writeShow } from './store.ts';
import { airStage } from './stage/store.ts';
import { readShowView } from './view.ts';

/**
 * Performs an act on a show. `version` is the version that the producer saw; without it the act applies to the newest
 * version. A repeated request changes nothing. `go` performs the next act of the rundown. Acts that need all answers to
 * be counted wait briefly for that.
 * @throws ApiError 404; 409 with the show's state if the version is outdated, or if the act is impossible now
 */
export async function actOnShow(
  services: ShowsServices,
  id: string,
  request: BodyOf<'actOnShow'>,
  by: string,
): Promise<ShowView> {
  try {
    const { version, requestId } = request;
    if (request.act.type !== 'go')
      await perform(services, id, { ...request, act: request.act, by });
    // A repeated `go` must not perform another act: the next act has changed since the first request.
    else if (!(await isRecorded(services.db.read, id, requestId))) {
      const view = await readShowView(services, id);
      const seen = view.rundown.version;
      if (version !== undefined && version !== seen) throw outdated();
      await perform(services, id, { act: concrete(view), version: seen, requestId, by });
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.more.code !== OUTDATED) throw error;
    const also = { ...error.more.also, show: await readShowView(services, id) };
    throw new ApiError(409, error.message, { code: OUTDATED, also });
  }
  const itemId = 'itemId' in request.act ? request.act.itemId : undefined;
  const show = await readShowView(services, id, itemId);
  services.broadcaster.toAdmins('show-changed', { show }, id);
  return show;
}

const OUTDATED = 'outdated';
const outdated = (): ApiError => new ApiError(409, m.rundownOutdated(), { code: OUTDATED });

/** Returns the act that `go` stands for. @throws ApiError 409 if the act has to wait, or no act is left */
function concrete({ next }: ShowView): ShowAct {
  const { act } = next;
  const why = whyWait(next);
  if (act === null || why !== null)
    throw new ApiError(409, why ?? m.rundownNothingLeft(), { code: 'guard' });
  return act;
}

interface Request {
  readonly act: ShowAct;
  readonly version?: number | undefined;
  readonly requestId: string;
  readonly by: string;
}

async function perform(
  services: ShowsServices,
  id: string,
  { act, version, requestId, by }: Request,
): Promise<void> {
  const { db, now, publish } = services;
  const plan = effectsOf(act);
  const itemId = 'itemId' in act ? act.itemId : undefined;
  const doing = () =>
    inTransaction(
      db,
      async (tx) => {
        // The same lock order as for deleting a question.
        if (plan.locksScores) await lockScores(tx, 'alone');
        await lockShows(tx, [id]);
        const before = await rundownOf(tx, id, itemId);
        const at = now();
        if (!(await recordRequest(tx, id, requestId, at))) return { rundown: before, before };
        if (version !== undefined && before.version !== version) throw outdated();
        const other =
          whyNotOfHouse(id, act) ??
          whyNotAct(before, act, at) ??
          (await whyNotForgotten(tx, before, act)) ??
          (await whyNotBeside(tx, before, act));
        if (other !== null) throw new ApiError(409, other, { code: 'guard' });
        const effect = await plan.perform?.({ services, tx, at, by, rundown: before }, requestId);
        const changed = plan.after?.(before);
        const next = {
          ...before,
          ...changed,
          version: before.version + (effect?.keepsVersion === true ? 0 : 1),
        };
        const wasEnded = before.state === 'ended';
        // First show the new names that were held back, because names do not change while a show is live.
        if (before.state !== 'ended' && before.state !== 'live' && next.state === 'live')
          await airNames(tx);
        if (before.state !== 'live' && next.state === 'live') await beginLivePeriod(tx, id, at);
        if (before.state !== next.state && isRunning(next)) await airStage(tx, id);
        if (before.state === 'live' && next.state !== 'live') await endLivePeriod(tx, id, at);
        await writeShow(tx, next, next.state !== 'ended' ? null : wasEnded ? undefined : at);
        if (next.state === 'ended') await airNamesAfterShow(tx);
        const added = effect?.added ?? [];
        const effects = { added, changes: effect?.changes ?? [], announce: effect?.announce, at };
        const { details } = effect ?? {};
        return { rundown: await rundownOf(tx, id, itemId), before, effects, details };
      },
      ({ rundown, before, details }) => ({
        target: id,
        name: before.title,
        before: { ...stateOf(before), ...itemState(before, act), ...details?.before },
        after: {
          ...stateOf(rundown),
          ...itemState(rundown, act),
          ...details?.after,
          act: act.type,
          ...('itemId' in act && { item: act.itemId, question: textOf(before, act.itemId) }),
          ...('userId' in act && { player: act.userId }),
          ...(act.type === 'extend' && { seconds: act.seconds }),
          ...(act.type === 'add' && { questions: act.questions.map(({ text }) => text) }),
          ...(act.type === 'release' && {
            'released to': AUDIENCES.filter((audience) => act.timers[audience] !== undefined).map(
              audienceLabel,
            ),
          }),
        },
        ...('reason' in act &&
          act.reason !== undefined &&
          act.reason !== '' && { reason: act.reason }),
      }),
    );
  const { rundown, before, effects } = await onceCounted(doing);
  if (effects === undefined) return;
  if ((before.state === 'live') !== (rundown.state === 'live')) await services.daysChanged();
  for (const change of effects.changes) publish(change);
  announceAdded(services, effects);
  plan.notify?.(services, before);
  if (mediaAhead(rundown, effects.at) !== mediaAhead(before, effects.at))
    await services.announceMedia(id);
  await effects.announce?.();
}

/** Identifies the picture or sound that players load before its release; null: there is none. */
function mediaAhead(rundown: Rundown, at: number): string | null {
  const item = armedOf(rundown);
  if (rundown.state !== 'live' || item?.media === undefined) return null;
  return stageOf(item, at) === 'armed' ? `${item.id} ${item.media.id}` : null;
}

const stateOf = (rundown: Rundown): AuditState => ({
  version: rundown.version,
  state: rundown.state,
  title: rundown.title,
  'home delay (s)': rundown.homeDelaySeconds,
  holdPoints: rundown.holdPoints,
  'first place tied': rundown.tieBreak,
  'entry fee': rundown.entryFee === true,
  language: rundown.language,
  season: rundown.season?.name ?? null,
  ...teamsAudit(rundown),
});

function itemState({ items }: Rundown, act: ShowAct): AuditState {
  const index = 'itemId' in act ? items.findIndex(({ id }) => id === act.itemId) : -1;
  const item = items[index];
  if (item === undefined) return {};
  return {
    place: index + 1,
    'item state': item.state,
    'Studio timer (s)': item.studioSeconds,
    'Home timer (s)': item.homeSeconds,
    order: item.order,
    note: item.note,
    ...(item.media && { [item.media.kind]: item.media.alt }),
  };
}

/** The question text of an item. */
const textOf = ({ items }: Rundown, itemId: string): string | null =>
  items.find(({ id }) => id === itemId)?.text ?? null;

/**
 * Returns why an act would mix real and rehearsed data, or null. A question that was ever released counts as
 * answered, also when it has been revoked.
 */
async function whyNotForgotten(tx: Tx, rundown: Rundown, act: ShowAct): Promise<string | null> {
  const isRehearsed = rundown.state === 'rehearsal';
  const isOf = ({ id }: RundownItem): boolean =>
    act.type === 'rehearse' || (act.type === 'remove' && isRehearsed && act.itemId === id);
  for (const item of rundown.items.filter(isOf))
    if (wasReleased(await recordOf(tx, item)))
      return isRehearsed ? m.rundownInPlay() : m.rundownAlreadyReleased();
  return null;
}

/** Returns why an act is impossible in the house show, which has no board, no teams and no season, or null. */
const whyNotOfHouse = (id: string, act: ShowAct): string | null =>
  id === HOUSE_SHOW &&
  (isFinale(act) || act.type === 'teams' || act.type === 'season' || act.type === 'givePoints')
    ? m.showNoShow()
    : null;

/** Returns why an act is impossible while another show is live, or null. */
async function whyNotBeside(tx: Tx, { id }: Rundown, act: ShowAct): Promise<string | null> {
  if (!effectsOf(act).isExclusive) return null;
  const other = await readConflictingShow(tx, id);
  return other && m.rundownOtherLive({ title: other.title });
}
