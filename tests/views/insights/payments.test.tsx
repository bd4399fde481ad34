import { m } from 'messages';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AdminPayment } from '#machines/payment/calls.ts';
import type { User } from '#machines/contract/entities.ts';
import { STORAGE_KEYS } from '#machines/contract/limits.ts';
import type { QuestionView } from '#machines/answering/questions.ts';
import { Payments } from '#src/screens/insights/payments.tsx';
import { useEntryFee } from '#src/screens/home/entry-fee.hook.ts';
import { QuestionPanel, type QuestionPanelProps } from '#src/screens/home/question-panel.tsx';
import { admin, contestant, viewer } from '#tests/support/game.ts';
import { createRoot, signedIn } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';

/** The code of the calls arrives when it is needed, and on a busy machine late. */
const OWN = '/api/game-sessions/my-payments';
const OF_SESSION = '/api/game-sessions/admin/payments/g1';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Opens a user's page over a server with these replies by path; other requests fail. */
async function start(user: User, answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    const answer = answers[pathname];
    if (answer === undefined) throw new TypeError('fetch failed');
    return Response.json(answer);
  });
  localStorage.setItem(STORAGE_KEYS.authToken, 'token');
  const root = createRoot();
  await root.ports.restore.answer(signedIn(user));
  return { root, asked };
}
const published = (payments: 'stripe' | 'test' | 'off') => ({
  '/api/config': {
    brand: { name: 'Gameshow', slug: 'gameshow' },
    entryFee: { amount: 75, currency: 'usd', label: '$0.75' },
    payments,
    model: false,
    serverTime: 0,
  },
});
const question = (n: number): QuestionView => ({
  gameSessionId: `g${n}`,
  questionId: `q${n}`,
  text: `Question ${n}?`,
  startTime: '2026-03-01T10:00:00.000Z',
  endTime: '2026-03-01T11:00:00.000Z',
  answer: null,
  hasResult: false,
  isFrozen: true,
  isFinal: true,
  voidReason: null,
  hasEntryFee: true,
});

const PayersPanel = (props: Omit<QuestionPanelProps, 'fee'>) => (
  <QuestionPanel {...props} fee={useEntryFee()} />
);

const openPanel = async (user: User, answers: Readonly<Record<string, unknown>>) => {
  const { root, asked } = await start(user, answers);
  const page = (n: number) => {
    const shown = { question: question(n), window: null, roleId: user.role_id };
    return root.page(
      user.role_id === 2 ? <PayersPanel {...shown} /> : <QuestionPanel {...shown} fee={null} />,
    );
  };
  const { rerender } = render(page(1));
  return { asked, choose: (n: number) => rerender(page(n)) };
};

describe('the way to the payment of the selected question', () => {
  it.each(['test', 'stripe'] as const)(
    'is a link to its page, or shows that it is paid: %s [R2.payment-way]',
    async (payments) => {
      const paid = [{ game_session_id: 'g2', paid_at: '2026-03-01T10:00:00.000Z' }];
      const { choose, asked } = await openPanel(viewer, { ...published(payments), [OWN]: paid });
      const link = await screen.findByRole('link', { name: 'Entry Fee: $0.75' });
      // The purpose is also the link's title.
      expect(link.title).toBe(m.paymentPurpose());
      expect(link.getAttribute('href')).toBe('/payment?question=q1&gameSessionId=g1');
      choose(2);
      expect(screen.getByText('Entry fee paid')).toBeDefined();
      expect(screen.queryByRole('link')).toBeNull();
      expect(asked).toEqual(['/api/config', OWN]);
      expect(await axeFindings()).toEqual([]);
    },
  );

  it('is absent if nothing can be paid [R2.payment-way]', async () => {
    const { asked } = await openPanel(viewer, published('off'));
    await waitFor(() => expect(asked).toEqual(['/api/config']));
    expect(screen.queryByText(/Entry Fee/i)).toBeNull();
  });

  it.each([
    ['a contestant', contestant],
    ['an admin', admin],
  ])('is absent for %s, without a request [R2.payment-way]', async (_, user) => {
    const { asked } = await openPanel(user, { ...published('test'), [OWN]: [] });
    expect(screen.queryByText(/Entry Fee/i)).toBeNull();
    expect(asked).toEqual([]);
  });
});

const payment = (id: string, more: Partial<AdminPayment> = {}): AdminPayment => ({
  id,
  user_id: 'u1',
  username: 'Vera',
  amount: 75,
  currency: 'usd',
  status: 'paid',
  created_at: '2026-03-01T10:00:00.000Z',
  paid_at: '2026-03-01T10:01:00.000Z',
  refunded_at: null,
  amount_refunded: 0,
  provider_url: `https://dashboard.stripe.com/payments/${id}`,
  ...more,
});

const openPayments = async (reply: unknown) => {
  const { root } = await start(admin, { [OF_SESSION]: reply });
  render(root.page(<Payments gameSessionId="g1" />));
};

const openWhileOff = async (payments: readonly AdminPayment[]) => {
  const reply = { payments, paid: payments.length, total: 75 * payments.length };
  const { root } = await start(admin, { ...published('off'), [OF_SESSION]: reply });
  render(root.page(<Payments gameSessionId="g1" />));
};

describe('the payments of a game session', () => {
  it('are counted and listed, with links to the provider [R2.payments-of-session]', async () => {
    await openPayments({
      payments: [
        payment('pi_1'),
        payment('pi_2', {
          username: null,
          status: 'refunded',
          refunded_at: '2026-03-02T10:00:00.000Z',
        }),
        payment('pi_4', { amount_refunded: 25, refunded_at: '2026-03-02T10:00:00.000Z' }),
        payment('pi_3', { status: 'open', paid_at: null, provider_url: null }),
      ],
      paid: 2,
      total: 125,
    });
    const summary = '2 payments · $1.25 · 1 started but not paid';
    await userEvent.click(await screen.findByText(summary));
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Vera paid\$0\.75 · .*2026.* · view or refund at Stripe$/),
      expect.stringMatching(
        /^Someone without an account refunded\$0\.75 · .*view or refund at Stripe$/,
      ),
      expect.stringMatching(
        /^Vera partly refunded\$0\.75 · \$0\.25 refunded, \$0\.50 kept · .*2026/,
      ),
      expect.stringMatching(/^Vera open\$0\.75 · [^·]*$/),
    ]);
    expect(
      screen
        .getAllByRole('link')
        .map((link) => [link.getAttribute('href'), link.getAttribute('aria-label')]),
    ).toEqual([
      ['https://dashboard.stripe.com/payments/pi_1', 'view or refund at Stripe: Vera'],
      [
        'https://dashboard.stripe.com/payments/pi_2',
        'view or refund at Stripe: Someone without an account',
      ],
      ['https://dashboard.stripe.com/payments/pi_4', 'view or refund at Stripe: Vera'],
    ]);
    expect(await axeFindings()).toEqual([]);
  });

  it('are hidden if nothing can be paid', async () => {
    await openWhileOff([]);
    expect(screen.getByRole('region', { name: 'Payments' })).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  });

  it('stay visible if there are earlier ones', async () => {
    await openWhileOff([payment('pi_1')]);
    expect(await screen.findByText('1 payment · $0.75')).toBeDefined();
  });
});
