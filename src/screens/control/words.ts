import { m } from 'messages';
import type { ReleaseOrder, RundownItem } from '#machines/contract/rundown.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { timersFor } from '#machines/show/rules/rundown.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import type { ItemStage } from '#machines/show/rules/item.ts';

export const STAGE_WORDS: Record<ItemStage, string> = {
  planned: m.controlPlanned(),
  skipped: m.controlSkipped(),
  armed: m.controlArmed(),
  inPlay: m.controlStateInPlay(),
  counting: m.controlCounting(),
  locked: m.controlStateLocked(),
  revealed: m.controlRevealed(),
  published: m.controlPublished(),
  corrected: m.controlCorrected(),
  voided: m.controlStateVoid(),
};

export const ORDER_WORDS: Record<ReleaseOrder, string> = {
  both: m.controlBothOnce(),
  studio: m.controlStudioFirst(),
  home: m.controlHomeFirst(),
};

const secondsText = (seconds: number | null): string =>
  seconds === null ? m.controlOpenWithoutTimer() : shortClockText(seconds);

/**
 * Timers of an item as it will be released: '0:30', or 'S 0:30 H 0:45' if they differ; and the audience that is released
 * first, if any.
 */
export function presetsText(item: RundownItem): string {
  const { studioSeconds, homeSeconds, order } = item;
  const { studio = null, home = null } =
    order === 'both' ? timersFor(item, AUDIENCES) : { studio: studioSeconds, home: homeSeconds };
  const timers =
    studio === home
      ? secondsText(studio)
      : m.controlTwoTimers({ studio: secondsText(studio), home: secondsText(home) });
  if (order === 'both') return timers;
  return order === 'studio'
    ? m.controlTimersStudioFirst({ timers })
    : m.controlTimersHomeFirst({ timers });
}
