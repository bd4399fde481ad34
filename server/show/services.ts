import type { Transaction } from 'kysely';
import {
  type Audience,
  type Direction,
  HOUSE_SHOW,
  type Rundown,
  type RundownItem,
} from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
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

/** Services of the shows module. */
export interface ShowsServices {
  readonly db: Database;
  readonly now: () => number;
  /** A show's whole boards, one for each audience. */
  readonly standings: (
    showId: string,
  ) => Promise<
    Readonly<Record<Audience, readonly (Rankable & { rank: number; answers: number })[]>>
  >;
  readonly broadcaster: Broadcaster;
  readonly publish: Publisher['publish'];
  /** A rehearsal has begun or ended; the runner of its players checks. */
  readonly rehearsalChanged: () => void;
  /** The content of a show's stage has changed. */
  readonly touch: (showId: string) => void;
  /** A producer has set or allowed a name. */
  readonly named: (userId: string) => void;
  /** A show's board is on the screen or lists other people; its players receive their boards and final places. */
  readonly presented: (show: Pick<Rundown, 'join'>) => void;
  /** A show has gone live or ended, which may end the day. */
  readonly daysChanged: () => Promise<void>;
  /** Points of a game session are no longer held, or held again. */
  readonly pointsShown: (gameSessionId: string) => void;
  /** Groups of a game session were decided on by hand; resolves once that is counted, or after a limited wait. */
  readonly decided: (gameSessionId: string) => Promise<void>;
  /** Returns the stage of a show as its producers see it. */
  readonly readDirection: (showId?: string) => Promise<Direction>;
}

/** Returns a rundown; of the house show only the item `itemId`, if given. @throws ApiError 404 */
export async function rundownOf(
  db: Database['read'],
  id: string,
  itemId?: string,
): Promise<Rundown> {
  const rundown = await readRundown(db, id, id === HOUSE_SHOW ? itemId : undefined);
  if (rundown === null) throw new ApiError(404, MESSAGES.notFound);
  return rundown;
}

/** @throws ApiError 404 */
export async function recordOf(
  tx: Tx,
  { gameSessionId }: Pick<RundownItem, 'gameSessionId'>,
): Promise<QuestionRecord> {
  const record = await readGameSession(tx, gameSessionId);
  if (record === null) throw new ApiError(404, MESSAGES.notFound);
  return record;
}

/** Announces new questions to producers, the only ones who can see them yet. */
export function announceAdded(
  { broadcaster }: ShowsServices,
  { added, at }: { readonly added: readonly QuestionRecord[]; readonly at: number },
): void {
  for (const record of added) announceToAdmins(broadcaster, { record, at });
}
