import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { type AnyEventObject, createActor } from 'xstate';
import { describe, expect } from 'vitest';
import {
  type EmailVerificationContext,
  emailVerificationMachine,
} from '#machines/account/email-verification.ts';
import { VerifyEmailScreen } from '#src/screens/verify-email/verify-email.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { toursOf } from '#tests/support/graph.ts';
import { emailVerificationModel } from '#tests/support/models/email-verification.ts';
import { complaint, fill, manualPort } from '#tests/support/screens.tsx';
import { itWalks } from '#tests/support/tours.ts';

const MISSING = 'Email address not available for resending.';

/** Everything that the screen shows. */
const seen = () => ({
  heading: screen.getByRole('heading', { level: 1 }).textContent,
  words: screen.getAllByRole('status')[0]?.textContent,
  field: screen.queryByLabelText('Email') !== null,
  wrong: complaint().message,
  buttons: screen.queryAllByRole('button').map(({ textContent }) => textContent),
  links: screen.queryAllByRole('link').map(({ textContent }) => textContent),
});
const failed = {
  heading: 'Verification Failed',
  field: true,
  wrong: null,
  links: ['Register Again', 'Back to Login'],
};
const verified = {
  heading: 'Verification Successful!',
  words: 'Taking you to log in…',
  field: false,
  wrong: null,
  buttons: [],
  links: ['Go to Login Now'],
};

describe.each([
  [
    'a whole link',
    { email: 'ann@example.org', hash: 'h4sh' },
    ['opening on (always) [1] -> emailVerification.failed'],
  ],
  [
    'no link',
    { email: null, hash: null },
    [
      'opening on (always) [0] -> emailVerification.verifying',
      'verifying on xstate.done.actor.verify [0] -> emailVerification.verified',
      'verifying on xstate.done.actor.verify [1] -> emailVerification.failed',
      'verifying on xstate.error.actor.verify [0] -> emailVerification.failed',
      'verified on xstate.after.redirectDelay.emailVerification.verified [0] -> emailVerification.left',
    ],
  ],
])(
  'every path through the verification screen with %s, by its controls [R2.verify-success R2.verify-login-link R2.verify-resend-form R2.verify-register-again R2.verify-back-to-login]',
  (_, input, untaken) => {
    const model = emailVerificationModel(input);
    const paths = toursOf(model);

    function start() {
      const clock = createFakeClock(0);
      const verify = manualPort<{ readonly email: string; readonly hash: string }, string>();
      const mail = manualPort<{ readonly email: string }, string>();
      const actor = createActor(
        emailVerificationMachine.provide({ actors: { verify: verify.logic, resend: mail.logic } }),
        { clock, input },
      );
      const went: string[] = [];
      actor.on('navigate', ({ to }) => went.push(to));
      actor.start();
      render(<VerifyEmailScreen actor={actor} />, { wrapper: MemoryRouter });
      const user = userEvent.setup({ delay: null });
      const expectSeen = (facts: object, places: readonly string[] = []) =>
        expect([seen(), went]).toEqual([facts, places]);

      const events = {
        'verification.resend': async ({ event }: Taken) => {
          await fill(user, { Email: event['email'] });
          await user.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
        },
        'xstate.done.actor.verify': ({ event }: Taken) => verify.answer(event['output']),
        'xstate.error.actor.verify': verify.fail,
        'xstate.done.actor.resend': ({ event }: Taken) => mail.answer(event['output']),
        'xstate.error.actor.resend': mail.fail,
        'xstate.after.redirectDelay.emailVerification.verified': () =>
          act(async () => clock.advance(3_000)),
      };
      const states = {
        verifying: () =>
          expectSeen({
            heading: 'Verifying Your Email',
            words: 'One moment, please.',
            field: false,
            wrong: null,
            buttons: [],
            links: [],
          }),
        verified: () => expectSeen(verified),
        left: () => expectSeen(verified, ['/login']),
        failed: ({ context: { message } }: Reached) =>
          expectSeen({
            ...failed,
            // Missing values are shown at their field.
            ...(message === MISSING
              ? { words: 'Email verification failed.', wrong: MISSING }
              : { words: message }),
            buttons: ['Resend Verification Email'],
          }),
        resending: ({ context: { message } }: Reached) =>
          expectSeen({
            ...failed,
            ...(message === MISSING
              ? { words: 'Email verification failed.', wrong: MISSING }
              : { words: message }),
            buttons: ['Sending…'],
          }),
        mailed: () =>
          expectSeen({
            heading: 'Check Your Email',
            words: 'Verification email sent! Please check your email.',
            field: false,
            wrong: null,
            buttons: [],
            links: ['Back to Login'],
          }),
      };
      return { events, states };
    }

    itWalks(model, paths, start, {
      // Excluded by the link.
      transitions: untaken.map((name) => `emailVerification.${name}`),
    });
  },
);

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached {
  readonly context: EmailVerificationContext;
}
