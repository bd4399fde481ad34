import { m } from 'messages';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type AnyEventObject, createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { Appeal, PointsExplanation } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import {
  appealForm,
  type AppealValues,
  type Explained,
  pointsExplanationMachine,
} from '#machines/results/points-explanation.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { ExplainedAnswer } from '#src/screens/home/explained.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import {
  fold,
  lacking,
  modelOf,
  titled,
  toursOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';
import { complaint, manualPort } from '#tests/support/screens.tsx';

const SOFA: PointsExplanation = {
  gameSessionId: 'g1',
  result: { ...NEW_RESULT, state: 'published', version: 2 },
  answer_text: 'sofa',
  audience: 'home',
  group: 'couch',
  others: ['couch'],
  people: 7,
  rank: 2,
  points: 7,
  before: null,
  appeal: null,
  mayAppeal: true,
  choices: [],
};
const SAID = 'Grouped with ‘couch’. 7 points.';
const UNCOUNTED = "Once the answers are counted, you'll see who said the same.";
const input = { query: { gameSessionId: 'g1' }, random: () => 0.5 };
const good = { gameSessionId: 'g1', wanted: 'bed', groupId: null };

const explanation = modelOf(pointsExplanationMachine, {
  input,
  events: {
    'load.refresh': [{ type: 'load.refresh' }],
    'load.retry': [{ type: 'load.retry' }],
  },
  done: {
    load: [success({ explanation: SOFA }), success({ explanation: null }), refusal('Not now.')],
  },
  at: ({ context: { value, message, isOvertaken } }) => [
    value === null ? null : value.explanation !== null,
    message,
    isOvertaken,
  ],
});
const appeal = modelOf(appealForm, {
  events: {
    'form.submit': [good, { ...good, wanted: '' }].map((values) => ({
      type: 'form.submit',
      values,
    })),
    'form.edited': [{ type: 'form.edited', field: 'wanted' }],
    // The screen has no control for a second appeal.
    'form.again': [],
  },
  done: { submit: [success<Appeal>({ wanted: 'bed', state: 'open' }), refusal('Too late.')] },
  at: ({ context: { message, errors } }) => [message, errors],
});
const ways = { explanation: toursOf(explanation), appeal: toursOf(appeal) };

const retry = () => screen.queryByRole('button', { name: 'Try Again' });
const send = () => screen.getByRole('button', { name: 'Send to the producer' });

interface Taken {
  readonly event: AnyEventObject;
}

/** The explanation of an answer, with the form for an appeal below it. */
function openFixture() {
  const clock = createFakeClock(0);
  const load = manualPort<{ readonly query: { readonly gameSessionId: string } }, Explained>();
  const submit = manualPort<{ readonly values: AppealValues }, Appeal>();
  const actor = createActor(pointsExplanationMachine.provide({ actors: { load: load.logic } }), {
    clock,
    input,
  }).start();
  const form = createActor(appealForm.provide({ actors: { submit: submit.logic } })).start();
  render(<ExplainedAnswer explanation={actor} appeal={form} />);
  const taken: AnyEventObject[] = [];
  const noting =
    (execute: (step: Taken) => unknown) =>
    async (step: Taken): Promise<void> => {
      taken.push(step.event);
      await execute(step);
    };
  return { clock, load, submit, actor, taken, noting };
}

