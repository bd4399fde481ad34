import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { AdminUser, RoleId } from './contract/entities.ts';
import { USERS_PAGE_SIZE } from './contract/limits.ts';
import { MESSAGES } from './contract/messages.ts';
import { collection } from './kit/collection.ts';

/* /manage-users (US-1): the accounts as a `collection`; the server searches, filters and pages. */

export interface UsersQuery {
  readonly search: string;
  /** Null: every role. */
  readonly role: RoleId | null;
  /** From 1. */
  readonly page: number;
}
export interface UserList {
  readonly users: readonly AdminUser[];
  /** Of all pages. */
  readonly total: number;
}
export interface UserValues {
  readonly name: string;
  readonly email: string;
  readonly role_id: RoleId;
  /** Only of a new account. */
  readonly password: string;
}

export const usersMachine = collection<UsersQuery, AdminUser, UserList, UserValues>({
  id: 'users',
  unexpected: { load: MESSAGES.users.fetchFailed, change: MESSAGES.networkServer },
});

export type UsersActor = ActorRefFrom<typeof usersMachine>;
type Snapshot = SnapshotFrom<typeof usersMachine>;

/** Null until the first page has come. */
export const selectList = ({ context }: Snapshot): UserList | null => context.list;
export const selectPages = ({ context }: Snapshot): number =>
  Math.max(1, Math.ceil((context.list?.total ?? 0) / USERS_PAGE_SIZE));
export const selectQuery = ({ context }: Snapshot): UsersQuery => context.query;
export const selectLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loading');
export const selectMessage = ({ context }: Snapshot): string | null => context.message;
export const selectNotice = ({ context }: Snapshot): string | null => context.notice;
export const selectRefusal = ({ context }: Snapshot) => context.refusal;
export const selectBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** The account that the open dialog is about; null in a form: a new one. */
export const selectItem = ({ context }: Snapshot): AdminUser | null => context.item;
/** Which dialog is open, or null. */
export const selectDialog = (snapshot: Snapshot): 'form' | 'confirm' | null => {
  if (snapshot.matches({ dialog: 'form' })) return 'form';
  return snapshot.matches({ dialog: 'confirm' }) ? 'confirm' : null;
};
