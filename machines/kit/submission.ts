import { m } from 'messages';
import {
  type ActorRefFrom,
  assertEvent,
  assign,
  emit,
  enqueueActions,
  type SnapshotFrom,
  setup,
} from 'xstate';
import { errorsIn, type FieldErrors, type Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from './emitted.ts';
import { notProvided } from './not-provided.ts';
import { isSuccess, eventError, faultIn } from './outcome.ts';
import { typesOf } from './types.ts';

/** The parameters of a form. */
export interface SubmissionConfig<TValues, TValue> {
  /** The chart's id; its port is `<id>.submit`. */
  readonly id: string;
  /** Checks the form before it is sent and reports every wrong field. */
  readonly check: (values: TValues) => Outcome<unknown>;
  /** Fields that are checked together: editing one of them clears the errors of all of them. */
  readonly together?: readonly string[];
  /** The message after success. */
  readonly done: (value: TValue) => string;
  /** The text of an unexpected failure; default: the network text. */
  readonly unexpected?: string;
  /** Returns the address to which a mail is sent on success; the chart keeps no other typed value. */
  readonly mailTo?: (values: TValues) => string;
  /** The page to open after success, and the delay; without it the form stays open. */
  readonly next?: { readonly to: string; readonly afterMs: number };
}

interface Submit<TValues> {
  readonly type: 'form.submit';
  readonly values: TValues;
}
export type SubmissionEvent<TValues> =
  | Submit<TValues>
  /** Editing a field clears its error, or the error of the whole form; without `field`, all errors are cleared. */
  | { readonly type: 'form.edited'; readonly field?: string }
  /** Returns from a success to the form for a further submission; `form.submit` is possible without it. */
  | { readonly type: 'form.again' };

/** Emitted on success, with the result, for a view that continues. */
export interface Submitted<TValue> {
  readonly type: 'submitted';
  readonly value: TValue;
}

export interface SubmissionContext {
  readonly message: string | null;
  /** Every wrong field by its name, in the order of the form; if empty, `message` concerns the whole form. */
  readonly errors: FieldErrors;
  /** The address to which a mail was sent on success; null if none was sent. */
  readonly mailedTo: string | null;
}
const NOTHING_SAID = { message: null, errors: {} };

/**
 * The chart of a form (SUB-1…5): editing -> submitting -> succeeded, or back with a message. Typed values stay in the fields;
 * the chart only keeps an address that is mailed to.
 */
export const submission = <TValues extends object, TValue>({
  id,
  check,
  together = [],
  done,
  unexpected = m.network(),
  mailTo,
  next,
}: SubmissionConfig<TValues, TValue>) => {
  const checked = ({ event: { values } }: { event: Submit<TValues> }) => check(values);

  const addressIn = ({ event: { values } }: { event: Submit<TValues> }) =>
    mailTo?.(values).trim() ?? null;

  return setup({
    types: typesOf<{
      context: SubmissionContext;
      events: SubmissionEvent<TValues>;
      emitted: EmittedEventOf<'navigate' | 'fault'> | Submitted<TValue>;
      tags: 'busy' | 'done';
    }>(),
    actors: { submit: notProvided<{ readonly values: TValues }, TValue>(`${id}.submit`) },
    actions: {
      report: emit(faultIn(id)),
      show: assign((_, outcome: Outcome<TValue>) =>
        outcome.ok
          ? { message: done(outcome.value), errors: {} }
          : { message: outcome.message, errors: errorsIn(outcome) },
      ),
      refuse: assign((_, outcome: Outcome<unknown>) =>
        outcome.ok ? NOTHING_SAID : { message: outcome.message, errors: errorsIn(outcome) },
      ),
      clear: assign(NOTHING_SAID),
      forgive: assign(({ context }, { field }: { field?: string }) => {
        if (field === undefined) return NOTHING_SAID;
        const forgiven = together.includes(field) ? together : [field];
        const left = Object.entries(context.errors).filter(([name]) => !forgiven.includes(name));
        return { message: left[0]?.[1] ?? null, errors: Object.fromEntries(left) };
      }),
      publish: enqueueActions(({ enqueue }, outcome: Outcome<TValue>) => {
        if (outcome.ok) enqueue.emit({ type: 'submitted', value: outcome.value });
      }),
      keepAddress: assign((_, mailedTo: string | null) => ({ mailedTo })),
      leave: emit(({ context: { mailedTo } }) => ({
        type: 'navigate',
        to: next?.to ?? '/',
        ...(mailedTo !== null && { email: mailedTo }),
      })),
    },
    guards: {
      isValid: (_: unknown, outcome: Outcome<unknown>) => outcome.ok,
      isLeaving: () => next !== undefined,
    },
    delays: { untilNext: next?.afterMs ?? 0 },
  }).createMachine({
    id,
    context: { ...NOTHING_SAID, mailedTo: null },
    initial: 'editing',
    states: {
      editing: {
        on: {
          'form.submit': [
            {
              guard: { type: 'isValid', params: checked },
              target: 'submitting',
              actions: ['clear', { type: 'keepAddress', params: addressIn }],
            },
            { actions: { type: 'refuse', params: checked } },
          ],
          'form.edited': { actions: { type: 'forgive', params: ({ event }) => event } },
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
              guard: isSuccess,
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
            actions: [
              { type: 'refuse', params: { ok: false, message: unexpected } },
              { type: 'report', params: eventError },
            ],
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
                {
                  guard: { type: 'isValid', params: checked },
                  target: `#${id}.submitting`,
                  actions: ['clear', { type: 'keepAddress', params: addressIn }],
                },
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
/** Any form's actor, for views. */
export type SubmissionActor<TValues extends object> = ActorRefFrom<
  SubmissionMachine<TValues, unknown>
>;
type Snapshot = Pick<SnapshotFrom<SubmissionMachine<object, unknown>>, 'context' | 'hasTag'>;

export const selectMessage = (snapshot: Snapshot) => snapshot.context.message;
export const selectMailedTo = (snapshot: Snapshot) => snapshot.context.mailedTo;
export const selectErrors = (snapshot: Snapshot) => snapshot.context.errors;
export const selectBusy = (snapshot: Snapshot) => snapshot.hasTag('busy');
export const selectDone = (snapshot: Snapshot) => snapshot.hasTag('done');
