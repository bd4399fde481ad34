import { createActor, fromPromise } from 'xstate';
import { expect, it } from 'vitest';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { emailVerificationMachine } from '#machines/account/email-verification.ts';
import { registerForm, resetForm } from '#machines/account/forms.ts';
import { createFakeClock, type FakeClock, settled } from '#tests/support/fake-clock.ts';

const done = <TInput>() => fromPromise<Outcome<string>, TInput>(async () => success('Done.'));
const password = 'Violet42';

interface Leading {
  readonly on: (type: 'navigate', go: (fact: { readonly to: string }) => void) => unknown;
}
/** Each function starts a chart whose next step succeeds. */
const register = (clock: FakeClock): Leading => {
  const form = createActor(registerForm.provide({ actors: { submit: done() } }), { clock }).start();
  const values = { name: 'Ann', email: 'ann@example.org', password };
  form.send({ type: 'form.submit', values });
  return form;
};
const reset = (clock: FakeClock): Leading => {
  const form = createActor(resetForm.provide({ actors: { submit: done() } }), { clock }).start();
  form.send({
    type: 'form.submit',
    values: { token: 't0ken', password, confirmation: password },
  });
  return form;
};
const verification = (clock: FakeClock): Leading =>
  createActor(emailVerificationMachine.provide({ actors: { verify: done() } }), {
    clock,
    input: { email: 'ann@example.org', hash: 'h4sh' },
  }).start();

it.each([
  ['a registration [R2.register-redirect R9.redirect-register]', register],
  ['a reset [R2.reset-redirect R9.redirect-reset]', reset],
  ['a verification [R2.verify-redirect R9.redirect-verification]', verification],
])('the success of %s is shown for 3 s, then leads to the login', async (_, start) => {
  const clock = createFakeClock(0);
  const actor = start(clock);
  const went: string[] = [];
  actor.on('navigate', ({ to }) => went.push(to));
  await settled();
  clock.advance(2_999);
  expect(went).toEqual([]);
  clock.advance(1);
  expect(went).toEqual(['/login']);
});
