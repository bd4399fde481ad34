import * as z from 'zod/mini';
import {
  activeQuestionSchema,
  appealSchema,
  audienceTypeSchema,
  boardTopsSchema,
  daysSchema,
  deskQuestionSchema,
  directionSchema,
  epochMsSchema,
  finalStandingSchema,
  idSchema,
  ownAnswerSchema,
  revealShape,
  showSchema,
  standingSchema,
  timerSchema,
  topGroupsSchema,
} from './entities.ts';
import { showViewSchema } from '#machines/show/calls.ts';
import { LIMITS } from './limits.ts';

/**
 * Realtime events, server to client (specification §4).
 *
 * Every change of what players see moves one `version`; all events of the change carry it. A client
 * that sees a version skip ahead has missed something and asks for a `snapshot` (`sync`); one that is
 * not newer than what it has is a double or late and is applied only if equal. Fields a foreign
 * backend does not send are optional: without `question` the client fetches the list.
 */
const stamp = { version: z.optional(z.int()), serverTime: z.optional(epochMsSchema) };
const peopleShape = { studio: z.int(), home: z.int() };
const about = { questionId: z.optional(idSchema), gameSessionId: z.optional(idSchema) };

/** A question as the receiving audience may see it now; null: it may no longer see it. */
const change = {
  ...stamp,
  ...about,
  type: z.optional(audienceTypeSchema),
  question: z.optional(z.nullable(activeQuestionSchema)),
  /** To admins: the question as producers list it, null: deleted; and who is there now. */
  desk: z.optional(
    z.object({ question: z.nullable(deskQuestionSchema), connected: z.object(peopleShape) }),
  ),
};

export const serverEvents = {
  /** To the audience it was released to, and to admins. */
  'question-released': z.object(change),
  'question-revoked': z.object(change),
  'timer-started': z.object({ ...change, timer: z.optional(timerSchema) }),
  'timer-expired': z.object(change),
  /** To everybody the change is not announced to by name: locks, edits, deletions. */
  'questions-updated': z.object(change),
  /** `shownAt`: when the screen has shown what it reveals; who plays is told nothing of it before. */
  'show-answers': z.object({ ...stamp, ...about, shownAt: z.optional(epochMsSchema) }),
  /**
   * To the people whose answer is in a group that changed: `awardedPoints` is theirs now. And to a person's
   * devices when one of them has answered: `answer` is what was stored.
   */
  'answer-updated': z.object({
    ...stamp,
    gameSessionId: z.optional(idSchema),
    userId: z.optional(idSchema),
    awardedPoints: z.optional(z.int().check(z.nonnegative())),
    answer: z.optional(ownAnswerSchema),
    /** With `awardedPoints`: as an own answer has them. */
    ...revealShape,
    /** What became of one's appeal. */
    appeal: z.optional(appealSchema),
  }),
  /** Points or ranks moved. Whoever shows more of a board than `boards` has may fetch it again, at leisure. */
  'boards-updated': z.object({
    ...stamp,
    gameSessionId: z.optional(idSchema),
    boards: z.optional(boardTopsSchema),
    /** Within this time, each client at a moment of its own: the more are connected, the longer. */
    withinMs: z.optional(z.int().check(z.nonnegative())),
  }),
  /** To a player: one's own points and ranks, when they have moved; `final`: while the winner is on the screen. */
  'standing-updated': z.object({
    ...stamp,
    daily: standingSchema,
    'all-time': standingSchema,
    final: z.optional(finalStandingSchema),
  }),
  /** To admins: how many have answered, of how many connected. */
  'answers-counted': z.object({
    ...stamp,
    ...about,
    answered: z.object(peopleShape),
    connected: z.object(peopleShape),
    points: z.optional(z.int()),
    topGroups: z.optional(topGroupsSchema),
    /** Joins of a model that wait for a producer. */
    joinsHeld: z.optional(z.int().check(z.nonnegative())),
  }),
  /** To admins: how many players are connected, within a second of each change. */
  'players-counted': z.object({ ...stamp, connected: z.object(peopleShape) }),
  /** The whole truth for this person, on joining and on `sync`. */
  snapshot: z.object({
    version: z.int(),
    serverTime: epochMsSchema,
    questions: z.array(activeQuestionSchema),
    answers: z.array(ownAnswerSchema),
    days: z.optional(daysSchema),
  }),
  /** To everybody: a show has gone live or ended, or another time zone was chosen. */
  'days-changed': z.object({ days: daysSchema }),
  /** To show pages, on joining and after every change: all they may show. */
  'show-updated': z.object({ show: showSchema }),
  /** To admins: the scene on the screens of a show has changed, or what they could reveal. */
  'show-directed': z.object({ showId: idSchema, direction: directionSchema }),
  /** To admins: a show has changed, or what could be done next. */
  'show-changed': z.object({ show: showViewSchema }),
  /** Sent before the server closes a session's sockets. 'role': another one by now, and the token can be renewed. */
  'signed-out': z.object({ reason: z.enum(['expired', 'changed', 'deleted', 'revoked', 'role']) }),
} as const;

export type ServerEventName = keyof typeof serverEvents;
export type ServerEvent<N extends ServerEventName> = z.infer<(typeof serverEvents)[N]>;

/** Client to server. `clock` and `sync` take an acknowledgement callback. */
export const clientEvents = {
  'join-user-room': z.tuple([idSchema]),
  sync: z.tuple([]),
  clock: z.tuple([]),
} as const;
export type ClientEventName = keyof typeof clientEvents;

/** What `clock` is acknowledged with. */
export const clockReplySchema = z.object({ serverTime: epochMsSchema });

/** Handshake: who is there. `show`: a screen, by its link's key, or of a show (by default the house show) by an admin's token. */
export const handshakeSchema = z.object({
  token: z.optional(z.string().check(z.maxLength(LIMITS.tokenLength))),
  show: z.optional(
    z.object({ key: z.optional(z.string().check(z.maxLength(200))), id: z.optional(idSchema) }),
  ),
});
export type Handshake = z.infer<typeof handshakeSchema>;
/** Every HTTP answer carries the server's clock (epoch ms) in this header. */
export const SERVER_TIME_HEADER = 'x-server-time';
