import { m } from 'messages';
import * as z from 'zod/mini';
import {
  emailSchema,
  epochMsSchema,
  nameSchema,
  roleIdSchema,
  userSchema,
} from '#machines/contract/entities.ts';
import { LIMITS, MAX_PAGE } from '#machines/contract/limits.ts';
import { isValidText } from '#machines/contract/text.ts';
import { call, idParams, messageReply } from '#machines/contract/call.ts';

export const adminUserSchema = z.extend(userSchema, {
  total_score: z.int(),
  total_answers: z.int(),
  /** The name that others see while a new name waits for the end of the show or for a producer. */
  airedName: z.optional(z.string()),
  /** Set if a word list flags the name as unfit for air, so that a producer must decide. */
  isFlagged: z.optional(z.literal(true)),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/** Audited values before or after an act, by the names that an admin reads. */
const auditStateSchema = z.nullable(
  z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
  ),
);

/** One act in the audit. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: epochMsSchema,
  /** Null: the server acted itself. `name` null: the account is deleted. */
  by: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  /** The name of a call, or 'inspect'. */
  action: z.string(),
  /** `name` null: the target is deleted, or has no name. */
  target: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  address: z.string(),
  /** The HTTP status; null: not recorded. */
  status: z.nullable(z.int()),
  /** Number of tries, if more than one: repeated refusals are one entry. */
  times: z.optional(z.int()),
  before: auditStateSchema,
  after: auditStateSchema,
  reason: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** Calls about people, for admins. */
export const usersCalls = {
  adminStats: call({
    method: 'GET',
    path: '/api/game-sessions/admin/stats',
    limit: 'account',
    summary: 'Totals for the dashboard',
    reply: z.object({
      stats: z.object({
        total_users: z.int(),
        total_questions: z.int(),
        total_game_sessions: z.int(),
        total_points: z.int(),
        user_breakdown: z.object({
          admins: z.int(),
          home_viewers: z.int(),
          contestants: z.int(),
          /** People without an account, who joined a show with a nickname; also part of `total_users`. */
          guests: z.int(),
        }),
        question_breakdown: z.object({ on_air: z.int(), to_home: z.int() }),
      }),
      /** Warnings for the operator, as sentences. */
      notices: z.optional(z.array(z.string())),
    }),
  }),
  adminUsers: call({
    method: 'GET',
    path: '/api/game-sessions/admin/users',
    limit: 'account',
    summary: 'Accounts, the newest first, 20 a page',
    query: z.object({
      search: z.optional(
        z
          .string()
          .check(
            z.maxLength(LIMITS.searchLength),
            z.refine(isValidText, { error: m.textTextHasCharactersWe }),
          ),
      ),
      /** `name`: searches name and address; `all`: role and id as well. */
      by: z._default(z.enum(['name', 'all']), 'all'),
      role: z.optional(z.pipe(z.coerce.number(), roleIdSchema)),
      page: z._default(z.pipe(z.coerce.number(), z.int().check(z.gte(1), z.lte(MAX_PAGE))), 1),
    }),
    reply: z.object({ users: z.array(adminUserSchema), total: z.int() }),
  }),
  adminAudit: call({
    method: 'GET',
    path: '/api/game-sessions/admin/audit',
    limit: 'account',
    summary: 'What admins did, the newest first, 20 a page',
    query: z.object({
      /** Part of the name or address of the actor or the target, or one of their ids. */
      person: z.optional(
        z
          .string()
          .check(
            z.maxLength(LIMITS.searchLength),
            z.refine(isValidText, { error: m.textTextHasCharactersWe }),
          ),
      ),
      /** The name of a call, or 'inspect'. */
      action: z.optional(
        z.string().check(z.regex(/^[A-Za-z]{1,64}$/, { error: m.adminUnknownAct })),
      ),
      /** UTC days, both inclusive. */
      from: z.optional(z.iso.date()),
      to: z.optional(z.iso.date()),
      /** Also lists reads. */
      reads: z.optional(z.literal('true')),
      page: z._default(z.pipe(z.coerce.number(), z.int().check(z.gte(1), z.lte(MAX_PAGE))), 1),
    }),
    reply: z.object({ entries: z.array(auditEntrySchema), total: z.int() }),
  }),
  updateUser: call({
    method: 'PUT',
    path: '/api/game-sessions/admin/users/{id}',
    limit: 'account',
    summary: 'Change an account',
    params: idParams,
    /** `unlessAnswering`: refuses a role change (409, `answering`) while the user has an open question. */
    query: z.object({
      unlessAnswering: z.optional(z.literal('true')),
      /** Shows the name to others at once, even if its owner chose it while names were on air. */
      allowName: z.optional(z.literal('true')),
    }),
    body: z.strictObject({ name: nameSchema, email: emailSchema, role_id: roleIdSchema }),
    reply: z.object({ user: userSchema, message: z.optional(z.string()) }),
  }),
  deleteUser: call({
    method: 'DELETE',
    path: '/api/game-sessions/admin/users/{id}',
    limit: 'account',
    summary: 'Delete an account; its answers stay without a name',
    params: idParams,
    reply: messageReply,
  }),
} as const;
