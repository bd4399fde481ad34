import { m } from 'messages';
import { CONTESTANT_POINTS } from '#machines/contract/limits.ts';
import type { RoleId } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';

/** The time of an instant (epoch ms) in the reader's locale: hours, minutes and seconds. */
export const timeText = (instant: number): string =>
  new Date(instant).toLocaleTimeString(undefined, { timeStyle: 'medium' });

/** For example 'at 12:03:04'. */
export const atText = (instant: number): string => m.wordsAt({ time: timeText(instant) });

/** Formats milliseconds as '0.4 s', '12 s' or '3 min'. */
export function spanText(ms: number): string {
  if (ms < 10_000) return `${(Math.ceil(ms / 100) / 10).toFixed(1)} s`;
  return ms < 60_000 ? `${Math.ceil(ms / 1_000)} s` : m.wordsMin({ Math: Math.ceil(ms / 60_000) });
}

const [most, ...less] = CONTESTANT_POINTS;
const BY_SIZE = m.wordsOnePointEachHome();
const BY_RANK = m.wordsPointsMostPopularGroup({ most, less: less.join(', ') });

/** How the reader's audience scores (decisions §5, §6). */
export const SCORING: Readonly<Record<RoleId, string>> = {
  [ROLE.admin]: m.wordsSimilarAnswersGroupedHome({ bySize: BY_SIZE, byRank: BY_RANK }),
  [ROLE.home]: m.wordsSimilarAnswersGroupedYou(),
  [ROLE.contestant]: m.wordsSimilarAnswersGroupedYouGet({ byRank: BY_RANK }),
};
