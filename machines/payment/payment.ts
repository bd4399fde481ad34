import { m } from 'messages';
import { type ActorRefFrom, assign, emit, setup, type SnapshotFrom } from 'xstate';
import type { PublicConfig } from '#machines/admin/site-calls.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvided } from '#machines/kit/not-provided.ts';
import { isSuccess, eventError, eventOutput, faultIn } from '#machines/kit/outcome.ts';
import type { ConnectionRestored } from '#machines/connection/realtime.ts';
import { typesOf } from '#machines/kit/types.ts';
import { isUndecided } from '#machines/answering/rules/answering.ts';

/*
 * Paying the entry fee of one game session (PAY-1…11): preparing -> awaitingCard -> confirming with the provider ->
 * verifying with our server -> paid. The same payment intent is used until it is paid or cancelled, and the provider
 * accepts one payment per intent, so retries and a second tab are safe.
 */

/** The published payment configuration. */
export type PaymentTerms = Pick<PublicConfig, 'entryFee' | 'payments' | 'stripePublishableKey'>;
/** The state of an intent that our server has read from the provider. */
export type PaymentReply = ReplyOf<'confirmPayment'>;

export interface PaymentInput {
  readonly gameSessionId: string;
}
export interface PaymentContext extends PaymentInput {
  /** Null: not known yet. */
  readonly terms: PaymentTerms | null;
  /** The intent's id; only the effects hold its secret. */
  readonly intentId: string;
  readonly message: string | null;
  /** How many times the server was polled since the last card was sent. */
  readonly asked: number;
}
export type PaymentEvent =
  | ConnectionRestored
  /** Retry from the start, or poll at once. */
  | { readonly type: 'payment.retry' }
  /** Pay with the typed card. */
  | { readonly type: 'payment.submit' }
  | { readonly type: 'payment.cancel' };

/** `code` of a refused or incomplete card: no money was taken. */
export const CARD_REFUSED = 'card';
/** `code` of our server: the person has already paid for this game session. */
const ALREADY_PAID = 'already_paid';

/** Time limit for loading the provider's script. */
export const PROVIDER_TIMEOUT_MS = 10_000;
/** Time limit for the provider after the card is sent; the person may have to confirm in their bank's app. */
const CONFIRM_TIMEOUT_MS = 5 * 60_000;
/** The first (`PAUSE_MS`) and the longest pause between polls. */
const PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 30_000;

export interface RequestedIntent {
  readonly intentId: string;
}
const itsIntent = ({ context: { intentId } }: { context: RequestedIntent }) => ({ intentId });
const itsReply = ({ event }: { event: { output: Outcome<PaymentReply> } }) =>
  event.output.ok ? event.output.value : null;

const REPORT = { type: 'report', params: eventError } as const;
/** Shows the text of the refusal. */
const REFUSED = {
  target: '#payment.unavailable',
  actions: { type: 'refuse', params: eventOutput },
} as const;
const LATE = {
  target: '#payment.unavailable',
  actions: { type: 'setMessage', params: { message: m.paymentUnavailable() } },
} as const;
const BROKEN = { ...LATE, actions: [LATE.actions, REPORT] } as const;
const NO_FORM = { type: 'setMessage', params: { message: m.paymentNoForm() } } as const;
const CARD = {
  'payment.submit': 'confirming',
  'payment.cancel': 'cancelled',
} as const;
const AGAIN = {
  after: { untilAgain: 'asking' },
  on: { 'connection.restored': 'asking', 'payment.retry': 'asking' },
} as const;

