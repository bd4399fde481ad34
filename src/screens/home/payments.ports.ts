import { MESSAGES } from '#machines/contract/messages.ts';
import { success } from '#machines/contract/outcome.ts';
import {
  type EntryFee,
  entryFeeMachine,
  paymentsMachine,
  type PaymentsQuery,
  type SessionPayments,
} from '#machines/payments.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { loadPublished } from '#src/effects/provide/published.ts';
import { ifKnown, promiseActor } from '#src/effects/provide/effect.ts';

const TEXTS = { fallback: MESSAGES.unexpected };

export const provideEntryFee = (runtime: Runtime) =>
  entryFeeMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: null }, EntryFee>(async (_, signal) => {
        const published = await loadPublished(runtime, TEXTS, signal);
        if (!published.ok) return published;
        if (published.value.payments === 'off') return success({ label: null, paid: [] });
        const own = await runtime.call('myPayments', {}, TEXTS, signal);
        // Not every backend keeps a list.
        if (!own.ok && own.status !== 404) return own;
        return success({
          label: published.value.entryFee.label,
          paid: own.ok ? own.value.map(({ game_session_id }) => game_session_id) : [],
        });
      }),
    },
  });

export const providePayments = ({ call }: Runtime) =>
  paymentsMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: PaymentsQuery }, SessionPayments>(
        async ({ query: params }, signal) =>
          ifKnown(await call('adminPayments', { params }, TEXTS, signal)),
      ),
    },
  });
