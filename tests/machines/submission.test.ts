import { m } from 'messages';
import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import {
  selectBusy,
  selectDone,
  selectErrors,
  selectMessage,
  submission,
} from '#machines/kit/submission.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import {
  elapsed,
  emittedBy,
  failure,
  fold,
  modelOf,
  outcome,
  pathsOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';

interface Values {
  readonly email: string;
}
const config = {
  id: 'forgot',
  check: ({ email }: Values) =>
    email === '' ? refusal(m.forgotEmpty(), { field: 'email' }) : success(email),
  done: (text: string) => text,
};
const leaving = submission({ ...config, next: { to: '/login', afterMs: 3_000 } });
const staying = submission(config);

const good = { type: 'form.submit', values: { email: 'ann@example.org' } } as const;
const empty = { type: 'form.submit', values: { email: '' } } as const;
const done = outcome('submit', success('Sent.'));
const refused = outcome('submit', refusal('Not today.', { field: 'email' }));
const edited = (field: string) => ({ type: 'form.edited', field });
const late = elapsed('untilNext', 'forgot.succeeded.leaving');

describe.each([
  ['leaving', leaving],
  ['staying', staying],
])('a form: %s', (_, machine) => {
  const model = modelOf(machine, {
    events: {
      'form.submit': [good, empty],
      'form.edited': [{ type: 'form.edited' }],
      'form.again': [{ type: 'form.again' }],
    },
    done: { submit: [success('Sent.'), refusal('Not today.')] },
    at: ({ context }) => context.message,
  });

  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });

  it('walks every transition it can take', () => {
    const neverTaken =
      machine === leaving
        ? [
            'forgot.succeeded.staying on form.again [0] -> forgot.editing',
            'forgot.succeeded.staying on form.submit [0] -> forgot.submitting',
            'forgot.succeeded.staying on form.submit [1] -> forgot.editing',
          ]
        : [
            'forgot.succeeded.staying on (always) [0] -> forgot.succeeded.leaving',
            'forgot.succeeded.leaving on xstate.after.untilNext.forgot.succeeded.leaving [0] -> forgot.succeeded.left',
          ];
    expect(unwalked(model, pathsOf(model))).toEqual(neverTaken);
  });
});

const seen = (snapshot: ReturnType<typeof leaving.getInitialSnapshot>) => ({
  value: snapshot.value,
  message: selectMessage(snapshot),
  errors: selectErrors(snapshot),
  busy: selectBusy(snapshot),
  done: selectDone(snapshot),
});
const after = (...events: Parameters<typeof fold>[2]) => fold(leaving, undefined, events);

describe('submitting a form', () => {
  it('SUB-1 shows an invalid field and sends nothing', () => {
    expect(seen(after(empty))).toEqual({
      value: 'editing',
      message: 'Please enter your email address',
      errors: { email: 'Please enter your email address' },
      busy: false,
      done: false,
    });
  });
  it('SUB-2 is disabled while a submission is pending', () => {
    const sending = after(empty, good);
    expect(seen(sending)).toEqual({
      value: 'submitting',
      message: null,
      errors: {},
      busy: true,
      done: false,
    });
    expect(sending.can(good)).toBe(false);
  });
  it('SUB-3 shows a refusal at its field; editing clears it', () => {
    expect(seen(after(good, refused))).toEqual({
      value: 'editing',
      message: 'Not today.',
      errors: { email: 'Not today.' },
      busy: false,
      done: false,
    });
    expect(seen(after(good, refused, { type: 'form.edited' })).message).toBeNull();
  });
  it('SUB-3 keeps errors of other fields while one is edited, and clears the error of the form', () => {
    const errors = { email: 'Taken.', name: 'Too long.' };
    const both = outcome('submit', { ok: false, message: 'Taken.', field: 'email', errors });
    const { message, errors: left } = seen(after(good, both, edited('email')));
    expect([message, left]).toEqual(['Too long.', { name: 'Too long.' }]);
    expect(seen(after(good, both, edited('phone'))).errors).toEqual(errors);
    expect(seen(after(good, failure('submit'), edited('email'))).message).toBeNull();
  });
  it('SUB-3 shows the network text for an unexpected failure', () => {
    expect(seen(after(good, failure('submit'))).message).toBe('Network error. Please try again.');
  });
  it('SUB-4 shows its success before it redirects', () => {
    expect(seen(after(good, done))).toEqual({
      value: { succeeded: 'leaving' },
      message: 'Sent.',
      errors: {},
      busy: false,
      done: true,
    });
    const submitted = { type: 'submitted', value: 'Sent.' };
    expect(emittedBy(leaving, undefined, [good, done])).toEqual([submitted]);
    expect(emittedBy(leaving, undefined, [good, done, late])).toEqual([
      submitted,
      { type: 'navigate', to: '/login' },
    ]);
  });
  it('SUB-4 stays without a next page, and can be repeated', () => {
    expect(fold(staying, undefined, [good, done]).value).toEqual({ succeeded: 'staying' });
    const again = fold(staying, undefined, [good, done, { type: 'form.again' }]);
    expect([again.value, again.context]).toMatchObject(['editing', { message: null, errors: {} }]);
    expect(seen(fold(staying, undefined, [good, done, good]))).toEqual(seen(after(good)));
    expect(seen(fold(staying, undefined, [good, done, empty]))).toEqual(seen(after(empty)));
  });
  it('SUB-2 SUB-4 sends the values, and redirects after a delay', async () => {
    const clock = createFakeClock(0);
    const sent: Values[] = [];
    const facts: object[] = [];
    const actor = createActor(
      leaving.provide({
        actors: {
          submit: fromPromise<Outcome<string>, { readonly values: Values }>(async ({ input }) => {
            sent.push(input.values);
            return success('Sent.');
          }),
        },
      }),
      { clock },
    );
    actor.on('navigate', (fact) => facts.push(fact));
    actor.start().send(good);
    await settled();
    expect(sent).toEqual([good.values]);
    clock.advance(2_999);
    expect(facts).toEqual([]);
    clock.advance(1);
    expect(facts).toEqual([{ type: 'navigate', to: '/login' }]);
  });
  it('SUB-5 keeps none of the typed values', () => {
    expect(JSON.stringify(after(good, refused).context)).not.toContain('ann@example.org');
  });
});
