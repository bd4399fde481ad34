import { m } from 'messages';
import type { Transaction } from 'kysely';
import type { Rundown, RundownItem } from '#machines/contract/rundown.ts';
import type { Direction } from '#machines/contract/stage.ts';
import { type Audience, HOUSE_SHOW, type TeamEntry } from '#machines/contract/entities.ts';
import type { Rankable } from '#machines/results/rules/ranking.ts';
import type { Database } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import { ApiError } from '#server/http/route.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import { announceToAdmins } from '#server/show/releases/change.ts';
import type { Publisher } from '#server/show/publisher.ts';
import { readGameSession } from '#server/answering/feed-store.ts';
import type { QuestionRecord } from '#server/answering/view.ts';
import { readRundown } from './store.ts';

export type Tx = Transaction<Schema>;

/** The whole board of each audience. */
type WholeBoards = Readonly<
  Record<Audience, readonly (Rankable & { rank: number; answers: number })[]>
>;

/** Services of the shows module. */
export interface ShowsServices {
  readonly db: Database;
  readonly now: () => number;
  /** Returns a show's whole boards, one per audience, one of its teams and those of its season. */
  readonly standings: (showId: string) => Promise<
    WholeBoards & {
      /** Null: the show is in no season. */
      readonly season: WholeBoards | null;
      /** Null: the show has no teams. `of`: the ids of members' teams by member. */
      readonly teams: {
        readonly entries: readonly TeamEntry[];
        readonly of: ReadonlyMap<string, string>;
      } | null;
    }
  >;
  readonly broadcaster: Broadcaster;
  readonly publish: Publisher['publish'];
  /** Call when a rehearsal has begun or ended; starts or stops its simulated players. */
  readonly rehearsalChanged: () => void;
  /** Call when the content of a show's stage has changed. */
  readonly touch: (showId: string) => void;
  /** Call when another picture or sound, or none, is next in a live show; phones load its sealed bytes. */
  readonly announceMedia: (showId: string) => Promise<void>;
  /** Call when a producer has set or allowed a player's name, or moved the player to another team. */
  readonly named: (userId: string) => void;
  /**
   * Call when a show's board appeared on the screen or lists other people; sends the show's players boards and final
   * places.
   */
  readonly presented: (show: Pick<Rundown, 'join'>) => void;
  /** Call when totals have changed without a recount. */
  readonly boardsChanged: () => void;
  /** Call when a show has gone live or ended, because that may end the day. */
  readonly daysChanged: () => Promise<void>;
  /** Call when points of a game session became visible, or are held again. */
  readonly pointsShown: (gameSessionId: string) => void;
  /** Call after a producer's decision about groups; resolves once it is counted, or after a limited time. */
  readonly decided: (gameSessionId: string) => Promise<void>;
  /** Returns the stage of a show as its producers see it. */
  readonly readDirection: (showId?: string) => Promise<Direction>;
}

/** Returns a show's rundown; for the house show only the item `itemId`, if given. @throws ApiError 404 */
export async function rundownOf(
  db: Database['read'],
  id: string,
  itemId?: string,
): Promise<Rundown> {
  const rundown = await readRundown(db, id, id === HOUSE_SHOW ? itemId : undefined);
  if (rundown === null) throw new ApiError(404, m.notFound());
  return rundown;
}

/** Returns the record of an item's question. @throws ApiError 404 */
export async function recordOf(
  tx: Tx,
  { gameSessionId }: Pick<RundownItem, 'gameSessionId'>,
): Promise<QuestionRecord> {
  const record = await readGameSession(tx, gameSessionId);
  if (record === null) throw new ApiError(404, m.notFound());
  return record;
}

/** Announces new questions to producers, the only ones who can see them yet. */
export function announceAdded(
  { broadcaster }: ShowsServices,
  { added, at }: { readonly added: readonly QuestionRecord[]; readonly at: number },
): void {
  for (const record of added) announceToAdmins(broadcaster, { record, at });
}
