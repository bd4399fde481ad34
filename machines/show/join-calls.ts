import { m } from 'messages';
import * as z from 'zod/mini';
import { call, idParams } from '#machines/contract/call.ts';
import { personSchema } from '#machines/contract/stage.ts';
import { joiningSchema } from '#machines/contract/rundown.ts';
import {
  adjustmentSchema,
  epochMsSchema,
  idSchema,
  nameSchema,
  roleIdSchema,
  showStateSchema,
  teamSchema,
  userSchema,
} from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { isPersonalCode, JOIN_CODE_LENGTH, normalCode } from './rules/join-code.ts';

const codeSchema = (isCode: (code: string) => boolean, message: () => string) =>
  z
    .string()
    .check(
      z.maxLength(LIMITS.nameLength, { error: message }),
      z.overwrite(normalCode),
      z.refine(isCode, { error: message }),
    );

/** A join code: six letters and digits, in upper or lower case, with or without spaces. */
export const joinCodeSchema = codeSchema(
  ({ length }) => length === JOIN_CODE_LENGTH,
  m.joinSixLetters,
);
/** The personal code of a guest, or the key of a seat. */
export const personalCodeSchema = codeSchema(isPersonalCode, m.joinPersonalLetters);

const joinedShow = z.object({ id: idSchema, title: z.string() });

/** A guest's login session, and the personal code that continues it on another device. */
const guestSessionSchema = z.object({
  token: z.string(),
  user: userSchema,
  personalCode: z.string(),
});

/** A member of a show. */
export const memberSchema = z.extend(personSchema, {
  role_id: roleIdSchema,
  isGuest: z.boolean(),
  /** Whether one of their devices is connected. Absent: unknown, because it may be connected to another process. */
  isHere: z.optional(z.boolean()),
  /** Number of members of the show who joined with the same device, if there are several. */
  ofDevice: z.optional(z.int()),
  /** Whether they have answered the armed item. */
  hasAnswered: z.boolean(),
  /** The member's team; absent: none. */
  teamId: z.optional(idSchema),
});
export type Member = z.infer<typeof memberSchema>;

const seatParams = z.object({ id: idSchema, userId: idSchema });
/** A seat, and the key of its link; the key is only shown once. */
const seatLink = z.object({ userId: idSchema, name: z.string(), key: z.string() });

/** Calls that join a show, and calls with which producers manage its people. */
export const joinCalls = {
  showToJoin: call({
    method: 'GET',
    path: '/api/join/{code}',
    limit: 'address',
    summary: 'The show of a join code, who may join it, and the teams that they choose from',
    params: z.object({ code: joinCodeSchema }),
    reply: z.object({
      show: z.extend(joinedShow, {
        state: showStateSchema,
        joining: joiningSchema,
        /** The teams that the caller has to choose from; absent: none. */
        teams: z.optional(z.array(teamSchema)),
        /** Whether the caller has joined already; absent: no. */
        isJoined: z.optional(z.literal(true)),
      }),
    }),
  }),
  joinShow: call({
    method: 'POST',
    path: '/api/join',
    limit: 'address',
    status: 201,
    summary:
      'Join a show: with a nickname as a guest, who gets a session, or with the account of the bearer',
    body: z.strictObject({
      code: joinCodeSchema,
      /** Nickname of a guest. */
      name: z.optional(nameSchema),
      /** The chosen team, if home viewers choose theirs. */
      team: z.optional(idSchema),
      requestId: z.string().check(z.minLength(16), z.maxLength(LIMITS.requestIdLength)),
    }),
    reply: z.object({
      show: joinedShow,
      /** Null: the caller keeps the current session. */
      session: z.nullable(guestSessionSchema),
    }),
  }),
  returnAsGuest: call({
    method: 'POST',
    path: '/api/join/return',
    limit: 'address',
    summary: 'The session of a guest on another device, by the personal code',
    body: z.strictObject({ personalCode: personalCodeSchema }),
    reply: z.object({ show: joinedShow, session: guestSessionSchema }),
  }),
  myShows: call({
    method: 'GET',
    path: '/api/join',
    limit: 'account',
    summary: 'The shows that the caller has joined, the newest first',
    reply: z.object({
      shows: z.array(
        z.extend(joinedShow, {
          state: z.enum(['draft', 'live', 'ended']),
          /** When it ended; absent: it has not. */
          endedAt: z.optional(epochMsSchema),
          /** The name of the caller's team; absent: none. */
          team: z.optional(z.string()),
        }),
      ),
    }),
  }),
  showPeople: call({
    method: 'GET',
    path: '/api/shows/{id}/people',
    limit: 'account',
    summary:
      'The members of a show, the newest first; people with a name like `search`, in an open show also accounts that have not joined; and its points by hand',
    params: idParams,
    query: z.object({ search: z.optional(z.string().check(z.maxLength(LIMITS.nameLength))) }),
    reply: z.object({ people: z.array(memberSchema), adjustments: z.array(adjustmentSchema) }),
  }),
  addSeat: call({
    method: 'POST',
    path: '/api/shows/{id}/seats',
    limit: 'account',
    status: 201,
    summary: 'Add a seat for a contestant, who signs in by its link',
    params: idParams,
    body: z.strictObject({ name: nameSchema }),
    reply: seatLink,
  }),
  renewSeat: call({
    method: 'POST',
    path: '/api/shows/{id}/seats/{userId}/link',
    limit: 'account',
    status: 201,
    summary:
      'Make a new link for a seat; the old one and its session end. The contestant keeps the points, under the same or a new name, or another contestant starts at zero',
    params: seatParams,
    body: z.strictObject({ name: z.optional(nameSchema), points: z.enum(['keep', 'zero']) }),
    reply: seatLink,
  }),
  removeSeat: call({
    method: 'DELETE',
    path: '/api/shows/{id}/seats/{userId}',
    limit: 'account',
    summary: 'Remove a seat: its session ends, its answers stay',
    params: seatParams,
    reply: z.object({ userId: idSchema }),
  }),
} as const;
