import { m } from 'messages';
import { createActor, type EventObject, fromCallback } from 'xstate';
import { answerMachine } from '#machines/answering/answer.ts';
import { type AppActor, appMachine } from '#machines/app.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { type FeedRequest, feedMachine } from '#machines/answering/feed.ts';
import { questionsMachine } from '#machines/answering/questions.ts';
import type { QuestionList } from '#machines/answering/rules/feed.ts';
import type { DraftKey } from '../drafts.ts';
import { rootOptions } from '../emitted.ts';
import type { Runtime } from '../runtime.ts';
import { provideAuth } from './auth.ts';
import { provideConnection, watchConnection } from './connection.ts';
import { promiseActor } from './effect.ts';

/** Loads the questions of the user's audience; contestants use another call than home viewers (specification §6). */
export const loadList = async (
  { call }: Runtime,
  { filter, roleId }: Pick<FeedRequest, 'filter' | 'roleId'>,
  signal: AbortSignal,
): Promise<Outcome<QuestionList>> => {
  const name = roleId === ROLE.contestant ? 'contestantQuestions' : 'activeQuestions';
  const texts = { fallback: m.questionsLoadFailed() };
  const answer = await call(name, { query: { filter } }, texts, signal);
  if (!answer.ok) return answer;
  const { questions, answers, versions } = answer.value;
  return success({ questions, answers, versions });
};

/** Provides the answer dialog. */
export const provideAnswer = ({ call, drafts }: Runtime) =>
  answerMachine.provide({
    actors: {
      recallDraft: promiseActor(async (key: DraftKey) => success(drafts.recall(key))),
      submitAnswer: promiseActor((body: { gameSessionId: string; answerText: string }, signal) =>
        call('submitAnswer', { body }, { fallback: m.answerFailed() }, signal),
      ),
    },
    actions: { saveDraft: (_, { text, ...key }) => drafts.save(key, text) },
  });

const provideQuestions = (runtime: Runtime) =>
  questionsMachine.provide({
    actors: {
      feed: feedMachine.provide({
        actors: {
          load: promiseActor((asked: FeedRequest, signal) => loadList(runtime, asked, signal)),
        },
      }),
      answer: provideAnswer(runtime),
    },
  });

/** Listens to the browser's events for the life of the page. */
const watchSurroundings = ({ call, clock, onUnauthorized }: Runtime, tab: Window) =>
  fromCallback<EventObject, undefined>(({ sendBack }) => {
    const listening = new AbortController();
    const tell = (type: string) => () => sendBack({ type });
    watchConnection(tab, listening.signal, sendBack);
    const stops = [
      clock.onCorrection(tell('clock.corrected')),
      clock.onJump(() => void call('config', {}, { fallback: m.network() })),
      onUnauthorized((reason) => sendBack({ type: 'session.ended', reason })),
    ];
    return () => {
      listening.abort();
      for (const stop of stops) stop();
    };
  });

/** The root chart with all effects of the page. */
export const provideApp = (runtime: Runtime, tab: Window) =>
  appMachine.provide({
    actors: {
      auth: provideAuth(runtime),
      connection: provideConnection(runtime, () => ({
        token: runtime.session.token() ?? undefined,
      })),
      questions: provideQuestions(runtime),
      surroundings: watchSurroundings(runtime, tab),
    },
  });

/** Starts the page's root actor. */
export const startApp = (runtime: Runtime, tab: Window): AppActor =>
  createActor(provideApp(runtime, tab), {
    input: { now: runtime.clock.now, random: Math.random, days: runtime.days },
    ...rootOptions(runtime),
  }).start();
