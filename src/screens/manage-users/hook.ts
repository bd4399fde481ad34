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

/** The accounts of /manage-users, starting with this query. */
export const useUsers = (query: UsersQuery): UsersActor => useScreen(provideUsers, { query });
/** The accounts of /admin, which has other error texts. */
export const useAdminUsers = (query: UsersQuery): UsersActor =>
  useScreen(provideAdminUsers, { query });

/** A password for an account created for another person (specification §9). */
export const newPassword = (): string => generatePassword(secureRandom);

/** The role filters in the URL; the first is the default and is left out there. */
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

/** Loads the list for the query in the URL; a page beyond the last leads to the last page. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- the setter is a new function at every render
  }, [loading, shown, pages]);
  return { ...address, page: shown, pages };
}
