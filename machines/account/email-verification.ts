import { m } from 'messages';
import { type ActorRefFrom, assertEvent, assign, emit, setup, type SnapshotFrom } from 'xstate';
import { REDIRECT_MS } from '#machines/contract/limits.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvided } from '#machines/kit/not-provided.ts';
import {
  isSuccess,
  eventPayload,
  refusalText,
  eventError,
  faultIn,
} from '#machines/kit/outcome.ts';
import { typesOf } from '#machines/kit/types.ts';

/*
 * The page of the mailed link (EV-1…5): verifying -> verified, then the login; or failed, from where a new mail can be
 * requested: resending -> mailed | failed.
 */

/** The address and hash in the link; null if missing. */
export interface VerificationLink {
  readonly email: string | null;
  readonly hash: string | null;
}
export type EmailVerificationEvent = {
  readonly type: 'verification.resend';
  readonly email: string;
};
export interface EmailVerificationContext extends VerificationLink {
  readonly message: string | null;
}

const REFUSED = {
  target: 'failed',
  actions: {
    type: 'setMessage',
    params: ({ event }: { event: { output: Outcome<string> } }) => ({
      text: refusalText(event.output),
    }),
  },
} as const;
const UNREACHABLE = {
  target: 'failed',
  actions: [
    { type: 'setMessage', params: { text: m.networkServer() } },
    { type: 'report', params: eventError },
  ],
} as const;

export const emailVerificationMachine = setup({
  types: typesOf<{
    input: VerificationLink;
    context: EmailVerificationContext;
    events: EmailVerificationEvent;
    emitted: EmittedEventOf<'navigate' | 'fault'>;
    tags: 'busy';
  }>(),
  actors: {
    verify: notProvided<{ readonly email: string; readonly hash: string }, string>(
      'emailVerification.verify',
    ),
    resend: notProvided<{ readonly email: string }, string>('emailVerification.resend'),
  },
  actions: {
    report: emit(faultIn('emailVerification')),
    setMessage: assign({ message: (_, params: { text: string | null }) => params.text }),
    goToLogin: emit(({ context: { email } }) => ({
      type: 'navigate',
      to: '/login',
      ...(email !== null && { email }),
    })),
  },
  guards: {
    hasLink: ({ context }) => Boolean(context.email) && Boolean(context.hash),
    hasAddress: (_, { email }: { email: string }) => email.trim() !== '',
  },
  delays: { redirectDelay: REDIRECT_MS },
}).createMachine({
  id: 'emailVerification',
  context: ({ input }) => ({ ...input, message: null }),
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: 'hasLink', target: 'verifying' },
        {
          target: 'failed',
          actions: { type: 'setMessage', params: { text: m.verificationInvalidLink() } },
        },
      ],
    },
    verifying: {
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        input: ({ context }) => ({ email: context.email ?? '', hash: context.hash ?? '' }),
        onDone: [{ guard: isSuccess, target: 'verified' }, REFUSED],
        onError: UNREACHABLE,
      },
    },
    verified: { after: { redirectDelay: { target: 'left' } } },
    /** The success message stays until the login page replaces it. */
    left: { entry: 'goToLogin' },
    failed: {
      on: {
        'verification.resend': [
          { guard: { type: 'hasAddress', params: eventPayload }, target: 'resending' },
          { actions: { type: 'setMessage', params: { text: m.verificationEmailMissing() } } },
        ],
      },
    },
    resending: {
      tags: 'busy',
      invoke: {
        id: 'resend',
        src: 'resend',
        input: ({ event }) => {
          assertEvent(event, 'verification.resend');
          return { email: event.email };
        },
        onDone: [
          {
            guard: isSuccess,
            target: 'mailed',
            actions: { type: 'setMessage', params: { text: m.verificationSent() } },
          },
          REFUSED,
        ],
        onError: UNREACHABLE,
      },
    },
    mailed: {},
  },
});

export type EmailVerificationActor = ActorRefFrom<typeof emailVerificationMachine>;
type Snapshot = SnapshotFrom<typeof emailVerificationMachine>;

export type VerificationStep = 'verifying' | 'verified' | 'failed' | 'resending' | 'mailed';

/** Which view of the screen to show. */
export function selectStep(snapshot: Snapshot): VerificationStep {
  if (snapshot.value === 'opening') return 'verifying';
  return snapshot.value === 'left' ? 'verified' : snapshot.value;
}
export const selectMessage = ({ context }: Snapshot): string | null => context.message;
/** The address of the link, for requesting a new mail; empty if it had none. */
export const selectEmail = ({ context }: Snapshot): string => context.email ?? '';
