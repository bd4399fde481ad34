import type { ShowView } from '#machines/show/calls.ts';
import { airLabel } from '#machines/show/rules/labels.ts';

/** The group that the next press reveals, if its label has an obvious slip, with a better label; else null. */
export function nextSlip({ direction, next: { act } }: Pick<ShowView, 'direction' | 'next'>) {
  if (act?.type !== 'reveal') return null;
  const { itemId } = act;
  const next = direction.groups.find(({ groupId }) => groupId === act.groupId);
  if (next?.cleaner === undefined || next.isHeld === true) return null;
  const { groupId, cleaner } = next;
  return { itemId, groupId, cleaner, label: airLabel(next.representative) };
}
