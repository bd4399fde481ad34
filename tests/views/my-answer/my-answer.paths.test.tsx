import { act, fireEvent, render, screen } from '@testing-library/react';
import { type AnyEventObject, createActor } from 'xstate';
import { describe, expect } from 'vitest';
import { refusal, success } from '#machines/contract/outcome.ts';
import {
  type LastAnswerRequest,
  type PlayerAnswerContext,
  playerAnswerMachine,
} from '#machines/answering/player-answer.ts';
import type { LastAnswer } from '#machines/answering/rules/my-answer.ts';
import { MyAnswerScreen } from '#src/screens/my-answer/my-answer.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import {
  answerTo,
  NO_EVENTS,
  question,
  realtime,
  T0,
  timed,
  untimed,
  viewer,
} from '#tests/support/game.ts';
import { fold, modelOf, toursOf } from '#tests/support/graph.ts';
import { createRoot } from '#tests/support/root.tsx';
import { alertText, manualPort } from '#tests/support/screens.tsx';
import { itWalks } from '#tests/support/tours.ts';

const q1 = question(1, { home: timed(30) });
const over = question(1, { home: untimed });
const q2 = question(2, { home: untimed });
const released = realtime('question-released', {
  feed: 'house',
  type: 'home',
  version: 2,
  question: q2,
});
const toOthers = realtime('question-released', {
  feed: 'house',
  version: 2,
  type: 'contestant',
  question: q2,
});
const updated = realtime('questions-updated', {
  feed: 'house',
  version: 3,
  gameSessionId: 'g1',
  question: over,
});
const input = { user: viewer, now: () => T0, random: () => 0.5 };

const model = modelOf(playerAnswerMachine, {
  input,
  events: {
    ...NO_EVENTS,
    'realtime.question-released': [released, toOthers],
    'realtime.questions-updated': [updated],
    'realtime.show-answers': [realtime('show-answers', { feed: 'house', version: 2 })],
    'connection.lost': [],
    'connection.restored': [{ type: 'connection.restored' }],
    'data.unconfirmed': [{ type: 'data.unconfirmed' }],
    'clock.corrected': [{ type: 'clock.corrected' }],
    'answer.accepted': [{ type: 'answer.accepted', gameSessionId: 'g1' }],
    'answer.retry': [{ type: 'answer.retry' }],
  },
  done: {
    loadLastAnswer: [
      success({ question: q1, answer: null }),
      success({ question: over, answer: answerTo(1) }),
      success({ question: null, answer: null }),
      refusal('Not now.'),
    ],
  },
  // A page cannot cause the windows to break.
  may: (_, { type }) => type !== 'xstate.error.actor.windows',
  at: ({ context: { known } }) => known.question?.windows.home,
});
const paths = toursOf(model);

interface Taken {
  readonly event: AnyEventObject;
}

/** Everything that the page shows of question and answer. */
const seen = () => ({
  isWaiting: screen.queryByText('Loading your answer') !== null,
  question: document.querySelector('article')?.getAttribute('aria-label') ?? null,
  timer: document.querySelector('[role="timer"]')?.textContent ?? null,
  answer: document.querySelector('[class*="answer"]')?.textContent ?? null,
  isUnanswered: screen.queryByText('No answer submitted') !== null,
  isNone: screen.queryByText('No recent question found') !== null,
  isExpected: screen.queryByText('Waiting for question to be released...') !== null,
  alarm: alertText() || null,
});
const nothing = {
  isWaiting: false,
  question: null,
  timer: null,
  answer: null,
  isUnanswered: false,
  isNone: false,
  isExpected: false,
  alarm: null,
};

