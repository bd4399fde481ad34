import { m } from 'messages';
import { refusal, success } from '#machines/contract/outcome.ts';
import {
  emailVerificationMachine,
  type VerificationLink,
} from '#machines/account/email-verification.ts';
import { modelOf } from '../graph.ts';

/** The page of the mailed link with every possible event, for this address. */
export function emailVerificationModel(
  input: VerificationLink,
  {
    email = 'ann@example.org',
    refused = m.verificationResendFailed(),
  }: { readonly email?: string; readonly refused?: string } = {},
) {
  const resend = { type: 'verification.resend', email } as const;
  return modelOf(emailVerificationMachine, {
    input,
    events: { 'verification.resend': [resend, { ...resend, email: '' }] },
    done: {
      verify: [success('Verified.'), refusal(m.verificationInvalidLink())],
      resend: [success(m.verificationSent()), refusal(refused)],
    },
    at: ({ context }) => context.message,
  });
}
