import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { User } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import LoginView from '#src/screens/login/login.tsx';
import ShellView from '#src/screens/shell/shell.tsx';
import { createRoot, signedIn, where } from '#tests/support/root.tsx';
import { alertText, axeFindings, complaint, fill } from '#tests/support/screens.tsx';

const ann: User = { id: 'u1', name: 'Ann', email: 'ann@example.org', role_id: 2 };

async function open() {
  const root = createRoot();
  const view = (
    <ShellView>
      <LoginView />
    </ShellView>
  );
  render(root.page(view, '/login'));
  await root.ports.restore.answer(success(null));
  return { ...root, user: userEvent.setup({ delay: null }) };
}

async function logIn(user: ReturnType<typeof userEvent.setup>) {
  await fill(user, { Email: 'ann@example.org', Password: 'secret' });
  await user.keyboard('{Enter}');
}

it('requires both, with errors at once [R5.login-email-required R5.login-password-required]', async () => {
  const { user, ports } = await open();
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(alertText()).toBe('Email and password are required.');
  expect(ports.signIn.asked).toEqual([]);
});

it('logs in with Enter, sends what was typed once, and leads home after 0.1 s [R2.login-email R2.login-password R2.login-redirect R9.redirect-login]', async () => {
  const { user, ports, pass } = await open();
  await logIn(user);
  await user.keyboard('{Enter}');
  expect(ports.signIn.asked).toEqual([{ email: 'ann@example.org', password: 'secret' }]);
  await ports.signIn.answer(success({ session: { user: ann, expiresAt: 1_000_000 } }));
  await pass(99);
  expect(where()).toBe('/login');
  await pass(1);
  expect(where()).toBe('/');
});

it('prefills the address that was just registered or verified', async () => {
  const { page, runtime, ports } = createRoot();
  const view = (
    <ShellView>
      <Routes>
        <Route path="/login" element={<LoginView />} />
      </Routes>
    </ShellView>
  );
  render(page(view, '/verify-email'));
  await ports.restore.answer(success(null));
  act(() => runtime.perform({ type: 'navigate', to: '/login', email: 'ann@example.org' }));
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ann@example.org');
});

it('keeps what was typed after a refusal, whose text goes with the next key [R4.typed-survives-refusal]', async () => {
  const { user, ports } = await open();
  await logIn(user);
  await ports.signIn.answer(refusal('Wrong email or password.'));
  expect(alertText()).toBe('Wrong email or password.');
  expect(screen.getByDisplayValue('ann@example.org')).toBe(screen.getByLabelText('Email'));
  expect(screen.getByDisplayValue('secret')).toBe(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), 'x');
  expect(alertText()).toBe('');
});

it('offers another verification mail, to the address of the account [R2.login-verification-panel R2.login-resend R8.resend-sent]', async () => {
  const { user, ports } = await open();
  await logIn(user);
  await ports.signIn.answer(
    success({ session: null, email: ann.email, message: 'Please verify first.', sent: false }),
  );
  const panel = screen.getByRole('region', { name: 'Email verification' });
  expect(alertText()).toBe('Please verify first.');
  expect(panel.textContent).toContain("We've sent a link to ann@example.org.");
  expect(await axeFindings()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
  expect(ports.resend.asked).toEqual([{ values: { email: 'ann@example.org' } }]);
  await ports.resend.answer(success('Sent.'));
  expect(panel.textContent).toContain('Verification email sent! Please check your email.');
});

it('needs an address to send the mail to [R5.resend-email-first]', async () => {
  const { user, ports } = await open();
  await logIn(user);
  const asked = { session: null, email: ann.email, message: 'Please verify first.', sent: true };
  await ports.signIn.answer(success(asked));
  await fill(user, { 'Send it again to': '' });
  await user.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
  expect(complaint()).toEqual({
    message: 'Please enter your email address first.',
    field: 'email',
  });
  expect(ports.resend.asked).toEqual([]);
});

it('signs out from the header and leads to the login [R2.header-logout R4.logout-clears R4.logout-to-login]', async () => {
  const root = createRoot();
  render(root.page(<ShellView>Questions</ShellView>, '/profile'));
  await root.ports.restore.answer(signedIn(ann));
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect([where(), root.heard]).toEqual(['/login', [{ type: 'session.clear' }]]);
});
