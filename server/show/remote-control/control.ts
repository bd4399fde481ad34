import { m } from 'messages';
import type { BodyOf } from '#machines/contract/calls.ts';
import type { ShowAct, ShowView } from '#machines/show/calls.ts';
import type { RundownItem } from '#machines/contract/rundown.ts';
import type { Interlude } from '#machines/contract/stage.ts';
import {
  type ControlState,
  controlActSchema,
  type RemoteAct,
} from '#machines/show/control-calls.ts';
import { type Audience, HOUSE_SHOW } from '#machines/contract/entities.ts';
import { ACT_REST_MS, EXTENSION_S, REOPENED_S } from '#machines/contract/limits.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { NO_WINDOW, windowState } from '#machines/answering/rules/schedule.ts';
import { isFinished, type ItemStage, stageOf } from '#machines/show/rules/item.ts';
import {
  armedOf,
  nextPlanned,
  nextText,
  runningShow,
  takenBackOf,
  timersFor,
  whyWait,
} from '#machines/show/rules/rundown.ts';
import { type Slip, slipsIn } from '#machines/show/rules/slip.ts';
import type { Database } from '#server/db/client.ts';
import { ApiError } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import { actOnShow } from '../act.ts';
import type { ShowsServices } from '../services.ts';
import { LISTED_SHOWS, readShows } from '../store.ts';
import { stageFactsOf, readShowView } from '../view.ts';
import type { SlipGuard } from './slip-guard.ts';
import { lastActAt, recordRequest, isRecorded } from './tokens.ts';

/** Services of the remote control. */
export interface ControlServices {
  readonly db: Database;
  readonly now: () => number;
  /** Services of shows, which write through the database given here. */
  readonly shows: ShowsServices;
  readonly connected: () => { readonly studio: number; readonly home: number };
  readonly answered: (
    gameSessionId: string,
  ) => Promise<{ readonly studio: number; readonly home: number }>;
}

/** Returns a show by its id, or without an id the running show; null: none is running. */
async function readView(
  { shows }: ControlServices,
  show: string | undefined,
): Promise<ShowView | null> {
  const id =
    show ?? runningShow(await readShows(shows.db.read, LISTED_SHOWS, { onlyOpen: true }))?.id;
  return id === undefined ? null : readShowView(shows, id);
}

/** Returns the version of a show's state. It contains the show's id, so that it is valid for no other show. */
const versionOf = (view: ShowView | null): string =>
  view === null ? '' : `${view.rundown.id}:${view.rundown.version}`;

/** Returns the show's state as a flat object. @throws ApiError 404 */
export async function controlState(
  services: ControlServices,
  show: string | undefined,
): Promise<ControlState> {
  const view = await readView(services, show);
  const at = view?.serverTime ?? services.now();
  const rundown = view?.rundown ?? null;
  const item = rundown === null ? null : armedOf(rundown);
  const answered =
    item === null ? { studio: 0, home: 0 } : await services.answered(item.gameSessionId);
  const connected = services.connected();
  const windows = item?.windows ?? { studio: NO_WINDOW, home: NO_WINDOW };
  const secondsLeft = (audience: Audience): number => {
    const { closesAt } = windows[audience];
    return closesAt === null ? 0 : Math.max(0, Math.ceil((closesAt - at) / 1_000));
  };
  const why = whyNotGo(view);
  const groups = view?.direction.groups ?? [];
  return {
    version: versionOf(view),
    server_time: at,
    show_id: rundown?.id ?? '',
    show_title: rundown?.title ?? '',
    show_state: rundown?.state ?? '',
    items: rundown?.items.length ?? 0,
    item_number: rundown === null || item === null ? 0 : rundown.items.indexOf(item) + 1,
    item_text: item?.text ?? '',
    item_note: item?.note ?? '',
    item_stage: item === null ? '' : stageOf(item, at),
    next_text: rundown === null ? '' : (nextPlanned(rundown, item?.id ?? '')?.text ?? ''),
    go:
      view === null
        ? 'none'
        : view.next.waitsFor === null
          ? (view.next.act?.type ?? 'none')
          : 'wait',
    go_text: view === null ? '' : nextText(view),
    can_go: why === null,
    go_why: why ?? '',
    undo: (view === null ? null : undoOf(view)) ?? 'none',
    studio: windowState(windows, 'studio', at),
    studio_seconds_left: secondsLeft('studio'),
    studio_answered: answered.studio,
    studio_connected: connected.studio,
    home: windowState(windows, 'home', at),
    home_seconds_left: secondsLeft('home'),
    home_answered: answered.home,
    home_connected: connected.home,
    result: item?.result.state ?? '',
    scene: view?.direction.scene ?? 'idle',
    on_air: view !== null && stageFactsOf(view.direction, view.rundown).isShown,
    groups: groups.length,
    revealed: groups.filter((group) => group.revealed).length,
    screens: view?.direction.screens ?? 0,
  };
}

