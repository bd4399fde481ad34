import { ROLE } from '#machines/contract/roles.ts';
import type { AdminUser } from '#machines/admin/calls.ts';
import { createActor } from 'xstate';
import {
  type UserList,
  usersMachine,
  type UsersQuery,
  type UserValues,
} from '#machines/admin/users.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { manualPort } from '#tests/support/screens.tsx';

const QUERY: UsersQuery = { search: '', role: null, page: 1 };
export const ADMIN_USER: AdminUser = {
  id: 'user-adm',
  name: 'Adma',
  email: 'adm@example.org',
  role_id: ROLE.admin,
  total_score: 0,
  total_answers: 0,
};
export const VIEWER: AdminUser = {
  id: 'user-ann',
  name: 'Ann',
  email: 'ann@example.org',
  role_id: ROLE.home,
  total_score: 1_248,
  total_answers: 12,
};
/** The first of three pages. */
export const LIST: UserList = { users: [ADMIN_USER, VIEWER], total: 45 };
const GOOD: UserValues = {
  name: 'Anna',
  email: 'anna@example.org',
  role_id: ROLE.contestant,
  password: 'quiz-night',
};

/** Shared by the path suites of the two screens with accounts. */
export const ACCOUNTS = {
  query: QUERY,
  asked: {
    typed: { ...QUERY, search: 'an' },
    text: 'an',
    paged: { ...QUERY, page: 2 },
  },
  list: LIST,
  item: VIEWER,
  itemName: 'Ann',
  good: GOOD,
  bad: { ...GOOD, email: 'anna' },
  fields: ({ name, email, role_id: roleId, password }: UserValues, isNew: boolean) => ({
    Name: name,
    Email: email,
    Role: String(roleId),
    ...(isNew ? { Password: password } : {}),
  }),
  faces: {
    edit: ['Edit User', 'Save Changes'],
    remove: ['Delete this user?', 'Delete user'],
  },
} as const;

/** A chart of the accounts with its ports and its clock controlled by the test, not loaded yet. */
export function usersFixture(query: UsersQuery = QUERY) {
  const load = manualPort<{ readonly query: UsersQuery }, UserList>();
  const save = manualPort<
    { readonly item: AdminUser | null; readonly values: UserValues },
    string
  >();
  const remove = manualPort<{ readonly item: AdminUser | null }, string>();
  const clock = createFakeClock(0);
  const actor = createActor(
    usersMachine.provide({
      actors: { load: load.logic, save: save.logic, remove: remove.logic },
    }),
    { clock, input: { query } },
  ).start();
  return { load, save, remove, clock, actor };
}
