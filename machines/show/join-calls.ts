import * as z from 'zod/mini';
import { call } from '#machines/contract/call.ts';
import {
  idSchema,
  joiningSchema,
  nameSchema,
  showStateSchema,
  userSchema,
} from '#machines/contract/entities.ts';
import { JOIN_TEXTS } from '#machines/contract/messages.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { JOIN_CODE_LENGTH, normalCode, PERSONAL_CODE_LENGTH } from './rules/join-code.ts';

const codeSchema = (length: number, message: string) =>
  z
    .string()
    .check(
      z.maxLength(LIMITS.nameLength, message),
      z.overwrite(normalCode),
      z.length(length, message),
    );

/** Six letters and digits, in any case, with spaces or without. */
export const joinCodeSchema = codeSchema(JOIN_CODE_LENGTH, JOIN_TEXTS.sixLetters);
export const personalCodeSchema = codeSchema(PERSONAL_CODE_LENGTH, JOIN_TEXTS.personalLetters);

const joinedShow = z.object({ id: idSchema, title: z.string() });

/** A guest's session, as a login gives one, and the code that brings it to another device. */
const guestSessionSchema = z.object({
  token: z.string(),
  user: userSchema,
  personalCode: z.string(),
});

/** Calls of people who join a show. */
export const joinCalls = {
  showToJoin: call({
    method: 'GET',
    path: '/api/join/{code}',
    limit: 'address',
    summary: 'The show of a join code, and who may join it',
    params: z.object({ code: joinCodeSchema }),
    reply: z.object({
      show: z.extend(joinedShow, { state: showStateSchema, joining: joiningSchema }),
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
      /** Of a guest. */
      name: z.optional(nameSchema),
      requestId: z.string().check(z.minLength(16), z.maxLength(LIMITS.requestIdLength)),
    }),
    reply: z.object({
      show: joinedShow,
      /** Null: the bearer's own session goes on. */
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
} as const;
