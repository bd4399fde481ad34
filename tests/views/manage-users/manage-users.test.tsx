import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { refusal, success } from '#machines/contract/outcome.ts';
import { type UserList, type UserValues, usersMachine, type UsersQuery } from '#machines/users.ts';
import type { AdminUser } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { ManageUsersScreen } from '#src/views/manage-users/manage-users.tsx';
import { createRoot } from '#tests/support/root.tsx';
import { alertText, axeFindings, fill, manualPort } from '#tests/support/screens.tsx';

const person = (id: string, role: AdminUser['role_id']): AdminUser => ({
  id,
  name: `Name ${id}`,
  email: `${id}@example.org`,
  role_id: role,
  total_score: 12,
  total_answers: 3,
});
const list: UserList = { users: [person('a', ROLE.admin), person('h', ROLE.home)], total: 2 };
const query: UsersQuery = { search: '', role: null, page: 1 };

const nothing = () => {};
// Spread, as `role` here is a filter and no ARIA role.
const address = {
  search: '',
  setSearch: nothing,
  role: 'all',
  setRole: nothing,
  setPage: nothing,
} as const;

async function show() {
  const load = manualPort<{ readonly query: UsersQuery }, UserList>();
  const save = manualPort<
    { readonly item: AdminUser | null; readonly values: UserValues },
    string
  >();
  const remove = manualPort<{ readonly item: AdminUser | null }, string>();
  const users = createActor(
    usersMachine.provide({
      actors: { load: load.logic, save: save.logic, remove: remove.logic },
    }),
    { input: { query } },
  ).start();
  render(
    createRoot().page(
      <main>
        <ManageUsersScreen users={users} query={query} {...address} />
      </main>,
    ),
  );
  await load.answer(success(list));
  return { load, save, remove, user: userEvent.setup({ delay: null }) };
}

describe('the accounts', () => {
  it('lets nobody delete an admin', async () => {
    await show();
    expect(
      ['Delete Name a', 'Delete Name h'].map((name) =>
        screen.getByRole('button', { name }).matches(':disabled'),
      ),
    ).toEqual([true, false]);
    expect(await axeFindings()).toEqual([]);
  });
  it('creates one with a generated password of 8 letters and digits', async () => {
    const { user, save } = await show();
    await user.click(screen.getByRole('button', { name: 'Create User' }));
    await fill(user, { Name: 'Ann', Email: 'ann@example.org' });
    await user.click(screen.getByRole('button', { name: 'Generate' }));
    await user.click(
      screen.getAllByRole('button', { name: 'Create User' }).at(-1) ?? document.body,
    );
    expect(save.asked).toEqual([
      {
        item: null,
        values: {
          name: 'Ann',
          email: 'ann@example.org',
          role_id: ROLE.home,
          password: expect.stringMatching(/^[A-Za-z0-9]{8}$/),
        },
      },
    ]);
  });
  it('asks before it deletes, says why it could not, and what it did', async () => {
    const { user, remove } = await show();
    await user.click(screen.getByRole('button', { name: 'Delete Name h' }));
    const confirm = () =>
      user.click(screen.getAllByRole('button', { name: 'Delete Name h' }).at(-1) ?? document.body);
    expect(remove.asked).toEqual([]);
    await confirm();
    expect(remove.asked).toEqual([{ item: person('h', ROLE.home) }]);
    await remove.answer(refusal('Failed to delete user.'));
    expect(alertText()).toBe('Failed to delete user.');
    await confirm();
    await remove.answer(success('User deleted successfully!'));
    expect([
      screen.queryByRole('dialog'),
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .join(''),
    ]).toEqual([null, 'User deleted successfully!']);
  });
});
