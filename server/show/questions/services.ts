import type { Transaction } from 'kysely';
import type { RundownItem } from '#machines/contract/rundown.ts';
import type { Audience, OwnAnswer } from '#machines/contract/entities.ts';
import type { Database } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Model } from '#server/model/model.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import type { FeedService } from '#server/answering/feed.ts';
import type { Publisher } from '#server/show/publisher.ts';
import type { AnswerSummary, QuestionRecord } from '#server/answering/view.ts';

type Tx = Transaction<Schema>;

/** Services of the questions module. The functions of other modules are connected in `server/wiring/`. */
export interface QuestionServices {
  readonly db: Database;
  readonly now: () => number;
  /** Returns the day of an instant, epoch ms. */
  readonly dayOf: (instant: number) => string;
  readonly feed: FeedService;
  readonly broadcaster: Broadcaster;
  readonly publish: Publisher['publish'];
  /** The language model; null if none is configured. */
  readonly model: Model | null;
  /** Returns a person's own answers to these game sessions. */
  readonly ownAnswers: (
    userId: string,
    gameSessionIds: readonly string[],
  ) => Promise<readonly OwnAnswer[]>;
  /** Returns a summary of the answers by game session; game sessions without answers may be absent. */
  readonly summaries: (
    gameSessionIds: readonly string[],
  ) => Promise<ReadonlyMap<string, AnswerSummary>>;
  /** Call when totals have changed. */
  readonly boardsChanged: () => void;
  /** Returns the item of a game session in a live or rehearsed show, or null. */
  readonly runningItem: (
    tx: Tx,
    gameSessionId: string,
  ) => Promise<Pick<RundownItem, 'state'> | null>;
  /** Subtracts a game session's answers from all totals, before they are deleted. */
  readonly removeAnswers: (tx: Tx, gameSessionId: string) => Promise<void>;
  /** Releases a question without a timer, or revokes it; returns the record after that. */
  readonly setReleased: (
    tx: Tx,
    record: QuestionRecord,
    audience: Audience,
    released: boolean,
    at: number,
  ) => Promise<QuestionRecord>;
}
