import type { BodyOf } from '#machines/contract/calls.ts';
import type { RundownAct } from '#machines/show/calls.ts';
import {
  type Audience,
  type ControlState,
  type Direction,
  HOUSE_SHOW,
  type OutsideAct,
  type Rundown,
  type ShowSummary,
} from '#machines/contract/entities.ts';
import { ACT_REST_MS } from '#machines/contract/limits.ts';
import { CONTROL_REFUSALS } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { nextToReveal, publicLabel } from '#machines/results/rules/ranked-groups.ts';
import {
  armedOf,
  type MainAct,
  mainAct,
  mainText,
  nextPlanned,
  runningShow,
  timersFor,
} from '#machines/show/rules/rundown.ts';
import { stageOf } from '#machines/show/rules/item.ts';
import { windowState } from '#machines/answering/rules/schedule.ts';
import type { Database } from '#server/db/client.ts';
import { Refused } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import { readGameSession } from '#server/answering/feed-store.ts';
import { type QuestionRecord, windowsOf } from '#server/answering/view.ts';
import { lastActAt, noteRequest, wasDone } from './tokens.ts';

/** What running a show from outside stands on; the ports are other modules', each writes through the `db` it is given. */
export interface ControlServices {
  readonly db: Database;
  readonly now: () => number;
  readonly shows: () => Promise<readonly ShowSummary[]>;
  readonly rundown: (id: string) => Promise<Rundown>;
  readonly actOnShow: (
    db: Database,
    id: string,
    asked: BodyOf<'actOnShow'>,
    by: string,
  ) => Promise<unknown>;
  readonly actOnResult: (
    db: Database,
    asked: BodyOf<'actOnResult'> & { readonly gameSessionId: string; readonly by: string },
  ) => Promise<unknown>;
  readonly direct: (
    db: Database,
    scene: Direction['scene'],
    target: { readonly questionId?: string; readonly show?: string },
  ) => Promise<unknown>;
  readonly reveal: (
    db: Database,
    questionId: string,
    groupId: string | undefined,
    by: string,
  ) => Promise<unknown>;
  /** How the screens of a show are directed, and the version of that. */
  readonly air: (
    showId: string,
  ) => Promise<{ readonly direction: Direction; readonly revision: number }>;
  readonly connected: () => { readonly studio: number; readonly home: number };
  readonly answered: (
    gameSessionId: string,
  ) => Promise<{ readonly studio: number; readonly home: number }>;
}

/** A show as it is when it is read: acts are made upon that. */
interface ShowStatus {
  /** The show whose screens are directed. */
  readonly screen: string;
  readonly rundown: Rundown | null;
  readonly record: QuestionRecord | null;
  readonly direction: Direction;
  readonly version: string;
  readonly main: MainAct;
  readonly at: number;
}

async function readStatus(
  services: ControlServices,
  show: string | undefined,
): Promise<ShowStatus> {
  const { now, shows, db } = services;
  const id = show ?? runningShow(await shows())?.id;
  const rundown = id === undefined ? null : await services.rundown(id);
  const item = rundown === null ? null : armedOf(rundown);
  const record = item === null ? null : await readGameSession(db.read, item.gameSessionId);
  const screen = id ?? HOUSE_SHOW;
  const { direction, revision } = await services.air(screen);
  const at = now();
  const facts = record === null ? null : { windows: windowsOf(record), result: record.result };
  const main: MainAct =
    rundown === null ? { type: 'none' } : mainAct(rundown, facts, airOf(direction, record), at);
  const acts = `${rundown?.version ?? 0}.${record?.result.version ?? 0}.${revision}`;
  const version = `${rundown?.id ?? ''}:${acts}`;
  return { screen, rundown, record, direction, version, main, at };
}

function airOf(direction: Direction, record: QuestionRecord | null) {
  const isShown = direction.scene === 'question' && direction.questionId === record?.id;
  const revealed = direction.places.filter((place) => place.revealed).map(({ groupId }) => groupId);
  const nextGroup = isShown ? nextToReveal(direction.places, revealed) : null;
  return { scene: direction.scene, isShown, nextGroup };
}

/** How the show stands, flat. @throws Refused 404 */
export async function controlState(
  services: ControlServices,
  show: string | undefined,
): Promise<ControlState> {
  const { rundown, record, direction, version, main, at } = await readStatus(services, show);
  const item = rundown === null ? null : armedOf(rundown);
  const windows = record === null ? null : windowsOf(record);
  const facts = record === null || windows === null ? null : { windows, result: record.result };
  const answered =
    record === null ? { studio: 0, home: 0 } : await services.answered(record.gameSessionId);
  const connected = services.connected();
  const secondsLeft = (audience: Audience): number => {
    const closesAt = windows?.[audience].closesAt ?? null;
    return closesAt === null ? 0 : Math.max(0, Math.ceil((closesAt - at) / 1_000));
  };
  const nameOf = (groupId: string): string => {
    const place = direction.places.find((each) => each.groupId === groupId);
    return place === undefined ? '' : publicLabel(place);
  };
  const why = whyNotGo(rundown, main);
  return {
    version,
    server_time: at,
    show_id: rundown?.id ?? '',
    show_title: rundown?.title ?? '',
    show_state: rundown?.state ?? '',
    items: rundown?.items.length ?? 0,
    item_number: rundown === null || item === null ? 0 : rundown.items.indexOf(item) + 1,
    item_text: item?.text ?? '',
    item_note: item?.note ?? '',
    item_stage: item === null || facts === null ? '' : stageOf(item, facts, at),
    next_text: rundown === null ? '' : (nextPlanned(rundown, item?.id ?? '')?.text ?? ''),
    go: main.type,
    go_text: mainText(main, nameOf),
    can_go: why === null,
    go_why: why ?? '',
    studio: windows === null ? 'withheld' : windowState(windows, 'studio', at),
    studio_seconds_left: secondsLeft('studio'),
    studio_answered: answered.studio,
    studio_connected: connected.studio,
    home: windows === null ? 'withheld' : windowState(windows, 'home', at),
    home_seconds_left: secondsLeft('home'),
    home_answered: answered.home,
    home_connected: connected.home,
    result: record?.result.state ?? '',
    scene: direction.scene,
    on_air: airOf(direction, record).isShown,
    places: direction.places.length,
    revealed: direction.places.filter((place) => place.revealed).length,
    screens: direction.screens,
  };
}

