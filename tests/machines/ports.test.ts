import { createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { errorsIn, outcomeOf, refusal, success } from '#machines/contract/outcome.ts';
import { MAX_TIMER_MS } from '#machines/contract/limits.ts';
import { untilInstant } from '#machines/kit/delays.ts';
import { notProvided, notProvidedSource } from '#machines/kit/not-provided.ts';
import {
  isSuccess,
  eventPayload,
  eventError,
  eventOutput,
  refusalText,
} from '#machines/kit/outcome.ts';

describe('the reply of a port', () => {
  const done = success(7);
  const refused = refusal('No.');
  it('is a success or has a reason', () => {
    expect([done, refused].map((output) => isSuccess({ event: { output } }))).toEqual([
      true,
      false,
    ]);
    expect([done, refused].map(refusalText)).toEqual([null, 'No.']);
  });
  it('is passed on unchanged', () => {
    const error = new Error('unexpected');
    expect([eventPayload({ event: 1 }), eventOutput({ event: { output: 2 } })]).toEqual([1, 2]);
    expect(eventError({ event: { error } })).toEqual({ error });
  });
});

describe('a refusal', () => {
  it('names no field, one, or every invalid one in the order of the form', () => {
    expect(refusal('No.')).toEqual({ ok: false, message: 'No.' });
    expect(refusal('No.', { field: 'name', code: 'taken' })).toEqual({
      ok: false,
      message: 'No.',
      field: 'name',
      code: 'taken',
    });
    expect(outcomeOf(7, {})).toEqual({ ok: true, value: 7 });
    const errors = { name: 'No name.', email: 'No address.' };
    const both = outcomeOf(7, errors);
    expect(both).toEqual({ ok: false, message: 'No name.', field: 'name', errors });
    expect(
      [success(7), refusal('No.'), refusal('No.', { field: 'name' }), both].map(errorsIn),
    ).toEqual([{}, {}, { name: 'No.' }, errors]);
  });
});

describe('the wait until an instant', () => {
  it('is never negative, and never longer than a timer can hold', () => {
    expect([untilInstant(5, 2), untilInstant(2, 5), untilInstant(MAX_TIMER_MS + 9, 2)]).toEqual([
      3,
      0,
      MAX_TIMER_MS,
    ]);
  });
});

describe('a port without an implementation', () => {
  it.each([
    ['for a request', notProvided('auth.restore')],
    ['for a long-lived actor', notProvidedSource('auth.restore')],
  ])('%s, fails and names itself', async (_, port) => {
    const error = await new Promise((resolve) => {
      const actor = createActor(port, { input: undefined });
      actor.subscribe({ error: resolve });
      actor.start();
    });
    expect(error).toEqual(new Error('not provided: auth.restore'));
  });
});
