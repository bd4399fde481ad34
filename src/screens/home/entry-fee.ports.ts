import { m } from 'messages';
import { success } from '#machines/contract/outcome.ts';
import { type EntryFee, entryFeeMachine } from '#machines/payment/payments.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

const TEXTS = { fallback: m.unexpected() };

export const provideEntryFee = ({ call }: Runtime) =>
  entryFeeMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: null }, EntryFee>(async (_, signal) => {
        const published = await call('config', {}, TEXTS, signal);
        if (!published.ok) return published;
        if (published.value.payments === 'off') return success({ label: null, paid: [] });
        const own = await call('myPayments', {}, TEXTS, signal);
        if (!own.ok) return own;
        return success({
          label: published.value.entryFee.label,
          paid: own.value.map(({ game_session_id }) => game_session_id),
        });
      }),
    },
  });
