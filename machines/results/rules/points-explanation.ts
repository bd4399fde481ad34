import { m } from 'messages';
import { listText } from 'messages/format';
import type { Appeal, PointsExplanation, Result } from '#machines/contract/entities.ts';
import { APPEAL_MS } from '#machines/contract/limits.ts';
import { isFinal, withReason } from './finality.ts';
import { popularText } from './ranking.ts';

const quoted = (text: string): string => `‘${text}’`;
const points = (count: number): string => m.countPoints({ count });

/** The answers in the same group: "Grouped with 'couch'"; or whether other people gave this answer, too. */
export function sameGroupText({ answer_text, others, people }: PointsExplanation): string {
  if (others.length > 0) return m.resultsGroupedWith({ names: listText(others.map(quoted)) });
  return people > 1
    ? m.resultsCountedAs({ answer_text: quoted(answer_text) })
    : m.resultsOneOfAKind({ answer_text: quoted(answer_text) });
}

/** The points of the answer: '7 points'; for a contestant with the reason: '2nd most popular: 4 points'. */
export function pointsWorthText(explained: PointsExplanation): string {
  const { audience, rank, result } = explained;
  const final = points(explained.points);
  const worth = isFinal(result) ? final : m.soFar({ text: final });
  return audience === 'studio' ? m.pointsOfRank({ rank: popularText(rank), worth }) : worth;
}

/** What the last correction changed for the reader and why; null: nothing was corrected. */
export function correctionText({
  result,
  before,
  group,
  points: now,
}: PointsExplanation): string | null {
  if (result.state !== 'corrected') return null;
  const corrected = correctedText(before, { group, points: now });
  return result.reason === null ? corrected : withReason(corrected, result.reason);
}

/** What changed between the points and the group of an answer `before` and `now`. */
function correctedText(
  before: PointsExplanation['before'],
  now: Pick<PointsExplanation, 'group' | 'points'>,
): string {
  if (before === null) return m.correctedNotYours();
  const moved =
    before.points === now.points
      ? m.correctedAsBefore({ points: points(now.points) })
      : m.correctedBecame({ before: points(before.points), points: points(now.points) });
  return before.group === now.group
    ? m.correctedPoints({ moved })
    : m.correctedGroup({ moved, group: quoted(now.group), before: quoted(before.group) });
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
