import { m } from 'messages';
import { refusal, success } from '#machines/contract/outcome.ts';
import { submission } from '#machines/kit/submission.ts';

/** The resend panel of the login page (AUTH-4): requests another verification mail. */
export const resendForm = submission<{ readonly email: string }, string>({
  id: 'resend',
  check: ({ email }) =>
    email.trim() === '' ? refusal(m.verificationEmailFirst(), { field: 'email' }) : success(email),
  done: () => m.verificationSent(),
  unexpected: m.networkServer(),
});
