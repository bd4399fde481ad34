import * as z from 'zod/mini';
import { stageViewSchema } from './stage.ts';
import {
  activeQuestionSchema,
  appealSchema,
  audienceTypeSchema,
  boardTopsSchema,
  daysSchema,
  producerQuestionSchema,
  epochMsSchema,
  finalStandingSchema,
  watchSchema,
  idSchema,
  ownAdjustmentSchema,
  ownAnswerSchema,
  revealShape,
  languageTagSchema,
  standingSchema,
  timerSchema,
  topGroupsSchema,
  versionsSchema,
} from './entities.ts';
import { showViewSchema } from '#machines/show/calls.ts';
import { LIMITS } from './limits.ts';

/**
 * Realtime events, server to client (specification §4).
 *
 * Every change that players see raises the version of one feed, and all events of the change carry feed and version. A
 * show with members and a rehearsal have feeds of their own; all other shows share the feed of the house show. A client
 * that misses a version requests a `snapshot` (`sync`). An event with an older version is late and ignored; one with
 * the same version belongs to the same change and is applied.
 */
const sent = { serverTime: z.optional(epochMsSchema) };
/** `feed`: the id of the show that the feed belongs to. */
const stamp = { ...sent, feed: idSchema, version: z.int() };
const readySchema = z.int().check(z.nonnegative());
const peopleShape = { studio: z.int(), home: z.int() };
const about = { questionId: z.optional(idSchema), gameSessionId: z.optional(idSchema) };

/** For producers: the question, null if deleted, and the number of connected players. */
const forProducers = z.object({
  question: z.nullable(producerQuestionSchema),
  connected: z.object(peopleShape),
});

/** A change of a question as the receiving audience may see it; null if the audience may no longer see the question. */
const change = {
  ...stamp,
  ...about,
  type: z.optional(audienceTypeSchema),
  question: z.nullable(activeQuestionSchema),
  /** Only sent to admins. */
  forProducers: z.optional(forProducers),
};

