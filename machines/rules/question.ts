import type { QuestionFilter } from '#machines/contract/calls.ts';
import type { Audience, ReleaseWindows } from '#machines/contract/entities.ts';
import { epochMs } from './clock.ts';
import { compareText } from './ranking.ts';
import { windowState, type WindowState } from './schedule.ts';

/** The orders of the question dashboard (specification §2). */
export type QuestionOrder = 'newest' | 'oldest' | 'a-z' | 'z-a';

type Listed = { id: string; start_time: string };

/**
 * The questions an audience may see under a filter, in their given order. Locked ones are active.
 * An admin (audience null) sees what either audience sees; it is active while it is for one of them.
 */
export function filterQuestions<T extends { windows: ReleaseWindows }>(
  questions: readonly T[],
  audience: Audience | null,
  filter: QuestionFilter,
  now: number,
): T[] {
  const audiences: readonly Audience[] = audience === null ? ['studio', 'home'] : [audience];
  return questions.filter(({ windows }) => {
    const states = audiences.map((each) => windowState(windows, each, now));
    const isActive = states.some(isActiveState);
    if (filter === 'active') return isActive;
    const isExpired = !isActive && states.includes('expired');
    return isExpired || (filter === 'all' && isActive);
  });
}

/** Questions in a dashboard order: by planned start or by text, then by id. */
export function sortQuestions<T extends Listed & { question_text: string }>(
  questions: readonly T[],
  order: QuestionOrder,
): T[] {
  const direction = order === 'newest' || order === 'z-a' ? -1 : 1;
  const compare = order === 'a-z' || order === 'z-a' ? compareByText : compareByStart;
  return questions.toSorted((a, b) => direction * compare(a, b) || compareText(a.id, b.id));
}

function isActiveState(state: WindowState): boolean {
  return state === 'open' || state === 'locked';
}

function compareByText(a: { question_text: string }, b: { question_text: string }): number {
  return compareText(a.question_text.toLowerCase(), b.question_text.toLowerCase());
}

function compareByStart(a: Listed, b: Listed): number {
  return epochMs(a.start_time) - epochMs(b.start_time);
}
