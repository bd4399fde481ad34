import { assign, setup, emit } from 'xstate';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from './emitted.ts';
import { notProvided } from './not-provided.ts';
import { isSuccess, eventOutput, eventError, faultIn } from './outcome.ts';
import { typesOf } from './types.ts';

/** The parameters of a loader. */
export interface LoaderConfig {
  /** The chart's id; its port is `<id>.load`. */
  readonly id: string;
  /** The text of an unexpected failure. */
  readonly unexpected: string;
  /** The longest delay of a requested refresh, ms; it spreads the requests of many clients. */
  readonly spreadMs?: number;
}

export interface LoaderInput<TQuery> {
  readonly query: TQuery;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
}
export type LoaderEvent =
  /** Reload soon: something has changed. */
  | { readonly type: 'load.refresh' }
  /** Reload now: the person asked. */
  | { readonly type: 'load.retry' };

export interface LoaderContext<TQuery, TValue> extends LoaderInput<TQuery> {
  readonly value: TValue | null;
  /** Why the last attempt failed; `value`, if any, may then be outdated. */
  readonly message: string | null;
  /** Something has changed since the running load began. */
  readonly isOvertaken: boolean;
}

/**
 * Data that is loaded and kept fresh (LOAD-1…4): loading -> fresh or failed -> due. A refresh waits for a random delay and
 * covers all requests until then; the old data stays until it is replaced.
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

/** Why a loader's last load failed; null if it did not. 'Try Again' sends `load.retry`. */
export const selectLoadMessage = ({
  context,
}: {
  readonly context: Pick<LoaderContext<unknown, unknown>, 'message'>;
}): string | null => context.message;
