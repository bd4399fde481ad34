import type { QuestionFilter } from '#machines/answering/calls.ts';
import type { Audience, ReleaseWindows } from '#machines/contract/entities.ts';
import { audiencesOf } from '#machines/contract/audience.ts';
import { windowState, type WindowState } from '#machines/answering/rules/schedule.ts';

/**
 * The questions that match a filter and that an audience may see, in their given order. Locked questions count as
 * active. An admin (audience null) sees the questions of both audiences; a question is active if it is active for
 * either.
 */
export function filterQuestions<T extends { windows: ReleaseWindows }>(
  questions: readonly T[],
  audience: Audience | null,
  filter: QuestionFilter,
  now: number,
): T[] {
  return questions.filter(({ windows }) =>
    isListed(
      audiencesOf(audience).map((each) => windowState(windows, each, now)),
      filter,
    ),
  );
}

/** Whether a filter includes a question with these states. */
export function isListed(states: readonly WindowState[], filter: QuestionFilter): boolean {
  const isActive = states.some(isActiveState);
  if (filter === 'active') return isActive;
  const isExpired = !isActive && states.includes('expired');
  return isExpired || (filter === 'all' && isActive);
}

function isActiveState(state: WindowState): boolean {
  return state === 'open' || state === 'locked' || state === 'scheduled';
}