/** Why `go` does nothing, or null. Only the control room ends a show or acts on a draft. */
function whyNotGo(rundown: Rundown | null, main: MainAct): string | null {
  if (rundown === null || runningShow([rundown]) === undefined) return CONTROL_REFUSALS.noShow;
  if (main.type === 'wait') return main.why;
  if (main.type === 'none') return PRODUCER_MESSAGES.rundown.notArmed;
  return main.type === 'end' || main.type === 'clear' ? CONTROL_REFUSALS.endInRoom : null;
}

/** Who does it: a token, the show that it runs (undefined: whichever is on air), and the admin who made it. */
interface By {
  readonly tokenId: string;
  readonly showId: string | undefined;
  readonly userId: string;
}

/**
 * Does an act on the token's show, in its current version or in the named one; a version belongs to one show. A repeated
 * request changes nothing.
 * @throws Refused 409 with the show's state for an outdated version, a failed guard, or an act too soon after another
 */
export async function controlAct(
  services: ControlServices,
  act: OutsideAct,
  { version, requestId, show }: BodyOf<'control'>,
  { tokenId, showId, userId }: By,
): Promise<ControlState> {
  const { db, now } = services;
  const state = () => controlState(services, showId);
  const isDone = async () =>
    requestId !== undefined && (await wasDone(db.read, tokenId, requestId));
  if (await isDone()) return state();
  const seen = await readStatus(services, showId);
  if (show !== undefined && show !== seen.rundown?.id)
    throw new Refused(409, CONTROL_REFUSALS.otherShow, { code: 'guard' });
  if (version !== undefined && version !== seen.version) throw outdated(await state());
  const once: Database = {
    ...db,
    record: async (tx, details) => {
      const at = now();
      const last = await lastActAt(tx, tokenId);
      // A clock that was set back holds nobody up.
      if (last !== null && at >= last && at - last < ACT_REST_MS)
        throw new Refused(409, CONTROL_REFUSALS.tooSoon, { code: 'resting' });
      if (!(await noteRequest(tx, tokenId, requestId ?? newId(at), at)))
        throw new Refused(409, CONTROL_REFUSALS.tooSoon, { code: 'resting' });
      await db.record?.(tx, details);
    },
  };
  try {
    await perform({ ...services, db: once }, act, seen, userId);
  } catch (error) {
    // The same request was under way.
    if (await isDone()) return state();
    if (error instanceof Refused && error.more.code === 'outdated') throw outdated(await state());
    throw error;
  }
  return state();
}

const outdated = (state: ControlState): Refused =>
  new Refused(409, CONTROL_REFUSALS.outdated, { code: 'outdated', also: { state } });

async function perform(
  services: ControlServices,
  act: OutsideAct,
  { screen, rundown, record, main }: ShowStatus,
  by: string,
): Promise<void> {
  const { db } = services;
  if (act === 'take-out') {
    await services.direct(db, 'idle', { show: screen });
    return;
  }
  if (rundown === null) throw new Refused(409, CONTROL_REFUSALS.noShow, { code: 'guard' });
  const onShow = (asked: RundownAct) =>
    services.actOnShow(
      db,
      rundown.id,
      { version: rundown.version, requestId: newId(services.now()), act: asked },
      by,
    );
  const onResult = (asked: 'lock' | 'publish', of: QuestionRecord) =>
    services.actOnResult(db, {
      gameSessionId: of.gameSessionId,
      act: asked,
      version: of.result.version,
      by,
    });
  if (act === 'go') {
    const why = whyNotGo(rundown, main);
    if (why !== null) throw new Refused(409, why, { code: 'guard' });
    switch (main.type) {
      case 'arm':
      case 'next':
        await onShow({ type: main.type, itemId: main.item.id });
        return;
      case 'release': {
        const timers = timersFor(main.item, main.audiences);
        await onShow({ type: 'release', itemId: main.item.id, timers });
        return;
      }
      case 'lock':
      case 'publish':
        if (record !== null) await onResult(main.type, record);
        return;
      case 'air':
        await services.direct(db, 'question', { questionId: main.item.questionId });
        return;
      case 'reveal':
        await services.reveal(db, main.item.questionId, main.groupId, by);
        return;
      case 'present':
        await onShow({ type: 'present', scene: main.scene });
        return;
      case 'wait':
      case 'goLive':
      case 'end':
      case 'clear':
      case 'none':
        return;
    }
  }
  const item = armedOf(rundown);
  if (item === null || record === null)
    throw new Refused(409, PRODUCER_MESSAGES.rundown.notArmed, { code: 'guard' });
  switch (act) {
    case 'release-studio':
      await onShow({ type: 'release', itemId: item.id, timers: timersFor(item, ['studio']) });
      return;
    case 'release-home':
      await onShow({ type: 'release', itemId: item.id, timers: timersFor(item, ['home']) });
      return;
    case 'close':
    case 'next':
      await onShow({ type: act, itemId: item.id });
      return;
    case 'lock':
    case 'publish':
      await onResult(act, record);
      return;
    case 'reveal':
      await services.reveal(db, item.questionId, undefined, by);
  }
}
