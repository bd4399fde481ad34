import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { ROLE } from '#machines/contract/roles.ts';
import { selectLoading, selectQuery } from '#machines/kit/collection.ts';
import { generatePassword } from '#machines/account/rules/password.ts';
import { selectPages, type UsersActor, type UsersQuery } from '#machines/admin/users.ts';
import { provideAdminUsers, provideUsers } from './ports.ts';
import { secureRandom } from '#src/effects/random.ts';
import { useScreen } from '#src/bindings/screen.ts';
import { pageIn, useUrlChoice, useUrlState } from '#src/bindings/url-state.ts';

/** The accounts of /manage-users, beginning with this query. */
export const useUsers = (query: UsersQuery): UsersActor => useScreen(provideUsers, { query });
/** The accounts of /admin, which says other things when they cannot be had. */
export const useAdminUsers = (query: UsersQuery): UsersActor =>
  useScreen(provideAdminUsers, { query });

/** A password for an account that is passed on (specification §9). */
export const newPassword = (): string => generatePassword(secureRandom);

/** What the address asks of the accounts; in the address the first role filter is none. */
export const ROLE_FILTERS = ['all', '1', '2', '3'] as const;
export function useUsersQuery() {
  const [search, setSearch] = useUrlState('search');
  const [role, setRole] = useUrlChoice('role', ROLE_FILTERS);
  const [page, setPage] = useUrlState('page', '1');
  const query: UsersQuery = {
    search: search.trim(),
    role: Object.values(ROLE).find((id) => String(id) === role) ?? null,
    page: pageIn(page),
  };
  return { query, search, setSearch, role, setRole, setPage };
}

/** Lets the accounts follow the address; a page beyond the last leads to the last. */
export function useUsersOf(users: UsersActor) {
  const address = useUsersQuery();
  const { query, setPage } = address;
  const { search, role, page } = query;
  useEffect(() => {
    users.send({ type: 'list.query', query: { search, role, page } });
  }, [users, search, role, page]);
  const pages = useSelector(users, selectPages);
  const shown = useSelector(users, selectQuery).page;
  const loading = useSelector(users, selectLoading);
  useEffect(() => {
    if (!loading && shown > pages) setPage(String(pages));
    // oxlint-disable-next-line react/exhaustive-deps -- the setter is another one at every render
  }, [loading, shown, pages]);
  return { ...address, page: shown, pages };
}
