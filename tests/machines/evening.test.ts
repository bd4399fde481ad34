import { type AnyActorRef, createActor, fromCallback, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { StageView } from '#machines/contract/stage.ts';
import { LISTED_QUESTIONS } from '#machines/contract/limits.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import {
  connectionMachine,
  type SocketCommand,
  type SocketEvent,
} from '#machines/connection/connection.ts';
import { feedMachine, type FeedRequest } from '#machines/answering/feed.ts';
import { type LastAnswerRequest, playerAnswerMachine } from '#machines/answering/player-answer.ts';
import { questionsMachine } from '#machines/answering/questions.ts';
import type { QuestionList } from '#machines/answering/rules/feed.ts';
import type { LastAnswer } from '#machines/answering/rules/my-answer.ts';
import { stageScreenMachine } from '#machines/show/stage-screen.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { answerTo, question, realtime, T0, timed, viewer } from '#tests/support/game.ts';

/** An actor with all actors that it has started, recursively. */
function running(actor: AnyActorRef): number {
  const { children = {} }: { readonly children?: Readonly<Record<string, AnyActorRef>> } =
    actor.getSnapshot();
  return Object.values(children).reduce((sum, child) => sum + running(child), 1);
}

const answered = (n: number) =>
  realtime('answer-updated', { userId: viewer.id, gameSessionId: `g${n}`, answer: answerTo(n) });

/**
 * A clock, and how a page receives the release of a question, an answer of another device, and the
 * end.
 */
function evening() {
  const clock = createFakeClock(T0);
  const input = { user: viewer, now: clock.now, random: () => 0 };
  const release = (n: number) =>
    realtime('question-released', {
      feed: 'house',
      type: 'home',
      version: n,
      question: question(n, { home: timed(20, clock.now()) }),
    });
  return {
    clock,
    input,
    tellAll: async (actor: AnyActorRef, n: number) => {
      for (const event of [release(n), answered(n)]) actor.send(event);
      clock.advance(30_000);
      await settled();
    },
  };
}

const questionsOf = () => {
  const { clock, input, tellAll } = evening();
  const nothing = success({ questions: [], answers: [], versions: { house: 0 } });
  const load = fromPromise<Outcome<QuestionList>, FeedRequest>(async () => nothing);
  const feed = feedMachine.provide({ actors: { load } });
  const logic = questionsMachine.provide({ actors: { feed } });
  return { clock, actor: createActor(logic, { clock, input }), tellAll };
};
const playerAnswerOf = () => {
  const { clock, input, tellAll } = evening();
  const nothing = success({ question: null, answer: null });
  const loadLastAnswer = fromPromise<Outcome<LastAnswer>, LastAnswerRequest>(async () => nothing);
  const logic = playerAnswerMachine.provide({ actors: { loadLastAnswer } });
  return { clock, actor: createActor(logic, { clock, input }), tellAll };
};
const showOf = () => {
  const { clock, input } = evening();
  const line: { say?: (fact: SocketEvent) => void } = {};
  const socket = fromCallback<SocketCommand, { readonly userId: string | null }>(({ sendBack }) => {
    line.say = sendBack;
  });
  const logic = stageScreenMachine.provide({
    actors: {
      connection: connectionMachine.provide({ actors: { socket } }),
      surroundings: fromCallback(() => {}),
    },
  });
  const shown = (n: number, groups: StageView['groups']): StageView => ({
    serverTime: clock.now(),
    scene: 'question',
    question: {
      question_id: `q${n}`,
      game_session_id: `g${n}`,
      question_text: `Question ${n}?`,
      windows: question(n, { home: timed(20, clock.now()) }).windows,
      answered: { studio: 0, home: 0 },
    },
    groups,
    board: null,
  });
  const group = {
    groupId: 'a',
    rank: 1,
    representative: 'Apple',
    count: 3,
    homePoints: 3,
    contestantPoints: 5,
  };
  return {
    clock,
    actor: createActor(logic, { clock, input }),
    tellAll: async (_: AnyActorRef, n: number) => {
      if (n === 1) line.say?.({ type: 'socket.connected' });
      for (const groups of [[], [group]]) {
        line.say?.(realtime('show-updated', { show: shown(n, groups) }));
        clock.advance(30_000);
      }
      await settled();
    },
  };
};

describe('an evening', () => {
  it.each([
    ['the questions', questionsOf],
    ['the player page', playerAnswerOf],
    ['the stage screen', showOf],
  ])('leaves no actors and no timers behind in the charts of %s', async (_, open) => {
    const { clock, actor, tellAll } = open();
    actor.start();
    await settled();
    const held: unknown[] = [];
    const full = LISTED_QUESTIONS + 1;
    for (let n = 1; n <= full + LISTED_QUESTIONS; n += 1) {
      await tellAll(actor, n);
      if (n >= full) held.push([running(actor), clock.pending()]);
    }
    expect(new Set(held.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(actor.getSnapshot().status).toBe('active');
    actor.stop();
    expect(clock.pending()).toBe(0);
  });
});
