import {
  type ActorRefFrom,
  assertEvent,
  assign,
  emit,
  enqueueActions,
  type SnapshotFrom,
  setup,
} from 'xstate';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { FactOf } from './facts.ts';
import { notProvided } from './not-provided.ts';
import { typesOf } from './types.ts';

/** How one form differs from the next. */
export interface SubmissionConfig<TValues, TValue> {
  /** The chart's id; its port is `<id>.submit`. */
  readonly id: string;
  /** The rules of the form before anything is sent; the first broken one is the refusal. */
  readonly check: (values: TValues) => Outcome<unknown>;
  /** What the person reads after success. */
  readonly done: (value: TValue) => string;
  /** What an unexpected failure says; default: the network text. */
  readonly unexpected?: string;
  /** Where success leads, and after how long; without it the form stays on its success. */
  readonly next?: { readonly to: string; readonly afterMs: number };
}

interface Submit<TValues> {
  readonly type: 'form.submit';
  readonly values: TValues;
}
export type SubmissionEvent<TValues> =
  | Submit<TValues>
  /** The message belongs to the last attempt: whoever edits on, takes it away. */
  | { readonly type: 'form.edited' }
  /** One more of the same kind; a success may also be submitted over at once. */
  | { readonly type: 'form.again' };

/** Emitted on success, for a view that goes on with what came back. */
export interface Submitted<TValue> {
  readonly type: 'submitted';
  readonly value: TValue;
}

export interface SubmissionContext {
  readonly message: string | null;
  /** The field that `message` is about, by its name. */
  readonly field: string | null;
}

/**
 * The chart of a form (SUB-1…5): editing -> submitting -> succeeded, or back with a message.
 * What was typed stays in the fields: the chart never keeps it, least of all a password.
 */
export const submission = <TValues extends object, TValue>({
  id,
  check,
  done,
  unexpected = MESSAGES.network,
  next,
}: SubmissionConfig<TValues, TValue>) => {
  const checked = ({ event: { values } }: { event: Submit<TValues> }) => check(values);
  const isValid = (args: { event: Submit<TValues> }) => checked(args).ok;

  return setup({
    types: typesOf<{
      context: SubmissionContext;
      events: SubmissionEvent<TValues>;
      emitted: FactOf<'navigate'> | Submitted<TValue>;
      tags: 'busy' | 'done';
    }>(),
    actors: { submit: notProvided<{ readonly values: TValues }, TValue>(`${id}.submit`) },
    actions: {
      show: assign((_, outcome: Outcome<TValue>) =>
        outcome.ok
          ? { message: done(outcome.value), field: null }
          : { message: outcome.message, field: outcome.field ?? null },
      ),
      refuse: assign((_, outcome: Outcome<unknown>) =>
        outcome.ok
          ? { message: null, field: null }
          : { message: outcome.message, field: outcome.field ?? null },
      ),
      clear: assign({ message: null, field: null }),
      publish: enqueueActions(({ enqueue }, outcome: Outcome<TValue>) => {
        if (outcome.ok) enqueue.emit({ type: 'submitted', value: outcome.value });
      }),
      leave: emit({ type: 'navigate', to: next?.to ?? '/' }),
    },
    guards: { isLeaving: () => next !== undefined },
    delays: { untilNext: next?.afterMs ?? 0 },
  }).createMachine({
    id,
    context: { message: null, field: null },
    initial: 'editing',
    states: {
      editing: {
        on: {
          'form.submit': [
            { guard: isValid, target: 'submitting', actions: 'clear' },
            { actions: { type: 'refuse', params: checked } },
          ],
          'form.edited': { actions: 'clear' },
        },
      },
      submitting: {
        tags: 'busy',
        invoke: {
          id: 'submit',
          src: 'submit',
          input: ({ event }) => {
            assertEvent(event, 'form.submit');
            return { values: event.values };
          },
          onDone: [
            {
              guard: ({ event }) => event.output.ok,
              target: 'succeeded',
              actions: [
                { type: 'show', params: ({ event }) => event.output },
                { type: 'publish', params: ({ event }) => event.output },
              ],
            },
            {
              target: 'editing',
              actions: { type: 'show', params: ({ event }) => event.output },
            },
          ],
          onError: {
            target: 'editing',
            actions: { type: 'refuse', params: { ok: false, message: unexpected } },
          },
        },
      },
      succeeded: {
        tags: 'done',
        initial: 'staying',
        states: {
          staying: {
            always: { guard: 'isLeaving', target: 'leaving' },
            on: {
              'form.again': { target: `#${id}.editing`, actions: 'clear' },
              'form.submit': [
                { guard: isValid, target: `#${id}.submitting`, actions: 'clear' },
                { target: `#${id}.editing`, actions: { type: 'refuse', params: checked } },
              ],
            },
          },
          leaving: { after: { untilNext: { target: 'left' } } },
          left: { entry: 'leave' },
        },
      },
    },
  });
};

export type SubmissionMachine<TValues extends object, TValue> = ReturnType<
  typeof submission<TValues, TValue>
>;
/** Any form's actor, as a view needs it. */
export type SubmissionActor<TValues extends object> = ActorRefFrom<
  SubmissionMachine<TValues, unknown>
>;
type Snapshot = Pick<SnapshotFrom<SubmissionMachine<object, unknown>>, 'context' | 'hasTag'>;

export const selectMessage = (snapshot: Snapshot) => snapshot.context.message;
export const selectField = (snapshot: Snapshot) => snapshot.context.field;
export const selectBusy = (snapshot: Snapshot) => snapshot.hasTag('busy');
export const selectDone = (snapshot: Snapshot) => snapshot.hasTag('done');
