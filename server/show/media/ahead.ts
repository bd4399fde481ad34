import { type Audience, AUDIENCES } from '#machines/contract/entities.ts';
import type { ServerEvent } from '#machines/contract/events.ts';
import { mayKnow } from '#server/answering/view.ts';
import type { Database } from '#server/db/client.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import type { Viewer } from '#server/realtime/rooms.ts';
import { sealOf } from './seal.ts';
import { type ArmedMedia, readArmed } from './store.ts';

/** Phones load sealed bytes at random times within this span, or a longer one if many are connected. */
const SPREAD_MS = 2_000;
const SPREAD_MS_PER_CLIENT = 1;
/** How long what is armed is kept in memory, ms, so that a hall of phones that connect reads it once. */
const KEPT_MS = 1_000;

export type MediaSealed = ServerEvent<'media-sealed'>;

export interface MediaAhead {
  /** Sends the players of a live show the address of the sealed bytes of its armed question; nothing without a picture or sound. */
  readonly announce: (showId: string) => Promise<void>;
  /** Returns what a player who connects may load ahead. */
  readonly of: (viewer: Viewer) => Promise<readonly MediaSealed[]>;
}

export interface MediaAheadOptions {
  readonly db: Pick<Database, 'read'>;
  readonly broadcaster: Pick<Broadcaster, 'toAudience' | 'connected'>;
  /** A monotonic clock, ms. */
  readonly elapsed?: () => number;
}

export function createMediaAhead({
  db,
  broadcaster,
  elapsed = () => performance.now(),
}: MediaAheadOptions): MediaAhead {
  let kept: { readonly untilMs: number; readonly armed: Promise<readonly ArmedMedia[]> } | null =
    null;

  function armedNow(): Promise<readonly ArmedMedia[]> {
    if (kept !== null && elapsed() < kept.untilMs) return kept.armed;
    const armed = readArmed(db.read);
    kept = { untilMs: elapsed() + KEPT_MS, armed };
    armed.catch(() => {
      kept = null;
    });
    return armed;
  }

  function payloadOf({ showId, key }: ArmedMedia): MediaSealed {
    const { studio, home } = broadcaster.connected();
    const withinMs = Math.max(SPREAD_MS, SPREAD_MS_PER_CLIENT * (studio + home));
    return { show: showId, seal: sealOf(key), withinMs };
  }

  return {
    announce: async (showId) => {
      kept = null;
      for (const armed of await readArmed(db.read, showId))
        for (const audience of AUDIENCES)
          if (isToCome(armed, audience))
            broadcaster.toAudience(
              audience,
              'media-sealed',
              payloadOf(armed),
              armed.isForMembers ? { showId } : undefined,
            );
    },
    of: async (viewer) => {
      const { room } = viewer;
      if (room === 'admin') return [];
      return (await armedNow())
        .filter((armed) => isToCome(armed, room) && mayKnow(viewer, armed))
        .map(payloadOf);
    },
  };
}

const isToCome = ({ releasedTo }: ArmedMedia, audience: Audience): boolean =>
  !releasedTo.includes(audience);