/** Returns why `go` would do nothing, or null. Ending a show and acting on a draft are left to the control room. */
function whyNotGo(view: ShowView | null): string | null {
  if (view === null || runningShow([view.rundown]) === undefined) return m.controlRefusedNoShow();
  const { act } = view.next;
  const why = whyWait(view.next);
  if (why !== null) return why;
  if (act === null) return m.rundownNothingLeft();
  return act.type === 'end' || act.type === 'clear' ? m.controlRefusedEndInRoom() : null;
}

/** The token that acts, its show (undefined: the show on air), the admin who created the token, and what stops slips. */
interface By {
  readonly tokenId: string;
  readonly showId: string | undefined;
  readonly userId: string;
  readonly slipGuard: SlipGuard;
}

/**
 * Performs an act on the token's show. With `version`, only if the show still has that version. A repeated request
 * changes nothing.
 * @throws ApiError 409 with the show's state for an outdated version, a failed guard, an act too soon after another one,
 * or the first press that reveals a label with a slip
 */
export async function controlAct(
  services: ControlServices,
  act: RemoteAct,
  { version, requestId, show, item }: BodyOf<'control'>,
  { tokenId, showId, userId, slipGuard }: By,
): Promise<ControlState> {
  const { db, now } = services;
  const state = () => controlState(services, showId);
  const isDone = async () =>
    requestId !== undefined && (await isRecorded(db.read, tokenId, requestId));
  if (await isDone()) return state();
  const view = await readView(services, showId);
  if (show !== undefined && show !== view?.rundown.id)
    throw new ApiError(409, m.controlRefusedOtherShow(), { code: 'guard' });
  if (version !== undefined && version !== versionOf(view)) throw outdated(await state());
  const once = (slips: readonly Slip[]): Database => ({
    ...db,
    record: async (tx, details) => {
      const at = now();
      const last = await lastActAt(tx, tokenId);
      // Times from before a clock correction are ignored.
      if (last !== null && at >= last && at - last < ACT_REST_MS)
        throw new ApiError(409, m.controlRefusedTooSoon(), { code: 'resting' });
      if (view !== null) slipGuard.check(view.rundown.id, slips, { at, requestId });
      if (!(await recordRequest(tx, tokenId, requestId ?? newId(at), at)))
        throw new ApiError(409, m.controlRefusedTooSoon(), { code: 'resting' });
      await db.record?.(tx, details);
    },
  });
  try {
    const wanted = showActOf(act, view, item);
    const revealing = wanted.type === 'go' ? (view?.next.act ?? null) : wanted;
    const slips = view === null ? [] : slipsIn(view.direction, revealing);
    const request = {
      act: wanted,
      requestId: newId(now()),
      ...(view !== null && { version: view.rundown.version }),
    };
    await actOnShow(
      { ...services.shows, db: once(slips) },
      view?.rundown.id ?? HOUSE_SHOW,
      request,
      userId,
    );
  } catch (error) {
    // The same request has just succeeded in parallel.
    if (await isDone()) return state();
    if (error instanceof ApiError && error.more.code === 'outdated') throw outdated(await state());
    throw error;
  }
  return state();
}

const outdated = (state: ControlState): ApiError =>
  new ApiError(409, m.controlRefusedOutdated(), { code: 'outdated', also: { state } });

/** Converts a remote act to an act on a show. @throws ApiError 409 if the act does not apply now */
function showActOf(act: RemoteAct, view: ShowView | null, number?: number): ShowAct {
  if (act === 'take-out') return { type: 'scene', scene: 'idle' };
  if (act === 'go') {
    const why = whyNotGo(view);
    if (why !== null) throw new ApiError(409, why, { code: 'guard' });
    return { type: 'go' };
  }
  if (view === null) throw new ApiError(409, m.controlRefusedNoShow(), { code: 'guard' });
  if (act === 'undo') {
    const undo = undoOf(view);
    if (undo === null) throw new ApiError(409, whyNoUndo(view), { code: 'guard' });
    return showActOf(undo, view);
  }
  if (act === 'arm') return { type: 'arm', itemId: numbered(view, number).id };
  if (act === 'plan-again') {
    const takenBack = takenBackOf(view.rundown);
    if (takenBack === null)
      throw new ApiError(409, m.controlRefusedNoneTakenBack(), { code: 'guard' });
    return { type: 'skip', itemId: takenBack.id, skipped: false };
  }
  if (act === 'standings') return { type: 'scene', scene: 'standings' };
  if (isInterludeAct(act)) {
    const isShown = shownInterlude(view) === act;
    return { type: 'interlude', interlude: isShown ? null : INTERLUDE_OF[act] };
  }
  const item = armedOf(view.rundown);
  if (item === null) throw new ApiError(409, m.rundownNotArmed(), { code: 'guard' });
  return ON_ITEM[act](item);
}

