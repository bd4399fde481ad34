import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Answer } from '#src/effects/api.ts';
import ResetPasswordView from '#src/screens/reset-password/reset-password.tsx';
import { createRoot, where } from '#tests/support/root.tsx';
import { axeFindings, complaint } from '#tests/support/screens.tsx';

const screens = (
  <main>
    <Routes>
      <Route path="/reset-password" element={<ResetPasswordView />} />
      <Route path="/reset-password/:token" element={<ResetPasswordView />} />
    </Routes>
  </main>
);
type ApiError = Extract<Answer<never>, { readonly ok: false }>;
const BUSY = { ok: false, message: 'Not today.', status: 400, reply: undefined } as const;

/** Opens the screen with a server that records requests and refuses them. */
async function open(path: string, refusal: ApiError = BUSY) {
  const sent: unknown[] = [];
  const { runtime, page } = createRoot({
    effects: {
      call: async (name, request) => {
        sent.push([name, request]);
        return refusal;
      },
    },
  });
  await act(async () => render(page(screens, path)));
  return { sent, runtime, user: userEvent.setup({ delay: null }) };
}

it.each([
  '/reset-password/s3cret [R2.reset-token-path]',
  '/reset-password?token=s3cret [R2.reset-token-query]',
])('takes the token of %s out of the address and sends it with the new password', async (path) => {
  const { sent, user } = await open(path.split(' ')[0] ?? '');
  expect(where()).toBe('/reset-password');
  await user.type(screen.getByLabelText('New password'), 'Violet42');
  await user.type(screen.getByLabelText('Confirm new password'), 'Violet42{Enter}');
  expect(sent).toEqual([['resetPassword', { body: { token: 's3cret', newPassword: 'Violet42' } }]]);
  expect(complaint()).toEqual({ message: 'Not today.', field: null });
});

it('shows that a link without a token is invalid, and offers a new one [R2.reset-invalid-link R5.reset-missing-token]', async () => {
  await open('/reset-password');
  expect(screen.getByRole('heading', { name: 'Invalid Reset Link' })).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe(
    'Invalid reset token. Please request a new password reset.',
  );
  expect(
    screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Request a New Link', '/forgot-password'],
    ['Back to Login', '/login'],
  ]);
  expect(await axeFindings()).toEqual([]);
});

it('focuses the invalid field', async () => {
  const { user } = await open('/reset-password/s3cret');
  await user.type(screen.getByLabelText('New password'), 'violet42');
  await user.type(screen.getByLabelText('Confirm new password'), 'violet42{Enter}');
  expect(complaint()).toEqual({
    message: 'Password must contain at least one uppercase letter',
    field: 'password',
  });
  expect(document.activeElement).toBe(screen.getByLabelText('New password'));
});

async function choose(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('New password'), 'Violet42');
  await user.type(screen.getByLabelText('Confirm new password'), 'Violet42{Enter}');
}

it("shows the server's objection to the new password at its field, and keeps what was typed [R4.typed-survives-refusal]", async () => {
  const message = 'Password must be at least 8 characters long';
  const { user } = await open('/reset-password/s3cret', {
    ...BUSY,
    status: 422,
    message,
    field: 'newPassword',
  });
  await choose(user);
  expect(complaint()).toEqual({ message, field: 'password' });
  expect(document.activeElement).toBe(screen.getByLabelText('New password'));
  expect(screen.getAllByDisplayValue('Violet42')).toEqual([
    screen.getByLabelText('New password'),
    screen.getByLabelText('Confirm new password'),
  ]);
});

it('treats a link unknown to the server as invalid, too [R2.reset-invalid-link]', async () => {
  const message = 'Invalid reset token. Please request a new password reset.';
  const { user } = await open('/reset-password/s3cret', { ...BUSY, message });
  await choose(user);
  const heading = screen.getByRole('heading', { level: 1 });
  expect([heading.textContent, document.activeElement]).toEqual(['Invalid Reset Link', heading]);
  expect(screen.getByRole('status').textContent).toBe(message);
  expect(screen.queryByRole('form')).toBeNull();
});
