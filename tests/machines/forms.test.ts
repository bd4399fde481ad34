import type { AnyEventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import {
  CONTACT_SUBJECTS,
  contactForm,
  FEEDBACK_CATEGORIES,
  feedbackForm,
  forgotForm,
  isNewPassword,
  profileForm,
  RATINGS,
  registerForm,
  resetForm,
} from '#machines/account/forms.ts';
import { type FieldErrors, success } from '#machines/contract/outcome.ts';
import type { SubmissionContext } from '#machines/kit/submission.ts';
import { elapsed, emittedBy, failure, fold, outcome } from '#tests/support/graph.ts';

const LONG = 'x'.repeat(129);
const submit = <V extends object>(values: V) => ({ type: 'form.submit', values }) as const;
const sent = (text: string) => outcome('submit', success(text));
const late = (id: string) => elapsed('untilNext', `${id}.succeeded.leaving`);

const both = (password: string) => ({ password, confirmation: password });

interface Attempt {
  readonly value: unknown;
  readonly context: Pick<SubmissionContext, 'message' | 'errors'>;
}
const refused = (message: string, at: string | FieldErrors | null): Attempt => ({
  value: 'editing',
  context: { message, errors: typeof at === 'string' ? { [at]: message } : (at ?? {}) },
});
const sending: Attempt = { value: 'submitting', context: { message: null, errors: {} } };
const after = (form: Parameters<typeof fold>[0], ...events: AnyEventObject[]): Attempt => {
  const { value, context } = fold(form, undefined, events);
  const { message, errors } = context;
  return { value, context: { message, errors } };
};

describe('FORM-1 register', () => {
  const good = { name: 'Ann', email: 'ann@example.org', password: 'violet42' };
  it.each([
    [
      { name: '  ', email: '', password: '' },
      'Name is required.',
      {
        name: 'Name is required.',
        email: 'Email is required.',
        password: 'Password must be at least 6 characters long',
      },
    ],
    [{ name: '  ' }, 'Name is required.', 'name'],
    [{ email: ' ' }, 'Email is required.', 'email'],
    [{ password: '' }, 'Password must be at least 6 characters long', 'password'],
    [{ email: 'ann@example' }, 'Please enter a valid email address', 'email'],
    [{ password: 'v42xy' }, 'Password must be at least 6 characters long', 'password'],
    [{ password: LONG }, 'Password must be at most 128 characters long', 'password'],
    [
      { password: 'Password' },
      'This password is too common. Please choose another one.',
      'password',
    ],
  ])(
    'refuses %j [R5.register-name-required R5.register-email-required R5.register-password-required R5.password-min-6]',
    (wrong, message, field) => {
      expect(after(registerForm, submit({ ...good, ...wrong }))).toEqual(refused(message, field));
    },
  );
  it('sends valid values', () => {
    expect(after(registerForm, submit(good))).toEqual(sending);
  });
  it('asks the user to look for a mail, and leads to the login after its delay', () => {
    const events = [submit(good), sent('Registration received.')];
    expect(after(registerForm, ...events)).toEqual({
      value: { succeeded: 'leaving' },
      context: {
        message: 'Registration received. Please check your email to verify your account.',
        errors: {},
      },
    });
    expect(emittedBy(registerForm, undefined, [...events, late('register')])).toEqual([
      { type: 'submitted', value: 'Registration received.' },
      { type: 'navigate', to: '/login', email: 'ann@example.org' },
    ]);
  });
  it('asks whether the server is running when it cannot be reached [R8.network-server]', () => {
    expect(after(registerForm, submit(good), failure('submit'))).toEqual(
      refused('Network error. Please check if the server is running.', null),
    );
  });
});

describe('FORM-2 forgot password', () => {
  it.each([
    ['  ', 'Please enter your email address'],
    ['ann', 'Please enter a valid email address'],
    ['jörg@example.org', 'Please use plain letters (a to z) before the @.'],
    ['ann@example.org\r\nBcc: bob@example.org', 'Please enter a valid email address'],
  ])('refuses %j [R5.forgot-empty R5.forgot-malformed]', (email, message) => {
    expect(after(forgotForm, submit({ email }))).toEqual(refused(message, 'email'));
  });
  it("stays and shows the server's text", () => {
    const good = submit({ email: ' Ann@Example.org ' });
    expect(after(forgotForm, good)).toEqual(sending);
    expect(after(forgotForm, good, sent('A link is on its way.'))).toEqual({
      value: { succeeded: 'staying' },
      context: { message: 'A link is on its way.', errors: {} },
    });
  });
});

describe('FORM-3 reset password', () => {
  const good = { token: 't0ken', password: 'Violet42', confirmation: 'Violet42' };
  it.each([
    [{ token: '' }, 'Invalid reset token. Please request a new password reset.', null],
    [
      both(''),
      'Please fill in all fields',
      { password: 'Please fill in all fields', confirmation: 'Please fill in all fields' },
    ],
    [{ password: '' }, 'Please fill in all fields', 'password'],
    [{ confirmation: '' }, 'Please fill in all fields', 'confirmation'],
    [{ confirmation: 'Violet43' }, 'Passwords do not match', 'confirmation'],
    [both('Viole42'), 'Password must be at least 8 characters long', 'password'],
    [both('VIOLET42'), 'Password must contain at least one lowercase letter', 'password'],
    [both('violet42'), 'Password must contain at least one uppercase letter', 'password'],
    [both('Violetto'), 'Password must contain at least one number', 'password'],
  ])(
    'refuses %j [R5.reset-fill-in R5.reset-mismatch R5.reset-length R5.reset-lowercase R5.reset-uppercase R5.reset-digit R5.reset-missing-token]',
    (wrong, message, field) => {
      expect(after(resetForm, submit({ ...good, ...wrong }))).toEqual(refused(message, field));
    },
  );
  it('leads to the login after its delay', () => {
    const events = [submit(good), sent('You can log in now.')];
    expect(after(resetForm, submit(good))).toEqual(sending);
    expect(after(resetForm, ...events).context.message).toBe('You can log in now.');
    const submitted = { type: 'submitted', value: 'You can log in now.' };
    expect(emittedBy(resetForm, undefined, events)).toEqual([submitted]);
    expect(emittedBy(resetForm, undefined, [...events, late('reset')])).toEqual([
      submitted,
      { type: 'navigate', to: '/login' },
    ]);
  });
  it('validates both passwords together: editing one clears the errors of both', () => {
    const empty = submit({ token: 't0ken', ...both('') });
    for (const field of ['password', 'confirmation'])
      expect(after(resetForm, empty, { type: 'form.edited', field }).context.errors).toEqual({});
  });
});

describe('FORM-4 profile', () => {
  const good = { name: 'Ann', email: 'ann@example.org', password: '', confirmation: '' };
  it.each([
    [{ name: '' }, 'Name is required.', 'name'],
    [{ email: '' }, 'Email is required.', 'email'],
    [{ password: 'violet42' }, 'Passwords do not match', 'confirmation'],
    [{ confirmation: 'violet42' }, 'Passwords do not match', 'confirmation'],
    [
      { password: 'v42', confirmation: 'v42' },
      'Password must be at least 6 characters long',
      'password',
    ],
  ])('refuses %j [R5.profile-mismatch]', (wrong, message, field) => {
    expect(after(profileForm, submit({ ...good, ...wrong }))).toEqual(refused(message, field));
  });
  it.each([
    good,
    { ...good, password: '  ', confirmation: '  ' },
    { ...good, password: 'violet42', confirmation: 'violet42' },
  ])('sends %j', (values) => {
    expect(after(profileForm, submit(values))).toEqual(sending);
  });
  it('validates the password and its confirmation together: editing one clears the errors of both', () => {
    const differing = submit({ ...good, password: 'violet42' });
    for (const field of ['password', 'confirmation'])
      expect(after(profileForm, differing, { type: 'form.edited', field }).context.errors).toEqual(
        {},
      );
  });
  it('treats a blank password as none [R5.profile-password-blank]', () => {
    expect(['', '   ', ' x '].map(isNewPassword)).toEqual([false, false, true]);
  });
  it("stays, and shows the server's text or success", () => {
    expect(after(profileForm, submit(good), outcome('submit', success(undefined)))).toEqual({
      value: { succeeded: 'staying' },
      context: { message: 'Profile updated.', errors: {} },
    });
    expect(after(profileForm, submit(good), sent('Please confirm.')).context.message).toBe(
      'Please confirm.',
    );
  });
});

describe('FORM-5 contact', () => {
  const good = { name: 'Ann', email: 'ann@example.org', subject: 'other', message: 'Hello!' };
  it.each([
    [{ name: ' ' }, 'Name is required.', 'name'],
    [{ email: '' }, 'Email is required.', 'email'],
    [{ subject: '' }, 'Please choose a subject.', 'subject'],
    [{ subject: 'toString' }, 'Please choose a subject.', 'subject'],
    [{ message: ' \n' }, 'Please write a message.', 'message'],
    [
      { name: '', email: 'ann', subject: '', message: '' },
      'Name is required.',
      {
        name: 'Name is required.',
        email: 'Please enter a valid email address',
        subject: 'Please choose a subject.',
        message: 'Please write a message.',
      },
    ],
  ])(
    'refuses %j [R5.contact-name-required R5.contact-email-required R5.contact-subject-required R5.contact-message-required]',
    (wrong, message, field) => {
      expect(after(contactForm, submit({ ...good, ...wrong }))).toEqual(refused(message, field));
    },
  );
  it('accepts each subject, and stays [R3.contact-technical-support R3.contact-game-feedback R3.contact-feature-request R3.contact-partnership R3.contact-bug-report R3.contact-other]', () => {
    expect(Object.keys(CONTACT_SUBJECTS)).toEqual([
      'technical-support',
      'game-feedback',
      'feature-request',
      'partnership',
      'bug-report',
      'other',
    ]);
    for (const subject of Object.keys(CONTACT_SUBJECTS))
      expect(
        after(contactForm, submit({ ...good, subject }), outcome('submit', success(null))),
      ).toEqual({
        value: { succeeded: 'staying' },
        context: { message: 'Thank you for your message!', errors: {} },
      });
  });
  it('shows a failure to send [R8.contact-failed]', () => {
    expect(after(contactForm, submit(good), failure('submit'))).toEqual(
      refused('Failed to send message. Please try again.', null),
    );
  });
});

describe('FORM-6 feedback', () => {
  const good = {
    category: 'scoring',
    rating: 1,
    title: 'Points',
    description: 'Clear.',
    email: '',
    wouldRecommend: false,
  };
  it.each([
    [{ category: '' }, 'Please choose a category.', 'category'],
    [{ rating: 0 }, 'Please choose a rating.', 'rating'],
    [{ rating: 6 }, 'Please choose a rating.', 'rating'],
    [{ title: ' ' }, 'Please enter a title.', 'title'],
    [{ description: '' }, 'Please enter a description.', 'description'],
    [{ email: 'ann@' }, 'Please enter a valid email address', 'email'],
    [
      { category: '', rating: 0, title: '', description: '' },
      'Please choose a category.',
      {
        category: 'Please choose a category.',
        rating: 'Please choose a rating.',
        title: 'Please enter a title.',
        description: 'Please enter a description.',
      },
    ],
  ])(
    'refuses %j [R5.feedback-category-required R5.feedback-rating-required R5.feedback-title-required R5.feedback-description-required R3.feedback-email-optional]',
    (wrong, message, field) => {
      expect(after(feedbackForm, submit({ ...good, ...wrong }))).toEqual(refused(message, field));
    },
  );
  it('accepts each category and rating, and stays [R3.feedback-gameplay R3.feedback-ui-ux R3.feedback-performance R3.feedback-features R3.feedback-questions R3.feedback-scoring R3.feedback-other R3.feedback-poor R3.feedback-fair R3.feedback-good R3.feedback-very-good R3.feedback-excellent R3.feedback-email-optional]', () => {
    expect([Object.keys(FEEDBACK_CATEGORIES), RATINGS]).toEqual([
      ['gameplay', 'ui-ux', 'performance', 'features', 'questions', 'scoring', 'other'],
      ['Poor', 'Fair', 'Good', 'Very Good', 'Excellent'],
    ]);
    for (const category of Object.keys(FEEDBACK_CATEGORIES))
      for (const rating of RATINGS.keys())
        expect(after(feedbackForm, submit({ ...good, category, rating: rating + 1 }))).toEqual(
          sending,
        );
    for (const email of ['ann@example.org', '  '])
      expect(after(feedbackForm, submit({ ...good, email }))).toEqual(sending);
    expect(after(feedbackForm, submit(good), outcome('submit', success(null)))).toEqual({
      value: { succeeded: 'staying' },
      context: { message: 'Thank you for your feedback!', errors: {} },
    });
  });
  it('shows a failure to submit [R8.feedback-failed]', () => {
    expect(after(feedbackForm, submit(good), failure('submit'))).toEqual(
      refused('Failed to submit feedback. Please try again.', null),
    );
  });
});
