import type {
  ActiveQuestion,
  AdminQuestion,
  Audience,
  KnownAnswer,
} from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { listedQuestions } from '#machines/rules/listing.ts';
import type { LastAnswer } from '#machines/rules/my-answer.ts';
import { windowState } from '#machines/rules/schedule.ts';
import type { Runtime } from './runtime.ts';

/* What our server sends along with its list, asked of a backend that does not: call by call (specification §7). */

const TEXTS = { fallback: MESSAGES.questions.loadFailed };

/** One's own answers to these questions. What cannot be had is not known to be answered. */
export async function ownAnswers(
  { call, session }: Runtime,
  questions: readonly ActiveQuestion[],
  signal: AbortSignal,
): Promise<KnownAnswer[]> {
  const userId = (await session.read())?.user.id ?? '';
  const answers = await Promise.all(
    questions.map(async ({ game_session_id: gameSessionId, question_id: questionId }) => {
      const params = { gameSessionId, userId };
      const status = await call('userAnswer', { params }, TEXTS, signal);
      if (!status.ok || !status.value.hasAnswered) return [];
      const last = await call('myLastAnswer', { body: { questionId } }, TEXTS, signal);
      const answer = last.ok ? last.value.answer : null;
      const unsaid = { answer_text: '', awardedPoints: null, answeredAt: null };
      return [{ ...unsaid, ...answer, gameSessionId }];
    }),
  );
  return answers.flat();
}

/** The question to answer now, else the newest one, with one's answer and its timers. */
export async function lastAnswer(
  { call, clock }: Runtime,
  questions: readonly ActiveQuestion[],
  audience: Audience,
  signal: AbortSignal,
): Promise<Outcome<LastAnswer>> {
  const at = clock.now();
  const feed = { questions, answers: {}, version: null };
  const [newest] = listedQuestions(feed, audience, 'all', ({ windows }) =>
    windowState(windows, audience, at),
  );
  if (newest === undefined) return success({ question: null, answer: null });
  const { questionId } = newest;
  const last = await call('myLastAnswer', { body: { questionId } }, TEXTS, signal);
  if (!last.ok || last.value.question === null) return last;
  const { question, answer } = last.value;
  const timerTexts = { fallback: MESSAGES.release.timerInfoFailed };
  const info = await call('timerInfo', { params: { id: questionId } }, timerTexts, signal);
  if (!info.ok) return info;
  const timer = info.value[audience === 'studio' ? 'contestantTimer' : 'homeViewerTimer'];
  const own = question.windows[audience];
  const closesAt = timer?.endTime ?? (own.timed ? own.closesAt : info.value.endTime);
  const windows = {
    ...question.windows,
    [audience]: { ...own, timed: own.timed || timer !== undefined, closesAt },
  };
  return success({ question: { ...question, windows }, answer });
}

/** Of a card. */
const TOP_GROUPS = 5;

/** The producer's questions with the times, timers, totals and groups of those that are `listed` for players. */
export const completed = (
  { call }: Runtime,
  questions: readonly AdminQuestion[],
  listed: readonly ActiveQuestion[],
  signal: AbortSignal,
): Promise<AdminQuestion[]> =>
  Promise.all(
    questions.map(async (question) => {
      const active = listed.find(({ question_id }) => question_id === question.id);
      if (active === undefined) return question;
      const { studio, home } = active.windows;
      const params = { gameSessionId: active.game_session_id };
      const [board, groups] = await Promise.all([
        call('leaderboardSession', { params }, TEXTS, signal),
        call('aiGrouping', { params }, TEXTS, signal),
      ]);
      // A card without analytics is a card (specification §8).
      const entries = board.ok ? board.value : [];
      const details = groups.ok ? groups.value.grouping.groupingDetails : [];
      const answeredAs = (role: number) => entries.filter(({ role_id }) => role_id === role).length;
      return {
        ...question,
        ...active,
        question_text: question.question_text,
        windows: {
          studio: { ...studio, released: question.shown_on_air },
          home: { ...home, released: question.shown_to_home },
        },
        answered: { studio: answeredAs(ROLE.contestant), home: answeredAs(ROLE.home) },
        topGroups: details.slice(0, TOP_GROUPS),
      };
    }),
  );
