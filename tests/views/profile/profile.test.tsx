import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { User } from '#machines/contract/entities.ts';
import ProfileView from '#src/screens/profile/profile.tsx';
import ShellView from '#src/screens/shell/shell.tsx';
import { createRoot, signedIn } from '#tests/support/root.tsx';
import { axeFindings, complaint, fill } from '#tests/support/screens.tsx';

const ben: User = { id: 'u2', name: 'Ben', email: 'ben@example.org', role_id: 3 };

/** Opens a user's profile, with a server that renames on request. */
async function open() {
  const sent: unknown[] = [];
  const root = createRoot({
    effects: {
      call: async (name, request) => {
        sent.push([name, request]);
        return { ok: false, message: 'Failed to update profile.', status: 500, reply: undefined };
      },
    },
  });
  // Only signed-in users can open the profile.
  const { rerender } = render(root.page(<ShellView>Starting</ShellView>, '/profile'));
  await root.ports.restore.answer(signedIn(ben));
  const view = (
    <ShellView>
      <ProfileView />
    </ShellView>
  );
  rerender(root.page(view, '/profile'));
  return { sent, user: userEvent.setup({ delay: null }) };
}
const facts = () =>
  [...document.querySelectorAll('dt')].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ]);

it("shows the user's data, and which of it is public [R2.profile-view]", async () => {
  await open();
  expect(facts()).toEqual([
    ['Name', 'Ben'],
    ['Email', 'ben@example.org'],
    ['Role', 'Gameshow Player'],
  ]);
  expect(document.body.textContent).toContain('Your name appears on the leaderboards.');
  expect(await axeFindings()).toEqual([]);
});

it('starts editing at the first field, with the current values [R2.profile-edit-name R2.profile-edit-email R2.profile-edit-password]', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }));
  expect(document.activeElement).toBe(screen.getByDisplayValue('Ben'));
  expect(screen.getByLabelText('Email')).toBe(screen.getByDisplayValue('ben@example.org'));
  expect(screen.getByLabelText('New password (optional)').getAttribute('value')).toBeNull();
  expect(await axeFindings()).toEqual([]);
});

it('drops typed values when editing is cancelled, and restores the focus', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }));
  await fill(user, { Name: '' });
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(complaint()).toEqual({ message: 'Name is required.', field: 'name' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Profile' }));
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }));
  expect([complaint(), screen.getByLabelText('Name')]).toEqual([
    { message: null, field: null },
    screen.getByDisplayValue('Ben'),
  ]);
});

it('sends a password only if one was typed [R3.profile-payload R2.profile-edit-confirmation]', async () => {
  const { user, sent } = await open();
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }));
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await fill(user, {
    'New password (optional)': 'violet42',
    'Confirm new password': 'violet42',
  });
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(sent).toEqual([
    ['updateProfile', { body: { name: 'Ben', email: 'ben@example.org' } }],
    ['updateProfile', { body: { name: 'Ben', email: 'ben@example.org', password: 'violet42' } }],
  ]);
  expect(complaint()).toEqual({ message: 'Failed to update profile.', field: null });
});

it('shows and hides each of the passwords [R2.profile-toggle]', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }));
  for (const label of ['New password (optional)', 'Confirm new password']) {
    const type = () => screen.getByLabelText(label).getAttribute('type');
    const types = [type()];
    for (const press of ['Show', 'Hide']) {
      await user.click(screen.getByRole('button', { name: `${press} ${label}` }));
      types.push(type());
    }
    expect(types).toEqual(['password', 'text', 'password']);
  }
});
