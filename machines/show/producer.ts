import { m } from 'messages';
import { type ActorRefFrom, assign, emit, enqueueActions, setup, type SnapshotFrom } from 'xstate';
import type { ShowAct, ShowView } from './calls.ts';
import type { Rundown, RundownItem, ShowSummary } from '#machines/contract/rundown.ts';
import type { Direction } from '#machines/contract/stage.ts';
import type { Audience, ReleaseWindow } from '#machines/contract/entities.ts';
import { releaseFailed } from '#machines/contract/messages.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvided } from '#machines/kit/not-provided.ts';
import {
  eventOutput,
  eventPayload,
  isSuccess,
  eventError,
  faultIn,
} from '#machines/kit/outcome.ts';
import type {
  AnswerAccepted,
  ConnectionStatusEvent,
  RealtimeEvent,
} from '#machines/connection/realtime.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';
import {
  hasOwnScreens,
  type HeldShows,
  newest,
  onScreens,
  runningShows,
  screensBefore,
  withHouse,
  withShow,
} from './rules/held-shows.ts';
import type { MissingScreens } from './rules/missing-screens.ts';
import { type LastRelease, type ReleaseAct, releaseType, releaseUndo } from './rules/release.ts';
import { actDoneText, currentShow, isRunning } from './rules/rundown.ts';
import { revealMs } from './rules/stage.ts';
import { stageChangeText, type StageUndo, stageUndo } from './rules/direction.ts';

/*
 * The producer (PR-1…12): loading -> ready | failed <-> acting -> resting. Holds the show of the control room and the
 * house show (only admins get it), and watches the screens of one of them; each reply and each `show-changed` updates them. One act runs at a
 * time. An act of the control room is based on the displayed version and is followed by a pause, so that a second press
 * meant for the same act does not trigger the next act. Acts of other parts of the screen and new shows are queued and
 * use the newest version. A parallel region reveals groups automatically, one after the other, until none is left.
 */

/** Creates a show, empty or with the questions of another show. */
export interface ShowCreation {
  readonly type: 'create';
  readonly title: string;
  readonly from?: string;
}
/** Creates or revokes the link of a show's screens. The port stores the key of a new link. */
export type LinkAct = { readonly type: 'createLink' } | { readonly type: 'revokeLink' };
/** A created link; its key is only sent once. */
export interface CreatedLink {
  /** Path and key. */
  readonly path: string;
  /** Identifies the link. */
  readonly createdAt: number | null;
}
export type ProducerAct = ShowAct | ShowCreation | LinkAct;
export interface ActRequested {
  readonly type: 'producer.act';
  readonly act: ProducerAct;
  /** Absent: an act of the control room on the show that it displays. */
  readonly on?: {
    readonly showId: string;
    /** The part of the screen that requests the act, one act at a time, and that displays why an act failed. */
    readonly part: string;
    /** The displayed window that a release or revoke changes; its undo restores it. */
    readonly window?: ReleaseWindow;
  };
}
/** For the que cards: the show after a release or revoke on this device. */
export interface ReleasePerformed {
  readonly type: 'release.performed';
  readonly show: ShowView;
}
/** For the dialog that adds questions: those that it has sent are stored. */
export interface QuestionsAdded {
  readonly type: 'questions.added';
}
/** A queued act. It changes the show that was displayed when it was requested, whichever is displayed later. */
interface WaitingAct extends ActRequested {
  /** Null: there was no show yet. */
  readonly showId: string | null;
}
/** An act as it is posted. */
export interface PostedAct {
  readonly act: ProducerAct;
  readonly part: string;
  /** Null: there is no show yet. */
  readonly showId: string | null;
  /** The version of the show that the act is based on; null: the newest. */
  readonly version: number | null;
  /** Idempotency key: an act that is sent twice is performed once. */
  readonly requestId: string;
  readonly window?: ReleaseWindow;
}
/** The shows that a producer sees. `view` null: there is no show yet. */
export interface ProducerShows {
  readonly shows: readonly ShowSummary[];
  readonly view: ShowView | null;
  /** Null: the person produces only some shows, and may not see the house show. */
  readonly house: ShowView | null;
}
export type ProducerEvent =
  | ActRequested
  | { readonly type: 'producer.choose'; readonly showId: string }
  /** The control room was opened. It displays the show that is to be run now. */
  | { readonly type: 'producer.enter' }
  | { readonly type: 'producer.retry' }
  /** Undoes the last act on what is on air. */
  | { readonly type: 'stage.undo' }
  /** Undoes the last release or revoke. */
  | { readonly type: 'release.undo' }
  | { readonly type: 'screens.dismiss' }
  | { readonly type: 'reveal.auto' }
  | { readonly type: 'reveal.hold' }
  /** Internal: the next group is due to be revealed. */
  | { readonly type: 'reveal.due' }
  | RealtimeEvent
  | ConnectionStatusEvent
  | AnswerAccepted
  | ClockCorrected;

