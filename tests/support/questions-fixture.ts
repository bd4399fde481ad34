import { createActor, fromPromise, setup } from 'xstate';
import { answerMachine, type DraftKey } from '#machines/answering/answer.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { User } from '#machines/contract/entities.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { type FeedRequest, feedMachine } from '#machines/answering/feed.ts';
import type { EmittedEvent } from '#machines/kit/emitted.ts';
import type { AnswerAccepted, FeedBehind } from '#machines/connection/realtime.ts';
import { typesOf } from '#machines/kit/types.ts';
import { type QuestionsEvent, questionsMachine } from '#machines/answering/questions.ts';
import type { QuestionList } from '#machines/answering/rules/feed.ts';
import { createFakeClock, settled } from './fake-clock.ts';
import { T0 } from './game.ts';

export interface PendingRequest<TInput, TValue> {
  readonly input: TInput;
  readonly answer: (reply: Outcome<TValue>) => Promise<void>;
  readonly fail: () => Promise<void>;
}

/** A promise port whose requests wait for the test; a request stopped by its actor disappears. */
function port<TInput, TValue>() {
  let waiting: readonly PendingRequest<TInput, TValue>[] = [];
  const logic = fromPromise<Outcome<TValue>, TInput>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        const asked: PendingRequest<TInput, TValue> = {
          input,
          answer: (reply) => end(() => resolve(reply)),
          fail: () => end(() => reject(new Error('unexpected'))),
        };
        const forget = () => {
          waiting = waiting.filter((each) => each !== asked);
        };
        const end = (settle: () => void) => {
          forget();
          settle();
          return settled();
        };
        waiting = [...waiting, asked];
        signal.addEventListener('abort', forget);
      }),
  );
  return { logic, waiting: () => waiting };
}

/** A user's question list with all its children, under a parent that records its events. */
export function questionsFixture(user: User) {
  const clock = createFakeClock(T0);
  const loads = port<FeedRequest, QuestionList>();
  const submits = port<{ gameSessionId: string; answerText: string }, ReplyOf<'submitAnswer'>>();
  const heard: (FeedBehind | AnswerAccepted)[] = [];
  const facts: EmittedEvent[] = [];
  const errors: unknown[] = [];
  const drafts = new Map<string, string>();

  const questions = questionsMachine.provide({
    actors: {
      feed: feedMachine.provide({ actors: { load: loads.logic } }),
      answer: answerMachine.provide({
        actors: {
          submitAnswer: submits.logic,
          recallDraft: fromPromise<Outcome<string>, DraftKey>(async ({ input }) =>
            success(drafts.get(input.gameSessionId) ?? ''),
          ),
        },
        actions: {
          saveDraft: (_, { gameSessionId, text }) => void drafts.set(gameSessionId, text),
        },
      }),
    },
  });
  const parent = createActor(
    setup({
      types: typesOf<{
        events: FeedBehind | AnswerAccepted;
        children: { questions: 'questions' };
      }>(),
      actors: { questions },
      actions: { note: (_, event: FeedBehind | AnswerAccepted) => void heard.push(event) },
    }).createMachine({
      invoke: {
        id: 'questions',
        src: 'questions',
        input: { user, now: clock.now, random: () => 0.5 },
      },
      on: { '*': { actions: { type: 'note', params: ({ event }) => event } } },
    }),
    { clock },
  );
  parent.subscribe({ error: (error) => errors.push(error) });
  parent.start();
  const actor = parent.getSnapshot().children.questions;
  if (!actor) throw new Error('no questions');
  actor.on('*', (fact) => facts.push(fact));

  return {
    actor,
    clock,
    drafts,
    /** What went to the parent, and what was emitted, in order. */
    heard,
    facts,
    errors,
    loads: loads.waiting,
    submits: submits.waiting,
    snapshot: () => actor.getSnapshot(),
    dialog: () => actor.getSnapshot().children.answer,
    send: async (...events: QuestionsEvent[]) => {
      for (const event of events) actor.send(event);
      await settled();
    },
    advance: async (ms: number) => {
      clock.advance(ms);
      await settled();
    },
    /** Replies to the oldest load. */
    load: async (list: Partial<QuestionList> = {}) => {
      await loads
        .waiting()[0]
        ?.answer(success({ questions: [], answers: [], versions: { house: 1 }, ...list }));
    },
    stop: () => parent.stop(),
  };
}
