import type { ComponentProps } from 'react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { AnyEventObject } from 'xstate';
import { beforeAll, describe, expect } from 'vitest';
import { type ReplyOf, type CallName, calls } from '#machines/contract/calls.ts';
import type { AdminPayment } from '#machines/payment/calls.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import type { loader } from '#machines/kit/loader.ts';
import { entryFeeMachine, paymentsMachine } from '#machines/payment/payments.ts';
import type { CallApi } from '#src/effects/api.ts';
import { EntryFee } from '#src/screens/home/entry-fee.tsx';
import { Payments } from '#src/screens/insights/payments.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { viewer } from '#tests/support/game.ts';
import { modelOf, pathsOf, sufficient, toursOf } from '#tests/support/graph.ts';
import { createRoot, signedIn } from '#tests/support/root.tsx';
import { alertText } from '#tests/support/screens.tsx';
import { itWalks } from '#tests/support/tours.ts';
import { useEntryFee } from '#src/screens/home/entry-fee.hook.ts';

/* Walks the loads of parts of the page with the real effects, over a server controlled by the test. */

interface Asked {
  readonly take: (reply: unknown) => void;
  readonly refuse: (message: string) => void;
  readonly fail: () => void;
}
/** The schemas of the replies, by call. */
const replies: { readonly [N in CallName]: { reply: { parse(reply: unknown): ReplyOf<N> } } } =
  calls;

/** A server that replies to the last request, as the test decides. */
function serverByHand() {
  const pending = new Map<CallName, Asked>();
  const call: CallApi = (name) =>
    new Promise((resolve, reject) => {
      pending.set(name, {
        take: (reply) => resolve({ ok: true, value: replies[name].reply.parse(reply) }),
        refuse: (message) => resolve({ ok: false, message, status: 409, reply: null }),
        fail: () => reject(new Error('unexpected')),
      });
    });
  const asked = (name: CallName): Asked => {
    const found = pending.get(name);
    if (found === undefined) throw new Error(`${name} was not asked`);
    return found;
  };
  return { call, asked };
}

interface Suite<Q, V> {
  readonly machine: ReturnType<typeof loader<Q, V>>;
  readonly query: Q;
  readonly view: ReactNode;
  readonly values: readonly V[];
  /** The first call of a load. */
  readonly first: CallName;
  /** All calls of a load in order, each with a reply from which `value` is built. */
  readonly repliesOf: (value: V) => readonly (readonly [CallName, unknown])[];
  /** The name of the retry button, and when it is shown. */
  readonly retry: string;
  readonly mayRetry: (value: V | null, message: string | null) => boolean;
  /** The content of the page, and the expected content. */
  readonly seen: () => object;
  readonly face: (value: V | null, message: string | null) => object;
}

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached<V> {
  readonly context: { readonly value: V | null; readonly message: string | null };
}

function describeLoaded<Q, V>(title: string, suite: Suite<Q, V>): void {
  const { machine, query, view, values, first, repliesOf, retry, mayRetry } = suite;
  const model = modelOf(machine, {
    input: { query, random: () => 0.5 },
    events: {
      'load.refresh': [{ type: 'load.refresh' }],
      'load.retry': [{ type: 'load.retry' }],
    },
    done: { load: [...values.map((value) => success(value)), refusal('Not now.')] },
    may: ({ context: { value, message } }, { type }) =>
      type !== 'load.retry' || mayRetry(value, message),
    at: ({ context: { value, message, isOvertaken } }) => [value, message, isOvertaken],
  });
  const paths = toursOf(model, sufficient(model, pathsOf(model)));

  const facts = ({ context: { value, message } }: Reached<V>) =>
    expect({
      ...suite.seen(),
      mayRetry: screen.queryByRole('button', { name: retry }) !== null,
    }).toEqual({ ...suite.face(value, message), mayRetry: mayRetry(value, message) });
  async function start() {
    const { setTimeout, clearTimeout, advance } = createFakeClock(0);
    const { call, asked } = serverByHand();
    const timers = {
      setTimeout,
      clearTimeout: (id: number | undefined) => id !== undefined && clearTimeout(id),
    };
    const root = createRoot({ effects: { call, timers } });
    await root.ports.restore.answer(signedIn(viewer));
    render(root.page(view));
    const events = {
      'load.refresh': () => root.send({ type: 'connection.restored' }),
      'load.retry': () =>
        act(async () => fireEvent.click(screen.getByRole('button', { name: retry }))),
      'xstate.done.actor.load': async ({ event: { output } }: Taken) => {
        const loaded = output.ok === true ? repliesOf(output.value) : null;
        if (loaded === null) await act(async () => asked(first).refuse(output.message));
        else for (const [name, reply] of loaded) await act(async () => asked(name).take(reply));
      },
      'xstate.error.actor.load': () => act(async () => asked(first).fail()),
      [`xstate.after.untilRefresh.${machine.id}.due`]: () => act(async () => advance(2_000)),
    };
    return { events, states: { loading: facts, fresh: facts, failed: facts, due: facts } };
  }

  describe(`every path through ${title}`, () => {
    itWalks(model, paths, start);
  });
}

