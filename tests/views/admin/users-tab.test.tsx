import { m } from 'messages';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SEARCH_DELAY_MS } from '#machines/contract/limits.ts';
import { success } from '#machines/contract/outcome.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { UsersScreen } from '#src/screens/admin/users-tab.tsx';
import { createRoot, where } from '#tests/support/root.tsx';
import { axeFindings, complaint, fill } from '#tests/support/screens.tsx';
import { LIST, usersFixture, VIEWER } from '#tests/views/manage-users/accounts.ts';

async function show() {
  const fixture = usersFixture();
  render(
    createRoot().page(
      <main>
        <h1>Admin</h1>
        <UsersScreen users={fixture.actor} />
      </main>,
      '/admin?tab=users',
    ),
  );
  await fixture.load.answer(success(LIST));
  return { ...fixture, user: userEvent.setup({ delay: null }) };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const submit = () => fireEvent.submit(within(screen.getByRole('dialog')).getByRole('form'));

describe('the users of the admin panel', () => {
  it('are a table in which admins cannot be deleted [R2.admin-users-columns R2.admin-users-actions R5.admin-undeletable]', async () => {
    await show();
    expect([
      screen.getAllByRole('columnheader').map(({ textContent }) => textContent),
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.children].map(({ textContent }) => textContent)),
      screen.getByRole('button', { name: 'Delete Adma' }).matches(':disabled'),
    ]).toEqual([
      ['ID', 'Name', 'Email', 'Role', 'Actions'],
      [
        [
          'user-adm',
          'Adma',
          'adm@example.org',
          'Admin',
          'EditDeleteAdmin users cannot be deleted.',
        ],
        ['user-ann', 'Ann', 'ann@example.org', 'Home Viewer', 'EditDelete'],
      ],
      true,
    ]);
    expect(await axeFindings()).toEqual([]);
  });

  it('are marked if a word list finds their name unfit for air', async () => {
    const { load } = await show();
    expect(screen.queryByText(m.deskCheckName())).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await load.answer(success({ ...LIST, users: [{ ...VIEWER, isFlagged: true }] }));
    expect(within(screen.getByRole('rowheader')).getByText(m.deskCheckName())).toBeTruthy();
  });

  it('show the name that others see while a new one is pending, and let a producer allow it', async () => {
    const { load, save } = await show();
    const waiting = { ...VIEWER, airedName: 'Old Ann' };
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await load.answer(success({ ...LIST, users: [waiting] }));
    expect(
      within(screen.getByRole('rowheader')).getByText(m.usersSeenAs({ name: 'Old Ann' })),
    ).toBeTruthy();
    press('Edit Ann');
    fireEvent.click(screen.getByLabelText(m.usersAllowName()));
    submit();
    expect(save.asked).toMatchObject([{ values: { allowName: true } }]);
  });

  it('are searched by the server once typing pauses [R2.admin-users-search-name]', async () => {
    const { load, user, clock } = await show();
    await user.type(screen.getByLabelText('Search by name, email, role or id'), 'studio');
    await act(async () => clock.advance(SEARCH_DELAY_MS));
    expect([where(), load.asked.slice(1)]).toEqual([
      '/admin?tab=users&search=studio',
      [{ query: { search: 'studio', role: null, page: 1 } }],
    ]);
  });

  it('are edited in a form of name, email and role [R2.admin-users-edit]', async () => {
    const { user, save } = await show();
    press('Edit Ann');
    await fill(user, { Name: 'Anna', Email: 'anna@example.org' });
    await user.selectOptions(screen.getByLabelText('Role'), 'Gameshow Player');
    submit();
    expect(save.asked).toEqual([
      {
        item: VIEWER,
        values: {
          name: 'Anna',
          email: 'anna@example.org',
          role_id: ROLE.contestant,
          password: '',
        },
      },
    ]);
  });

  it.each([
    ['name [R5.admin-user-name]', { Name: '' }, 'name', 'Name is required.'],
    ['email [R5.admin-user-email]', { Email: ' ' }, 'email', 'Email is required.'],
    [
      'valid email [R5.admin-user-email-valid]',
      { Email: 'anna' },
      'email',
      'Please enter a valid email address',
    ],
  ])('need a %s', async (_, values, field, message) => {
    const { user, save } = await show();
    press('Edit Ann');
    await fill(user, values);
    submit();
    expect([complaint(), save.asked]).toEqual([{ message, field }, []]);
  });

  it('are deleted after a confirmation [R2.admin-users-delete]', async () => {
    const { remove } = await show();
    press('Delete Ann');
    expect([screen.getByRole('dialog').textContent, remove.asked]).toEqual([
      expect.stringContaining('loses their account, 1,248 points'),
      [],
    ]);
    fireEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete user' }),
    );
    expect(remove.asked).toEqual([{ item: VIEWER }]);
  });
});