function startExplanation() {
  const { clock, load, actor, taken, noting } = openFixture();
  const events = {
    'load.refresh': noting(() => act(async () => actor.send({ type: 'load.refresh' }))),
    // An accepted appeal also reloads, without a button.
    'load.retry': noting(() => {
      const button = retry();
      return button === null
        ? act(async () => actor.send({ type: 'load.retry' }))
        : fireEvent.click(button);
    }),
    'xstate.done.actor.load': noting(({ event }) => load.answer(event['output'])),
    'xstate.error.actor.load': noting(load.fail),
    'xstate.after.untilRefresh.pointsExplanation.due': noting(() =>
      act(async () => clock.advance(5_000)),
    ),
  };
  /** Loaded content stays while a reload is pending or has failed. */
  const facts = () => {
    const { value, message } = fold(pointsExplanationMachine, input, taken).context;
    const isFailed = value === null && message !== null;
    expect({
      isSaid: screen.queryByText(SAID) !== null,
      isUncounted: screen.queryByText(UNCOUNTED) !== null,
      mayAppeal: screen.queryByText('My answer should match…') !== null,
      mayRetry: retry() !== null,
      alarm: complaint().message,
    }).toEqual({
      isSaid: value !== null && value.explanation !== null,
      isUncounted: value !== null && value.explanation === null,
      mayAppeal: value !== null && value.explanation !== null,
      mayRetry: isFailed,
      alarm: isFailed ? message : null,
    });
  };
  const states = { loading: facts, fresh: facts, failed: facts, due: facts };
  return { events, states };
}

async function startAppeal() {
  const { load, submit, taken, noting } = openFixture();
  await load.answer(success({ explanation: SOFA }));
  fireEvent.click(screen.getByText('My answer should match…'));
  const events = {
    'form.submit': noting(({ event }) => {
      const { wanted } = event['values'];
      fireEvent.change(screen.getByLabelText('In your own words'), { target: { value: wanted } });
      fireEvent.click(send());
    }),
    'form.edited': noting(() =>
      fireEvent.input(screen.getByLabelText('In your own words'), { target: { value: 'be' } }),
    ),
    'xstate.done.actor.submit': noting(({ event }) => submit.answer(event['output'])),
    'xstate.error.actor.submit': noting(submit.fail),
  };
  const facts = (isBusy: boolean) => () => {
    const { message, errors } = fold(appealForm, undefined, taken).context;
    expect({ isBusy: send().matches('[aria-busy="true"]'), ...complaint() }).toEqual({
      isBusy,
      message,
      field: Object.keys(errors)[0] ?? null,
    });
  };
  const states = {
    editing: facts(false),
    submitting: facts(true),
    'succeeded.staying': () => {
      expect(screen.getByText(m.appealSent()).closest('[role=status]')).not.toBeNull();
      expect(send().matches('[aria-busy="true"]')).toBe(false);
      expect(complaint()).toEqual({ message: null, field: null });
      expect(submit.asked.at(-1)?.values).toEqual(good);
    },
  };
  return { events, states };
}

describe('every path through the explanation of an answer, by its controls [R2.explained]', () => {
  it.each(titled(ways.explanation))('%s', async (_, path) => {
    expect((await path.test(startExplanation())).state.error).toBeNull();
  });
  it('has an example and an executor of every event, and facts for every state', () => {
    expect(unexampled(explanation)).toEqual([]);
    expect(lacking(ways.explanation, startExplanation())).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(explanation, ways.explanation)).toEqual([]);
  });
});

describe('every path through an appeal, by its controls [R2.appeal-once]', () => {
  it.each(titled(ways.appeal))('%s', async (_, path) => {
    expect((await path.test(await startAppeal())).state.error).toBeNull();
  });
  it('has an example and an executor of every event with a control, and facts for every state', async () => {
    expect(unexampled(appeal)).toEqual(['form.again']);
    expect(lacking(ways.appeal, await startAppeal())).toEqual([]);
  });
  it('walks every transition that its controls can take', () => {
    const untaken = unwalked(appeal, ways.appeal).map((transition) => transition.split(' [')[0]);
    const [staying, leaving] = ['staying', 'leaving'].map((state) => `appeal.succeeded.${state}`);
    expect(new Set(untaken)).toEqual(
      new Set([
        `${staying} on form.again`,
        `${staying} on (always)`,
        `${leaving} on xstate.after.untilNext.${leaving}`,
      ]),
    );
  });
});
