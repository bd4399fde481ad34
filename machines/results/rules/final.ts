import type { FinalStanding } from '#machines/contract/entities.ts';
import { ordinal } from './ranking.ts';

/** A player's final placing in a show, as a sentence. */
export function finalStandingText({ rank, sharing, people }: FinalStanding): string {
  if (rank > 1) return `You came ${ordinal(rank)} of ${people.toLocaleString()}`;
  if (sharing === 1) return 'You won!';
  const others = (sharing - 1).toLocaleString();
  return `You share first place with ${others} ${sharing === 2 ? 'other' : 'others'}`;
}
