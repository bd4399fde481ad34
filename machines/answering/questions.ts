import { m } from 'messages';
import {
  type ActorRefFrom,
  assign,
  emit,
  enqueueActions,
  raise,
  sendParent,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { answerMachine, type AnswerOutput } from './answer.ts';
import type { QuestionFilter } from './calls.ts';
import type { Audience, User } from '#machines/contract/entities.ts';
import {
  type FeedChanged,
  type FeedEvent,
  feedMachine,
  type FeedReplaced,
  type FeedState,
} from './feed.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import type {
  FeedBehind,
  ConnectionStatusEvent,
  DataUnconfirmed,
  RealtimeEvent,
} from '#machines/connection/realtime.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { eventPayload, eventError, eventOutput, faultIn } from '#machines/kit/outcome.ts';
import { typesOf } from '#machines/kit/types.ts';
import { selectClosesAt, selectWindowState } from './release-window.ts';
import type { AnswerWindow } from './rules/answering.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import * as rules from './rules/feed.ts';
import {
  lastEnd,
  lastWatched,
  listedQuestions,
  questionView,
  type QuestionView,
  type Watched,
} from './rules/listing.ts';
import { selectWindow, windowsShown, type WindowLapsed, windowsMachine } from './windows.ts';

export type { QuestionView } from './rules/listing.ts';

/*
 * The questions that one signed-in person sees and may answer (QS-1…10): `feed` holds the list and `windows` their
 * windows; this chart plays chimes, announces changes, and runs the answer to one question at a time.
 */

export interface QuestionsInput {
  readonly user: User;
  /** The server's clock, epoch ms. */
  readonly now: () => number;
  /** From 0 up to, not including, 1: spreads the requests of many clients. */
  readonly random: () => number;
}

export interface About {
  readonly gameSessionId: string;
}
export type QuestionsEvent =
  | RealtimeEvent
  | ConnectionStatusEvent
  | DataUnconfirmed
  | ClockCorrected
  | WindowLapsed
  | FeedChanged
  | FeedReplaced
  | FeedBehind
  | { readonly type: 'questions.filter'; readonly filter: QuestionFilter }
  | { readonly type: 'questions.retry' }
  | ({ readonly type: 'question.select' } & About)
  /** Sent while the player page is shown, as that page plays the chimes itself (specification §4). */
  | { readonly type: 'chimes.muted'; readonly isMuted: boolean }
  /** Opens the answer dialog, if the reader may answer the question now. */
  | ({ readonly type: 'answer.open' } & About);

export interface QuestionsContext extends QuestionsInput {
  readonly list: FeedState;
  /** When the current list was stored, epoch ms on the server's clock. */
  readonly at: number;
  /**
   * False only after a connection was lost, not before the first one: a client without a socket can still send answers.
   */
  readonly isConnected: boolean;
  /** Number of connected players of the show; null: not known. */
  readonly ready: number | null;
  readonly selectedId: string | null;
  /** The game session being answered. */
  readonly answering: string | null;
  readonly isMuted: boolean;
  /** Prevents a second sound for a repeated change. */
  readonly lastCues: rules.LastCues;
  /** Whether "Time's up" was announced and no question has opened since. */
  readonly isTimeUpAnnounced: boolean;
  /** The game session with the last announced text, which a screen reader may still be reading; null: none. */
  readonly announcedId: string | null;
}

const NO_LIST: FeedState = {
  feed: rules.NO_FEED,
  filter: 'all',
  status: 'loading',
  isLoaded: false,
  isConfirmed: true,
  message: null,
};
const viewingOf = ({ user, at }: Pick<QuestionsContext, 'user' | 'at'>): rules.FeedViewer => ({
  audience: audienceOf(user.role_id),
  at,
});
const windowOf = (context: QuestionsContext, gameSessionId: string): AnswerWindow =>
  rules.windowFor(context.list.feed, gameSessionId, viewingOf(context));

/** The viewer at the current time. */
const viewingNow = (context: QuestionsContext): rules.FeedViewer =>
  viewingOf({ ...context, at: context.now() });
const changeTo = (context: QuestionsContext, { feed }: FeedState) =>
  [context.list.feed, viewingOf(context), feed, viewingNow(context)] as const;
