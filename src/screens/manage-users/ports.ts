import { m } from 'messages';
import type { AdminUser } from '#machines/admin/calls.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import type { SearchFields } from '#machines/admin/rules/people.ts';
import {
  adminUsersMachine,
  type UserList,
  usersMachine,
  type UsersQuery,
  type UserValues,
} from '#machines/admin/users.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

/** What differs between the two screens that manage accounts. */
interface Screen {
  readonly by: SearchFields;
  readonly logIn: string;
  readonly loadFailed: string;
  readonly updateFailed: string;
  readonly deleteFailed: string;
}

const loadUsers =
  ({ call }: Runtime, { by, logIn, loadFailed }: Screen) =>
  async (
    { query: { search, role, page } }: { readonly query: UsersQuery },
    signal: AbortSignal,
  ): Promise<Outcome<UserList>> => {
    const query = {
      by,
      page,
      ...(search === '' ? {} : { search }),
      ...(role === null ? {} : { role }),
    };
    return call('adminUsers', { query }, { fallback: loadFailed, logIn }, signal);
  };

const texts = (fallback: string) => ({ fallback, network: m.networkServer() });

const portsOf = (runtime: Runtime, screen: Screen) => {
  const { call } = runtime;
  return {
    load: promiseActor(loadUsers(runtime, screen)),
    save: promiseActor(
      async (
        { item, values }: { readonly item: AdminUser | null; readonly values: UserValues },
        signal,
      ): Promise<Outcome<string>> => {
        const { password, evenIfAnswering, allowName, ...account } = values;
        if (item === null) {
          const body = { ...account, password };
          const made = await call('createUser', { body }, texts(m.usersCreateFailed()), signal);
          return made.ok ? success(m.usersCreated()) : made;
        }
        const isAsked = account.role_id !== item.role_id && evenIfAnswering !== true;
        const query = {
          ...(isAsked && { unlessAnswering: 'true' as const }),
          ...(allowName && { allowName: 'true' as const }),
        };
        const request = { params: { id: item.id }, query, body: account };
        const saved = await call('updateUser', request, texts(screen.updateFailed), signal);
        return saved.ok ? success(m.adminUserUpdated()) : saved;
      },
    ),
    remove: promiseActor(
      async ({ item }: { readonly item: AdminUser | null }, signal): Promise<Outcome<string>> => {
        const request = { params: { id: item?.id ?? '' } };
        const gone = await call('deleteUser', request, texts(screen.deleteFailed), signal);
        return gone.ok ? success(m.adminUserDeleted()) : gone;
      },
    ),
  };
};

/** The accounts of /manage-users. */
export const provideUsers = (runtime: Runtime) =>
  usersMachine.provide({
    actors: portsOf(runtime, {
      by: 'name',
      logIn: m.usersLogIn(),
      loadFailed: m.usersFetchFailed(),
      updateFailed: m.usersUpdateFailed(),
      deleteFailed: m.usersDeleteFailed(),
    }),
  });

/** The users tab of /admin. */
export const provideAdminUsers = (runtime: Runtime) =>
  adminUsersMachine.provide({
    actors: portsOf(runtime, {
      by: 'all',
      logIn: m.adminLogIn(),
      loadFailed: m.adminDataFailed(),
      updateFailed: m.adminUserUpdateFailed(),
      deleteFailed: m.adminUserDeleteFailed(),
    }),
  });
