import type { AdminUser } from '#machines/admin/calls.ts';
import {
  type UserList,
  usersMachine,
  type UsersQuery,
  type UserValues,
} from '#machines/admin/users.ts';
import { ManageUsersScreen } from '#src/screens/manage-users/manage-users.tsx';
import { describeCollection } from '#tests/support/collection-paths.tsx';
import { ACCOUNTS } from './accounts.ts';

describeCollection<UsersQuery, AdminUser, UserList, UserValues>('the accounts', {
  ...ACCOUNTS,
  machine: usersMachine,
  screen: (users) => <ManageUsersScreen users={users} />,
  searchLabel: 'Search by name or email',
  rows: ['Admaadm@example.org', 'Annann@example.org'],
  faces: { ...ACCOUNTS.faces, create: ['Create User', 'Create User'] },
});