const receivedIn = (
  context: QuestionsContext,
  { type, payload }: RealtimeEvent,
): rules.ReceivedEvent => {
  const event: rules.FeedUpdate = { name: type, ...payload };
  const isOld =
    rules.isRepeated(context.lastCues, event) || !rules.isChange(context.list.feed.versions, event);
  return { event, cue: isOld ? null : rules.cueOf(event, viewingNow(context)) };
};
/** The newest release that the page missed while it was suspended or offline; null: none. */
const missedIn = (context: QuestionsContext, { feed }: FeedState): rules.ReceivedEvent | null =>
  context.list.isLoaded
    ? rules.findMissedRelease(context.list.feed, feed, viewingNow(context))
    : null;
const APPLY_LIST = [
  { type: 'clearClosedQuestion', params: eventPayload<FeedState> },
  { type: 'notifyAnswer', params: eventPayload<FeedState> },
  { type: 'storeList', params: eventPayload<FeedState> },
  'showWindows',
] as const;

export const questionsMachine = setup({
  types: typesOf<{
    input: QuestionsInput;
    context: QuestionsContext;
    events: QuestionsEvent;
    emitted: EmittedEventOf<'chime' | 'banner' | 'announce' | 'fault'>;
    children: { feed: 'feed'; windows: 'windows'; answer: 'answer' };
  }>(),
  actors: { feed: feedMachine, windows: windowsMachine, answer: answerMachine },
  actions: {
    toFeed: sendTo('feed', (_, event: FeedEvent) => event),
    toWindows: sendTo('windows', (_, event: ClockCorrected) => event),
    toAnswer: sendTo('answer', (_, event: ConnectionStatusEvent) => event),
    storeList: assign(({ context }, list: FeedState) => ({ list, at: context.now() })),
    showWindows: sendTo('windows', ({ context }) => windowsShown(context.list.feed.questions)),
    /** Sends changes of the list to the open answer dialog; must run before the list is stored. */
    notifyAnswer: enqueueActions(({ context, enqueue }, list: FeedState) => {
      const { answering } = context;
      if (answering === null) return;
      const answer = list.feed.answers[answering];
      if (answer !== undefined) enqueue.sendTo('answer', { type: 'answer.stored', answer });
      const window = windowOf({ ...context, list, at: context.now() }, answering);
      if (JSON.stringify(window) !== JSON.stringify(windowOf(context, answering)))
        enqueue.sendTo('answer', { type: 'window.changed', window });
    }),
    /** The text of a question that is no longer open must not be read out. */
    clearClosedQuestion: enqueueActions(({ context, enqueue }, { feed }: FeedState) => {
      const { announcedId } = context;
      if (announcedId === null || rules.isOpen(feed, announcedId, viewingNow(context))) return;
      enqueue.emit({ type: 'announce', text: '' });
      enqueue.assign({ announcedId: null });
    }),
    announceTimeUp: emit({ type: 'announce', text: m.questionsTimeUp(), urgent: true }),
    /** "Time's up" must not be read out while a question is open. */
    clearTimeUp: emit({ type: 'announce', text: '', urgent: true }),
    /** The time left, or a question's text, must not be read out once time is up. */
    clearAnnounced: emit({ type: 'announce', text: '' }),
    setAnnounced: assign(
      (_, announced: Partial<Pick<QuestionsContext, 'isTimeUpAnnounced' | 'announcedId'>>) =>
        announced,
    ),
    /** Evaluates the current list again, at the current time. */
    refresh: raise(({ context }): FeedChanged => ({ type: 'feed.changed', ...context.list })),
    applyReplaced: raise((_, list: FeedState): FeedChanged => ({ ...list, type: 'feed.changed' })),
    /**
     * Plays the chime, shows the banner and announces the text to the audience of a release or revoke, and to admins.
     */
    announceCue: enqueueActions(({ context, enqueue }, received: rules.ReceivedEvent | null) => {
      if (received === null) return;
      const { event, cue } = received;
      enqueue.assign({ lastCues: rules.withCue(context.lastCues, event) });
      if (cue === null) return;
      if (!context.isMuted) enqueue.emit({ type: 'chime', cue: cue.action });
      enqueue.emit({ type: 'banner', text: cue.banner, tone: cue.tone });
      if (cue.text === null) return;
      enqueue.emit({ type: 'announce', text: cue.text });
      enqueue.assign({ announcedId: event.question?.game_session_id ?? null });
    }),
    storeReady: assign((_, { payload }: RealtimeEvent) =>
      'ready' in payload && payload.ready !== undefined ? { ready: payload.ready } : {},
    ),
    setConnected: assign((_, { type }: ConnectionStatusEvent) => ({
      isConnected: type === 'connection.restored',
    })),
    mute: assign((_, { isMuted }: { isMuted: boolean }) => ({ isMuted })),
    select: assign((_, { gameSessionId }: About) => ({ selectedId: gameSessionId })),
    beginAnswer: assign((_, { gameSessionId }: About) => ({ answering: gameSessionId })),
    endAnswer: assign({ answering: null }),
    askForAll: sendParent((_, event: FeedBehind) => event),
    /** Notifies `feed`, and the parent, which informs boards, distribution and status. */
    notifyAnswered: enqueueActions(({ enqueue }, { answer }: AnswerOutput) => {
      if (!answer) return;
      enqueue.sendTo('feed', { type: 'feed.answered', answer });
      enqueue(sendParent({ type: 'answer.accepted', gameSessionId: answer.gameSessionId }));
    }),
    report: emit(faultIn('questions')),
  },
  guards: {
    hasEnded: ({ context }, list: FeedState) => rules.hasEnded(...changeTo(context, list)),
    isTimeUpOutdated: ({ context }, list: FeedState) =>
      context.isTimeUpAnnounced && rules.hasOpened(...changeTo(context, list)),
    /** Ignores answers of other people: some backends send all answers to all clients. */
    isAnswerOfOthers: ({ context: { user } }, event: RealtimeEvent) =>
      event.type === 'realtime.answer-updated' && (event.payload.userId ?? user.id) !== user.id,
    isAccepted: (_, { answer }: AnswerOutput) => answer !== null,
    isAlreadyAnswered: (_, { reason }: AnswerOutput) => reason === 'already',
    mayAnswer: ({ context }, { gameSessionId }: About) =>
      context.list.isConfirmed &&
      windowOf(context, gameSessionId).isOpen &&
      !(gameSessionId in context.list.feed.answers),
  },
}).createMachine({
  id: 'questions',
  context: ({ input }) => ({
    ...input,
    list: NO_LIST,
    at: input.now(),
    isConnected: true,
    ready: null,
    selectedId: null,
    answering: null,
    isMuted: false,
    lastCues: {},
    isTimeUpAnnounced: false,
    announcedId: null,
  }),
  invoke: [
    {
      id: 'feed',
      src: 'feed',
      input: ({ context: { user, now, random } }) => ({ roleId: user.role_id, now, random }),
      onError: { actions: { type: 'report', params: eventError } },
    },
    {
      id: 'windows',
      src: 'windows',
      input: ({ context: { now } }) => ({ now }),
      onError: { actions: { type: 'report', params: eventError } },
    },
  ],
  on: {
    'realtime.*': [
      { guard: { type: 'isAnswerOfOthers', params: eventPayload } },
      {
        actions: [
          { type: 'announceCue', params: ({ context, event }) => receivedIn(context, event) },
          { type: 'storeReady', params: eventPayload },
          { type: 'toFeed', params: eventPayload },
        ],
      },
    ],
    'connection.*': {
      actions: [
        { type: 'setConnected', params: eventPayload },
        { type: 'toFeed', params: eventPayload },
      ],
    },
    'questions.*': { actions: { type: 'toFeed', params: eventPayload } },
    'feed.replaced': {
      actions: [
        { type: 'announceCue', params: ({ context, event }) => missedIn(context, event) },
        { type: 'applyReplaced', params: eventPayload },
      ],
    },
    'feed.changed': [
      {
        guard: { type: 'hasEnded', params: eventPayload },
        actions: [
          'announceTimeUp',
          'clearAnnounced',
          { type: 'setAnnounced', params: { isTimeUpAnnounced: true, announcedId: null } },
          ...APPLY_LIST,
        ],
      },
      {
        guard: { type: 'isTimeUpOutdated', params: eventPayload },
        actions: [
          'clearTimeUp',
          { type: 'setAnnounced', params: { isTimeUpAnnounced: false } },
          ...APPLY_LIST,
        ],
      },
      { actions: APPLY_LIST },
    ],
    'feed.behind': { actions: { type: 'askForAll', params: eventPayload } },
    'window.lapsed': { actions: 'refresh' },
    'clock.corrected': {
      actions: [{ type: 'toWindows', params: eventPayload }, 'refresh'],
    },
    'data.unconfirmed': { actions: { type: 'toFeed', params: eventPayload } },
    'chimes.muted': { actions: { type: 'mute', params: eventPayload } },
    'question.select': { actions: { type: 'select', params: eventPayload } },
  },
  initial: 'browsing',
  states: {
    browsing: {
      on: {
        'answer.open': {
          guard: { type: 'mayAnswer', params: eventPayload },
          target: 'answering',
          actions: [
            { type: 'select', params: eventPayload },
            { type: 'beginAnswer', params: eventPayload },
          ],
        },
      },
    },
    answering: {
      invoke: {
        id: 'answer',
        src: 'answer',
        input: ({ context }) => {
          const { user, now, random, isConnected, answering } = context;
          const gameSessionId = answering ?? '';
          const window = windowOf(context, gameSessionId);
          return { userId: user.id, gameSessionId, window, isConnected, now, random };
        },
        onDone: [
          {
            guard: { type: 'isAccepted', params: eventOutput },
            target: 'browsing',
            actions: { type: 'notifyAnswered', params: eventOutput },
          },
          {
            guard: { type: 'isAlreadyAnswered', params: eventOutput },
            target: 'browsing',
            actions: { type: 'toFeed', params: { type: 'questions.retry' } },
          },
          { target: 'browsing' },
        ],
        onError: { target: 'browsing', actions: { type: 'report', params: eventError } },
      },
      exit: 'endAnswer',
      on: {
        'connection.*': {
          actions: [
            { type: 'setConnected', params: eventPayload },
            { type: 'toFeed', params: eventPayload },
            { type: 'toAnswer', params: eventPayload },
          ],
        },
      },
    },
  },
});

