import type { Direction } from '#machines/contract/stage.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import { airLabel } from './labels.ts';

/** A group with an obvious slip in its label, and a better label. */
export interface Slip {
  readonly itemId: string;
  readonly groupId: string;
  readonly label: string;
  readonly cleaner: string;
}

/** The groups with an obvious slip in their label that an act reveals, in the order of revealing. */
export function slipsIn(
  { itemId: shownId, groups }: Pick<Direction, 'itemId' | 'groups'>,
  act: ShowAct | null,
): readonly Slip[] {
  if (act?.type !== 'reveal' || act.itemId !== shownId) return [];
  const { itemId, groupId: chosen, all } = act;
  const hidden = groups.filter(({ revealed }) => !revealed).toReversed();
  const next =
    chosen === undefined
      ? hidden.slice(0, all === true ? hidden.length : 1)
      : hidden.filter(({ groupId }) => groupId === chosen);
  return next.flatMap(({ groupId, representative, cleaner, isHeld }) =>
    cleaner === undefined || isHeld === true
      ? []
      : [{ itemId, groupId, label: airLabel(representative), cleaner }],
  );
}
