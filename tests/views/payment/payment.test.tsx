import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import CancelView from '#src/views/cancel/cancel.tsx';
import PaymentView from '#src/views/payment/payment.tsx';
import SuccessView from '#src/views/success/success.tsx';
import ShellView from '#src/views/shell/shell.tsx';
import { createRoot, where } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const open = (view: ReactNode, path: string) =>
  render(createRoot().page(<ShellView>{view}</ShellView>, path));
const told = () => [
  screen.getByRole('heading', { level: 1 }).textContent,
  ...[...(document.querySelector('main')?.querySelectorAll('p, a') ?? [])].map(
    ({ textContent }) => textContent,
  ),
];
const UNAVAILABLE = 'Payments are not available right now.';
const MISSING = 'Missing payment information. Please go back and try again.';

it.each([
  ['/payment?question=What&gameSessionId=g1', UNAVAILABLE],
  ['/payment?question=What', MISSING],
  ['/payment?gameSessionId=g1', MISSING],
  ['/payment', MISSING],
])('%s says: %s', async (path, words) => {
  open(<PaymentView />, path);
  expect(told()).toEqual(['Payment', words, 'Back to Questions']);
  expect(await axeFindings()).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: 'Back to Questions' }));
  expect(where()).toBe('/');
});

it('leads from a payment to the questions after 3 seconds', async () => {
  vi.useFakeTimers();
  open(<SuccessView />, '/success');
  expect(told()[0]).toBe('Payment Successful!');
  await act(() => vi.advanceTimersByTimeAsync(2_999));
  expect(where()).toBe('/success');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(where()).toBe('/');
});

it('does not lead on from a payment page that was left before', async () => {
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

it('says that a cancelled payment has cost nothing, and leads back', async () => {
  open(<CancelView />, '/cancel');
  expect(told()).toEqual([
    'Payment Cancelled',
    'You have not been charged. You can pay whenever you like.',
    'Back to Questions',
  ]);
  expect(await axeFindings()).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: 'Back to Questions' }));
  expect(where()).toBe('/');
});
