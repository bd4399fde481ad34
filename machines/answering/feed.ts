import { m } from 'messages';
import { assign, emit, sendParent, setup } from 'xstate';
import type { QuestionFilter } from './calls.ts';
import type { OwnAnswer, RoleId } from '#machines/contract/entities.ts';
import type { ServerEvent } from '#machines/contract/events.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvided } from '#machines/kit/not-provided.ts';
import type {
  FeedBehind,
  ConnectionStatusEvent,
  DataUnconfirmed,
  RealtimeEvent,
} from '#machines/connection/realtime.ts';
import {
  isSuccess,
  eventPayload,
  eventError,
  refusalText,
  faultIn,
} from '#machines/kit/outcome.ts';
import { typesOf } from '#machines/kit/types.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import * as rules from './rules/feed.ts';

/*
 * The questions and answers that one person sees (FEED-1…10): loading -> current, then changed by realtime events
 * without a request. If versions of a feed are missing: behind -> asking for a snapshot, each client after a random
 * delay; without a reply the list is loaded again.
 */

export interface FeedInput {
  readonly roleId: RoleId;
  /** The server's clock, epoch ms. */
  readonly now: () => number;
  /** From 0 up to, not including, 1: spreads the requests of many clients. */
  readonly random: () => number;
}
export interface FeedRequest {
  readonly filter: QuestionFilter;
  readonly roleId: RoleId;
}
/** `stale`: something may be missing and is being fetched. */
export type FeedStatus = 'loading' | 'current' | 'stale' | 'failed';
/** Sent to the parent with each change. */
export interface FeedState {
  readonly feed: rules.Feed;
  readonly filter: QuestionFilter;
  readonly status: FeedStatus;
  /** Whether a list has ever been loaded. */
  readonly isLoaded: boolean;
  /** Whether the server has confirmed the data since the last sleep of the page or loss of the connection. */
  readonly isConfirmed: boolean;
  /** Why the last load failed; null after a success. */
  readonly message: string | null;
}
export interface FeedContext extends FeedInput, FeedState {
  /** Own points received since the load began. */
  readonly pointsSince: rules.PointsBySession;
}

export type FeedEvent =
  | RealtimeEvent
  | ConnectionStatusEvent
  | DataUnconfirmed
  | { readonly type: 'questions.filter'; readonly filter: QuestionFilter }
  | { readonly type: 'questions.retry' }
  /** The person has submitted an answer. */
  | { readonly type: 'feed.answered'; readonly answer: OwnAnswer };
/** Sent to the parent on each change. */
export type FeedChanged = { readonly type: 'feed.changed' } & FeedState;
/**
 * Like `FeedChanged`, sent after a loaded list or a snapshot replaced the data, so that no events announced the
 * changes.
 */
export type FeedReplaced = { readonly type: 'feed.replaced' } & FeedState;

/** Longest random delay before a client asks for a snapshot. */
const SPREAD_MS = 2_000;
/** Without a snapshot within this time the list is loaded. */
const SNAPSHOT_TIMEOUT_MS = 5_000;
const RETRY_MS = 10_000;
/** After a sleep the server sends a snapshot, at most once a second. Without one the list is loaded after this time. */
const CHECK_MS = 1_500;
/** Delay before a list that is older than the received events is loaded again. */
const CATCH_UP_MS = 500;

export interface Replacement {
  readonly list: rules.QuestionList;
  readonly filter: QuestionFilter;
}
interface Loaded {
  readonly context: FeedContext;
  readonly event: { readonly output: Outcome<rules.QuestionList> };
}
/** Whether events that arrived during the load are newer than the loaded list. */
const isOutdated = ({ context, event: { output } }: Loaded): boolean =>
  output.ok && rules.isOlder(output.value, context.feed.versions);
const replacementOf = ({ context, event: { output } }: Loaded): Replacement => {
  const { filter, feed, pointsSince } = context;
  return {
    list: output.ok
      ? rules.listWithPointsSince(output.value, pointsSince)
      : { ...feed, answers: null },
    filter,
  };
};
const viewingOf = ({ roleId, now }: FeedInput): rules.FeedViewer => ({
  audience: audienceOf(roleId),
  at: now(),
});
const stateOf = (context: FeedContext): FeedState => {
  const { feed, filter, status, isLoaded, isConfirmed, message } = context;
  return { feed, filter, status, isLoaded, isConfirmed, message };
};
/** Params of an action: the event's payload with its name. */
const feedEventOf = ({ event }: { event: RealtimeEvent }): rules.FeedUpdate => ({
  name: event.type,
  ...event.payload,
});
const CHANGE = [{ type: 'applyChange', params: feedEventOf }, 'notifyParent'] as const;

