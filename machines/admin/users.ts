import { m } from 'messages';
import * as z from 'zod/mini';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { AdminUser } from './calls.ts';
import { emailSchema, nameSchema, type RoleId } from '#machines/contract/entities.ts';
import { USERS_PAGE_SIZE } from '#machines/contract/limits.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import { checkBy, passwordSchema } from '#machines/kit/check.ts';
import { collection } from '#machines/kit/collection.ts';

/* The list of accounts as a `collection` (US-1); the server searches, filters and pages. */

export interface UsersQuery {
  readonly search: string;
  /** Null: every role. */
  readonly role: RoleId | null;
  /** Starts at 1. */
  readonly page: number;
}
export interface UserList {
  readonly users: readonly AdminUser[];
  /** Number of accounts on all pages. */
  readonly total: number;
}
export interface UserValues {
  readonly name: string;
  readonly email: string;
  readonly role_id: RoleId;
  /** Only for a new account. */
  readonly password: string;
  /** Changes the role even if the user has an open question. */
  readonly evenIfAnswering?: true;
  /** Shows the name to others at once, even if it was chosen during a show. */
  readonly allowName?: true;
}

const account = { name: nameSchema, email: emailSchema };
const checkAccount = checkBy(z.object(account));
const checkNewAccount = checkBy(z.object({ ...account, password: passwordSchema() }));
const checkUser = (values: UserValues, item: AdminUser | null): Outcome<unknown> =>
  item === null ? checkNewAccount(values) : checkAccount(values);

const accounts = (id: string, load: string) =>
  collection<UsersQuery, AdminUser, UserList, UserValues>({
    id,
    unexpected: { load, change: m.networkServer() },
    check: checkUser,
    isTyped: (before, after) => before.search !== after.search,
  });

/** The list of /manage-users. */
export const usersMachine = accounts('users', m.usersFetchFailed());
/** The list under 'Users' on /admin. */
export const adminUsersMachine = accounts('adminUsers', m.adminDataFailed());

export type UsersActor = ActorRefFrom<typeof usersMachine>;

export const selectPages = ({ context }: SnapshotFrom<typeof usersMachine>): number =>
  Math.max(1, Math.ceil((context.list?.total ?? 0) / USERS_PAGE_SIZE));
