import { m } from 'messages';
import { numberText, timeText } from 'messages/format';
import { CONTESTANT_POINTS } from '#machines/contract/limits.ts';
import type { RoleId } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';

/** For example 'at 12:03:04'. */
export const atText = (instant: number): string => m.wordsAt({ time: timeText(instant) });

/** Formats milliseconds as '0.4 s', '12 s' or '3 min'. */
export function spanText(ms: number): string {
  if (ms < 10_000) {
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    return m.wordsSeconds({ seconds: numberText(Math.ceil(ms / 100) / 10, digits) });
  }
  return ms < 60_000
    ? m.wordsSeconds({ seconds: numberText(Math.ceil(ms / 1_000)) })
    : m.wordsMinutes({ minutes: numberText(Math.ceil(ms / 60_000)) });
}

const [most, ...less] = CONTESTANT_POINTS;
const byRank = { most, less: less.join(', ') };

/** How the reader's audience scores (decisions §5, §6). */
export const SCORING: Readonly<Record<RoleId, string>> = {
  [ROLE.admin]: m.wordsScoringOfBoth(byRank),
  [ROLE.home]: m.wordsScoringAtHome(),
  [ROLE.contestant]: m.wordsScoringInStudio(byRank),
};
