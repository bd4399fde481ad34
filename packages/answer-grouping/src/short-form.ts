import type { MatchReason } from './types.ts';
import type { Reading } from './readings.ts';

/** One way in which a text may be a shorter or longer form of others in its round. */
export type ShortForm = {
  readonly reason: MatchReason;
  /** Whether all that fit are the same: then they need not be of one group already. */
  readonly isMutual?: true;
  /** Whether they are people: of several that fit at most one is meant. */
  readonly isPersonal?: true;
  /** Positions of texts that it may belong with; it does only if they are all of one group. */
  readonly hostsOf: (reading: Reading) => readonly number[];
};

/** Finds the texts that are the same as a key in form. */
export type FindForm = (key: string) => readonly number[];
