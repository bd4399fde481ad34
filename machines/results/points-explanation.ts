import { m } from 'messages';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Appeal, PointsExplanation } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { textProblem } from '#machines/contract/text.ts';
import { loader } from '#machines/kit/loader.ts';
import { submission } from '#machines/kit/submission.ts';

/*
 * Explains the points of the player's answer to a question: its group and rank, and the player's one appeal. Reloaded
 * while it is shown, each client after a random delay.
 */

export interface Explained {
  /** Null: players can still answer, or the answer is not counted yet. */
  readonly explanation: PointsExplanation | null;
}

export const pointsExplanationMachine = loader<{ readonly gameSessionId: string }, Explained>({
  id: 'pointsExplanation',
  unexpected: m.network(),
  spreadMs: 5_000,
});

export interface AppealValues {
  readonly gameSessionId: string;
  readonly wanted: string;
  /** The group that the player chose; null: the player typed other words. */
  readonly groupId: string | null;
}

export const appealForm = submission<AppealValues, Appeal>({
  id: 'appeal',
  check: ({ wanted }): Outcome<string> => {
    const problem = textProblem(wanted, LIMITS.answerLength, m.appealNothing());
    return problem === null ? success(wanted) : refusal(problem, { field: 'wanted' });
  },
  done: () => m.appealSent(),
});

export type PointsExplanationActor = ActorRefFrom<typeof pointsExplanationMachine>;
export type AppealActor = ActorRefFrom<typeof appealForm>;

/** Null: not loaded yet. */
export const selectExplained = ({ context }: SnapshotFrom<typeof pointsExplanationMachine>) =>
  context.value;
