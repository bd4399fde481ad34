import type { RefinedGroup } from 'answer-grouping';
import type { Form } from './store.ts';

/* The groups of a result that is locked: what matching and model had made of the answers by then. */

/** Whatever matching or a model would make of the texts today. A form nobody has put anywhere is alone. */
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