export const serverEvents = {
  /** Sent to the audience that the question was released to, and to admins. */
  'question-released': z.object(change),
  'question-revoked': z.object(change),
  'timer-started': z.object({ ...change, timer: z.optional(timerSchema) }),
  'timer-expired': z.object(change),
  /** Sent about a lock, an edit or a deletion, and to viewers who get none of the events above for a change. */
  'questions-updated': z.object(change),
  /** Sent after possible losses: clients with an older version of the feed request a snapshot. */
  'feed-moved': z.object(stamp),
  /** Sent to admins: a change of a question that no player sees. */
  'question-list-updated': z.object({ ...sent, ...about, forProducers }),
  /**
   * A reveal. `shownAt`: when the stage screen has shown it; points and ranks reach players only after that. `question`:
   * with its board, for an audience that may see it.
   */
  'show-answers': z.object({
    ...stamp,
    ...about,
    question: z.exactOptional(activeQuestionSchema),
    shownAt: z.optional(epochMsSchema),
  }),
  /**
   * Sent to players when their group changes, with new `awardedPoints`; and after an answer, to all devices of its player,
   * with the stored `answer`.
   */
  'answer-updated': z.object({
    ...sent,
    gameSessionId: z.optional(idSchema),
    userId: z.optional(idSchema),
    awardedPoints: z.optional(z.int().check(z.nonnegative())),
    answer: z.optional(ownAnswerSchema),
    /** Sent with `awardedPoints`, as in an own answer. */
    ...revealShape,
    /** The state of the player's appeal. */
    appeal: z.optional(appealSchema),
  }),
  /** Points or ranks have changed. Clients that show more of a board than `boards` contains may fetch it again. */
  'boards-updated': z.object({
    ...sent,
    gameSessionId: z.optional(idSchema),
    boards: boardTopsSchema,
    /** Clients refetch at random times within this span; the more are connected, the longer. */
    withinMs: z.optional(z.int().check(z.nonnegative())),
  }),
  /** Sent to a player after a change of their points and ranks. `final`: sent while the winner is on the screen. */
  'standing-updated': z.object({
    ...sent,
    daily: standingSchema,
    'all-time': standingSchema,
    final: z.optional(finalStandingSchema),
    /** Absent: no board of the show is on the screen. */
    watch: z.optional(watchSchema),
    /** The player's points by hand of today, and those of their team. Absent: none. */
    adjustments: z.optional(z.array(ownAdjustmentSchema)),
  }),
  /** Sent to admins after a recount and after each appeal: what is known of the answers to a question. */
  'answers-counted': z.object({
    ...sent,
    ...about,
    answered: z.object(peopleShape),
    connected: z.object(peopleShape),
    points: z.optional(z.int()),
    topGroups: z.optional(topGroupsSchema),
    /** Number of a model's merge suggestions that wait for a producer. */
    mergesHeld: z.optional(z.int().check(z.nonnegative())),
    /** Number of players' appeals that wait for a producer. */
    appeals: z.optional(z.int().check(z.nonnegative())),
  }),
  /** Sent to admins: the number of connected players, within a second of each change. */
  'players-counted': z.object({ ...sent, connected: z.object(peopleShape) }),
  /** Sent to players, at most every five seconds: the number of players of their show who are connected. */
  'players-ready': z.object({ ...sent, ready: readySchema }),
  /** Everything that this person may see, on connecting and on `sync`. `ready`: as in `players-ready`. */
  snapshot: z.object({
    ready: z.optional(readySchema),
    versions: versionsSchema,
    serverTime: epochMsSchema,
    questions: z.array(activeQuestionSchema),
    answers: z.array(ownAnswerSchema),
    days: z.optional(daysSchema),
  }),
  /**
   * Sent to players when a question with a picture or sound is armed: its sealed bytes, which say nothing without the
   * key, to load at a random time within this span. The key comes with the question.
   */
  'media-sealed': z.object({
    ...sent,
    show: idSchema,
    seal: idSchema,
    withinMs: z.int().check(z.nonnegative()),
  }),
  /** Sent to everyone: a show has gone live or ended, or the time zone was changed. */
  'days-changed': z.object({ days: daysSchema }),
  /** Sent to stage screens on connecting and after every change: everything that they may show. */
  'show-updated': z.object({ show: stageViewSchema }),
  /** Sent to admins: a show, its stage, or its next act has changed. */
  'show-changed': z.object({ show: showViewSchema }),
  /** Sent before the server closes a session's sockets. 'role': the role has changed, and the token can be renewed. */
  'signed-out': z.object({ reason: z.enum(['expired', 'changed', 'deleted', 'revoked', 'role']) }),
} as const;

export type ServerEventName = keyof typeof serverEvents;
export type ServerEvent<N extends ServerEventName> = z.infer<(typeof serverEvents)[N]>;

/** Client to server. All but `join-user-room` take an acknowledgement callback. */
export const clientEvents = {
  /** The body of the call `submitAnswer`, acknowledged with its reply (`socketReplySchema`). */
  'submit-answer': z.tuple([z.unknown()]),
  'join-user-room': z.tuple([idSchema]),
  sync: z.tuple([]),
  clock: z.tuple([]),
} as const;
export type ClientEventName = keyof typeof clientEvents;

/** The acknowledgement of `clock`. */
export const clockReplySchema = z.object({ serverTime: epochMsSchema });

/** The reply to a call over a socket: the status and the body that HTTP would have. */
export const socketReplySchema = z.object({ status: z.int(), reply: z.unknown() });
export type SocketReply = z.infer<typeof socketReplySchema>;

/**
 * The credentials of the handshake. `show`: a stage screen, authenticated by the key of its link, or by an admin's
 * token for the show `id` (default: the house show). `language`: that of the page.
 */
export const handshakeSchema = z.object({
  token: z.optional(z.string().check(z.maxLength(LIMITS.tokenLength))),
  show: z.optional(
    z.object({ key: z.optional(z.string().check(z.maxLength(200))), id: z.optional(idSchema) }),
  ),
  language: z.optional(languageTagSchema),
});
export type Handshake = z.infer<typeof handshakeSchema>;
/** The header with the server's clock (epoch ms) on every HTTP reply. */
export const SERVER_TIME_HEADER = 'x-server-time';