export const paymentMachine = setup({
  types: typesOf<{
    input: PaymentInput;
    context: PaymentContext;
    events: PaymentEvent;
    emitted: EmittedEventOf<'navigate' | 'fault'>;
  }>(),
  actors: {
    loadTerms: notProvided<undefined, PaymentTerms>('payment.loadTerms'),
    /** Returns the intent's id. */
    openIntent: notProvided<
      { readonly gameSessionId: string; readonly terms: PaymentTerms | null },
      string
    >('payment.openIntent'),
    /** Loads the provider's script. */
    loadForm: notProvided<{ readonly terms: PaymentTerms | null }, null>('payment.loadForm'),
    /** Asks the provider about the intent; returns whether it still awaits a card. */
    recall: notProvided<RequestedIntent, boolean>('payment.recall'),
    /** Sends the typed card to the provider. A success only counts once our server has verified it. */
    confirm: notProvided<RequestedIntent, null>('payment.confirm'),
    verify: notProvided<RequestedIntent, PaymentReply>('payment.verify'),
  },
  actions: {
    begin: assign({ message: null, asked: 0 }),
    storeTerms: assign((_, outcome: Outcome<PaymentTerms>) =>
      outcome.ok ? { terms: outcome.value } : {},
    ),
    storeIntent: assign((_, outcome: Outcome<string>) =>
      outcome.ok ? { intentId: outcome.value } : {},
    ),
    setMessage: assign((_, { message }: { message: string }) => ({ message })),
    refuse: assign((_, outcome: Outcome<unknown>) =>
      outcome.ok ? {} : { message: outcome.message },
    ),
    /** Shows the provider's text about the card, or a general text if it gave none. */
    decline: assign((_, outcome: Outcome<unknown>) => ({
      message: (outcome.ok ? '' : outcome.message) || m.paymentFailed(),
    })),
    countAsking: assign(({ context: { asked } }) => ({ asked: asked + 1 })),
    goToSuccess: emit({ type: 'navigate', to: '/success' }),
    goToCancel: emit({ type: 'navigate', to: '/cancel' }),
    report: emit(faultIn('payment')),
  },
  guards: {
    isOff: (_, outcome: Outcome<PaymentTerms>) => outcome.ok && outcome.value.payments === 'off',
    isAlreadyPaid: (_, outcome: Outcome<unknown>) => !outcome.ok && outcome.code === ALREADY_PAID,
    isAwaitingCard: (_, outcome: Outcome<boolean>) => outcome.ok && outcome.value,
    isCardRefused: (_, outcome: Outcome<unknown>) => !outcome.ok && outcome.code === CARD_REFUSED,
    isUndecided: (_, outcome: Outcome<unknown>) => isUndecided(outcome),
    isPaid: (_, reply: PaymentReply | null) => reply?.status === 'paid',
    isProcessing: (_, reply: PaymentReply | null) => reply?.status === 'processing',
    isCancelled: (_, reply: PaymentReply | null) => reply?.status === 'cancelled',
  },
  delays: {
    untilGivenUp: PROVIDER_TIMEOUT_MS,
    untilUnconfirmed: CONFIRM_TIMEOUT_MS,
    untilAgain: ({ context: { asked } }) => Math.min(PAUSE_MS * 2 ** (asked - 1), MAX_PAUSE_MS),
  },
}).createMachine({
  id: 'payment',
  context: ({ input }) => ({ ...input, terms: null, intentId: '', message: null, asked: 0 }),
  initial: 'preparing',
  states: {
    preparing: {
      entry: 'begin',
      initial: 'pricing',
      states: {
        pricing: {
          invoke: {
            id: 'loadTerms',
            src: 'loadTerms',
            onDone: [
              {
                guard: { type: 'isOff', params: eventOutput },
                target: '#payment.off',
                actions: { type: 'storeTerms', params: eventOutput },
              },
              {
                guard: isSuccess,
                target: 'arranging',
                actions: { type: 'storeTerms', params: eventOutput },
              },
              REFUSED,
            ],
            onError: BROKEN,
          },
        },
        arranging: {
          type: 'parallel',
          onDone: 'recalling',
          states: {
            intent: {
              initial: 'opening',
              states: {
                opening: {
                  invoke: {
                    id: 'openIntent',
                    src: 'openIntent',
                    input: ({ context: { gameSessionId, terms } }) => ({ gameSessionId, terms }),
                    onDone: [
                      {
                        guard: isSuccess,
                        target: 'open',
                        actions: { type: 'storeIntent', params: eventOutput },
                      },
                      {
                        guard: { type: 'isAlreadyPaid', params: eventOutput },
                        target: '#payment.alreadyPaid',
                        actions: { type: 'refuse', params: eventOutput },
                      },
                      REFUSED,
                    ],
                    onError: BROKEN,
                  },
                },
                open: { type: 'final' },
              },
            },
            form: {
              initial: 'loading',
              states: {
                loading: {
                  after: { untilGivenUp: { target: '#payment.unavailable', actions: NO_FORM } },
                  invoke: {
                    id: 'loadForm',
                    src: 'loadForm',
                    input: ({ context: { terms } }) => ({ terms }),
                    onDone: [{ guard: isSuccess, target: 'loaded' }, REFUSED],
                    onError: { target: '#payment.unavailable', actions: [NO_FORM, REPORT] },
                  },
                },
                loaded: { type: 'final' },
              },
            },
          },
        },
        /** Checks whether a card was already sent, as the page may have been reloaded. */
        recalling: {
          after: { untilGivenUp: LATE },
          invoke: {
            id: 'recall',
            src: 'recall',
            input: itsIntent,
            onDone: [
              {
                guard: { type: 'isAwaitingCard', params: eventOutput },
                target: '#payment.awaitingCard',
              },
              { guard: isSuccess, target: '#payment.verifying' },
              REFUSED,
            ],
            onError: BROKEN,
          },
        },
      },
    },
    unavailable: { on: { 'payment.retry': 'preparing', 'connection.restored': 'preparing' } },
    awaitingCard: { on: CARD },
    /** Keeps the card input, so that another card can be tried. */
    declined: { on: CARD },
    confirming: {
      entry: 'begin',
      after: { untilUnconfirmed: 'verifying' },
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: itsIntent,
        onDone: [
          {
            guard: { type: 'isCardRefused', params: eventOutput },
            target: 'declined',
            actions: { type: 'decline', params: eventOutput },
          },
          // The card was accepted, or the outcome is unknown: our server asks the provider.
          { target: 'verifying' },
        ],
        onError: { target: 'verifying', actions: REPORT },
      },
    },
    verifying: {
      initial: 'asking',
      states: {
        asking: {
          entry: 'countAsking',
          invoke: {
            id: 'verify',
            src: 'verify',
            input: itsIntent,
            onDone: [
              { guard: { type: 'isPaid', params: itsReply }, target: '#payment.paid' },
              { guard: { type: 'isProcessing', params: itsReply }, target: 'processing' },
              {
                guard: { type: 'isCancelled', params: itsReply },
                target: '#payment.unavailable',
                actions: {
                  type: 'setMessage',
                  params: ({ event }) => ({ message: itsReply({ event })?.message ?? '' }),
                },
              },
              {
                guard: isSuccess,
                target: '#payment.declined',
                actions: { type: 'setMessage', params: { message: m.paymentFailed() } },
              },
              { guard: { type: 'isUndecided', params: eventOutput }, target: 'waiting' },
              REFUSED,
            ],
            onError: { target: 'waiting', actions: REPORT },
          },
        },
        /** The provider is still processing the payment. */
        processing: AGAIN,
        /** Our server or the provider could not be reached. */
        waiting: AGAIN,
      },
    },
    paid: { entry: 'goToSuccess', type: 'final' },
    cancelled: { entry: 'goToCancel', type: 'final' },
    alreadyPaid: { type: 'final' },
    off: { type: 'final' },
  },
});

export type PaymentActor = ActorRefFrom<typeof paymentMachine>;
type Snapshot = SnapshotFrom<typeof paymentMachine>;

export type PaymentStep =
  | Exclude<Extract<Snapshot['value'], string>, 'preparing' | 'verifying'>
  | 'preparing'
  | 'verifying'
  | 'processing'
  | 'waiting';

/** Which view of the screen to show. */
export function selectStep(snapshot: Snapshot): PaymentStep {
  const { value } = snapshot;
  if (typeof value === 'string') return value;
  if ('preparing' in value) return 'preparing';
  return value.verifying === 'asking' ? 'verifying' : value.verifying;
}
/** Null: not known yet. */
export const selectTerms = ({ context }: Snapshot): PaymentTerms | null => context.terms;
export const selectMessage = ({ context }: Snapshot): string | null => context.message;

const WITH_CARD: ReadonlySet<PaymentStep> = new Set<PaymentStep>([
  'awaitingCard',
  'declined',
  'confirming',
  'verifying',
  'processing',
  'waiting',
]);
/** Whether the card input is mounted; the provider only accepts cards from a mounted input. */
export const selectHasCard = (snapshot: Snapshot): boolean => WITH_CARD.has(selectStep(snapshot));