export type QuestionsActor = ActorRefFrom<typeof questionsMachine>;
export type QuestionsSnapshot = SnapshotFrom<typeof questionsMachine>;

/** The reader's own audience; null for an admin, who sees both and answers neither. */
export const selectAudience = ({ context: { user } }: QuestionsSnapshot): Audience | null =>
  audienceOf(user.role_id);
/** Number of connected players of the show; null: not known. */
export const selectReady = ({ context }: QuestionsSnapshot): number | null => context.ready;
const listed = (snapshot: QuestionsSnapshot, filter: QuestionFilter): QuestionView[] =>
  listedQuestions(
    snapshot.context.list.feed,
    selectAudience(snapshot),
    filter,
    ({ game_session_id }, audience) =>
      selectWindowState(selectWindow(snapshot, game_session_id), audience),
  );
/** The questions of the current filter, in the order to show. */
export const selectQuestions = (snapshot: QuestionsSnapshot): QuestionView[] =>
  listed(snapshot, snapshot.context.list.filter);
const idsOf = (questions: readonly QuestionView[]): string[] =>
  questions.map(({ gameSessionId }) => gameSessionId);
/** The game sessions of `selectQuestions`, in the same order. */
export const selectIds = (snapshot: QuestionsSnapshot): string[] =>
  idsOf(selectQuestions(snapshot));
