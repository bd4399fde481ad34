import { m } from 'messages';
import * as z from 'zod/mini';
import { emailProblem, emailSchema, nameSchema, textSchema } from '#machines/contract/entities.ts';
import { LIMITS, REDIRECT_MS } from '#machines/contract/limits.ts';
import { outcomeOf, refusal, success } from '#machines/contract/outcome.ts';
import { checkBy, passwordSchema } from '#machines/kit/check.ts';
import { submission } from '#machines/kit/submission.ts';
import { checkResetPassword } from './rules/password.ts';

/*
 * The forms outside the show (FORM-1…6), each a `submission`. Values are as typed; the server parses them by the
 * schemas of its calls. A refusal names every wrong field by its key in these values.
 */

const toLogin = { to: '/login', afterMs: REDIRECT_MS };
const asIs = (message: string): string => message;

/** Whether a new password was entered; a blank field keeps the old password. */
export const isNewPassword = (password: string): boolean => password.trim() !== '';

export interface RegisterValues {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}
/** FORM-1. Returns the server's message. */
export const registerForm = submission<RegisterValues, string>({
  id: 'register',
  check: checkBy(z.object({ name: nameSchema, email: emailSchema, password: passwordSchema() })),
  done: () => m.registerAccepted(),
  unexpected: m.networkServer(),
  mailTo: ({ email }) => email,
  next: toLogin,
});

export interface ForgotValues {
  readonly email: string;
}
/** FORM-2. Returns the server's message. */
export const forgotForm = submission<ForgotValues, string>({
  id: 'forgot',
  check: ({ email }) => {
    if (email.trim() === '') return refusal(m.forgotEmpty(), { field: 'email' });
    const problem = emailProblem(email);
    return problem === null ? success(email) : refusal(problem, { field: 'email' });
  },
  mailTo: ({ email }) => email,
  done: asIs,
});

export interface ResetValues {
  /** From the mailed link; empty if the link had none. */
  readonly token: string;
  readonly password: string;
  readonly confirmation: string;
}
/** FORM-3. Returns the server's message. */
export const resetForm = submission<ResetValues, string>({
  id: 'reset',
  check: ({ token, password, confirmation }) => {
    if (token === '') return refusal(m.resetMissingToken());
    const filled = outcomeOf(password, {
      ...(password === '' && { password: m.resetFillIn() }),
      ...(confirmation === '' && { confirmation: m.resetFillIn() }),
    });
    return filled.ok ? checkResetPassword(password, confirmation) : filled;
  },
  together: ['password', 'confirmation'],
  done: asIs,
  next: toLogin,
});

export interface CancelEmailChangeValues {
  /** From the mailed link. */
  readonly token: string;
}
/** A single button that restores the old address of the account. Returns the server's message. */
export const cancelEmailChangeForm = submission<CancelEmailChangeValues, string>({
  id: 'cancelEmailChange',
  check: success,
  done: asIs,
});

export interface ProfileValues {
  readonly name: string;
  readonly email: string;
  /** Blank keeps the current password. */
  readonly password: string;
  readonly confirmation: string;
}
const profileSchema = z
  .object({
    name: nameSchema,
    email: emailSchema,
    password: passwordSchema(isNewPassword),
    confirmation: z.string(),
  })
  .check(
    z.refine(({ password, confirmation }) => password === confirmation, {
      path: ['confirmation'],
      message: m.profileMismatch(),
    }),
  );
/** FORM-4. Returns the user and the server's message, e.g. that the new address must be verified. */
export const profileForm = submission<ProfileValues, string | undefined>({
  id: 'profile',
  check: checkBy(profileSchema),
  together: ['password', 'confirmation'],
  done: (message) => message ?? m.profileDone(),
});

/** Subjects of a message: value and label. */
export const CONTACT_SUBJECTS = {
  'technical-support': m.accountTechnicalSupport(),
  'game-feedback': m.accountGameFeedback(),
  'feature-request': m.accountFeatureRequest(),
  partnership: m.accountPartnership(),
  'bug-report': m.accountBugReport(),
  other: m.accountOther(),
} as const;
export interface ContactValues {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}
/** FORM-5. Sending is simulated. */
export const contactForm = submission<ContactValues, null>({
  id: 'contact',
  check: checkBy(
    z.object({
      name: nameSchema,
      email: emailSchema,
      subject: z.enum(Object.keys(CONTACT_SUBJECTS), m.contactNoSubject()),
      message: textSchema(LIMITS.messageLength, m.contactNoMessage),
    }),
  ),
  done: () => m.contactSent(),
  unexpected: m.contactFailed(),
});

export const FEEDBACK_CATEGORIES = {
  gameplay: m.accountGameplay(),
  'ui-ux': m.accountLookUse(),
  performance: m.accountPerformance(),
  features: m.accountFeatures(),
  questions: m.commonQuestions(),
  scoring: m.accountScoring(),
  other: m.accountOther(),
} as const;
/** Labels of the ratings 1 to 5. */
export const RATINGS = [
  m.accountPoor(),
  m.accountFair(),
  m.accountGood(),
  m.accountVeryGood(),
  m.accountExcellent(),
] as const;
export interface FeedbackValues {
  readonly category: string;
  /** 1 to 5; 0 for none. */
  readonly rating: number;
  readonly title: string;
  readonly description: string;
  /** Optional. */
  readonly email: string;
  readonly wouldRecommend: boolean;
}
/** FORM-6. Sending is simulated. */
export const feedbackForm = submission<FeedbackValues, null>({
  id: 'feedback',
  check: checkBy(
    z.object({
      category: z.enum(Object.keys(FEEDBACK_CATEGORIES), m.feedbackNoCategory()),
      rating: z
        .int()
        .check(z.gte(1, m.feedbackNoRating()), z.lte(RATINGS.length, m.feedbackNoRating())),
      title: textSchema(LIMITS.titleLength, m.feedbackNoTitle),
      description: textSchema(LIMITS.messageLength, m.feedbackNoDescription),
      email: z.string().check(({ value: input, issues }) => {
        const message = input.trim() === '' ? null : emailProblem(input);
        if (message !== null) issues.push({ code: 'custom', input, message });
      }),
      wouldRecommend: z.boolean(),
    }),
  ),
  done: () => m.feedbackSent(),
  unexpected: m.feedbackFailed(),
});
