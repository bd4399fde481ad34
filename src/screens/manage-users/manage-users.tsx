import { m } from 'messages';
import UserPlus from 'lucide-react/icons/user-plus';
import { useSelector } from '@xstate/react';
import { selectList } from '#machines/kit/collection.ts';
import type { UsersActor } from '#machines/admin/users.ts';
import { ROLE_FILTERS, useUsers, useUsersOf, useUsersQuery } from './hook.ts';
import { useUrlChoice } from '#src/bindings/url-state.ts';
import { Button } from '#src/components/button.tsx';
import { SelectField } from '#src/components/field.tsx';
import { DensePage } from '#src/components/dense-page.tsx';
import { SegmentedControl } from '#src/components/tabs.tsx';
import { ManagedList } from './managed-list.tsx';
import { UserDialogs } from './user-dialogs.tsx';
import { UserGrid, UserTable } from './user-list.tsx';

const LAYOUTS = ['table', 'grid'] as const;
const ROLE_LABELS: Readonly<Record<(typeof ROLE_FILTERS)[number], string>> = {
  all: m.manageUsersAll(),
  1: m.manageUsersAdmins(),
  2: m.manageUsersHomeViewers(),
  3: m.manageUsersGamePlayers(),
};

export function ManageUsersScreen({ users }: { readonly users: UsersActor }) {
  const { search, setSearch, role, setRole, page, pages, setPage } = useUsersOf(users);
  const [layout, setLayout] = useUrlChoice('view', LAYOUTS);
  const list = useSelector(users, selectList);
  const Found = layout === 'table' ? UserTable : UserGrid;
  return (
    <DensePage
      title={m.manageUsersManageUsers()}
      lead={m.manageUsersAccountsAdminsHomeViewers()}
      actions={
        <>
          <SegmentedControl
            label={m.manageUsersView()}
            options={[
              { value: 'table', label: m.manageUsersTable() },
              { value: 'grid', label: m.manageUsersGrid() },
            ]}
            value={layout}
            onChange={setLayout}
          />
          <Button
            tone="primary"
            icon={<UserPlus />}
            onClick={() => users.send({ type: 'item.create' })}
          >
            {m.manageUsersCreateUser()}
          </Button>
        </>
      }
    >
      <ManagedList
        list={users}
        words={{
          title: m.manageUsersUsers(),
          loading: m.manageUsersLoadingUsers(),
          none: m.manageUsersNoUsers(),
        }}
        searchLabel={m.manageUsersSearchNameEmail()}
        search={search}
        onSearch={setSearch}
        filter={
          <SelectField
            label={m.manageUsersRole()}
            value={role}
            onChange={(event) => {
              const chosen = ROLE_FILTERS.find((each) => each === event.currentTarget.value);
              if (chosen !== undefined) setRole(chosen);
            }}
          >
            {ROLE_FILTERS.map((each) => (
              <option key={each} value={each}>
                {ROLE_LABELS[each]}
              </option>
            ))}
          </SelectField>
        }
        total={list?.total ?? 0}
        page={page}
        pages={pages}
        onPage={(next) => setPage(String(next))}
      >
        <Found users={list?.users ?? []} send={(event) => users.send(event)} />
      </ManagedList>
      <UserDialogs users={users} />
    </DensePage>
  );
}

export default function ManageUsersView() {
  const { query } = useUsersQuery();
  return <ManageUsersScreen users={useUsers(query)} />;
}
