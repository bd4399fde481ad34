import * as z from 'zod/mini';
import {
  daysSchema,
  epochMsSchema,
  idSchema,
  ownAnswerSchema,
  userSchema,
  windowSchema,
} from '#machines/contract/entities.ts';
import { serverEvents } from '#machines/contract/events.ts';
import type { DeviceEvent } from '#machines/connection/connection.ts';
import type { DaysChanged } from '#machines/results/day.ts';
import type { CollectionEvent } from '#machines/kit/collection.ts';
import type { LoaderEvent } from '#machines/kit/loader.ts';
import type {
  FeedBehind,
  LineEvent,
  DataUnconfirmed,
  RealtimeEvent,
} from '#machines/connection/realtime.ts';
import type { SubmissionEvent } from '#machines/kit/submission.ts';
import { UTC_DAYS } from '#machines/results/rules/day.ts';
import {
  ABOUT,
  ANSWER,
  CHANGE,
  COUNTED,
  DIRECTION,
  SESSION,
  SHOW,
  SNAPSHOT,
  TIMER,
} from './samples.ts';
import { BARE, eventOf, type EventSchema, type EventTable } from './table.ts';

/* Events that several charts share. */

const said = <Payload extends object>(
  payload: z.ZodMiniType<Payload>,
  ...[first, ...more]: readonly [NoInfer<Payload>, ...NoInfer<Payload>[]]
): EventSchema<{ payload: Payload }> =>
  eventOf(
    z.object({ payload }),
    { payload: first },
    ...more.map((example) => ({ payload: example })),
  );

const STANDING = { points: 12, rank: 3, overall: { points: 12, rank: 4 } };

export const REALTIME: EventTable<RealtimeEvent> = {
  'realtime.question-released': said(serverEvents['question-released'], {
    ...CHANGE,
    type: 'home',
  }),
  'realtime.question-revoked': said(serverEvents['question-revoked'], {
    ...CHANGE,
    type: 'home',
    question: null,
  }),
  'realtime.timer-started': said(serverEvents['timer-started'], {
    ...CHANGE,
    type: 'home',
    timer: TIMER,
  }),
  'realtime.timer-expired': said(serverEvents['timer-expired'], { ...CHANGE, type: 'home' }),
  // One that does not say what has changed brings the list again.
  'realtime.questions-updated': said(serverEvents['questions-updated'], CHANGE, { version: 9 }),
  'realtime.show-answers': said(serverEvents['show-answers'], { version: 8, ...ABOUT }),
  'realtime.answer-updated': said(
    serverEvents['answer-updated'],
    { ...ABOUT, userId: SESSION.user.id, awardedPoints: 5 },
    { ...ABOUT, userId: SESSION.user.id, answer: ANSWER },
  ),
  'realtime.boards-updated': said(serverEvents['boards-updated'], { ...ABOUT, withinMs: 2_000 }),
  'realtime.standing-updated': said(serverEvents['standing-updated'], {
    daily: STANDING,
    'all-time': STANDING,
  }),
  'realtime.answers-counted': said(serverEvents['answers-counted'], COUNTED),
  'realtime.players-counted': said(serverEvents['players-counted'], {
    connected: COUNTED.connected,
  }),
  'realtime.snapshot': said(serverEvents.snapshot, SNAPSHOT),
  'realtime.days-changed': said(serverEvents['days-changed'], { days: UTC_DAYS }),
  'realtime.show-updated': said(serverEvents['show-updated'], { show: SHOW }),
  'realtime.rundown-changed': said(serverEvents['rundown-changed'], { showId: 's1', version: 3 }),
  'realtime.show-directed': said(serverEvents['show-directed'], { direction: DIRECTION }),
  'realtime.signed-out': said(serverEvents['signed-out'], { reason: 'changed' }),
};

export const LINE: EventTable<LineEvent> = {
  'line.lost': BARE,
  'line.back': BARE,
};
export const UNCONFIRMED: EventTable<DataUnconfirmed> = { 'data.unconfirmed': BARE };
export const SURROUNDINGS: EventTable<DeviceEvent> = {
  'network.lost': BARE,
  'network.returned': BARE,
  'page.shown': BARE,
};
export const CLOCK = { 'clock.corrected': BARE } as const;
export const DAY = { 'day.turned': BARE } as const;
export const DAYS: EventTable<DaysChanged> = {
  'days.changed': eventOf(z.object({ days: daysSchema }), { days: UTC_DAYS }),
};
export const BEHIND: EventTable<FeedBehind> = { 'feed.behind': BARE };
export const ACCEPTED = {
  'answer.accepted': eventOf(z.object({ gameSessionId: idSchema }), ABOUT),
} as const;
export const ENDED = {
  'session.ended': eventOf(serverEvents['signed-out'], { reason: 'changed' }),
} as const;

export const sessionSchema = z.object({ user: userSchema, expiresAt: epochMsSchema });
/** The session as it is now, or null: nobody is signed in. */
export const SESSION_NOW = eventOf(
  z.object({ session: z.nullable(sessionSchema) }),
  { session: SESSION },
  { session: null },
);
export const STORED = eventOf(z.object({ answer: ownAnswerSchema }), { answer: ANSWER });
export const aboutSchema = z.object({ gameSessionId: idSchema });
export const seenSchema = z.object({ window: windowSchema });

/** The events of a form: `values`, as typed, may be wrong. */
export const formEvents = <TValues extends object>(
  values: z.ZodMiniType<TValues>,
  ...[first, ...more]: readonly [NoInfer<TValues>, ...NoInfer<TValues>[]]
): EventTable<SubmissionEvent<TValues>> => ({
  'form.submit': eventOf(
    z.object({ values }),
    { values: first },
    ...more.map((example) => ({ values: example })),
  ),
  'form.edited': eventOf(
    z.object({ field: z.exactOptional(z.string()) }),
    { field: Object.keys(first)[0] ?? '' },
    {},
  ),
  'form.again': BARE,
});

export const loaderEvents: EventTable<LoaderEvent> = {
  'load.refresh': BARE,
  'load.retry': BARE,
};

export const collectionEvents = <TQuery, TItem, TValues>(
  query: z.ZodMiniType<TQuery>,
  item: z.ZodMiniType<TItem>,
  values: z.ZodMiniType<TValues>,
  examples: {
    readonly queries: readonly [NoInfer<TQuery>, ...NoInfer<TQuery>[]];
    readonly item: NoInfer<TItem>;
    readonly values: readonly [NoInfer<TValues>, ...NoInfer<TValues>[]];
  },
): EventTable<CollectionEvent<TQuery, TItem, TValues>> => {
  const [firstQuery, ...queries] = examples.queries;
  const [firstValues, ...more] = examples.values;
  const ofItem = eventOf(z.object({ item }), { item: examples.item });
  return {
    'list.query': eventOf(
      z.object({ query }),
      { query: firstQuery },
      ...queries.map((each) => ({ query: each })),
    ),
    'list.reload': BARE,
    'item.create': BARE,
    'item.edit': ofItem,
    'item.delete': ofItem,
    'dialog.submit': eventOf(
      z.object({ values }),
      { values: firstValues },
      ...more.map((each) => ({ values: each })),
    ),
    'dialog.confirm': BARE,
    'dialog.cancel': BARE,
  };
};
