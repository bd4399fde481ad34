import { act, fireEvent, render, screen } from '@testing-library/react';
import type { AnyEventObject } from 'xstate';
import { describe, expect } from 'vitest';
import { refusal, success } from '#machines/contract/outcome.ts';
import {
  type LoadedQuestions,
  type QueCardsEvent,
  queCardsMachine,
} from '#machines/show/que-cards.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { QueCardsScreen } from '#src/screens/que-cards/que-cards.tsx';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { NO_EVENTS, realtime } from '#tests/support/game.ts';
import { fold, modelOf, toursOf } from '#tests/support/graph.ts';
import { createRoot } from '#tests/support/root.tsx';
import { alertText } from '#tests/support/screens.tsx';
import { item, rundown, showView } from '#tests/support/show-view.ts';
import { itWalks } from '#tests/support/tours.ts';
import { question } from './question.ts';

const loaded: LoadedQuestions = {
  questions: [question('q1')],
  connected: { studio: 2, home: 80 },
  versions: { house: 1 },
};
const counted = realtime('answers-counted', {
  gameSessionId: 'game-q1',
  answered: { studio: 1, home: 4 },
  connected: { studio: 3, home: 81 },
});
const told = realtime('question-list-updated', {
  questionId: 'q1',
  gameSessionId: 'game-q1',
  forProducers: { question: question('q1'), connected: { studio: 2, home: 80 } },
});
const home = { released: true, timed: false, closesAt: null };
/** The reply to a release, before its event. */
const performed = {
  type: 'release.performed',
  show: showView({
    rundown: rundown({
      items: [item('1', { id: 'item-q1', windows: { studio: NO_WINDOW, home } })],
    }),
  }),
} as const;
const CHANGES = {
  'realtime.question-released': realtime('question-released', {
    feed: 'house',
    version: 9,
    question: null,
  }),
  'realtime.question-revoked': realtime('question-revoked', {
    feed: 'house',
    version: 9,
    question: null,
  }),
  'realtime.timer-expired': realtime('timer-expired', {
    feed: 'house',
    version: 9,
    question: null,
  }),
  'realtime.questions-updated': realtime('questions-updated', {
    feed: 'house',
    version: 9,
    question: null,
  }),
  'realtime.show-answers': realtime('show-answers', { feed: 'house', version: 9 }),
  'realtime.answers-counted': counted,
  'realtime.players-counted': realtime('players-counted', { connected: { studio: 3, home: 81 } }),
  'connection.lost': { type: 'connection.lost' },
  'connection.restored': { type: 'connection.restored' },
} as const;

const input = { now: () => 0 };
const model = modelOf(queCardsMachine, {
  input,
  events: {
    ...NO_EVENTS,
    'realtime.question-released': [CHANGES['realtime.question-released']],
    'realtime.question-revoked': [CHANGES['realtime.question-revoked']],
    'realtime.timer-expired': [CHANGES['realtime.timer-expired']],
    'realtime.questions-updated': [CHANGES['realtime.questions-updated']],
    'realtime.question-list-updated': [told],
    'realtime.show-answers': [CHANGES['realtime.show-answers']],
    'realtime.answers-counted': [counted],
    'realtime.players-counted': [CHANGES['realtime.players-counted']],
    'connection.lost': [CHANGES['connection.lost']],
    'connection.restored': [CHANGES['connection.restored']],
    'cards.retry': [{ type: 'cards.retry' }],
    'release.performed': [performed],
    'clock.corrected': [{ type: 'clock.corrected' }],
    'answer.accepted': [],
  },
  done: { load: [success(loaded), refusal('Not now.')] },
  // A page cannot cause the windows to fail.
  may: (_, { type }) => type !== 'xstate.error.actor.windows',
  at: ({ context: { questions, isConnected, isOvertaken } }) => [
    questions !== null,
    isConnected,
    isOvertaken,
  ],
});
const paths = toursOf(model);

interface Taken {
  readonly event: AnyEventObject;
}

/** Everything that the page shows about the list's state. */
const seen = () => ({
  isWaiting: screen.queryByText('Loading questions') !== null,
  cards: screen.queryAllByRole('article').map((each) => each.getAttribute('aria-label')),
  isStale: screen.queryByText('This page is out of date') !== null,
  alarm: alertText() || null,
  mayRetry: screen.queryByText('Try Again') !== null,
});

async function start() {
  const { clock, cards, actors: shared, list } = cardsFixture();
  render(createRoot().page(<QueCardsScreen actors={shared} />));
  const taken: AnyEventObject[] = [];
  const noting =
    (execute: (step: Taken) => unknown) =>
    async (step: Taken): Promise<void> => {
      taken.push(step.event);
      await execute(step);
    };
  const tell = (event: QueCardsEvent) => noting(() => act(async () => cards.send(event)));
  const events = {
    ...Object.fromEntries(Object.entries(CHANGES).map(([name, event]) => [name, tell(event)])),
    'realtime.question-list-updated': tell(told),
    'clock.corrected': tell({ type: 'clock.corrected' }),
    'release.performed': tell(performed),
    'cards.retry': noting(() =>
      act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))),
    ),
    'xstate.done.actor.load': noting(({ event }) => list.answer(event['output'])),
    'xstate.error.actor.load': noting(list.fail),
    'xstate.after.gatherDelay.queCards.due': noting(() => act(async () => clock.advance(150))),
  };
  /** A loaded list stays; a stale one is marked; a failure shows the reason and a retry button. */
  const facts = (hasFailed: boolean) => () => {
    const { questions, isConnected, message } = fold(queCardsMachine, input, taken).context;
    const hasList = questions !== null;
    expect(seen()).toEqual({
      isWaiting: !hasList && !hasFailed,
      cards: hasList ? ['Question q1'] : [],
      isStale: hasList && (!isConnected || hasFailed),
      alarm: hasFailed ? message : null,
      mayRetry: hasFailed,
    });
  };
  const states = {
    loading: facts(false),
    current: facts(false),
    due: facts(false),
    failed: facts(true),
  };
  return { events, states };
}

describe('every path through the list of que cards, by its controls [R2.qc-stale]', () => {
  itWalks(model, paths, start, {
    transitions: ['queCards on xstate.error.actor.windows [0] -> (stays)'],
  });
});
