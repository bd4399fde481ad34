import { type ActorRefFrom, assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate';
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

export type SubmissionEvent<TValues> =
  | { type: 'form.submit'; values: TValues }
  /** The message belongs to the last attempt: whoever edits on, takes it away. */
  | { type: 'form.edited' }
  | { type: 'form.again' };

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
}: SubmissionConfig<TValues, TValue>) =>
  setup({
    types: typesOf<{
      context: SubmissionContext;
      events: SubmissionEvent<TValues>;
      emitted: FactOf<'navigate'>;
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
            {
              guard: ({ event }) => check(event.values).ok,
              target: 'submitting',
              actions: 'clear',
            },
            { actions: { type: 'refuse', params: ({ event }) => check(event.values) } },
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
              actions: { type: 'show', params: ({ event }) => event.output },
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
            on: { 'form.again': { target: `#${id}.editing`, actions: 'clear' } },
          },
          leaving: { after: { untilNext: { target: 'left' } } },
          left: { entry: 'leave' },
        },
      },
    },
  });

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
