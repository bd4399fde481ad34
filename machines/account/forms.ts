import * as z from 'zod/mini';
import { emailProblem, emailSchema, nameSchema, textSchema } from '#machines/contract/entities.ts';
import { LIMITS, REDIRECT_MS } from '#machines/contract/limits.ts';
import { CONTACT_TEXTS, FEEDBACK_TEXTS, MESSAGES } from '#machines/contract/messages.ts';
import { outcomeOf, refusal, success } from '#machines/contract/outcome.ts';
import { checkBy, passwordSchema } from '#machines/kit/check.ts';
import { submission } from '#machines/kit/submission.ts';
import { checkResetPassword } from './rules/password.ts';

/*
 * The forms outside the show (FORM-1…6), each a `submission`. Values are as typed; the server parses them by the
 * schemas of its calls. A refusal names every wrong field by its key in these values.
 */

const { forgot, profile, register, reset } = MESSAGES;
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
  done: () => register.accepted,
  unexpected: MESSAGES.networkServer,
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
    if (email.trim() === '') return refusal(forgot.empty, { field: 'email' });
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
    if (token === '') return refusal(reset.missingToken);
    const filled = outcomeOf(password, {
      ...(password === '' && { password: reset.fillIn }),
      ...(confirmation === '' && { confirmation: reset.fillIn }),
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
      message: profile.mismatch,
    }),
  );
/** FORM-4. Returns the user and the server's message, e.g. that the new address must be verified. */
export const profileForm = submission<ProfileValues, string | undefined>({
  id: 'profile',
  check: checkBy(profileSchema),
  together: ['password', 'confirmation'],
  done: (message) => message ?? profile.done,
});

/** Subjects of a message: value and label. */
export const CONTACT_SUBJECTS = {
  'technical-support': 'Technical support',
  'game-feedback': 'Game feedback',
  'feature-request': 'Feature request',
  partnership: 'Partnership',
  'bug-report': 'Bug report',
  other: 'Other',
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
      subject: z.enum(Object.keys(CONTACT_SUBJECTS), CONTACT_TEXTS.noSubject),
      message: textSchema(LIMITS.messageLength, CONTACT_TEXTS.noMessage),
    }),
  ),
  done: () => CONTACT_TEXTS.sent,
  unexpected: CONTACT_TEXTS.failed,
});

export const FEEDBACK_CATEGORIES = {
  gameplay: 'Gameplay',
  'ui-ux': 'Look and use',
  performance: 'Performance',
  features: 'Features',
  questions: 'Questions',
  scoring: 'Scoring',
  other: 'Other',
} as const;
/** Labels of the ratings 1 to 5. */
export const RATINGS = ['Poor', 'Fair', 'Good', 'Very Good', 'Excellent'] as const;
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
      category: z.enum(Object.keys(FEEDBACK_CATEGORIES), FEEDBACK_TEXTS.noCategory),
      rating: z
        .int()
        .check(z.gte(1, FEEDBACK_TEXTS.noRating), z.lte(RATINGS.length, FEEDBACK_TEXTS.noRating)),
      title: textSchema(LIMITS.titleLength, FEEDBACK_TEXTS.noTitle),
      description: textSchema(LIMITS.messageLength, FEEDBACK_TEXTS.noDescription),
      email: z.string().check(({ value: input, issues }) => {
        const message = input.trim() === '' ? null : emailProblem(input);
        if (message !== null) issues.push({ code: 'custom', input, message });
      }),
      wouldRecommend: z.boolean(),
    }),
  ),
  done: () => FEEDBACK_TEXTS.sent,
  unexpected: FEEDBACK_TEXTS.failed,
});
