/* One cup of tea (TEA-1…2): ordered, brewing for the requested time, ready. */
import { assign, setup } from 'xstate';
import { typesOf } from '../types-of.ts';

export type OrderEvent =
  | {
      readonly type: 'order.place';
      readonly tea: 'black' | 'green';
      readonly minutes: number;
      readonly note?: string;
    }
  | { readonly type: 'order.cancel' };
export interface OrderContext {
  readonly now: () => number;
  /** Epoch ms; null while nothing brews. */
  readonly readyAt: number | null;
}

export const orderMachine = setup({
  types: typesOf<{
    context: OrderContext;
    events: OrderEvent;
    input: Pick<OrderContext, 'now'>;
  }>(),
  actions: {
    clear: assign({ readyAt: null }),
    start: assign({
      readyAt: ({ context, event }) =>
        event.type === 'order.place' ? context.now() + event.minutes * 60_000 : null,
    }),
  },
  delays: { untilReady: ({ context }) => Math.max((context.readyAt ?? 0) - context.now(), 0) },
}).createMachine({
  id: 'order',
  context: ({ input }) => ({ now: input.now, readyAt: null }),
  initial: 'open',
  states: {
    open: { entry: 'clear', on: { 'order.place': { target: 'brewing', actions: 'start' } } },
    brewing: { on: { 'order.cancel': 'open' }, after: { untilReady: 'ready' } },
    ready: { on: { 'order.cancel': 'open' } },
  },
});