export interface ProducerInput {
  readonly newId: () => string;
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export interface ProducerContext extends ProducerInput, HeldShows {
  /** The choice of a show that has not been loaded yet (`showId` null: the one that is to be run now); null: none. */
  readonly chosen: { readonly showId: string | null } | null;
  readonly posted: PostedAct | null;
  /** Both shows when the act was posted, for comparison: the act's event may arrive before its reply. */
  readonly before: Pick<ProducerContext, 'view' | 'house'>;
  /** Queued acts of parts other than the control room, and new shows, in order. */
  readonly waiting: readonly WaitingAct[];
  /** Whether the pause after the control room's last act is not over yet. */
  readonly isResting: boolean;
  /** What that act has done, in words; null: the screen already shows it. */
  readonly done: string | null;
  /** Why the last act of a part failed, by part. */
  readonly refusals: Readonly<Record<string, string>>;
  /** Why the shows could not be loaded. */
  readonly message: string | null;
  /** The last release or revoke on this device; null: none yet. */
  readonly lastRelease: LastRelease | null;
}

/** An act on a stage, requested by the part of the screen that controls what is on air. */
export const stageAct = (showId: string, act: ShowAct | LinkAct): ActRequested => ({
  type: 'producer.act',
  act,
  on: { showId, part: STAGE },
});

const releasePart = (itemId: string, audience: Audience): string => `release ${itemId} ${audience}`;

/** An act on the displayed window of a question, requested by its card or the live bar. */
export const releaseAct = (
  showId: string,
  act: ReleaseAct,
  window: ReleaseWindow,
): ActRequested => ({
  type: 'producer.act',
  act,
  on: { showId, part: releasePart(act.itemId, act.audience), window },
});

/** Name of the control room as a part of the screen. */
const ROOM = 'room';
/** Name of the part of the screen that controls what is on air. */
export const STAGE = 'stage';
/** Minimum time between two acts of the control room, ms; the pressed button says for so long what it has done. */
export const REST_MS = 1_000;
/** Time between two automatic reveals if the revealed group is not known. */
export const REVEAL_MS = 2_000;

/** Time until the stage has shown the group that is revealed next with its points, ms. */
function nextRevealMs(view: ShowView | null): number {
  const act = view?.next.act;
  if (view === null || act?.type !== 'reveal') return REVEAL_MS;
  const index = view.direction.groups.findIndex(({ groupId }) => groupId === act.groupId);
  return index === -1 ? REVEAL_MS : revealMs(index + 1);
}

/** The refusals of all other parts. */
const without = (refusals: ProducerContext['refusals'], part: string) =>
  Object.fromEntries(Object.entries(refusals).filter(([each]) => each !== part));

/** The show that a requested act changes; null: there is none yet. */
const showOf = ({ view }: ProducerContext, { on }: ActRequested): string | null =>
  on?.showId ?? view?.rundown.id ?? null;

/** Context changes when an act on a show is posted. */
function posting(
  { view, house, refusals, newId }: ProducerContext,
  { act, on, showId }: WaitingAct,
) {
  const isDisplayed = on === undefined && showId === (view?.rundown.id ?? null);
  return {
    refusals: without(refusals, on?.part ?? ROOM),
    before: { view, house },
    posted: {
      act,
      part: on?.part ?? ROOM,
      showId,
      version: isDisplayed ? (view?.rundown.version ?? 0) : null,
      requestId: newId(),
      ...(on?.window && { window: on.window }),
    },
  };
}

/**
 * Acts with a text that the producer typed into a dialog. The dialog closes when they are sent, so they wait while
 * another act is under way: refusing them would lose the text.
 */
const TYPED: ReadonlySet<ProducerAct['type']> = new Set([
  'create',
  'rename',
  'edit',
  'unlock',
  'void',
  'givePoints',
  'renamePlayer',
  'reopen',
  'interlude',
]);

/** The message that describes a finished act; null: the screen already shows the effect. */
function doneText(
  { act, part }: PostedAct,
  before: ProducerContext['before'],
  after: ShowView,
): string | null {
  if (act.type === 'create') return m.showCreated({ title: act.title });
  if (isLinkAct(act)) return null;
  const shown = screensBefore(before, after);
  if (part === STAGE && shown !== null) return stageChangeText(shown.direction, after.direction);
  if (part !== ROOM || before.view?.rundown.id !== after.rundown.id) return null;
  const done = act.type === 'go' ? before.view.next.act : act;
  if (done === null) return null;
  return (
    actDoneText(done, before.view.rundown) ??
    stageChangeText(before.view.direction, after.direction)
  );
}

const isLinkAct = (act: ProducerAct): act is LinkAct =>
  act.type === 'createLink' || act.type === 'revokeLink';

/** Whether the act changes an audience's window. */
export const isReleaseAct = (act: ProducerAct): act is ReleaseAct =>
  act.type === 'releaseTo' || act.type === 'revoke' || act.type === 'restore';

/** Why an act failed, as its part displays it. */
const refusalText = (act: ProducerAct, why: string): string =>
  isReleaseAct(act) ? releaseFailed(releaseType(act), act.audience, why) : why;

/** The finished release or revoke; null: the act was of another kind. */
function releaseOf(
  { act, window }: PostedAct,
  { rundown: { id: showId, items } }: ShowView,
): LastRelease | null {
  if (!isReleaseAct(act) || window === undefined) return null;
  const { itemId, audience } = act;
  const after = items.find(({ id }) => id === itemId)?.windows[audience];
  if (after === undefined) return null;
  return { showId, itemId, audience, type: releaseType(act), before: window, after };
}

/** Context changes when an act is queued. */
const withWaiting = (context: ProducerContext, request: ActRequested) => ({
  waiting: [...context.waiting, { ...request, showId: showOf(context, request) }],
});

/** Whether an act of the part is under way or queued. */
const isPartBusy = (
  { posted, waiting }: Pick<ProducerContext, 'posted' | 'waiting'>,
  part: string,
): boolean => posted?.part === part || waiting.some(({ on }) => on?.part === part);

export const producerMachine = setup({
  types: typesOf<{
    input: ProducerInput;
    context: ProducerContext;
    events: ProducerEvent;
    emitted: EmittedEventOf<'banner' | 'announce' | 'fault'> | ReleasePerformed | QuestionsAdded;
    tags: 'busy' | 'resting';
  }>(),
  actors: {
    load: notProvided<{ readonly showId: string | null }, ProducerShows>('producer.load'),
    act: notProvided<PostedAct, ShowView>('producer.act'),
  },
  actions: {
    report: emit(faultIn('producer')),
    choose: assign(({ context }, { showId }: { showId: string | null }) => ({
      chosen: { showId },
      done: null,
      refusals: without(context.refusals, ROOM),
    })),
    begin: assign(({ context }, request: ActRequested) =>
      posting(context, { ...request, showId: showOf(context, request) }),
    ),
    wait: assign(({ context }, request: ActRequested) => withWaiting(context, request)),
    /** Starts the act at the head of the queue. */
    beginNext: assign(({ context }) => {
      const [first, ...waiting] = context.waiting;
      return first === undefined ? {} : { ...posting(context, first), waiting };
    }),
    waitForUndo: assign(({ context }) => {
      const { undo } = context;
      return undo === null ? {} : withWaiting(context, stageAct(undo.showId, undo.act));
    }),
    waitForReleaseUndo: assign(({ context }) => {
      const { lastRelease, now } = context;
      if (lastRelease === null) return {};
      const { showId, after } = lastRelease;
      return withWaiting(context, releaseAct(showId, releaseUndo(lastRelease, now()), after));
    }),
    storeRoom: assign(({ context }, outcome: Outcome<ProducerShows>) => {
      if (!outcome.ok) return { message: outcome.message };
      const { shows, view, house } = outcome.value;
      return {
        shows,
        view: newest(context.view, view),
        ...(house === null ? { house } : withHouse(context, house)),
        chosen: null,
        message: null,
        isKnown: true,
      };
    }),
    storeView: assign(({ context }, { payload }: RealtimeEvent<'show-changed'>) =>
      withShow(context, payload.show),
    ),
    /** Stores the outcome of an act, and describes it by comparison with the shows when the act was posted. */
    settle: enqueueActions(({ context, enqueue }, outcome: Outcome<ShowView>) => {
      const { posted, before, refusals, chosen } = context;
      enqueue.assign({ posted: null, before: { view: null, house: null } });
      if (posted === null) return;
      const { part, act } = posted;
      if (!outcome.ok) {
        enqueue.assign({
          refusals: { ...refusals, [part]: refusalText(act, outcome.message) },
        });
        return;
      }
      const show = outcome.value;
      const text = doneText(posted, before, show);
      if (text !== null)
        enqueue.emit(
          part === ROOM ? { type: 'announce', text } : { type: 'banner', text, tone: 'plain' },
        );
      enqueue.assign(withShow(context, show));
      const lastRelease = releaseOf(posted, show);
      if (lastRelease !== null) {
        enqueue.assign({ lastRelease });
        enqueue.emit({ type: 'release.performed', show });
      }
      if (part === ROOM) enqueue.assign({ isResting: true, done: chosen === null ? text : null });
      if (act.type === 'add') enqueue.emit({ type: 'questions.added' });
      if (act.type === 'create') enqueue.assign({ view: show });
      const shown = screensBefore(before, show);
      if (part === STAGE && text !== null && shown !== null)
        enqueue.assign({ undo: stageUndo(shown.direction, show.direction) });
    }),
    endRest: assign({ isResting: false, done: null }),
    dismissMissing: assign({ missing: null }),
    revealNext: enqueueActions(({ enqueue }) => {
      enqueue.raise({ type: 'reveal.due' });
    }),
    holdReveals: enqueueActions(({ enqueue }) => {
      enqueue.raise({ type: 'reveal.hold' });
    }),
  },
  guards: {
    isOfRoom: (_, { on }: ActRequested) => on === undefined,
    /** The part has no other act under way or queued; this also ignores the second click of a double click. */
    mayWait: ({ context }, { act, on }: ActRequested) => {
      if (on !== undefined) return !isPartBusy(context, on.part);
      const { posted, waiting } = context;
      return (
        TYPED.has(act.type) && ![posted, ...waiting].some((each) => each?.act.type === act.type)
      );
    },
    isWaiting: ({ context }) => context.waiting.length > 0,
    isResting: ({ context }) => context.isResting,
    isLoadDue: ({ context }) =>
      !context.isKnown || context.message !== null || context.chosen !== null,
    isRoomActing: ({ context }) => context.posted?.part === ROOM,
    canUndo: ({ context }) => context.undo !== null && !isPartBusy(context, STAGE),
    canUndoRelease: ({ context }) =>
      context.lastRelease !== null &&
      !isPartBusy(context, releasePart(context.lastRelease.itemId, context.lastRelease.audience)),
    /** The show that is to be run now is not the displayed one. */
    isAnotherDue: ({ context: { shows, view } }) =>
      (currentShow(shows) ?? shows[0])?.id !== view?.rundown.id,
    /** A group is left to be revealed. */
    canReveal: ({ context: { view } }) =>
      view?.next.act?.type === 'reveal' && view.next.waitsFor === null,
  },
  delays: { restDelay: REST_MS, revealDelay: ({ context }) => nextRevealMs(context.view) },
}).createMachine({
  id: 'producer',
  context: ({ input }) => ({
    ...input,
    chosen: null,
    shows: [],
    view: null,
    house: null,
    posted: null,
    before: { view: null, house: null },
    waiting: [],
    isResting: false,
    done: null,
    refusals: {},
    message: null,
    undo: null,
    lastRelease: null,
    missing: null,
    isKnown: false,
  }),
  type: 'parallel',
  on: { 'screens.dismiss': { actions: 'dismissMissing' } },
  states: {
    room: {
      initial: 'loading',
      on: {
        'producer.act': {
          guard: { type: 'mayWait', params: eventPayload },
          actions: { type: 'wait', params: eventPayload },
        },
        'stage.undo': { guard: 'canUndo', actions: 'waitForUndo' },
        'release.undo': { guard: 'canUndoRelease', actions: 'waitForReleaseUndo' },
        'producer.choose': {
          target: '.loading',
          actions: { type: 'choose', params: eventPayload },
        },
        'producer.enter': {
          guard: 'isAnotherDue',
          target: '.loading',
          actions: { type: 'choose', params: { showId: null } },
        },
        'producer.retry': '.loading',
        'connection.restored': '.loading',
        'realtime.show-changed': { actions: { type: 'storeView', params: eventPayload } },
      },
      states: {
        loading: {
          tags: 'busy',
          invoke: {
            id: 'load',
            src: 'load',
            input: ({ context: { chosen, view } }) =>
              chosen ?? { showId: view?.rundown.id ?? null },
            onDone: [
              {
                guard: isSuccess,
                target: 'idle',
                actions: { type: 'storeRoom', params: eventOutput },
              },
              { target: 'failed', actions: { type: 'storeRoom', params: eventOutput } },
            ],
            onError: {
              target: 'failed',
              actions: [
                { type: 'storeRoom', params: { ok: false, message: m.network() } },
                { type: 'report', params: eventError },
              ],
            },
          },
        },
        idle: {
          always: [
            { guard: 'isLoadDue', target: 'loading' },
            { guard: 'isResting', target: 'resting' },
            { target: 'ready' },
          ],
        },
        ready: {
          always: { guard: 'isWaiting', target: 'acting', actions: 'beginNext' },
          on: {
            'producer.act': {
              guard: { type: 'isOfRoom', params: eventPayload },
              target: 'acting',
              actions: { type: 'begin', params: eventPayload },
            },
            'reveal.due': {
              guard: 'canReveal',
              target: 'acting',
              actions: {
                type: 'begin',
                params: { type: 'producer.act', act: { type: 'go' } },
              },
            },
          },
        },
        acting: {
          tags: 'busy',
          on: {
            'producer.choose': { actions: { type: 'choose', params: eventPayload } },
            'producer.enter': {
              guard: 'isAnotherDue',
              actions: { type: 'choose', params: { showId: null } },
            },
            'producer.retry': {},
            'connection.restored': {},
          },
          invoke: {
            id: 'act',
            src: 'act',
            input: ({ context: { posted } }) => {
              if (posted === null) throw new Error('acting without an act');
              return posted;
            },
            onDone: [
              {
                guard: isSuccess,
                target: 'idle',
                actions: { type: 'settle', params: eventOutput },
              },
              {
                guard: 'isRoomActing',
                target: 'loading',
                actions: ['holdReveals', { type: 'settle', params: eventOutput }],
              },
              { target: 'idle', actions: { type: 'settle', params: eventOutput } },
            ],
            onError: [
              {
                guard: 'isRoomActing',
                target: 'loading',
                actions: [
                  'holdReveals',
                  { type: 'settle', params: { ok: false, message: m.network() } },
                  { type: 'report', params: eventError },
                ],
              },
              {
                target: 'idle',
                actions: [
                  { type: 'settle', params: { ok: false, message: m.network() } },
                  { type: 'report', params: eventError },
                ],
              },
            ],
          },
        },
        resting: {
          tags: 'resting',
          always: { guard: 'isWaiting', target: 'acting', actions: 'beginNext' },
          after: { restDelay: { target: 'ready', actions: 'endRest' } },
        },
        failed: { always: { guard: 'isWaiting', target: 'acting', actions: 'beginNext' } },
      },
    },
    reveals: {
      initial: 'held',
      states: {
        held: { on: { 'reveal.auto': { guard: 'canReveal', target: 'running' } } },
        running: {
          entry: 'revealNext',
          on: {
            'reveal.hold': 'held',
            'producer.act': {
              guard: { type: 'isOfRoom', params: eventPayload },
              target: 'held',
            },
            'producer.choose': 'held',
          },
          after: {
            revealDelay: [
              { guard: 'canReveal', target: 'running', reenter: true },
              { target: 'held' },
            ],
          },
        },
      },
    },
  },
});

export type ProducerActor = ActorRefFrom<typeof producerMachine>;
type Snapshot = SnapshotFrom<typeof producerMachine>;

/** The show of the control room; null: not loaded yet, or there is none. */
export const selectView = ({ context }: Snapshot): ShowView | null => context.view;
export const selectRundown = ({ context }: Snapshot): Rundown | null =>
  context.view?.rundown ?? null;
/** The chosen show, also while it is being loaded; null: the one that is to be run now, or there is none. */
export const selectChosenId = ({ context: { chosen, view } }: Snapshot): string | null =>
  (chosen === null ? view?.rundown.id : chosen.showId) ?? null;
export const selectShows = ({ context }: Snapshot): readonly ShowSummary[] => context.shows;
/** Whether a show has ended, so that its questions cannot be released. */
export const selectHasEnded =
  (showId: string) =>
  ({ context: { shows } }: Snapshot): boolean =>
    shows.some(({ id, state }) => id === showId && state === 'ended');
/** An item of the known shows, from the last reply or event. */
export const selectItem =
  (itemId: string) =>
  ({ context: { view, house } }: Snapshot): RundownItem | undefined =>
    [view, house].flatMap((show) => show?.rundown.items ?? []).find(({ id }) => id === itemId);
/** What the watched screens display; null: not loaded yet. */
export const selectAirDirection = ({ context }: Snapshot): Direction | null =>
  onScreens(context)?.direction ?? null;
/** The show that owns the watched screens and their link; null: not loaded yet. */
export const selectScreensOwner = ({ context }: Snapshot): string | null =>
  onScreens(context)?.rundown.id ?? null;
/** The title of the show on the watched screens, where it could be taken for another one; null: it could not. */
export function selectAirTitle({ context }: Snapshot): string | null {
  const { shows, view } = context;
  const shownId = onScreens(context)?.direction.showId;
  const running = runningShows(context);
  const last = view?.rundown.state === 'ended' ? [view.rundown] : [];
  const expected = running.length > 0 ? running : last;
  if (shownId === undefined || expected.length === 0) return null;
  if (expected.length === 1 && expected[0]?.id === shownId) return null;
  return shows.find(({ id }) => id === shownId)?.title ?? m.showHouseShow();
}
/** What the screens of the house show display; null: not loaded yet, or the producer does not see it. */
export const selectHouseDirection = ({ context }: Snapshot): Direction | null =>
  context.house?.direction ?? null;
/** The displayed show if it is this one, is running and has screens of its own; null: it is not. */
export const selectOwnStage =
  (showId: string) =>
  ({ context: { view } }: Snapshot): ShowView | null =>
    view !== null && view.rundown.id === showId && isRunning(view.rundown) && hasOwnScreens(view)
      ? view
      : null;
/** Whether the displayed show or the house show is running. */
export const selectIsRunning = ({ context: { view, house } }: Snapshot): boolean =>
  [view, house].some((each) => each !== null && isRunning(each.rundown));
/** Whether the producer sees the house show, as admins do. */
export const selectHasHouse = ({ context }: Snapshot): boolean => context.house !== null;
/** How to undo the last change on air; null: nothing to undo. */
export const selectUndo = ({ context }: Snapshot): StageUndo | null => context.undo;
/** Screens that lost their connection; null: none, or the producer has dismissed the warning. */
export const selectLostScreens = ({ context }: Snapshot): MissingScreens | null => context.missing;
/** The last release or revoke on this device; null: none yet. */
export const selectLastRelease = ({ context }: Snapshot): LastRelease | null => context.lastRelease;
/** Why the last act of a part failed. */
export const selectRefusal =
  (part: string) =>
  ({ context: { refusals } }: Snapshot): string | null =>
    refusals[part] ?? null;
/** Why the last release or revoke of an item for an audience failed. */
export const selectReleaseRefusal = (itemId: string, audience: Audience) =>
  selectRefusal(releasePart(itemId, audience));
/** Why the last act of the control room failed, or the shows could not be loaded. */
export const selectMessage = (snapshot: Snapshot): string | null =>
  selectRefusal(ROOM)(snapshot) ?? selectFailure(snapshot);
/** Why the shows could not be loaded. */
export const selectFailure = ({ context }: Snapshot): string | null => context.message;
/** Whether the shows could not be loaded, so that displayed shows may be outdated or missing. */
export const selectIsFailed = (snapshot: Snapshot): boolean => snapshot.matches({ room: 'failed' });
/** Whether the first load is still under way. */
export const selectIsWaiting = (snapshot: Snapshot): boolean =>
  snapshot.matches({ room: 'loading' }) && !snapshot.context.isKnown;
/** Whether an act of the control room would have to wait. */
export const selectIsBusy = (snapshot: Snapshot): boolean =>
  snapshot.hasTag('busy') || snapshot.hasTag('resting');
/** What the control room's last act has done, during the pause after it; null: nothing to say. */
export const selectDone = ({ context }: Snapshot): string | null => context.done;
/** Whether an act of the part is under way or queued. */
export const selectIsActing =
  (part: string) =>
  ({ context }: Snapshot): boolean =>
    isPartBusy(context, part);
/** Whether a release or revoke of an item for an audience is under way or queued. */
export const selectIsReleasing = (itemId: string, audience: Audience) =>
  selectIsActing(releasePart(itemId, audience));
/** Whether groups are being revealed automatically. */
export const selectIsRevealing = (snapshot: Snapshot): boolean =>
  snapshot.matches({ reveals: 'running' });
