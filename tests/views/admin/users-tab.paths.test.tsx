import type { AdminUser } from '#machines/admin/calls.ts';
import {
  adminUsersMachine,
  type UserList,
  type UsersQuery,
  type UserValues,
} from '#machines/admin/users.ts';
import { UsersScreen } from '#src/screens/admin/users-tab.tsx';
import { describeCollection } from '#tests/support/collection-paths.tsx';
import { ACCOUNTS } from '#tests/views/manage-users/accounts.ts';

describeCollection<UsersQuery, AdminUser, UserList, UserValues>('the users tab', {
  ...ACCOUNTS,
  machine: adminUsersMachine,
  screen: (users) => <UsersScreen users={users} />,
  searchLabel: 'Search by name, email, role or id',
  rows: ['Adma', 'Ann'],
});
