import type { Direction } from '#machines/contract/entities.ts';

/** Stage screens that disconnected and have not come back. */
export interface MissingScreens {
  /** At least 1. */
  readonly count: number;
  /** When the last of them disconnected, epoch ms. */
  readonly at: number;
}

interface ScreensSeen {
  readonly before: Direction | null;
  readonly after: Direction;
  /** Epoch ms. */
  readonly now: number;
}

/** The missing screens after the number of connected screens has changed; null: none. */
export function missingScreens(
  missing: MissingScreens | null,
  { before, after, now }: ScreensSeen,
): MissingScreens | null {
  if (before === null || after.screens === before.screens) return missing;
  const count = before.screens + (missing?.count ?? 0) - after.screens;
  if (count <= 0) return null;
  return { count, at: after.screens < before.screens ? now : (missing?.at ?? now) };
}
