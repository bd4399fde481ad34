import { m } from 'messages';
import type { Rundown, RundownItem } from '#machines/contract/rundown.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import { storeChange } from '#server/answering/feed-store.ts';
import type { QuestionRecord } from '#server/answering/view.ts';
import type { AuditDetails } from '#server/db/audit-details.ts';
import { ApiError } from '#server/http/route.ts';
import type { ChangeContext } from './add-questions.ts';
import { type Change, isSeen } from './releases/change.ts';
import { recordOf, type ShowsServices, type Tx } from './services.ts';

/* What a producer's acts do to a show (`acts.ts` here and in the folders), and what those effects share. */

/** What an act is done with: its transaction, its instant, its producer, and the show before it. */
export interface RundownDoing extends ChangeContext {
  readonly rundown: Rundown;
}
/** Effects of an act other than the changed show. */
export interface Effect {
  /** Changes of what players see, in order. */
  readonly changes?: readonly Change[];
  /** Questions that only producers can see. */
  readonly added?: readonly QuestionRecord[];
  /** Additional audit details. */
  readonly details?: Pick<AuditDetails, 'before' | 'after'>;
  /** Keeps the version of the show, so that acts based on it are not refused as outdated. */
  readonly keepsVersion?: boolean;
  /** Notifies other modules after the transaction; the reply waits for it. */
  readonly announce?: () => Promise<void>;
}

/** The effects of an act. */
export interface ActEffects {
  /** The act may change whether points are held, which must not happen while points are counted. */
  readonly locksScores?: true;
  /** Rejected while another show is live, because both would use the same phones. */
  readonly isExclusive?: true;
  /** Stores data outside of the rundown's own row. */
  readonly perform?: (doing: RundownDoing, requestId: string) => Promise<Effect | undefined>;
  /** Returns the changed columns of the rundown's own row. */
  readonly after?: (
    before: Rundown,
  ) => Partial<Pick<Rundown, 'title' | 'state' | 'homeDelaySeconds'>>;
  /** Notifies other modules once the act is stored. */
  readonly notify?: (services: ShowsServices, before: Rundown) => void;
}

export type ActType = ShowAct['type'];
export type ActsByType = { readonly [A in ShowAct as A['type']]: A };
/** The effects of these acts. */
export type Acts<T extends ActType> = { readonly [A in T]: (act: ActsByType[A]) => ActEffects };
export type ItemAct = Extract<ShowAct, { itemId: string }>;

export const becomes = (state: Rundown['state']) => () => ({ state });

export const touchStage = ({ touch }: Pick<ShowsServices, 'touch'>, { id }: Rundown): void =>
  touch(id);

/** @throws ApiError 404 */
export function itemOf({ items }: Rundown, { itemId }: ItemAct): RundownItem {
  const item = items.find(({ id }) => id === itemId);
  if (item === undefined) throw new ApiError(404, m.rundownUnknown());
  return item;
}

export const sessionOf = ({ gameSessionId }: Pick<RundownItem, 'gameSessionId'>): string =>
  gameSessionId;

export async function recordsOf(
  tx: Tx,
  items: readonly Pick<RundownItem, 'gameSessionId'>[],
): Promise<QuestionRecord[]> {
  const records: QuestionRecord[] = [];
  for (const item of items) records.push(await recordOf(tx, item));
  return records;
}

/** How a changed question is announced: as a change if players can see it, otherwise to producers only. */
export async function announced(
  tx: Tx,
  record: QuestionRecord,
  at: number,
): Promise<Pick<Effect, 'added' | 'changes'>> {
  if (!isSeen(record, at)) return { added: [record] };
  const event = { type: 'changed', record, windowEvents: {} } as const;
  return { changes: [await storeChange(tx, at, event)] };
}