const MOMENT = '2026-03-01T10:00:00.000Z';
const LABEL = '$0.75';
const published = (payments: 'test' | 'off') => ({
  brand: { name: 'Gameshow', slug: 'gameshow' },
  entryFee: { amount: 75, currency: 'usd', label: LABEL },
  payments,
  model: false,
  inspector: 'nobody',
  serverTime: 0,
});

/* The code of the fee is a separate chunk: load it before the page is checked. */
beforeAll(() => import('#src/screens/home/fee.tsx'));

const Fee = (props: Pick<ComponentProps<typeof EntryFee>, 'question'>) => (
  <EntryFee fee={useEntryFee()} {...props} />
);

describeLoaded('the entry fee of the selected question, by its controls [R2.payment-way]', {
  machine: entryFeeMachine,
  query: null,
  view: <Fee question={{ questionId: 'q1', gameSessionId: 'g1' }} />,
  values: [
    { label: null, paid: [] },
    { label: LABEL, paid: ['g2'] },
    { label: LABEL, paid: ['g1'] },
  ],
  first: 'config',
  repliesOf: ({ label, paid }) =>
    label === null
      ? [['config', published('off')]]
      : [
          ['config', published('test')],
          ['myPayments', paid.map((id) => ({ game_session_id: id, paid_at: MOMENT }))],
        ],
  retry: 'Entry Fee: Try Again',
  mayRetry: (value, message) => value === null && message !== null,
  seen: () => ({
    way: screen.queryByRole('link')?.textContent ?? null,
    isPaid: screen.queryByText('Entry fee paid') !== null,
  }),
  face: (value) => {
    const isPaid = value?.paid.includes('g1') === true;
    return { way: value?.label === LABEL && !isPaid ? `Entry Fee: ${LABEL}` : null, isPaid };
  },
});

const PAID: AdminPayment = {
  id: 'pi_1',
  user_id: 'u1',
  username: 'Vera',
  amount: 75,
  currency: 'usd',
  status: 'paid',
  created_at: MOMENT,
  paid_at: MOMENT,
  refunded_at: null,
  amount_refunded: 0,
  provider_url: null,
};

describeLoaded('the payments of a game session, by their controls [R2.payments-of-session]', {
  machine: paymentsMachine,
  query: { gameSessionId: 'g1' },
  view: <Payments gameSessionId="g1" />,
  values: [
    { payments: [], paid: 0, total: 0 },
    { payments: [PAID], paid: 1, total: 75 },
  ],
  first: 'adminPayments',
  repliesOf: (value) => [['adminPayments', value]],
  retry: 'Try Again',
  mayRetry: (_, message) => message !== null,
  seen: () => ({
    isWaiting: screen.queryByText('Loading the payments') !== null,
    isEmpty: screen.queryByText('No payments yet.') !== null,
    isListed: screen.queryByText('1 payment · $0.75') !== null,
    alarm: alertText() || null,
  }),
  face: (value, message) => ({
    isWaiting: value === null && message === null,
    isEmpty: value?.payments.length === 0,
    isListed: value?.payments.length === 1,
    alarm: message,
  }),
});