async function start() {
  const clock = createFakeClock(T0);
  const port = manualPort<LastAnswerRequest, LastAnswer>();
  const actor = createActor(
    playerAnswerMachine.provide({ actors: { loadLastAnswer: port.logic } }),
    // `now` stands still, so a timer that fires early still has time left.
    { clock, input },
  ).start();
  const root = createRoot({ now: input.now });
  render(
    root.page(<MyAnswerScreen user={viewer} actor={actor} connection={undefined} />, '/my-answer'),
  );
  const taken: AnyEventObject[] = [];
  const known = (): PlayerAnswerContext['known'] =>
    fold(playerAnswerMachine, input, taken).context.known;
  const tell = (event: Parameters<typeof actor.send>[0]) => async () => {
    taken.push(event);
    await act(async () => actor.send(event));
  };
  const pass = (ms: number) => async (step: Taken) => {
    taken.push(step.event);
    await act(async () => clock.advance(ms));
  };

  const events = {
    'realtime.question-released': ({ event }: Taken) =>
      tell(event['payload'].type === 'home' ? released : toOthers)(),
    'realtime.questions-updated': tell(updated),
    'realtime.show-answers': tell(realtime('show-answers', { feed: 'house', version: 2 })),
    'connection.restored': tell({ type: 'connection.restored' }),
    'data.unconfirmed': tell({ type: 'data.unconfirmed' }),
    'clock.corrected': tell({ type: 'clock.corrected' }),
    'answer.accepted': tell({ type: 'answer.accepted', gameSessionId: 'g1' }),
    'answer.retry': async ({ event }: Taken) => {
      const button = screen.queryByRole('button', { name: 'Try Again' });
      if (button === null) return tell({ type: 'answer.retry' })();
      taken.push(event);
      return act(async () => fireEvent.click(button));
    },
    'xstate.done.actor.loadLastAnswer': async ({ event }: Taken) => {
      taken.push(event);
      await port.answer(event['output']);
    },
    'xstate.error.actor.loadLastAnswer': async ({ event }: Taken) => {
      taken.push(event);
      await port.fail();
    },
    'xstate.after.untilAsking.playerAnswer.settling': pass(500),
  };
  /** The question as shown while no countdown runs. */
  const answered = () => {
    const { question: asked, answer } = known();
    if (asked === null) return { ...nothing, isExpected: true };
    return {
      ...nothing,
      question: asked.question_text,
      answer: answer && `Your answerAppleSaved at ${timeOf(answer.answeredAt ?? NaN)}1 point`,
      isUnanswered: answer === null,
    };
  };
  const states = {
    loading: () => expect(seen().isWaiting).toBe(known().question === null),
    showing: () => {
      const isRunning = known().question?.windows.home.timed;
      const running = { ...nothing, question: 'Question 1?', timer: '0:30' };
      expect(seen()).toEqual(isRunning ? running : answered());
    },
    none: () => expect(seen()).toEqual({ ...nothing, isNone: true, isExpected: true }),
    settling: () => {
      const { isConfirmed } = actor.getSnapshot().context;
      const none = isConfirmed ? null : 'Question';
      expect(seen().question).toBe(known().question?.question_text ?? none);
      expect(screen.queryByText('Checking…') === null).toBe(isConfirmed);
      const { timer, isUnanswered } = seen();
      expect(isConfirmed || (timer === null && !isUnanswered)).toBe(true);
    },
    failed: () =>
      expect(seen()).toEqual({ ...nothing, alarm: actor.getSnapshot().context.message }),
  };
  return { events, states };
}
const timeOf = (instant: number) =>
  new Date(instant).toLocaleTimeString(undefined, { timeStyle: 'medium' });

describe('every path through the player page, by its controls [R2.my-question R2.my-waiting R2.my-none R2.my-countdown R2.my-answer R2.my-no-answer R4.my-connect]', () => {
  itWalks(model, paths, start, {
    // Failures of windows.
    transitions: [
      'playerAnswer on xstate.error.actor.windows [0] -> (stays)',
      // Chimes for contestants.
      'playerAnswer.loading on xstate.done.actor.loadLastAnswer [1] -> playerAnswer.deciding',
    ],
  });
});
