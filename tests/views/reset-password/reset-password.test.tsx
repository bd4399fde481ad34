import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import ResetPasswordView from '#src/views/reset-password/reset-password.tsx';
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
/** Opens the screen with a server that notes what it is sent. */
async function open(path: string) {
  const sent: unknown[] = [];
  const { runtime, page } = createRoot({
    effects: {
      call: async (name, request) => {
        sent.push([name, request]);
        return { ok: false, message: 'Not today.', status: 400, reply: undefined };
      },
    },
  });
  await act(async () => render(page(screens, path)));
  return { sent, runtime, user: userEvent.setup({ delay: null }) };
}

it.each(['/reset-password/s3cret', '/reset-password?token=s3cret'])(
  'takes the token of %s out of the address and sends it with the new password',
  async (path) => {
    const { sent, user } = await open(path);
    expect(where()).toBe('/reset-password');
    await user.type(screen.getByLabelText('New password'), 'Violet42');
    await user.type(screen.getByLabelText('Confirm new password'), 'Violet42{Enter}');
    expect(sent).toEqual([
      ['resetPassword', { body: { token: 's3cret', newPassword: 'Violet42' } }],
    ]);
    expect(complaint()).toEqual({ message: 'Not today.', field: null });
  },
);

it('says that a link without a token is invalid, and offers a new one', async () => {
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

it('leads to the field that is wrong', async () => {
  const { user } = await open('/reset-password/s3cret');
  await user.type(screen.getByLabelText('New password'), 'violet42');
  await user.type(screen.getByLabelText('Confirm new password'), 'violet42{Enter}');
  expect(complaint()).toEqual({
    message: 'Password must contain at least one uppercase letter',
    field: 'password',
  });
  expect(document.activeElement).toBe(screen.getByLabelText('New password'));
});
