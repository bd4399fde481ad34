import type { RundownItem } from '#machines/contract/entities.ts';
import { audienceLabel } from '#machines/rules/audience.ts';
import { shortClockText } from '#machines/rules/clock.ts';
import { type ItemStage, type MainAct, timersText } from '#machines/rules/rundown.ts';

export const STAGE_WORDS: Record<ItemStage, string> = {
  planned: 'Planned',
  skipped: 'Skipped',
  armed: 'Armed',
  inPlay: 'In play',
  counting: 'Over',
  locked: 'Locked',
  revealed: 'Revealed',
  published: 'Published',
  corrected: 'Corrected',
};

const secondsText = (seconds: number | null): string =>
  seconds === null ? 'none' : shortClockText(seconds);

/** '0:30', or 'S 0:30 H 0:45' where they differ, and who is first. */
export function presetsText({ studioSeconds, homeSeconds, order }: RundownItem): string {
  const timers =
    studioSeconds === homeSeconds
      ? secondsText(studioSeconds)
      : `S ${secondsText(studioSeconds)} H ${secondsText(homeSeconds)}`;
  return order === 'both' ? timers : `${timers}, ${audienceLabel(order)} first`;
}

/** The seconds of an item's timers for those who get it next. */
export const timersFor = (item: RundownItem, audiences: readonly ('studio' | 'home')[]) => ({
  ...(audiences.includes('studio') && { studio: item.studioSeconds }),
  ...(audiences.includes('home') && { home: item.homeSeconds }),
});

/** What the main button will do. */
export function mainText(main: MainAct, nameOf: (groupId: string) => string): string {
  switch (main.type) {
    case 'arm':
      return `Arm "${main.item.text}"`;
    case 'release':
      return `Release to ${timersText(timersFor(main.item, main.audiences))}`;
    case 'wait':
      return 'Lock the answers';
    case 'lock':
      return 'Lock the answers';
    case 'air':
      return 'Show the question on air';
    case 'reveal':
      return `Reveal "${nameOf(main.groupId)}"`;
    case 'publish':
      return 'Publish the points';
    case 'next':
      return `Next: "${main.to?.text ?? ''}"`;
    case 'end':
      return 'End the show';
    case 'none':
      break;
  }
  return 'Nothing to do';
}
