import type { Database } from '#server/db/client.ts';
import type { Random } from '../random.ts';
import type { Caller } from './caller.ts';
import type { Ledger } from './ledger.ts';

/** A question of the storm. */
export interface Question {
  readonly id: string;
  readonly gameSessionId: string;
  readonly text: string;
  /** An actor has deleted it, or tried to. */
  isGone: boolean;
}

/** Shared by all actors of a storm. */
export interface Scenario {
  /** The processes, also while one of them is down. */
  readonly urls: readonly string[];
  readonly db: Database;
  readonly ledger: Ledger;
  readonly caller: Caller;
  readonly questions: Question[];
}

/** An actor that does one thing after another. */
export interface Actor {
  readonly act: () => Promise<void>;
  /** The pause before the next act, ms. */
  readonly rest: () => number;
}

export const anyUrl = ({ urls }: Scenario, random: Random): string => random.pick(urls);

export const livingQuestions = ({ questions }: Scenario): Question[] =>
  questions.filter(({ isGone }) => !isGone);
