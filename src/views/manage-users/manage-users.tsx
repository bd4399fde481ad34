import RotateCw from 'lucide-react/icons/rotate-cw';
import UserPlus from 'lucide-react/icons/user-plus';
import { useSelector } from '@xstate/react';
import { useDeferredValue, useEffect } from 'react';
import type { AdminUser } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { playerWord } from '#machines/contract/brand.ts';
import {
  selectList,
  selectLoading,
  selectMessage,
  selectNotice,
  selectPages,
  type UsersActor,
  type UsersQuery,
} from '#machines/users.ts';
import { useUsers } from '#src/bindings/producer.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { useUrlChoice, useUrlState } from '#src/bindings/url-state.ts';
import { Button } from '#src/components/button.tsx';
import { Pager } from '#src/components/data-table.tsx';
import { SearchField, SelectField } from '#src/components/field.tsx';
import { FieldRow } from '#src/components/form.tsx';
import { Cluster, Page, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
import { SegmentedControl } from '#src/components/tabs.tsx';
import { UserDialogs } from './user-dialogs.tsx';
import { UserGrid, UserTable } from './user-list.tsx';

const ROLE_FILTERS = ['all', '1', '2', '3'] as const;
const LAYOUTS = ['table', 'grid'] as const;

/** What the address says, as a query, and how to change the address. */
function useUsersQuery() {
  const [search, setSearch] = useUrlState('search');
  const [role, setRole] = useUrlChoice('role', ROLE_FILTERS);
  const [page, setPage] = useUrlState('page', '1');
  const query: UsersQuery = {
    search: useDeferredValue(search).trim(),
    role: Object.values(ROLE).find((id) => String(id) === role) ?? null,
    page: Math.max(1, Math.floor(Number(page)) || 1),
  };
  return { query, search, setSearch, role, setRole, setPage };
}

interface ScreenProps extends ReturnType<typeof useUsersQuery> {
  readonly users: UsersActor;
}

export function ManageUsersScreen({ users, query, ...address }: ScreenProps) {
  const { search, role, page } = query;
  useEffect(() => {
    users.send({ type: 'list.query', query: { search, role, page } });
  }, [users, search, role, page]);
  const brand = useBrand();
  const [layout, setLayout] = useUrlChoice('view', LAYOUTS);
  const notice = useSelector(users, selectNotice);
  const loading = useSelector(users, selectLoading);
  return (
    <Page
      title="Manage Users"
      lead="Accounts of admins, home viewers and contestants."
      actions={
        <>
          <Button
            icon={<RotateCw />}
            busy={loading}
            onClick={() => users.send({ type: 'list.reload' })}
          >
            Refresh
          </Button>
          <Button
            tone="primary"
            icon={<UserPlus />}
            onClick={() => users.send({ type: 'item.create' })}
          >
            Create User
          </Button>
        </>
      }
    >
      <Stack>
        <Spoken>{notice !== null && <Note tone="ok">{notice}</Note>}</Spoken>
        <FieldRow>
          <SearchField
            label="Search by name or email"
            value={address.search}
            onChange={(event) => {
              address.setSearch(event.currentTarget.value);
            }}
          />
          <SelectField
            label="Role"
            value={address.role}
            onChange={(event) => {
              const chosen = ROLE_FILTERS.find((each) => each === event.currentTarget.value);
              if (chosen !== undefined) address.setRole(chosen);
            }}
          >
            <option value="all">All</option>
            <option value="1">Admins</option>
            <option value="2">Home Viewers</option>
            <option value="3">{`${playerWord(brand)}s`}</option>
          </SelectField>
        </FieldRow>
        <Cluster>
          <SegmentedControl
            label="View"
            options={[
              { value: 'table', label: 'Table' },
              { value: 'grid', label: 'Grid' },
            ]}
            value={layout}
            onChange={setLayout}
          />
        </Cluster>
        <Users users={users} layout={layout} onPage={(next) => address.setPage(String(next))} />
      </Stack>
      <UserDialogs users={users} />
    </Page>
  );
}

interface UsersProps {
  readonly users: UsersActor;
  readonly layout: (typeof LAYOUTS)[number];
  readonly onPage: (page: number) => void;
}

function Users({ users, layout, onPage }: UsersProps) {
  const list = useSelector(users, selectList);
  const message = useSelector(users, selectMessage);
  const loading = useSelector(users, selectLoading);
  const pages = useSelector(users, selectPages);
  const page = useSelector(users, ({ context }) => context.query.page);
  if (list === null)
    return message === null ? (
      <Skeleton label="Loading users" shapes={['rows']} />
    ) : (
      <ErrorNote
        message={message}
        busy={loading}
        onRetry={() => users.send({ type: 'list.reload' })}
      />
    );
  const onEdit = (item: AdminUser) => users.send({ type: 'item.edit', item });
  const onDelete = (item: AdminUser) => users.send({ type: 'item.delete', item });
  const List = layout === 'table' ? UserTable : UserGrid;
  return (
    <>
      {message !== null && (
        <ErrorNote
          message={message}
          busy={loading}
          onRetry={() => users.send({ type: 'list.reload' })}
        />
      )}
      {list.users.length === 0 ? (
        <EmptyState title="No users found" hint="Try another search or another role." />
      ) : (
        <List users={list.users} onEdit={onEdit} onDelete={onDelete} />
      )}
      <Pager label="Users" page={page} pages={pages} onPage={onPage} />
    </>
  );
}

export default function ManageUsersView() {
  const address = useUsersQuery();
  return <ManageUsersScreen users={useUsers(address.query)} {...address} />;
}
