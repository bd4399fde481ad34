import { m } from 'messages';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createActor } from 'xstate';
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
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings, manualPort } from '#tests/support/screens.tsx';

const SOFA: PointsExplanation = {
  gameSessionId: 'g1',
  result: { ...NEW_RESULT, state: 'corrected', version: 4, reason: 'The same thing' },
  answer_text: 'sofa',
  audience: 'home',
  group: 'couch',
  others: ['couch'],
  people: 7,
  rank: 2,
  points: 7,
  before: { group: 'sofa', points: 3 },
  appeal: null,
  mayAppeal: true,
  choices: [{ groupId: 'bed', representative: 'bed' }],
};

async function show(explanation: PointsExplanation | null) {
  const load = manualPort<{ readonly query: { readonly gameSessionId: string } }, Explained>();
  const submit = manualPort<{ readonly values: AppealValues }, Appeal>();
  const actor = createActor(pointsExplanationMachine.provide({ actors: { load: load.logic } }), {
    clock: createFakeClock(0),
    input: { query: { gameSessionId: 'g1' }, random: () => 0 },
  }).start();
  const appeal = createActor(appealForm.provide({ actors: { submit: submit.logic } })).start();
  render(
    createRoot().page(
      <main>
        <ExplainedAnswer explanation={actor} appeal={appeal} />
      </main>,
    ),
  );
  await load.answer(success({ explanation }));
  return { actor, load, submit, user: userEvent.setup({ delay: null }) };
}

describe('the explanation of an answer', () => {
  it('shows how many gave the same answer, its points, and a correction [R2.explained R2.explained-correction]', async () => {
    await show(SOFA);
    expect(screen.getByText('Grouped with ‘couch’. 7 points.').tagName).toBe('SPAN');
    expect(screen.getByText(/3 points became 7 points/u).textContent).toContain(
      'The producer says: The same thing',
    );
    expect(await axeFindings()).toEqual([]);
  });

  it('is not shown while players can answer [R2.explained-closed]', async () => {
    await show(null);
    expect(screen.getByText(/^Once the answers are counted/u).tagName).toBe('P');
  });

  it('can be appealed by naming a group of the board, or in own words [R2.appeal-once]', async () => {
    const { submit, user } = await show(SOFA);
    await user.click(screen.getByText('My answer should match…'));
    const send = () => user.click(screen.getByRole('button', { name: 'Send to the producer' }));
    await send();
    expect(screen.getByText(m.appealNothing()).tagName).toBe('P');
    await user.selectOptions(screen.getByLabelText('An answer on the board'), 'bed');
    await send();
    expect(submit.asked.map(({ values }) => values)).toEqual([
      { gameSessionId: 'g1', wanted: 'bed', groupId: 'bed' },
    ]);
    await submit.answer(refusal(m.appealOver()));
    expect(screen.getByText(m.appealOver()).tagName).toBe('P');
  });

  it('replaces the confirmation of a sent appeal by the decision', async () => {
    const { actor, load, submit, user } = await show(SOFA);
    await user.click(screen.getByText('My answer should match…'));
    await user.selectOptions(screen.getByLabelText('An answer on the board'), 'bed');
    await user.click(screen.getByRole('button', { name: 'Send to the producer' }));
    await submit.answer(success({ wanted: 'bed', state: 'open' }));
    expect(screen.getByText(m.appealSent()).tagName).toBe('P');
    const appeal: Appeal = { wanted: 'bed', state: 'accepted' };
    actor.send({ type: 'load.retry' });
    await load.answer(success({ explanation: { ...SOFA, mayAppeal: false, appeal } }));
    expect(screen.getByText(/The producer agreed/u).tagName).toBe('P');
    expect(screen.queryByText(m.appealSent())).toBeNull();
  });

  it('shows the outcome of an appeal, and allows no second one [R2.appeal-outcome]', async () => {
    await show({ ...SOFA, mayAppeal: false, appeal: { wanted: 'bed', state: 'declined' } });
    expect(
      screen.getByText('You asked to match ‘bed’. The producer kept them separate.').tagName,
    ).toBe('P');
    expect(screen.queryByText('My answer should match…')).toBeNull();
  });
});
