import type { FinalStanding } from '#machines/contract/entities.ts';
import { ordinal } from './ranking.ts';

/** A player's final placing in a show, as a sentence. */
export function finalStandingText({ rank, sharing, people }: FinalStanding): string {
  if (rank > 1) return `You came ${placeText(rank, people)}`;
  return sharing === 1 ? 'You won!' : `You share ${firstText(sharing)}`;
}

/** The final placing of a player's team, as a sentence. */
export function teamStandingText({
  name,
  rank,
  sharing,
  teams,
}: NonNullable<FinalStanding['team']>): string {
  if (rank > 1) return `Your team "${name}" came ${placeText(rank, teams)}`;
  return `Your team "${name}" ${sharing === 1 ? 'won!' : `shares ${firstText(sharing)}`}`;
}

const placeText = (rank: number, of: number): string =>
  `${ordinal(rank)} of ${of.toLocaleString()}`;

const firstText = (sharing: number): string =>
  `first place with ${(sharing - 1).toLocaleString()} ${sharing === 2 ? 'other' : 'others'}`;
