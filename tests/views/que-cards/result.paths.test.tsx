import { act, fireEvent, render, screen } from '@testing-library/react';
import { type AnyEventObject, createActor } from 'xstate';
import { describe, expect } from 'vitest';
import type { Result, ResultState } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { type ResultAsked, resultMachine } from '#machines/results/result.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { ResultActs } from '#src/screens/que-cards/result-panel.tsx';
import { fold, modelOf, toursOf } from '#tests/support/graph.ts';
import { complaint, manualPort } from '#tests/support/screens.tsx';
import { itWalks } from '#tests/support/tours.ts';

const inState = (state: ResultState): Result => ({ ...NEW_RESULT, state, version: 1 });
const told = (state: ResultState) => ({ type: 'result.updated', result: inState(state) }) as const;
const input = { showId: 's1', itemId: 'i1', result: NEW_RESULT };
const model = modelOf(resultMachine, {
  input,
  events: {
    'result.updated': [
      told('counting'),
      told('locked'),
      told('revealed'),
      told('published'),
      told('corrected'),
    ],
    'result.lock': [{ type: 'result.lock' }],
    'result.publish': [{ type: 'result.publish' }],
    'result.unlock': [{ type: 'result.unlock' }],
    'result.confirm': ['Too early', ' '].map((reason) => ({ type: 'result.confirm', reason })),
    'result.cancel': [{ type: 'result.cancel' }],
  },
  done: {
    act: [
      success(inState('counting')),
      success(inState('locked')),
      success(inState('published')),
      success(null),
      refusal('Outdated.'),
    ],
  },
  at: ({ context: { result, message } }) => [result.state, message],
});
const paths = toursOf(model);

/** What is said of a result, and the buttons that it leaves. */
const FACES: Readonly<Record<ResultState, readonly [string, readonly string[]]>> = {
  counting: ['Counting: groups and points move with the answers.', ['Lock result']],
  locked: [
    'Locked: only your own decision changes the groups.',
    ['Publish result', 'Unlock result'],
  ],
  revealed: ['Revealed on air: only your own decision changes the groups.', ['Publish result']],
  published: ['Published: points are final.', []],
  corrected: ['Corrected after publishing: points are final.', []],
};

interface Taken {
  readonly event: AnyEventObject;
}
const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};

/** On the card of a question that nobody can answer any more. */
function start() {
  const port = manualPort<ResultAsked, Result | null>();
  const actor = createActor(resultMachine.provide({ actors: { act: port.logic } }), {
    input,
  }).start();
  render(<ResultActs actor={actor} window={null} />);
  const taken: AnyEventObject[] = [];
  const noting =
    (execute: (step: Taken) => unknown) =>
    async (step: Taken): Promise<void> => {
      taken.push(step.event);
      await execute(step);
    };
  const events = {
    'result.updated': noting(({ event }) =>
      act(async () => actor.send({ type: 'result.updated', result: event['result'] })),
    ),
    'result.lock': noting(() => press('Lock result')),
    'result.publish': noting(() => press('Publish result')),
    'result.unlock': noting(() => press('Unlock result')),
    'result.confirm': noting(({ event }) => {
      const reason = screen.getByLabelText('Reason for unlocking');
      fireEvent.change(reason, { target: { value: event['reason'] } });
      press('Unlock');
    }),
    'result.cancel': noting(() => press('Keep locked')),
    'xstate.done.actor.act': noting(({ event }) => port.answer(event['output'])),
    'xstate.error.actor.act': noting(port.fail),
  };
  const expectFace = (part: { readonly isBusy?: true; readonly isReasoning?: true }) => () => {
    const { result, message } = fold(resultMachine, input, taken).context;
    const [words, left] = FACES[result.state];
    const buttons = part.isReasoning ? ['Unlock', 'Keep locked'] : left;
    expect({
      words: screen.getByRole('status').textContent,
      buttons: screen.queryAllByRole('button').map(({ textContent }) => textContent),
      busy: screen.queryAllByRole('button', { busy: true }).length,
      ...complaint(),
    }).toEqual({
      words: `Result ${words}`,
      buttons,
      busy: part.isBusy ? buttons.length : 0,
      message,
      field: part.isReasoning && message !== null ? 'reason' : null,
    });
  };
  const facesOf = (state: ResultState) => () => {
    expect(fold(resultMachine, input, taken).context.result.state).toBe(state);
    expectFace({})();
  };
  const states = {
    counting: facesOf('counting'),
    locked: facesOf('locked'),
    revealed: facesOf('revealed'),
    published: facesOf('published'),
    corrected: facesOf('corrected'),
    reasoning: expectFace({ isReasoning: true }),
    acting: expectFace({ isBusy: true }),
  };
  return { events, states };
}

describe('every way through the result of a question, by the buttons of its card [R2.result-guards R2.result-publish]', () => {
  itWalks(model, paths, start);
});
