import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import VerifyEmailView from '#src/screens/verify-email/verify-email.tsx';
import { createRoot, where } from '#tests/support/root.tsx';
import { axeFindings, complaint } from '#tests/support/screens.tsx';

/** Opens the screen with a server that refuses and records everything. */
async function open(path: string) {
  const sent: unknown[] = [];
  const root = createRoot({
    effects: {
      call: async (name, request) => {
        sent.push([name, request]);
        return { ok: false, message: 'This link has expired.', status: 400, reply: undefined };
      },
    },
  });
  const view = (
    <main>
      <VerifyEmailView />
    </main>
  );
  await act(async () => render(root.page(view, path)));
  return { sent, user: userEvent.setup({ delay: null }) };
}

it('takes the link out of the address and verifies it once [R2.verify-query]', async () => {
  const { sent } = await open('/verify-email?email=ann%40example.org&hash=h4sh');
  expect(where()).toBe('/verify-email');
  expect(sent).toEqual([['verifyEmail', { query: { email: 'ann@example.org', hash: 'h4sh' } }]]);
  expect(screen.getByText('This link has expired.')).toBeDefined();
  expect(screen.getByDisplayValue('ann@example.org')).toBe(screen.getByLabelText('Email'));
  expect(await axeFindings()).toEqual([]);
});

it('reads a link that a mail program shows with HTML entities', async () => {
  const { sent } = await open('/verify-email?email=ann%40example.org&amp;hash=h4sh');
  expect(sent).toEqual([['verifyEmail', { query: { email: 'ann@example.org', hash: 'h4sh' } }]]);
});

it('makes no request if the link is empty [R8.verification-invalid-link]', async () => {
  const { sent } = await open('/verify-email');
  expect(sent).toEqual([]);
  expect(screen.getByText(/^Invalid verification link\./).textContent).toBe(
    'Invalid verification link. Please check your email for the correct link.',
  );
});

it('needs an address to send a new link to, and focuses the field [R5.resend-email-missing R2.verify-resend-form]', async () => {
  const { user, sent } = await open('/verify-email');
  await user.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
  expect(complaint()).toEqual({
    message: 'Email address not available for resending.',
    field: 'email',
  });
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  await user.type(screen.getByLabelText('Email'), 'bob@example.org{Enter}');
  expect(sent).toEqual([['resendVerification', { body: { email: 'bob@example.org' } }]]);
});
