import { m } from 'messages';
import type { Appeal, PointsExplanation, Result } from '#machines/contract/entities.ts';
import { APPEAL_MS } from '#machines/contract/limits.ts';
import { isFinal, producerReasonText } from './finality.ts';

const NAMES = new Intl.ListFormat('en', { type: 'conjunction' });
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

const quoted = (text: string): string => `‘${text}’`;
const points = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'point' : 'points'}`;
/** The rank of a group in words: '2nd most popular', 'Most popular'. */
const popular = (rank: number): string =>
  rank === 1
    ? m.resultsMostPopular()
    : m.resultsMostPopular3({ rank, suffixes: SUFFIXES[ORDINALS.select(rank)] ?? 'th' });

/** The answers in the same group: "Grouped with 'couch'"; or whether other people gave this answer, too. */
export function sameGroupText({ answer_text, others, people }: PointsExplanation): string {
  if (others.length > 0) return m.resultsGroupedWith({ names: NAMES.format(others.map(quoted)) });
  return people > 1
    ? m.resultsCountedAs({ answer_text: quoted(answer_text) })
    : m.resultsOneKind2({ answer_text: quoted(answer_text) });
}

/** The points of the answer: '7 points'; for a contestant with the reason: '2nd most popular: 4 points'. */
export function pointsWorthText(explained: PointsExplanation): string {
  const { audience, rank, result } = explained;
  const worth = `${points(explained.points)}${isFinal(result) ? '' : m.resultsSoFar()}`;
  return audience === 'studio' ? `${popular(rank)}: ${worth}` : worth;
}

/** What the last correction changed for the reader and why; null: nothing was corrected. */
export function correctionText({
  result,
  before,
  group,
  points: now,
}: PointsExplanation): string | null {
  if (result.state !== 'corrected') return null;
  const why = result.reason === null ? '' : producerReasonText(result.reason);
  if (before === null) return m.resultsCorrectedNothingChangedYour({ why });
  const moved =
    before.points === now
      ? m.resultsAsBefore({ now: points(now) })
      : m.resultsBecame({ points: points(before.points), now: points(now) });
  const other =
    before.group === group
      ? ''
      : m.resultsYourAnswerCountsAs({ group: quoted(group), quoted: quoted(before.group) });
  return m.resultsCorrected({ moved, other, why });
}

const OUTCOMES = {
  open: m.resultsProducerWillDecide,
  accepted: m.resultsProducerAgreed,
  declined: m.resultsProducerKeptThemSeparate,
} as const;

/** The state of the player's appeal in words. */
export const appealText = ({ wanted, state }: Appeal): string =>
  m.resultsYouAskedMatch({ wanted: quoted(wanted), outcome: OUTCOMES[state]() });

/** Why an appeal is not possible at `now` (epoch ms), or null; each question allows one appeal. */
export function whyNoAppeal(
  { publishedAt }: Pick<Result, 'publishedAt'>,
  { isAnswerable, now }: { isAnswerable: boolean; now: number },
): string | null {
  if (isAnswerable) return m.appealStillOpen();
  return publishedAt !== null && now > publishedAt + APPEAL_MS ? m.appealOver() : null;
}
