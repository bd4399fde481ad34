import { useSelector } from '@xstate/react';
import { useDeferredValue, useEffect } from 'react';
import type { AdminUser } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { roleName } from '#machines/rules/audience.ts';
import {
  selectList,
  selectLoading,
  selectMessage,
  selectNotice,
  selectPages,
  selectQuery,
} from '#machines/users.ts';
import { useUsers } from '#src/bindings/producer.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { useUrlState } from '#src/bindings/url-state.ts';
import { Button } from '#src/components/button.tsx';
import { type Column, DataTable, Pager } from '#src/components/data-table.tsx';
import { SearchField } from '#src/components/field.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
import { UserDialogs } from '../manage-users/user-dialogs.tsx';

interface Acts {
  readonly roleOf: (user: AdminUser) => string;
  readonly onEdit: (user: AdminUser) => void;
  readonly onDelete: (user: AdminUser) => void;
}

const columnsOf = ({ roleOf, onEdit, onDelete }: Acts): Column<AdminUser>[] => [
  { key: 'id', header: 'ID', long: true, cell: ({ id }) => id },
  { key: 'name', header: 'Name', rowHeader: true, cell: ({ name }) => name },
  { key: 'email', header: 'Email', long: true, cell: ({ email }) => email },
  { key: 'role', header: 'Role', cell: roleOf },
  {
    key: 'actions',
    header: 'Actions',
    cell: (user) => (
      <Cluster>
        <Button aria-label={`Edit ${user.name}`} onClick={() => onEdit(user)}>
          Edit
        </Button>
        <Button
          aria-label={`Delete ${user.name}`}
          disabled={user.role_id === ROLE.admin}
          onClick={() => onDelete(user)}
        >
          Delete
        </Button>
      </Cluster>
    ),
  },
];

/** Search by name, email, role or id; edit and delete. */
export function UsersTab() {
  const brand = useBrand();
  const [search, setSearch] = useUrlState('search');
  const [page, setPage] = useUrlState('page', '1');
  const wanted = {
    search: useDeferredValue(search).trim(),
    page: Math.max(1, Math.floor(Number(page)) || 1),
  };
  const users = useUsers({ ...wanted, role: null });
  const list = useSelector(users, selectList);
  const message = useSelector(users, selectMessage);
  const notice = useSelector(users, selectNotice);
  const loading = useSelector(users, selectLoading);
  const pages = useSelector(users, selectPages);
  const shown = useSelector(users, selectQuery);
  useEffect(() => {
    users.send({
      type: 'list.query',
      query: { search: wanted.search, page: wanted.page, role: null },
    });
  }, [users, wanted.search, wanted.page]);

  return (
    <Stack>
      <Spoken>{notice !== null && <Note tone="ok">{notice}</Note>}</Spoken>
      <SearchField
        label="Search by name, email, role or id"
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
        }}
      />
      {message !== null && (
        <ErrorNote
          message={message}
          busy={loading}
          onRetry={() => users.send({ type: 'list.reload' })}
        />
      )}
      {list === null && message === null && <Skeleton label="Loading users" shapes={['rows']} />}
      {list?.users.length === 0 && <EmptyState title="No users found" />}
      {list !== null && list.users.length > 0 && (
        <DataTable
          caption="Users"
          captionHidden
          rows={list.users}
          rowKey={({ id }) => id}
          columns={columnsOf({
            roleOf: ({ role_id: roleId }) => roleName(roleId, brand),
            onEdit: (item) => users.send({ type: 'item.edit', item }),
            onDelete: (item) => users.send({ type: 'item.delete', item }),
          })}
        />
      )}
      <Pager
        label="Users"
        page={shown.page}
        pages={pages}
        onPage={(next) => setPage(String(next))}
      />
      <UserDialogs users={users} />
    </Stack>
  );
}