export const selectActiveCount = (snapshot: QuestionsSnapshot): number =>
  listed(snapshot, 'active').length;
/** Game sessions that the reader may answer now, under any filter. */
export function selectAnswerable(snapshot: QuestionsSnapshot): string[] {
  const audience = selectAudience(snapshot);
  if (audience === null) return [];
  return idsOf(listed(snapshot, 'active').filter(({ answer }) => answer === null)).filter(
    (id) => selectWindowState(selectWindow(snapshot, id), audience) === 'open',
  );
}
/** Closing times of the questions that the reader may answer now, epoch ms; null: open until revoked. */
function closingsOf(snapshot: QuestionsSnapshot): (number | null)[] {
  const audience = selectAudience(snapshot);
  return selectAnswerable(snapshot).map(
    (id) => audience && selectClosesAt(selectWindow(snapshot, id), audience),
  );
}
/** Whether the reader may answer any question now. */
export const selectIsAnswerable = (snapshot: QuestionsSnapshot): boolean =>
  selectAnswerable(snapshot).length > 0;
/** When a show with listed questions ended last, epoch ms; null: none has. */
export const selectEndedAt = ({ context: { list } }: QuestionsSnapshot): number | null =>
  lastEnd(list.feed);
/** The question that the reader watches while there is nothing to answer; null: none, or a question can be answered. */
export function selectWatched(snapshot: QuestionsSnapshot): Watched | null {
  const audience = selectAudience(snapshot);
  if (audience === null || selectIsAnswerable(snapshot)) return null;
  return lastWatched(snapshot.context.list.feed, (id) => {
    const window = selectWindow(snapshot, id);
    const isClosed = selectWindowState(window, audience) === 'expired';
    return isClosed ? selectClosesAt(window, audience) : null;
  });
}
/**
 * The game sessions that fill the player's first screen, under any filter: those that the reader may answer now,
 * otherwise the one that the reader watches.
 */
