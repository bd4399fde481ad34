import type { RefinedGroup } from 'answer-grouping';
import type { Form } from './store.ts';

/* The groups of a locked result, as matching and the model had formed them when the result was locked. */

/**
 * Returns the stored groups; later matching and judgements do not change them. A form without a stored group is a group
 * of its own.
 */
export function frozenGroups(forms: readonly Form[]): RefinedGroup[] {
  const groups = new Map<string, Form[]>();
  for (const form of forms) {
    const group = form.automatic ?? form.groupId ?? form.textKey;
    groups.set(group, [...(groups.get(group) ?? []), form]);
  }
  return Array.from(groups, ([name, members]) => ({
    representative:
      members.find(({ textKey }) => textKey === name)?.textKey ?? members[0]?.textKey ?? name,
    members: members.map(({ textKey, reason, automaticReason }) => ({
      key: textKey,
      reason: automaticReason ?? reason ?? 'exact',
    })),
    parts: members.some(({ automaticReason }) => automaticReason === 'model') ? 2 : 1,
  }));
}
