import { assign, setup, emit } from 'xstate';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from './emitted.ts';
import { notProvided } from './not-provided.ts';
import { isSuccess, eventOutput, eventError, faultIn } from './outcome.ts';
import { typesOf } from './types.ts';

/** How one loaded thing differs from the next. */
export interface LoaderConfig {
  /** The chart's id; its port is `<id>.load`. */
  readonly id: string;
  /** What an unexpected failure says. */
  readonly unexpected: string;
  /** The longest wait before a refresh that was asked for, ms: many clients ask at different moments. */
  readonly spreadMs?: number;
}

export interface LoaderInput<TQuery> {
  readonly query: TQuery;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
}
export type LoaderEvent =
  /** Load again, soon: something has changed. */
  | { readonly type: 'load.refresh' }
  /** Load again, now: somebody asks. */
  | { readonly type: 'load.retry' };

export interface LoaderContext<TQuery, TValue> extends LoaderInput<TQuery> {
  readonly value: TValue | null;
  /** Why the last attempt brought nothing; `value`, if any, is then older than it could be. */
  readonly message: string | null;
  /** Something has changed since the load under way began. */
  readonly isOvertaken: boolean;
}

/**
 * Something fetched and kept fresh (LOAD-1…4): loading -> fresh or failed -> due. A refresh waits a
 * moment of its own and gathers what is asked for meanwhile; what is shown stays until it is replaced.
 */
export const loader = <TQuery, TValue>({ id, unexpected, spreadMs = 2_000 }: LoaderConfig) =>
  setup({
    types: typesOf<{
      input: LoaderInput<TQuery>;
      context: LoaderContext<TQuery, TValue>;
      events: LoaderEvent;
      emitted: EmittedEventOf<'fault'>;
      tags: 'busy';
    }>(),
    actors: { load: notProvided<{ readonly query: TQuery }, TValue>(`${id}.load`) },
    actions: {
      report: emit(faultIn(id)),
      begin: assign({ isOvertaken: false }),
      overtake: assign({ isOvertaken: true }),
      storeValue: assign(({ context }, outcome: Outcome<TValue>) =>
        outcome.ok
          ? { value: outcome.value, message: null }
          : { value: context.value, message: outcome.message },
      ),
    },
    guards: { isOvertaken: ({ context }) => context.isOvertaken },
    delays: { untilRefresh: ({ context }) => context.random() * spreadMs },
  }).createMachine({
    id,
    context: ({ input }) => ({ ...input, value: null, message: null, isOvertaken: false }),
    initial: 'loading',
    on: { 'load.retry': '.loading' },
    states: {
      loading: {
        tags: 'busy',
        entry: 'begin',
        on: { 'load.refresh': { actions: 'overtake' } },
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context }) => ({ query: context.query }),
          onDone: [
            {
              guard: isSuccess,
              target: 'fresh',
              actions: { type: 'storeValue', params: eventOutput },
            },
            { target: 'failed', actions: { type: 'storeValue', params: eventOutput } },
          ],
          onError: {
            target: 'failed',
            actions: [
              { type: 'storeValue', params: { ok: false, message: unexpected } },
              { type: 'report', params: eventError },
            ],
          },
        },
      },
      fresh: {
        always: { guard: 'isOvertaken', target: 'due' },
        on: { 'load.refresh': 'due' },
      },
      failed: {
        always: { guard: 'isOvertaken', target: 'due' },
        on: { 'load.refresh': 'loading' },
      },
      due: { after: { untilRefresh: 'loading' } },
    },
  });
