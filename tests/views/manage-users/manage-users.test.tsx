import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SEARCH_DELAY_MS } from '#machines/contract/limits.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { ManageUsersScreen } from '#src/screens/manage-users/manage-users.tsx';
import { createRoot, where } from '#tests/support/root.tsx';
import { alertText, axeFindings, complaint, fill } from '#tests/support/screens.tsx';
import { ADMIN_USER, LIST, usersFixture, VIEWER } from './accounts.ts';

async function show(path = '/manage-users') {
  const fixture = usersFixture();
  render(
    createRoot().page(
      <main>
        <ManageUsersScreen users={fixture.actor} />
      </main>,
      path,
    ),
  );
  await fixture.load.answer(success(LIST));
  return { ...fixture, user: userEvent.setup({ delay: null }) };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const inDialog = () => within(screen.getByRole('dialog'));
const submit = (name: string) => fireEvent.click(inDialog().getByRole('button', { name }));
const headers = () => screen.queryAllByRole('columnheader').map(({ textContent }) => textContent);

describe('the list of the accounts', () => {
  it('shows accounts in columns of this order [R2.users-table R2.users-columns R3.user-totals]', async () => {
    await show();
    expect([
      headers(),
      screen
        .getAllByRole('row')
        .map((row) =>
          [...row.querySelectorAll('td, th[scope=row]')].map(({ textContent }) => textContent),
        ),
    ]).toEqual([
      ['User Details', 'Role', 'Score', 'Answers', 'Actions'],
      [
        [],
        ['Admaadm@example.org', 'Admin', '0', '0', 'EditDeleteAdmin users cannot be deleted.'],
        ['Annann@example.org', 'Home ViewerHome', '1,248', '12', 'EditDelete'],
      ],
    ]);
    expect(await axeFindings()).toEqual([]);
  });

  it('shows them as cards, and keeps that in the address [R2.users-grid R2.users-address]', async () => {
    await show();
    press('Grid');
    expect([where(), headers(), screen.getByRole('article', { name: 'Ann' }).textContent]).toEqual([
      '/manage-users?view=grid',
      [],
      'Home ViewerHomeAnnann@example.org1,248 points in 12 answersEditDelete',
    ]);
    expect(await axeFindings()).toEqual([]);
    press('Table');
    expect(where()).toBe('/manage-users');
  });

  it('disables deleting an admin, and says why [R5.admin-undeletable]', async () => {
    await show();
    const buttons = ['Delete Adma', 'Delete Ann'].map((name) =>
      screen.getByRole('button', { name }),
    );
    expect(buttons.map((button) => button.matches(':disabled'))).toEqual([true, false]);
    const reason = buttons[0]?.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(reason)?.textContent).toBe('Admin users cannot be deleted.');
  });

  it('makes one request for fast typing [R2.users-search-name R2.users-search-calm R2.users-address]', async () => {
    const { load, user, clock } = await show('/manage-users?page=2');
    await load.answer(success(LIST));
    await user.type(screen.getByLabelText('Search by name or email'), 'ann');
    expect([where(), load.asked.length]).toEqual(['/manage-users?search=ann', 2]);
    await act(async () => clock.advance(SEARCH_DELAY_MS));
    expect(load.asked.slice(2)).toEqual([{ query: { search: 'ann', role: null, page: 1 } }]);
  });

  it('filters by role [R2.users-role-filter R2.users-address]', async () => {
    const { load, user } = await show('/manage-users?page=2');
    const filter = screen.getByLabelText('Role');
    expect([...filter.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'All',
      'Admins',
      'Home Viewers',
      'Game Players',
    ]);
    await user.selectOptions(filter, 'Game Players');
    expect([where(), load.asked.at(-1)]).toEqual([
      '/manage-users?role=3',
      { query: { search: '', role: ROLE.contestant, page: 1 } },
    ]);
  });

  it('opens at an address [R2.users-address]', async () => {
    const { load, clock } = await show('/manage-users?search=an&role=2&page=3&view=grid');
    await act(async () => clock.advance(SEARCH_DELAY_MS));
    expect([load.asked.at(-1)?.query, screen.queryByRole('table')]).toEqual([
      { search: 'an', role: ROLE.home, page: 3 },
      null,
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('Search by name or email').value).toBe('an');
  });

  it('pages, and leads back from beyond the last page [R2.users-pagination R2.users-address]', async () => {
    const { load } = await show();
    expect(screen.getByText(/^Page 1 of/).textContent).toBe('Page 1 of 3');
    press('Next');
    expect([where(), load.asked.at(-1)?.query.page]).toEqual(['/manage-users?page=2', 2]);
    await load.answer(success({ users: [], total: 20 }));
    expect([where(), load.asked.at(-1)?.query.page]).toEqual(['/manage-users', 1]);
  });

  it('loads again when asked [R2.users-refresh]', async () => {
    const { load } = await show();
    press('Refresh');
    expect(load.asked).toHaveLength(2);
  });

  it('shows that none was found', async () => {
    const { load } = await show();
    press('Refresh');
    await load.answer(success({ users: [], total: 0 }));
    expect(screen.getByText('No users found')).toBeDefined();
  });

  it('keeps its rows when loading fails, and says so', async () => {
    const { load } = await show();
    press('Refresh');
    await load.fail();
    expect([alertText(), screen.getAllByRole('row').length]).toEqual(['Failed to fetch users.', 3]);
    press('Try Again');
    await load.answer(success(LIST));
    expect(alertText()).toBe('');
  });
});

describe('an account', () => {
  const values = { Name: 'Ann', Email: 'ann@example.org' };

  it('is created with a generated password of 8 letters and digits, which is copied [R2.users-create R2.users-generate R9.generated-password R3.create-user-payload]', async () => {
    const { user, save } = await show();
    press('Create User');
    await fill(user, values);
    await user.click(screen.getByRole('button', { name: 'Generate' }));
    const generated = screen.getByLabelText<HTMLInputElement>('Password').value;
    expect(generated).toMatch(/^[A-Za-z0-9]{8}$/);
    await user.click(screen.getByRole('button', { name: 'Copy password' }));
    expect([
      await navigator.clipboard.readText(),
      screen.queryByRole('button', { name: 'Copied' }) !== null,
    ]).toEqual([generated, true]);
    await user.selectOptions(inDialog().getByLabelText('Role'), 'Gameshow Player');
    submit('Create User');
    expect(save.asked).toEqual([
      {
        item: null,
        values: {
          name: 'Ann',
          email: 'ann@example.org',
          role_id: ROLE.contestant,
          password: generated,
        },
      },
    ]);
  });

  it.each([
    ['a name [R5.create-user-name]', { Name: ' ', Password: 'quiz-night' }, 'name'],
    ['an address [R5.create-user-email]', { Email: '', Password: 'quiz-night' }, 'email'],
    ['a password [R5.create-user-password]', { Password: '' }, 'password'],
  ])('needs %s', async (_, wrong, field) => {
    const { user, save } = await show();
    press('Create User');
    await fill(user, { ...values, ...wrong });
    submit('Create User');
    expect([complaint().field, save.asked]).toEqual([field, []]);
  });

  it('says how long a password must be [R5.create-user-placeholder]', async () => {
    await show();
    press('Create User');
    expect(screen.getByLabelText('Password').getAttribute('placeholder')).toBe(
      'Minimum 6 characters',
    );
    expect(await axeFindings()).toEqual([]);
  });

  it('is edited without its password [R2.users-edit]', async () => {
    const { user, save } = await show();
    press('Edit Ann');
    expect(inDialog().queryByLabelText('Password')).toBeNull();
    await fill(user, { Name: 'Anna' });
    submit('Save Changes');
    expect(save.asked).toEqual([
      {
        item: VIEWER,
        values: { name: 'Anna', email: 'ann@example.org', role_id: ROLE.home, password: '' },
      },
    ]);
    await save.answer(refusal('This email address is already in use.', { field: 'email' }));
    expect(complaint()).toEqual({
      message: 'This email address is already in use.',
      field: 'email',
    });
    submit('Save Changes');
    await save.answer(success('User updated successfully!'));
    expect([screen.queryByRole('dialog'), document.body.textContent]).toEqual([
      null,
      expect.stringContaining('User updated successfully!'),
    ]);
  });

  it('gets another role during an open question only after a confirmation', async () => {
    const { user, save } = await show();
    press('Edit Ann');
    await user.selectOptions(inDialog().getByLabelText('Role'), 'Gameshow Player');
    submit('Save Changes');
    const sent = {
      name: 'Ann',
      email: 'ann@example.org',
      role_id: ROLE.contestant,
      password: '',
    };
    expect(save.asked).toEqual([{ item: VIEWER, values: sent }]);
    const why = 'Ann has an open question and has not answered it yet.';
    await save.answer(refusal(why, { code: 'answering' }));
    expect(alertText()).toBe(why);
    submit('Save Anyway');
    expect(save.asked.at(-1)).toEqual({
      item: VIEWER,
      values: { ...sent, evenIfAnswering: true },
    });
    await save.answer(success('User updated successfully!'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is deleted on the basis of fresh data [R2.users-delete]', async () => {
    const { load, remove } = await show();
    press('Delete Ann');
    await load.answer(
      success({ users: [ADMIN_USER, { ...VIEWER, total_score: 48, total_answers: 1 }], total: 2 }),
    );
    expect([...screen.getByRole('dialog').querySelectorAll('p')].map((p) => p.textContent)).toEqual(
      [
        'Ann (ann@example.org) loses their account, 48 points and their place on every board.',
        '1 answer stays without a name, so no one else’s points change.',
        "This can't be undone.",
      ],
    );
    submit('Delete user');
    await remove.answer(refusal('Failed to delete user.'));
    expect(alertText()).toBe('Failed to delete user.');
    submit('Delete user');
    expect(remove.asked).toEqual([{ item: VIEWER }, { item: VIEWER }]);
    await remove.answer(success('User deleted successfully!'));
    expect([screen.queryByRole('dialog'), document.body.textContent]).toEqual([
      null,
      expect.stringContaining('User deleted successfully!'),
    ]);
  });
});
