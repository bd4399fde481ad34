import { createActor, fromCallback, fromPromise } from 'xstate';
import { answerMachine, type DraftKey } from '#machines/answering/answer.ts';
import { appMachine } from '#machines/app.ts';
import { authMachine } from '#machines/account/auth.ts';
import { connectionMachine } from '#machines/connection/connection.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { InspectionRecord } from 'chart-inspector/protocol';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { type FeedAsked, feedMachine } from '#machines/answering/feed.ts';
import { createRecorder } from 'chart-inspector/recorder/recorder';
import type { Session, SignedIn } from '#machines/connection/session.ts';
import { questionsMachine } from '#machines/answering/questions.ts';
import type { QuestionList } from '#machines/answering/rules/feed.ts';
import type { TraceSource } from '#src/inspector/trace/trace.ts';
import { createFakeClock, settled } from './fake-clock.ts';
import { answerTo, question, realtime, T0, timed, viewer } from './game.ts';

const session: Session = { user: viewer, expiresAt: T0 + 3_600_000 };
const open = question(1, { home: timed(60) });

/** The product's own actors with an evening of one viewer, and what a recorder says of them. */
export function evening() {
  const clock = createFakeClock(T0);
  let version = 4;
  let heard: ((records: readonly InspectionRecord[], dropped: number) => void) | null = null;
  const recorder = createRecorder({ now: clock.now, send: (record) => heard?.([record], 0) });
  const signIn = fromPromise<Outcome<SignedIn>, { email: string; password: string }>(
    async ({ input }) =>
      input.password === 'right' ? success({ session }) : refusal('Wrong email or password.'),
  );
  const list = (): Outcome<QuestionList> => success({ questions: [open], answers: [], version });
  const load = fromPromise<Outcome<QuestionList>, FeedAsked>(async () => list());
  const recallDraft = fromPromise<Outcome<string>, DraftKey>(async () => success(''));
  const submitAnswer = fromPromise<
    Outcome<ReplyOf<'submitAnswer'>>,
    { gameSessionId: string; answerText: string }
  >(async () => success({ awardedPoints: 1, answer: answerTo(1) }));
  const app = createActor(
    appMachine.provide({
      actors: {
        surroundings: fromCallback(() => {}),
        auth: authMachine.provide({
          actors: {
            restore: fromPromise<Outcome<Session | null>, undefined>(async () => success(null)),
            signIn,
            storage: fromCallback(() => {}),
          },
        }),
        connection: connectionMachine.provide({ actors: { socket: fromCallback(() => {}) } }),
        questions: questionsMachine.provide({
          actors: {
            feed: feedMachine.provide({
              actors: { load },
            }),
            answer: answerMachine.provide({
              actors: { recallDraft, submitAnswer },
              actions: { saveDraft: () => {} },
            }),
          },
        }),
      },
    }),
    { clock, input: { now: clock.now, random: () => 0.5 }, inspect: recorder.inspect },
  );
  const children = () => app.getSnapshot().children;
  const pause = async (ms = 0) => {
    await settled();
    clock.advance(ms);
    await settled();
  };
  const source: TraceSource = {
    window: { path: '/gameshow', device: 'a test' },
    actors: recorder.everything,
    listen: (listener) => {
      heard = listener;
      return () => {
        heard = null;
      };
    },
  };
  return {
    source,
    app,
    begin: () => {
      app.start();
      return pause();
    },
    signIn: async () => {
      for (const password of ['', 'wrong', 'right']) {
        children().auth?.send({ type: 'login.submit', email: viewer.email, password });
        await pause(1_500);
      }
    },
    answer: async () => {
      version = 5;
      children().connection?.send({ type: 'socket.connected' });
      children().connection?.send(
        realtime('question-released', { type: 'home', version: 5, question: open }),
      );
      await pause(200);
      children().questions?.send({ type: 'answer.open', gameSessionId: 'g1' });
      await pause();
      const { answer } = children().questions?.getSnapshot().children ?? {};
      answer?.send({ type: 'answer.edit', text: "Ann's Apple" });
      answer?.send({ type: 'answer.submit', text: 'Apple' });
      await pause(100);
      children().connection?.send({ type: 'socket.lost', reason: 'transport close' });
      await pause(90_000);
    },
    stop: () => app.stop(),
  };
}