export function selectFirstListed(snapshot: QuestionsSnapshot): string[] {
  // The reader's answers arrive with the list.
  if (!snapshot.context.list.isLoaded) return [];
  const watched = selectWatched(snapshot);
  const first = selectAnswerable(snapshot);
  return idsOf(listed(snapshot, 'all')).filter(
    (id) => id === watched?.gameSessionId || first.includes(id),
  );
}
/** When the first of the questions that the reader may still answer closes, epoch ms; null: none does. */
export function selectNextClosing(snapshot: QuestionsSnapshot): number | null {
  const closings = closingsOf(snapshot).filter((closesAt) => closesAt !== null);
  return closings.length === 0 ? null : Math.min(...closings);
}
/** A question with the reader's answer, if the list is current and confirmed; null: request them from the server. */
export function selectCachedQuestion(
  { context: { list } }: QuestionsSnapshot,
  gameSessionId: string,
) {
  const { feed, status, isConfirmed } = list;
  const question = rules.questionOf(feed, gameSessionId);
  const isTrue = status === 'current' && isConfirmed;
  return isTrue && question ? { question, answer: feed.answers[gameSessionId] ?? null } : null;
}
export const selectFilter = ({ context }: QuestionsSnapshot): QuestionFilter => context.list.filter;
export function selectQuestion({ context }: QuestionsSnapshot, gameSessionId: string) {
  const question = rules.questionOf(context.list.feed, gameSessionId);
  return question ? questionView(question, context.list.feed) : null;
}
/** The selected question, otherwise the first question of the list. */
export const selectSelected = (snapshot: QuestionsSnapshot): QuestionView | null =>
  selectQuestion(snapshot, snapshot.context.selectedId ?? '') ??
  selectQuestions(snapshot)[0] ??
  null;
/** The open answer dialog's actor; null: nothing is being answered. */
export const selectAnswer = ({ children }: QuestionsSnapshot) => children.answer ?? null;
/** The game session that is being answered, or null. */
export const selectAnswering = ({ context }: QuestionsSnapshot): string | null => context.answering;
/** Whether the list may be old and is being checked. */
export const selectIsChecking = ({ context: { list } }: QuestionsSnapshot): boolean =>
  !list.isConfirmed;
/** Whether nothing has been loaded yet: the page shows a placeholder. */
export const selectIsLoading = ({ context: { list } }: QuestionsSnapshot): boolean =>
  !list.isLoaded && list.message === null;
/** Why there is no list; 'Try Again' sends `questions.retry`. */
export const selectUnavailable = ({ context: { list } }: QuestionsSnapshot): string | null =>
  list.isLoaded ? null : list.message;
/** Why the list shown may be old; it is loaded again automatically, or by 'Try Again' (`questions.retry`). */
export const selectOutdated = ({ context: { list } }: QuestionsSnapshot): string | null =>
  list.isLoaded ? list.message : null;
export const selectIsRefreshing = ({ context: { list } }: QuestionsSnapshot): boolean =>
  list.isLoaded && list.status === 'loading';
