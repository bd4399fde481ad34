import { m } from 'messages';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { InspectorAccess } from '#machines/admin/site-calls.ts';
import { INSPECTOR_LIFETIME_MS } from '#machines/contract/limits.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { type RecordAudit, ApiError } from '#server/http/route.ts';

/** How long a change by another process may go unnoticed, ms. */
const REMEMBERED_MS = 1_000;

type InspectorState = ReplyOf<'inspector'>;

export interface InspectorSwitch {
  /** Returns who may inspect now, and until when. Rejects while the store is unavailable. */
  readonly state: () => Promise<InspectorState>;
  /** Returns who may inspect now; no one while the store is unavailable. */
  readonly access: () => Promise<InspectorAccess>;
  /** @throws ApiError 409 in development, where everybody may inspect */
  readonly set: (on: boolean, record: RecordAudit) => Promise<InspectorState>;
}

interface InspectorOptions {
  readonly db: Database;
  readonly now: () => number;
  /** Whether this is development, where everybody may inspect; read at each use. */
  readonly isDevelopment: () => boolean;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * Decides who may inspect. In development everybody may; in production inspecting is off until an admin allows it to
 * admins for four hours. The switch is kept in the store, which all processes share.
 */
export function createInspectorSwitch({
  db,
  now,
  isDevelopment,
  log,
}: InspectorOptions): InspectorSwitch {
  let remembered: { readonly at: number; readonly until: Promise<number | null> } | null = null;

  const read = async (): Promise<number | null> => {
    try {
      const row = await db.read
        .selectFrom('inspector')
        .select('open_until')
        .where('id', '=', 1)
        .executeTakeFirstOrThrow();
      return row.open_until;
    } catch (error) {
      remembered = null;
      throw error;
    }
  };
  const openUntil = (): Promise<number | null> => {
    const at = performance.now();
    if (remembered === null || at - remembered.at >= REMEMBERED_MS)
      remembered = { at, until: read() };
    return remembered.until;
  };
  const stateAt = (until: number | null): InspectorState =>
    until !== null && until > now()
      ? { inspector: 'admins', until }
      : { inspector: 'nobody', until: null };

  const state = async (): Promise<InspectorState> =>
    isDevelopment() ? { inspector: 'everybody', until: null } : stateAt(await openUntil());

  return {
    state,
    access: async () => {
      try {
        return (await state()).inspector;
      } catch (error) {
        log.warn({ err: error }, 'the inspector switch could not be read and counts as off');
        return 'nobody';
      }
    },
    set: async (on, record) => {
      if (isDevelopment()) throw new ApiError(409, m.inspectorNothingToSwitch());
      const until = on ? now() + INSPECTOR_LIFETIME_MS : null;
      await inTransaction(
        { ...db, record },
        (tx) =>
          tx.updateTable('inspector').set({ open_until: until }).where('id', '=', 1).execute(),
        () => ({ after: { inspecting: on } }),
      );
      remembered = null;
      return stateAt(until);
    },
  };
}
