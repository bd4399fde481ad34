import type { RefinedGroup } from 'answer-grouping';
import type { AnswerText } from './store.ts';

/* The groups of a locked result, as matching and the model had formed them when the result was locked. */

/**
 * Returns the stored groups; later matching and judgements do not change them. A text without a stored group is a group
 * of its own.
 */
export function lockedGroups(answerTexts: readonly AnswerText[]): RefinedGroup[] {
  const groups = new Map<string, AnswerText[]>();
  for (const answerText of answerTexts) {
    const group = answerText.automatic ?? answerText.groupId ?? answerText.textKey;
    groups.set(group, [...(groups.get(group) ?? []), answerText]);
  }
  return Array.from(groups, ([name, members]) => ({
    representative:
      members.find(({ textKey }) => textKey === name)?.textKey ?? members[0]?.textKey ?? name,
    members: members.map(({ textKey, matchReason, automaticMatchReason }) => ({
      key: textKey,
      reason: automaticMatchReason ?? matchReason ?? 'exact',
    })),
    parts: members.some(({ automaticMatchReason }) => automaticMatchReason === 'model') ? 2 : 1,
  }));
}
