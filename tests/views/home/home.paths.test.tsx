import { m } from 'messages';
import { act, screen, within } from '@testing-library/react';
import { describe, expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { refusal, success } from '#machines/contract/outcome.ts';
import type { QuestionsContext } from '#machines/answering/questions.ts';
import { settled } from '#tests/support/fake-clock.ts';
import { answerTo, realtime, T0, viewer } from '#tests/support/game.ts';
import { pathsOf } from '#tests/support/graph.ts';
import { alertText } from '#tests/support/screens.tsx';
import { LISTED, questionsModel } from '#tests/support/models/questions.ts';
import { itWalks } from '#tests/support/tours.ts';
import { card, cards, homeFixture } from './fixture.tsx';

const [q1] = LISTED;
const model = questionsModel();
/** Internal failures of child charts show nothing; they are logged. */
const BROKEN = new Set(['xstate.error.actor.feed', 'xstate.error.actor.windows']);
const paths = pathsOf(model).filter(
  ({ steps }) => !steps.some(({ event }) => BROKEN.has(event.type)),
);

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached {
  readonly context: QuestionsContext;
}

/** The cards, the selected one, and the dialog as shown. */
const seen = () => ({
  isWaiting: screen.queryByText('Loading questions') !== null,
  refused: alertText(),
  cards: cards().toSorted(),
  pressed: screen
    .queryAllByRole('button', { name: 'Details', pressed: true })
    .map((button) => button.closest('article')?.getAttribute('aria-label')),
  dialog: screen.queryByRole('dialog')?.querySelector('h2')?.textContent ?? null,
});
const chosenIn = ({ selectedId }: QuestionsContext) =>
  selectedId === 'g1' ? 'Question 1?' : 'Question 2?';

const isListed = () => cards().length > 0;
const inDialog = () => within(screen.getByRole('dialog'));

const whole = realtime('snapshot', {
  versions: { house: 1 },
  serverTime: T0,
  questions: [...LISTED],
  answers: [],
});

async function start() {
  const fixture = await homeFixture(viewer);
  const { person } = fixture;
  const press = (name: string) => person.click(screen.getByRole('button', { name }));
  const submit = async () => {
    await person.type(inDialog().getByLabelText('Your answer'), 'Apple');
    await person.click(inDialog().getByRole('button', { name: 'Submit' }));
  };
  const leave = () => person.click(inDialog().getByRole('button', { name: 'Cancel' }));
  const reply = (answered: Parameters<ReturnType<typeof fixture.submits>[number]['answer']>[0]) =>
    act(async () => fixture.submits()[0]?.answer(answered));

  const events = {
    'realtime.questions-updated': () =>
      fixture.send(
        realtime('questions-updated', {
          feed: 'house',
          version: 1,
          gameSessionId: 'g1',
          question: q1,
        }),
      ),
    'connection.lost': () => fixture.send({ type: 'connection.lost' }),
    'connection.restored': () => fixture.send({ type: 'connection.restored' }),
    // The server confirms the current list at once.
    'data.unconfirmed': () =>
      fixture.send({ type: 'data.unconfirmed' }, ...(isListed() ? [whole] : [])),
    'clock.corrected': () => fixture.send({ type: 'clock.corrected' }),
    // Muted in another tab.
    'chimes.muted': () => fixture.send({ type: 'chimes.muted', isMuted: true }),
    'window.lapsed': () => fixture.send({ type: 'window.lapsed' }),
    'feed.behind': () => fixture.send({ type: 'feed.behind' }),
    'feed.changed': ({ event }: Taken) =>
      act(() => fixture.loads()[0]?.answer(refusal(event['message']))),
    'feed.replaced': () => fixture.send(whole),
    'questions.filter': () => press('Active'),
    'questions.retry': () => press('Try Again'),
    'question.select': async () => {
      if (isListed())
        await person.click(card('Question 1?').getByRole('button', { name: 'Details' }));
      else await fixture.send({ type: 'question.select', gameSessionId: 'g1' });
    },
    'answer.open': () =>
      person.click(card('Question 1?').getByRole('button', { name: 'Answer Question' })),
    'xstate.done.actor.answer': async ({ event }: Taken) => {
      if (event['output'].answer !== null) {
        await submit();
        await reply(success({ awardedPoints: 1, answer: answerTo(1) }));
      } else if (event['output'].reason === 'already') {
        await submit();
        await reply(refusal(m.answerAlready(), { code: 'already' }));
        await leave();
      } else await leave();
    },
    'xstate.error.actor.answer': async () => {
      fixture.drafts.set = () => {
        throw new Error('No storage.');
      };
      await person.type(inDialog().getByLabelText('Your answer'), 'A');
      await act(settled);
    },
  };
  const states = {
    browsing: ({ context }: Reached) =>
      expect(seen()).toEqual(
        context.list.isLoaded
          ? {
              isWaiting: false,
              refused: '',
              cards: ['Question 1?', 'Question 2?'],
              pressed: [chosenIn(context)],
              dialog: null,
            }
          : {
              isWaiting: context.list.message === null,
              refused: context.list.message ?? '',
              cards: [],
              pressed: [],
              dialog: null,
            },
      ),
    answering: () =>
      expect(seen()).toEqual({
        isWaiting: false,
        refused: '',
        cards: ['Question 1?', 'Question 2?'],
        pressed: ['Question 1?'],
        dialog: 'Question 1?',
      }),
  };
  return { events, states };
}

describe('every path through the questions, by the controls of the main page', () => {
  itWalks(model, paths, start, {
    transitions: [
      // The chart sends this event to itself when it receives a list.
      'questions on feed.changed [0] -> (stays)',
      'questions on feed.changed [1] -> (stays)',
      'questions on xstate.error.actor.feed [0] -> (stays)',
      'questions on xstate.error.actor.windows [0] -> (stays)',
    ],
  });
});
