import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { type AnyEventObject, createActor } from 'xstate';
import { refusal, success } from '#machines/contract/outcome.ts';
import { cancelEmailChangeForm, type CancelEmailChangeValues } from '#machines/account/forms.ts';
import { CancelEmailChangeScreen } from '#src/screens/cancel-email-change/cancel-email-change.tsx';
import { fold, lacking, modelOf, titled, toursOf, unwalked } from '#tests/support/graph.ts';
import { complaint, manualPort } from '#tests/support/screens.tsx';

const values = { token: 't0ken' };
const model = modelOf(cancelEmailChangeForm, {
  events: {
    'form.submit': [{ type: 'form.submit', values }],
    // There are no fields.
    'form.edited': [],
    'form.again': [],
  },
  done: { submit: [success('It is yours again.'), refusal('Not today.')] },
  may: (snapshot, { type }) => type !== 'form.submit' || snapshot.value === 'editing',
  at: ({ context }) => context.message,
});

interface Taken {
  readonly event: AnyEventObject;
}

function start() {
  const port = manualPort<{ readonly values: CancelEmailChangeValues }, string>();
  const form = createActor(
    cancelEmailChangeForm.provide({ actors: { submit: port.logic } }),
  ).start();
  render(<CancelEmailChangeScreen form={form} token="t0ken" />, { wrapper: MemoryRouter });
  const passed: AnyEventObject[] = [];
  const noting = (run: (taken: Taken) => unknown) => async (taken: Taken) => {
    passed.push(taken.event);
    await run(taken);
  };
  const facts = () => {
    const { value, context } = fold(cancelEmailChangeForm, undefined, passed);
    const isDone = typeof value === 'object';
    expect({
      heading: screen.getByRole('heading', { level: 1 }).textContent,
      buttons: screen.queryAllByRole('button').map(({ textContent }) => textContent),
      said: screen
        .queryAllByRole('status')
        .map(({ textContent }) => textContent)
        .join(''),
      ...complaint(),
    }).toEqual({
      heading: isDone ? 'Check Your Email' : 'Take Your Account Back',
      buttons: isDone ? [] : [value === 'submitting' ? 'One moment…' : "This Wasn't Me"],
      said: isDone ? 'It is yours again.' : '',
      message: isDone ? null : context.message,
      field: null,
    });
  };
  const events = {
    'form.submit': noting(() => {
      fireEvent.click(screen.getByRole('button'));
      expect(port.asked.at(-1)).toEqual({ values });
    }),
    'xstate.done.actor.submit': noting(({ event }) => port.answer(event['output'])),
    'xstate.error.actor.submit': noting(port.fail),
  };
  return { events, states: { editing: facts, submitting: facts, 'succeeded.staying': facts } };
}

describe('every path through restoring an account', () => {
  const paths = toursOf(model);
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(start())).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', () => {
    expect(lacking(paths, start())).toEqual([]);
  });
  it('walks every transition of a form with one button that ends with its success', () => {
    const { editing, staying, leaving } = {
      editing: 'cancelEmailChange.editing',
      staying: 'cancelEmailChange.succeeded.staying',
      leaving: 'cancelEmailChange.succeeded.leaving',
    };
    expect(unwalked(model, paths)).toEqual([
      `${editing} on form.submit [1] -> (stays)`,
      `${editing} on form.edited [0] -> (stays)`,
      `${staying} on form.again [0] -> ${editing}`,
      `${staying} on form.submit [0] -> cancelEmailChange.submitting`,
      `${staying} on form.submit [1] -> ${editing}`,
      `${staying} on (always) [0] -> ${leaving}`,
      `${leaving} on xstate.after.untilNext.${leaving} [0] -> cancelEmailChange.succeeded.left`,
    ]);
  });
});
