import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import {
  emailVerificationMachine,
  selectEmail,
  selectMessage,
  selectStep,
} from '#machines/account/email-verification.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { settled } from '#tests/support/fake-clock.ts';
import { elapsed, emittedBy, failure, fold, outcome } from '#tests/support/graph.ts';

const link = { email: 'ann@example.org', hash: 'h4sh' };
const resend = { type: 'verification.resend', email: 'ann@example.org' } as const;
const verified = outcome('verify', success('Verified.'));
const refused = outcome('verify', refusal('This link has expired.'));
const late = elapsed('redirectDelay', 'emailVerification.verified');

const seen = (events: Parameters<typeof fold>[2], input = link) => {
  const snapshot = fold(emailVerificationMachine, input, events);
  return { step: selectStep(snapshot), message: selectMessage(snapshot) };
};

describe('the verification page', () => {
  it('EV-1 refuses a link without an address or a hash [R8.verification-invalid-link]', () => {
    const text = 'Invalid verification link. Please check your email for the correct link.';
    for (const broken of [
      { email: null, hash: 'h4sh' },
      { email: 'ann@example.org', hash: null },
    ])
      expect(
        [fold(emailVerificationMachine, broken, [])].map((snapshot) => [
          selectStep(snapshot),
          selectMessage(snapshot),
          selectEmail(snapshot),
        ]),
      ).toEqual([['failed', text, broken.email ?? '']]);
  });
  it('EV-2 verifies a good link, and leads to the login after a delay [R4.verify-verifying-success]', () => {
    expect(seen([])).toEqual({ step: 'verifying', message: null });
    expect(seen([verified])).toEqual({ step: 'verified', message: null });
    expect(emittedBy(emailVerificationMachine, link, [verified])).toEqual([]);
    expect(seen([verified, late])).toEqual({ step: 'verified', message: null });
    expect(emittedBy(emailVerificationMachine, link, [verified, late])).toEqual([
      { type: 'navigate', to: '/login', email: 'ann@example.org' },
    ]);
  });
  it('EV-3 shows why a link was refused [R4.verify-verifying-error]', () => {
    expect(seen([refused])).toEqual({ step: 'failed', message: 'This link has expired.' });
    expect(seen([failure('verify')])).toEqual({
      step: 'failed',
      message: 'Network error. Please check if the server is running.',
    });
  });
  it('EV-4 needs an address for a new mail [R5.resend-email-missing]', () => {
    expect(seen([refused, { ...resend, email: '  ' }])).toEqual({
      step: 'failed',
      message: 'Email address not available for resending.',
    });
  });
  it('EV-5 sends a new mail, or shows why it failed and can be retried [R4.verify-error-resending R4.verify-resending-success R4.verify-resending-error R8.resend-sent]', () => {
    expect(seen([refused, resend]).step).toBe('resending');
    expect(seen([refused, resend, outcome('resend', success('ok'))])).toEqual({
      step: 'mailed',
      message: 'Verification email sent! Please check your email.',
    });
    const failed = [
      refused,
      resend,
      outcome('resend', refusal('Failed to resend verification email.')),
    ];
    expect(seen(failed)).toEqual({
      step: 'failed',
      message: 'Failed to resend verification email.',
    });
    expect(seen([...failed, resend]).step).toBe('resending');
    expect(seen([refused, resend, failure('resend')]).message).toBe(
      'Network error. Please check if the server is running.',
    );
  });
});

describe('requests to the server', () => {
  it('EV-2 EV-5 have the address and hash of the link, or the typed address for a new mail', async () => {
    const asked: object[] = [];
    const refusing = <TInput extends object>() =>
      fromPromise<Outcome<string>, TInput>(async ({ input }) => {
        asked.push(input);
        return refusal('Not now.');
      });
    const actor = createActor(
      emailVerificationMachine.provide({ actors: { verify: refusing(), resend: refusing() } }),
      { input: link },
    ).start();
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    await settled();
    actor.send({ type: 'verification.resend', email: 'bob@example.org' });
    expect([selectStep(actor.getSnapshot()), actor.getSnapshot().hasTag('busy')]).toEqual([
      'resending',
      true,
    ]);
    await settled();
    expect(asked).toEqual([link, { email: 'bob@example.org' }]);
    expect([selectStep(actor.getSnapshot()), actor.getSnapshot().hasTag('busy')]).toEqual([
      'failed',
      false,
    ]);
  });
  it('EV-5 show an internal error, and can be retried', () => {
    const failed = [refused, resend, failure('resend')];
    expect(seen(failed)).toEqual({
      step: 'failed',
      message: 'Network error. Please check if the server is running.',
    });
    expect(seen([...failed, resend]).step).toBe('resending');
  });
});
