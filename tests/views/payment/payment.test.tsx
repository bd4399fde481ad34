import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { STORAGE_KEYS } from '#machines/contract/limits.ts';
import { success } from '#machines/contract/outcome.ts';
import CancelView from '#src/screens/cancel/cancel.tsx';
import PaymentView from '#src/screens/payment/payment.tsx';
import SuccessView from '#src/screens/success/success.tsx';
import ShellView from '#src/screens/shell/shell.tsx';
import { question, T0, untimed, viewer } from '#tests/support/game.ts';
import { createRoot, signedIn, where } from '#tests/support/root.tsx';
import { atSuccess } from './at-success.tsx';
import { axeFindings } from '#tests/support/screens.tsx';
import { eventually } from '#tests/support/eventually.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const open = (view: ReactNode, path: string) =>
  render(createRoot().page(<ShellView>{view}</ShellView>, path));
const told = () => [
  screen.getByRole('heading', { level: 1 }).textContent,
  ...[...(document.querySelector('main')?.querySelectorAll('p, a') ?? [])].map(
    ({ textContent }) => textContent,
  ),
];
const UNAVAILABLE = "Payments aren't available right now.";
const MISSING = 'Missing payment information. Please go back and try again.';

it.each([
  ['/payment?question=q1', [MISSING]],
  ['/payment?gameSessionId=g1', [MISSING]],
  ['/payment', [MISSING]],
])('%s lacks what a payment needs [R5.payment-needs R2.payment-back]', async (path, words) => {
  open(<PaymentView />, path);
  expect(told()).toEqual(['Payment', ...words, 'Back to Questions']);
  expect(await axeFindings()).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: 'Back to Questions' }));
  expect(where()).toBe('/');
});

/**
 * A home viewer at the payment for question 1, and a server that publishes its price, or is
 * unreachable.
 */
async function atPayment(label: string | null) {
  vi.stubGlobal('fetch', async () => {
    if (label === null) throw new TypeError('fetch failed');
    const brand = { name: 'Gameshow', slug: 'gameshow' };
    const entryFee = { amount: 75, currency: 'usd', label };
    return Response.json({ brand, entryFee, payments: 'off', model: false, serverTime: 0 });
  });
  const root = createRoot({ now: () => T0 });
  await root.ports.restore.answer(signedIn(viewer, T0));
  const questions = [question(1, { home: untimed }), question(2, { home: untimed })];
  await root.ports.load.answer(success({ questions, answers: [], versions: { house: 1 } }));
  const view = (
    <ShellView>
      <PaymentView />
    </ShellView>
  );
  render(root.page(view, '/payment?question=q1&gameSessionId=g1'));
}
const entry = () => screen.getByRole('region', { name: 'Your entry' }).textContent;

it('shows the question and the published price, and that payments are unavailable [R2.payment-question R2.payment-label R7.payment-one-price R2.payment-unavailable R2.payment-back]', async () => {
  await atPayment('$0.75');
  await eventually(() => expect(entry()).toBe('Question 1?Entry Fee: $0.75'));
  expect(screen.getByText(UNAVAILABLE)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to Questions' }).getAttribute('href')).toBe('/');
  expect(await axeFindings()).toEqual([]);
});

it('shows no price that the server has not published [R4.payment-preparing-unavailable]', async () => {
  await atPayment(null);
  expect(await screen.findByRole('button', { name: 'Try Again' })).toBeDefined();
  expect(screen.getByText('Network error. Please try again.')).toBeDefined();
  expect(entry()).toBe('Question 1?');
});

const PAID = [
  'Payment Successful!',
  'Thank you. Your entry fee has been paid.',
  'Taking you to the questions…',
  'Go to Questions Now',
];

it('leads from a payment to the questions after 3 seconds [R2.success-redirect R9.redirect-payment]', async () => {
  vi.useFakeTimers();
  await atSuccess();
  expect(told()).toEqual(PAID);
  await act(() => vi.advanceTimersByTimeAsync(2_999));
  expect(where()).toBe('/success');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(where()).toBe('/');
});

it.each([
  ['who has paid', [{ game_session_id: 'g1', paid_at: new Date(0).toISOString() }], PAID],
  ['who has not', [], ['Payment', "We couldn't find your payment.", 'Go to Questions Now']],
  [
    'who cannot be told',
    null,
    ['Payment', 'Network error. Please try again.', 'Go to Questions Now'],
  ],
])('shows %s at /success the state of the server, by the address', async (_, own, words) => {
  vi.stubGlobal('fetch', async (request: Request) => {
    if (own === null) throw new TypeError('fetch failed');
    if (request.url.endsWith('/my-payments')) return Response.json(own);
    const entryFee = { amount: 50, currency: 'usd', label: '$0.50' };
    const brand = { name: 'Gameshow', slug: 'gameshow' };
    return Response.json({ brand, entryFee, payments: 'test', model: false, serverTime: 0 });
  });
  localStorage.setItem(STORAGE_KEYS.authToken, 'token');
  open(<SuccessView />, '/success');
  expect(told()).toEqual(['Payment', 'One moment, please.', 'Go to Questions Now']);
  await eventually(() => expect(told()).toEqual(words));
});

it('does not redirect after the user has left the payment page', async () => {
  vi.useFakeTimers();
  const root = createRoot();
  const { rerender } = render(
    root.page(
      <ShellView>
        <SuccessView />
      </ShellView>,
      '/support',
    ),
  );
  rerender(root.page(<ShellView>Elsewhere</ShellView>, '/support'));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(where()).toBe('/support');
});

it('shows that a cancelled payment has cost nothing, and leads back [R2.cancel-button]', async () => {
  open(<CancelView />, '/cancel');
  expect(told()).toEqual([
    'Payment Cancelled',
    "You haven't been charged. You can pay whenever you like.",
    'Back to Questions',
  ]);
  expect(await axeFindings()).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: 'Back to Questions' }));
  expect(where()).toBe('/');
});
