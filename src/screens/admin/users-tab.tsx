import { m } from 'messages';
import { useSelector } from '@xstate/react';
import type { Brand } from '#machines/contract/brand.ts';
import type { AdminUser } from '#machines/admin/calls.ts';
import { selectList } from '#machines/kit/collection.ts';
import { roleName } from '#machines/contract/audience.ts';
import type { UsersActor } from '#machines/admin/users.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { useAdminUsers, useUsersOf, useUsersQuery } from '#src/screens/manage-users/hook.ts';
import { Address } from '#src/components/address.tsx';
import { type Column, DataTable } from '#src/components/data-table.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { ManagedList } from '../manage-users/managed-list.tsx';
import { UserDialogs } from '../manage-users/user-dialogs.tsx';
import { NameFlag, UserActions } from '../manage-users/user-list.tsx';
import { Id } from './id.tsx';

const columnsOf = (
  brand: Brand,
  send: Parameters<typeof UserActions>[0]['send'],
): Column<AdminUser>[] => [
  { key: 'id', header: m.adminId(), long: true, cell: ({ id }) => <Id id={id} /> },
  {
    key: 'name',
    header: m.commonName(),
    rowHeader: true,
    cell: (user) => (
      <Stack gap="tight">
        <Verbatim>{user.name}</Verbatim>
        <NameFlag user={user} />
      </Stack>
    ),
  },
  { key: 'email', header: m.commonEmail(), cell: ({ email }) => <Address>{email}</Address> },
  { key: 'role', header: m.adminRole(), cell: ({ role_id: roleId }) => roleName(roleId, brand) },
  {
    key: 'actions',
    header: m.adminActions(),
    align: 'end',
    cell: (user) => <UserActions user={user} send={send} />,
  },
];

/** Searches by name, email, role or id; edits and deletes. */
export function UsersScreen({ users }: { readonly users: UsersActor }) {
  const brand = useBrand();
  const { search, setSearch, page, pages, setPage } = useUsersOf(users);
  const list = useSelector(users, selectList);
  return (
    <>
      <ManagedList
        list={users}
        words={{
          title: m.manageUsersUsers(),
          loading: m.manageUsersLoadingUsers(),
          none: m.manageUsersNoUsers(),
        }}
        searchLabel={m.adminSearchNameEmailRole()}
        search={search}
        onSearch={setSearch}
        total={list?.total ?? 0}
        page={page}
        pages={pages}
        onPage={(next) => setPage(String(next))}
      >
        <DataTable
          caption={m.adminUsers()}
          captionHidden
          rows={list?.users ?? []}
          rowKey={({ id }) => id}
          columns={columnsOf(brand, (event) => users.send(event))}
        />
      </ManagedList>
      <UserDialogs users={users} />
    </>
  );
}

export function UsersTab() {
  const { query } = useUsersQuery();
  return <UsersScreen users={useAdminUsers(query)} />;
}
