import { CONTESTANT_POINTS } from '#machines/contract/limits.ts';
import type { RoleId } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';

/** The time of an instant (epoch ms) in the reader's locale: hours, minutes and seconds. */
export const timeText = (instant: number): string =>
  new Date(instant).toLocaleTimeString(undefined, { timeStyle: 'medium' });

/** For example 'at 12:03:04'. */
export const atText = (instant: number): string => `at ${timeText(instant)}`;

/** Formats milliseconds as '0.4 s', '12 s' or '3 min'. */
export function spanText(ms: number): string {
  if (ms < 10_000) return `${(Math.ceil(ms / 100) / 10).toFixed(1)} s`;
  return ms < 60_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / 60_000)} min`;
}

/** A count with its noun: '1 point', '1,200 points'. */
export const counted = (count: number, what: string): string =>
  `${count.toLocaleString()} ${what}${count === 1 ? '' : 's'}`;

/** For example '2 AI suggestions wait for you'. */
export const waitingText = (count: number): string =>
  `${counted(count, 'AI suggestion')} ${count === 1 ? 'waits' : 'wait'} for you`;

const [most, ...less] = CONTESTANT_POINTS;
const BY_SIZE = 'one point for each home viewer in their group';
const BY_RANK = `${most} points for the most popular group, then ${less.join(', ')}`;

/** How the reader's audience scores (decisions §5, §6). */
export const SCORING: Readonly<Record<RoleId, string>> = {
  [ROLE.admin]: `Similar answers are grouped. Home viewers get ${BY_SIZE}; contestants get ${BY_RANK}.`,
  [ROLE.home]: `Similar answers are grouped. You get one point for each home viewer in your group.`,
  [ROLE.contestant]: `Similar answers are grouped. You get ${BY_RANK}.`,
};
