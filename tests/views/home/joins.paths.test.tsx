import { act, fireEvent, render, screen } from '@testing-library/react';
import { type AnyEventObject, createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { refusal, success } from '#machines/contract/outcome.ts';
import { decisionForm, type JoinDecision } from '#machines/results/insights.ts';
import { Joins } from '#src/screens/home/joins.tsx';
import { lacking, modelOf, titled, toursOf, unwalked } from '#tests/support/graph.ts';
import { alertText, manualPort } from '#tests/support/screens.tsx';

const held = (joinId: string, ...texts: string[]) => ({
  joinId,
  state: 'held' as const,
  judgedAt: 0,
  texts,
  groups: texts.map((representative) => ({ groupId: representative, representative, count: 1 })),
});
const JOINS = [held('j1', 'umbrella', 'hat'), held('j2', 'cap', 'beret')];

const decided = (accepted: boolean, ...joinIds: string[]): JoinDecision => ({
  gameSessionId: 'g1',
  joinIds,
  accepted,
});
/** What is decided by the button of each name. */
const DECISIONS = [
  { name: 'Accept: join “umbrella” and “hat”', values: decided(true, 'j1') },
  { name: 'Dismiss: keep “umbrella” and “hat” apart', values: decided(false, 'j1') },
  { name: 'Accept all 2', values: decided(true, 'j1', 'j2') },
  { name: 'Dismiss all 2', values: decided(false, 'j1', 'j2') },
];
const model = modelOf(decisionForm, {
  events: {
    'form.submit': DECISIONS.map(({ values }) => ({ type: 'form.submit', values })),
    // What was said stays until something else is decided.
    'form.edited': [],
    'form.again': [],
  },
  done: {
    submit: [...DECISIONS.map(({ values }) => success(values)), refusal('Not now.')],
  },
  at: ({ context }) => context.message,
});
const paths = toursOf(model);

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached {
  readonly context: { readonly message: string | null };
}

const pressAll = () =>
  act(async () => {
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
  });
const expectSaid = (said: string | null, alarm: string | null, isBusy: boolean) =>
  expect({
    said: screen.getByRole('status').textContent || null,
    alarm: alertText() || null,
    busy: new Set(
      screen.getAllByRole('button').map((button) => button.getAttribute('aria-busy') === 'true'),
    ),
  }).toEqual({ said, alarm, busy: new Set([isBusy]) });

function start() {
  const submit = manualPort<{ readonly values: JoinDecision }, JoinDecision>();
  const decision = createActor(decisionForm.provide({ actors: { submit: submit.logic } })).start();
  render(<Joins joins={JOINS} gameSessionId="g1" decision={decision} />);
  const events = {
    'form.submit': async ({ event }: Taken) => {
      const name = DECISIONS.find(({ values }) => values === event['values'])?.name ?? '';
      await act(async () => fireEvent.click(screen.getByRole('button', { name })));
      expect(submit.asked.at(-1)).toEqual({ values: event['values'] });
    },
    'xstate.done.actor.submit': ({ event }: Taken) => submit.answer(event['output']),
    'xstate.error.actor.submit': submit.fail,
  };
  const states = {
    editing: ({ context: { message } }: Reached) => expectSaid(null, message, false),
    submitting: async () => {
      expectSaid(null, null, true);
      const asked = submit.asked.length;
      await pressAll();
      expect(submit.asked.length).toBe(asked);
    },
    'succeeded.staying': ({ context: { message } }: Reached) => expectSaid(message, null, false),
  };
  return { events, states };
}

describe('every way through the decision on joins, by its buttons [R2.grouping-held]', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(start())).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', () => {
    expect(lacking(paths, start())).toEqual([]);
  });
  it('walks every transition of a form that is always right, says nothing of fields and leads nowhere', () => {
    const [editing, staying, leaving] = ['editing', 'succeeded.staying', 'succeeded.leaving'].map(
      (state) => `decision.${state}`,
    );
    expect(unwalked(model, paths)).toEqual([
      `${editing} on form.submit [1] -> (stays)`,
      `${editing} on form.edited [0] -> (stays)`,
      `${staying} on form.again [0] -> ${editing}`,
      `${staying} on form.submit [1] -> ${editing}`,
      `${staying} on (always) [0] -> ${leaving}`,
      `${leaving} on xstate.after.untilNext.${leaving} [0] -> decision.succeeded.left`,
    ]);
  });
});