export const feedMachine = setup({
  types: typesOf<{
    input: FeedInput;
    context: FeedContext;
    events: FeedEvent;
    emitted: EmittedEventOf<'fault'>;
  }>(),
  actors: {
    load: notProvided<FeedRequest, rules.QuestionList>('feed.load'),
  },
  actions: {
    setStatus: assign((_, { status }: { status: FeedStatus }) => ({ status })),
    notifyParent: sendParent(({ context }): FeedChanged => ({
      type: 'feed.changed',
      ...stateOf(context),
    })),
    notifyReplaced: sendParent(({ context }): FeedReplaced => ({
      type: 'feed.replaced',
      ...stateOf(context),
    })),
    doubt: assign({ isConfirmed: false }),
    applyChange: assign(({ context }, news: rules.FeedUpdate) => ({
      feed: rules.applyChange(context.feed, news, viewingOf(context)),
    })),
    begin: assign({ status: 'loading', pointsSince: {} }),
    applyPoints: assign(
      ({ context: { feed, pointsSince } }, update: ServerEvent<'answer-updated'>) => ({
        feed: rules.withUpdate(feed, update),
        pointsSince: { ...pointsSince, ...rules.ownPointsOf(update) },
      }),
    ),
    addAnswer: assign(({ context: { feed } }, { answer }: { answer: OwnAnswer }) => ({
      feed: rules.withAnswer(feed, answer),
    })),
    replace: assign(({ context }, { list, filter }: Replacement) => {
      const feed = rules.withLoadedList(context.feed, list, filter, viewingOf(context));
      return { feed, isLoaded: true, isConfirmed: true, message: null };
    }),
    setFilter: assign((_, { filter }: { filter: QuestionFilter }) => ({ filter })),
    /**
     * The server's versions may be lower than those held here: the store may have been restored from a backup, or the
     * person may have left a show.
     */
    forgetVersions: assign(({ context: { feed } }) => ({ feed: { ...feed, versions: {} } })),
    setMessage: assign((_, { message }: { message: string | null }) => ({ message })),
    requestSnapshot: sendParent((): FeedBehind => ({ type: 'feed.behind' })),
    report: emit(faultIn('feed')),
  },
  guards: {
    isCurrent: ({ context: { feed } }, snapshot: ServerEvent<'snapshot'>) =>
      !rules.isOlder(snapshot, feed.versions),
    isChange: ({ context: { feed } }, event: rules.FeedUpdate) =>
      rules.isChange(feed.versions, event),
    isGap: ({ context: { feed } }, event: rules.FeedUpdate) => rules.isGap(feed.versions, event),
    /**
     * Whether the event has points for an answer that neither the feed nor the event contains: another device gave it.
     */
    isFromOtherDevice: ({ context: { feed } }, update: ServerEvent<'answer-updated'>) =>
      rules.isUnknownAnswer(feed, update),
  },
  delays: {
    untilAsking: ({ context }) => context.random() * SPREAD_MS,
    untilGivingUp: SNAPSHOT_TIMEOUT_MS,
    untilCaughtUp: ({ context }) => CATCH_UP_MS * (0.5 + context.random()),
    untilChecked: CHECK_MS,
    untilRetry: ({ context }) => RETRY_MS * (0.5 + context.random()),
  },
}).createMachine({
  id: 'feed',
  context: ({ input }) => ({
    ...input,
    feed: rules.NO_FEED,
    filter: 'all',
    status: 'loading',
    isLoaded: false,
    isConfirmed: true,
    message: null,
    pointsSince: {},
  }),
  initial: 'loading',
  on: {
    'realtime.*': { guard: { type: 'isChange', params: feedEventOf }, actions: CHANGE },
    'realtime.snapshot': {
      guard: { type: 'isCurrent', params: ({ event: { payload } }) => payload },
      target: '.current',
      actions: {
        type: 'replace',
        params: ({ event: { payload } }) => ({ list: payload, filter: 'all' }),
      },
    },
    'realtime.answer-updated': {
      actions: [
        { type: 'applyPoints', params: ({ event: { payload } }) => payload },
        'notifyParent',
      ],
    },
    'feed.answered': { actions: [{ type: 'addAnswer', params: eventPayload }, 'notifyParent'] },
    'questions.filter': {
      target: '.loading',
      actions: { type: 'setFilter', params: eventPayload },
    },
    'questions.retry': '.loading',
    'connection.restored': { target: '.behind', actions: 'forgetVersions' },
    'data.unconfirmed': { target: '.checking', actions: 'doubt' },
  },
  states: {
    loading: {
      entry: ['begin', 'notifyParent'],
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context: { filter, roleId } }) => ({ filter, roleId }),
        onDone: [
          { guard: isOutdated, target: 'overtaken' },
          {
            guard: isSuccess,
            target: 'current',
            actions: { type: 'replace', params: replacementOf },
          },
          {
            target: 'failed',
            actions: {
              type: 'setMessage',
              params: ({ event }) => ({ message: refusalText(event.output) }),
            },
          },
        ],
        onError: {
          target: 'failed',
          actions: [
            { type: 'setMessage', params: { message: m.network() } },
            { type: 'report', params: eventError },
          ],
        },
      },
      on: {
        // The running load is recent enough; no second one is started.
        'connection.restored': {},
        'questions.retry': {},
        // The running load may have begun before the page slept, so it starts again.
        'data.unconfirmed': { target: 'loading', reenter: true, actions: 'doubt' },
      },
    },
    /**
     * The loaded list was older than received events. Waits before the next load, as the server's lists may lag behind
     * its events.
     */
    overtaken: { after: { untilCaughtUp: 'loading' } },
    current: {
      entry: [{ type: 'setStatus', params: { status: 'current' } }, 'notifyReplaced'],
      on: {
        'realtime.answer-updated': {
          guard: { type: 'isFromOtherDevice', params: ({ event: { payload } }) => payload },
          target: 'behind',
        },
        'realtime.*': {
          guard: { type: 'isGap', params: feedEventOf },
          target: 'behind',
          actions: { type: 'applyChange', params: feedEventOf },
        },
      },
    },
    behind: {
      entry: [{ type: 'setStatus', params: { status: 'stale' } }, 'notifyParent'],
      after: { untilAsking: 'asking' },
    },
    checking: {
      entry: [{ type: 'setStatus', params: { status: 'stale' } }, 'notifyParent'],
      after: { untilChecked: 'loading' },
    },
    asking: { entry: 'requestSnapshot', after: { untilGivingUp: 'loading' } },
    failed: {
      entry: [{ type: 'setStatus', params: { status: 'failed' } }, 'notifyParent'],
      after: { untilRetry: 'loading' },
    },
  },
});
