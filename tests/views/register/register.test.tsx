import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import RegisterView from '#src/screens/register/register.tsx';
import type { CallApi } from '#src/effects/api.ts';
import { createRoot, where } from '#tests/support/root.tsx';
import { axeFindings, complaint, fill } from '#tests/support/screens.tsx';

const good = { Name: 'Ann', Email: 'ann@example.org', Password: 'violet42' };
const refusing: CallApi = async () => ({
  ok: false,
  message: 'Too many attempts. Please wait a moment and try again.',
  status: 429,
  reply: undefined,
});

async function open(call?: CallApi) {
  const root = createRoot(call === undefined ? {} : { effects: { call } });
  const view = (
    <main>
      <RegisterView />
    </main>
  );
  await act(async () => render(root.page(view, '/register')));
  return userEvent.setup({ delay: null });
}

it('shows missing values and focuses the first such field', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Register' }));
  expect(complaint()).toEqual({ message: 'Name is required.', field: 'name' });
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(await axeFindings()).toEqual([]);
});

it('keeps typed values when the server refuses, and shows the reason [R4.typed-survives-refusal]', async () => {
  const user = await open(refusing);
  await fill(user, good);
  await user.keyboard('{Enter}');
  expect(complaint()).toEqual({
    message: 'Too many attempts. Please wait a moment and try again.',
    field: null,
  });
  expect(screen.getByLabelText('Password')).toBe(screen.getByDisplayValue('violet42'));
});

it('asks the password manager for a new password, and shows it on demand [R5.register-placeholder]', async () => {
  const user = await open();
  const field = screen.getByLabelText('Password');
  expect([field.getAttribute('autocomplete'), field.getAttribute('placeholder')]).toEqual([
    'new-password',
    'At least 6 characters',
  ]);
  await user.click(screen.getByRole('button', { name: 'Show Password' }));
  expect(field.getAttribute('type')).toBe('text');
});

it('leads to the login', async () => {
  const user = await open();
  await user.click(screen.getByRole('link', { name: 'Login' }));
  expect(where()).toBe('/login');
});
