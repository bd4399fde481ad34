import type { Direction } from '#machines/contract/stage.ts';

/** Stage screens that disconnected and have not come back. */
export interface MissingScreens {
  /** At least 1. */
  readonly count: number;
  /** When the last of them disconnected, epoch ms. */
  readonly at: number;
}

interface ScreensSeen {
  readonly before: Pick<Direction, 'screens' | 'screensLeft'> | null;
  readonly after: Pick<Direction, 'screens' | 'screensLeft'>;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * The missing screens after the number of connected screens has changed; null: none. Screens that were closed on purpose
 * are not missing.
 */
export function missingScreens(
  missing: MissingScreens | null,
  { before, after, now }: ScreensSeen,
): MissingScreens | null {
  const known = missing?.count ?? 0;
  if (before === null) return missing;
  // The total decreases when a server process ends.
  const left = Math.max(0, (after.screensLeft ?? 0) - (before.screensLeft ?? 0));
  const count = known + before.screens - left - after.screens;
  if (count === known) return missing;
  if (count <= 0) return null;
  return { count, at: count > known ? now : (missing?.at ?? now) };
}