/** The pictures over the stage; the same act again takes its picture away. */
const INTERLUDE_OF = {
  scores: 'board',
  season: 'season',
  holding: 'holding',
  'test-card': 'test',
  countdown: 'countdown',
} as const satisfies Partial<Record<RemoteAct, Interlude>>;
type InterludeAct = keyof typeof INTERLUDE_OF;
const isInterludeAct = (act: RemoteAct): act is InterludeAct => Object.hasOwn(INTERLUDE_OF, act);
const INTERLUDE_ACTS = controlActSchema.options.filter(isInterludeAct);

/** The act that has put the picture over the stage. */
const shownInterlude = ({ direction: { scene, behind } }: ShowView): InterludeAct | undefined =>
  behind === undefined ? undefined : INTERLUDE_ACTS.find((act) => INTERLUDE_OF[act] === scene);

/** A device gives no reason, and readers get one in their language. */
const NO_REASON = '';

/** The acts on the armed item. */
const ON_ITEM: Readonly<
  Record<
    Exclude<
      RemoteAct,
      'take-out' | 'go' | 'standings' | 'undo' | 'arm' | 'plan-again' | InterludeAct
    >,
    (item: RundownItem) => ShowAct
  >
> = {
  'release-studio': (item) => release(item, 'studio'),
  'release-home': (item) => release(item, 'home'),
  'revoke-studio': ({ id: itemId }) => ({ type: 'revoke', itemId, audience: 'studio' }),
  'revoke-home': ({ id: itemId }) => ({ type: 'revoke', itemId, audience: 'home' }),
  extend: ({ id: itemId }) => ({ type: 'extend', itemId, seconds: EXTENSION_S }),
  close: ({ id: itemId }) => ({ type: 'close', itemId }),
  'take-back': ({ id: itemId }) => ({ type: 'takeBack', itemId }),
  skip: ({ id: itemId }) => ({ type: 'skip', itemId, skipped: true }),
  reopen,
  lock: ({ id: itemId }) => ({ type: 'lock', itemId }),
  unlock: ({ id: itemId }) => ({
    type: 'unlock',
    itemId,
    reason: NO_REASON,
  }),
  reveal: ({ id: itemId }) => ({ type: 'reveal', itemId }),
  'reveal-all': ({ id: itemId }) => ({ type: 'reveal', itemId, all: true }),
  'show-board': ({ id: itemId }) => ({ type: 'question', itemId }),
  hide: ({ id: itemId }) => ({ type: 'hide', itemId }),
  publish: ({ id: itemId }) => ({ type: 'publish', itemId }),
  void: ({ id: itemId }) => ({
    type: 'void',
    itemId,
    reason: NO_REASON,
  }),
  'count-again': ({ id: itemId }) => ({ type: 'unvoid', itemId }),
  next: ({ id: itemId }) => ({ type: 'next', itemId }),
};

/** The act that takes an item one step back. Published points are corrected at the desk instead. */
const BACK: Readonly<Partial<Record<ItemStage, keyof typeof ON_ITEM>>> = {
  inPlay: 'take-back',
  counting: 'reopen',
  locked: 'unlock',
  revealed: 'hide',
  voided: 'count-again',
};

/** Returns the act that undoes the last step on the stage or of the armed item; null: there is none. */
function undoOf(view: ShowView): RemoteAct | null {
  const item = armedOf(view.rundown);
  const back =
    item !== null
      ? BACK[stageOf(item, view.serverTime)]
      : takenBackOf(view.rundown) && ('plan-again' as const);
  return shownInterlude(view) ?? back ?? null;
}

function whyNoUndo({ rundown, serverTime }: ShowView): string {
  const item = armedOf(rundown);
  if (item === null) return m.controlRefusedUndoNothing();
  return isFinished(stageOf(item, serverTime))
    ? m.controlRefusedUndoPublished()
    : m.controlRefusedUndoUnreleased();
}

/** The item with this number, by default the next planned one. @throws ApiError 409 if there is none */
function numbered({ rundown }: ShowView, number: number | undefined): RundownItem {
  const item =
    number === undefined
      ? nextPlanned(rundown, armedOf(rundown)?.id ?? '')
      : (rundown.items[number - 1] ?? null);
  if (item === null) throw new ApiError(409, m.controlRefusedNoItem(), { code: 'guard' });
  return item;
}

/** Opens the item again to the audiences that had it. @throws ApiError 409 if none had it */
function reopen({ id: itemId, windows }: RundownItem): ShowAct {
  const audiences = AUDIENCES.filter((audience) => windows[audience].released);
  if (audiences.length === 0) throw new ApiError(409, m.rundownNotOut(), { code: 'guard' });
  const timers = Object.fromEntries(audiences.map((audience) => [audience, REOPENED_S]));
  return { type: 'release', itemId, timers };
}

const release = (item: RundownItem, audience: Audience): ShowAct => ({
  type: 'release',
  itemId: item.id,
  timers: timersFor(item, [audience]),
});
