import type { ReleaseOrder, RundownItem } from '#machines/contract/entities.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import type { ItemStage } from '#machines/show/rules/item.ts';

export const STAGE_WORDS: Record<ItemStage, string> = {
  planned: 'Planned',
  skipped: 'Skipped',
  armed: 'Armed',
  inPlay: 'In play',
  counting: 'Counting',
  locked: 'Locked',
  revealed: 'Revealed',
  published: 'Published',
  corrected: 'Corrected',
  voided: 'Void',
};

export const ORDER_WORDS: Record<ReleaseOrder, string> = {
  both: 'Both at once',
  studio: 'Studio first',
  home: 'Home first',
};

const secondsText = (seconds: number | null): string =>
  seconds === null ? 'Open' : shortClockText(seconds);

/** Timers of an item: '0:30', or 'S 0:30 H 0:45' if they differ; and the audience that is released first, if any. */
export function presetsText({ studioSeconds, homeSeconds, order }: RundownItem): string {
  const timers =
    studioSeconds === homeSeconds
      ? secondsText(studioSeconds)
      : `S ${secondsText(studioSeconds)} H ${secondsText(homeSeconds)}`;
  return order === 'both' ? timers : `${timers}, ${audienceLabel(order)} first`;
}
