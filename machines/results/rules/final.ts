import { m } from 'messages';
import { listText, numberText } from 'messages/format';
import type { FinalStanding, OwnAnswer } from '#machines/contract/entities.ts';
import type { Feed } from '#machines/answering/rules/feed.ts';
import { raised } from '#machines/show/rules/labels.ts';
import { ordinal } from './ranking.ts';

/** A player's final placing in a show, as a sentence. */
export function finalStandingText(final: FinalStanding): string {
  const { rank, sharing, people } = final;
  if (rank === null) return winnersText(final);
  if (rank > 1) return m.resultsYouCame({ place: placeText({ rank, sharing }, people) });
  return sharing === 1 ? m.resultsYouWon() : m.finalYouShare({ count: sharing - 1 });
}

/** A player's final placing and that of their team, as other people read it. */
export const placingTexts = ({ rank, sharing, people, team }: FinalStanding): string[] => [
  ...(rank === null ? [] : [raised(placeText({ rank, sharing }, people))]),
  ...(team === undefined
    ? []
    : [m.commonLabelled({ label: team.name, value: placeText(team, team.teams) })]),
];

/** Who won the show. */
export const winnersText = ({ winners, winnerCount }: FinalStanding): string =>
  winnerCount > winners.length
    ? m.stageScreenShareFirstPlace({ count: numberText(winnerCount) })
    : m.finalWinners({ count: winnerCount, names: listText(winners) });

/** The final placing of a player's team, as a sentence. */
export function teamStandingText({
  name,
  rank,
  sharing,
  teams,
}: NonNullable<FinalStanding['team']>): string {
  if (rank > 1) return m.resultsYourTeamCame({ name, place: placeText({ rank, sharing }, teams) });
  return sharing === 1 ? m.finalTeamWon({ name }) : m.finalTeamShares({ name, count: sharing - 1 });
}

const placeText = (
  { rank, sharing }: { readonly rank: number; readonly sharing: number },
  of: number,
): string => {
  const place = { rank: ordinal(rank), of: numberText(of) };
  return sharing > 1 ? m.finalJointPlace(place) : m.finalPlace(place);
};

/** The longest that one show lasts, ms: answers from before belong to another evening. */
const EVENING_MS = 12 * 3_600_000;

/** An answer is rare if at most this many people gave it, or less than this part of all. */
const RARE = { people: 3, part: 0.05 };

/** The answer of the evening that brought the most points, and another one that few people gave. */
export interface Highlights {
  readonly best: OwnAnswer | null;
  readonly rarest: OwnAnswer | null;
}

/**
 * The player's best and rarest answer of the evening of their last answer. `people`: how many played; null: points do
 * not say how many people gave an answer, so that none is rare.
 */
export function highlightsOf(
  { questions, answers }: Pick<Feed, 'questions' | 'answers'>,
  people: number | null,
): Highlights {
  const counted = questions.flatMap(({ game_session_id, result }) => {
    const answer = answers[game_session_id];
    return answer === undefined || answer.held === true || result?.voided !== undefined
      ? []
      : [answer];
  });
  const last = Math.max(...counted.map(({ answeredAt }) => answeredAt));
  const ranked = counted
    .filter(({ answeredAt, awardedPoints }) => answeredAt > last - EVENING_MS && awardedPoints > 0)
    .toSorted((a, b) => b.awardedPoints - a.awardedPoints);
  const [best = null] = ranked;
  const rarest = ranked.at(-1) ?? null;
  const isRare =
    rarest !== null &&
    people !== null &&
    (rarest.awardedPoints <= RARE.people || rarest.awardedPoints < RARE.part * people);
  return { best, rarest: isRare && rarest !== best ? rarest : null };
}
