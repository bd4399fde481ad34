import { m } from 'messages';
import type { ReleaseOrder, RundownItem } from '#machines/contract/entities.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { timersFor } from '#machines/show/rules/rundown.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import type { ItemStage } from '#machines/show/rules/item.ts';

export const STAGE_WORDS: Record<ItemStage, string> = {
  planned: m.controlPlanned(),
  skipped: m.controlSkipped(),
  armed: m.controlArmed(),
  inPlay: m.controlPlay(),
  counting: m.controlCounting(),
  locked: m.controlLocked(),
  revealed: m.controlRevealed(),
  published: m.controlPublished(),
  corrected: m.controlCorrected(),
  voided: m.controlVoid(),
};

export const ORDER_WORDS: Record<ReleaseOrder, string> = {
  both: m.controlBothOnce(),
  studio: m.controlStudioFirst(),
  home: m.controlHomeFirst(),
};

const secondsText = (seconds: number | null): string =>
  seconds === null ? m.controlOpen() : shortClockText(seconds);

/**
 * Timers of an item as it will be released: '0:30', or 'S 0:30 H 0:45' if they differ; and the audience that is released
 * first, if any.
 */
export function presetsText(item: RundownItem): string {
  const { studioSeconds, homeSeconds, order } = item;
  const { studio = null, home = null } =
    order === 'both' ? timersFor(item, AUDIENCES) : { studio: studioSeconds, home: homeSeconds };
  const timers =
    studio === home ? secondsText(studio) : `S ${secondsText(studio)} H ${secondsText(home)}`;
  return order === 'both' ? timers : m.controlFirst({ timers, order: audienceLabel(order) });
}
