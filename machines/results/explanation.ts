import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Appeal, Explanation } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { textProblem } from '#machines/contract/text.ts';
import { loader } from '#machines/kit/loader.ts';
import { submission } from '#machines/kit/submission.ts';

/*
 * With whom one's answer to a question counts and what it was worth, and the one appeal against it: kept fresh while it is
 * shown, each player at a moment of their own.
 */

export interface Explained {
  /** Null: somebody can still answer, or it is not counted. */
  readonly explanation: Explanation | null;
}

export const explanationMachine = loader<{ readonly gameSessionId: string }, Explained>({
  id: 'explanation',
  unexpected: MESSAGES.network,
  spreadMs: 5_000,
});

export interface AppealValues {
  readonly gameSessionId: string;
  readonly wanted: string;
  /** Null: in the player's own words. */
  readonly groupId: string | null;
}

export const appealForm = submission<AppealValues, Appeal>({
  id: 'appeal',
  check: ({ wanted }): Outcome<string> => {
    const problem = textProblem(wanted, LIMITS.answerLength, MESSAGES.appeal.nothing);
    return problem === null ? success(wanted) : refusal(problem, { field: 'wanted' });
  },
  done: () => MESSAGES.appeal.sent,
});

export type ExplanationActor = ActorRefFrom<typeof explanationMachine>;
export type AppealActor = ActorRefFrom<typeof appealForm>;

/** Null: not loaded yet. */
export const selectExplained = ({ context }: SnapshotFrom<typeof explanationMachine>) =>
  context.value;
/** Why there is nothing, or nothing newer; 'Try Again' sends `load.retry`. */
export const selectMessage = ({ context }: SnapshotFrom<typeof explanationMachine>) =>
  context.message;
