import { serverEvents } from '#machines/contract/events.ts';
import type { PlayerMedia } from '#machines/contract/entities.ts';
import { SEALED_PATH } from '#machines/show/media-calls.ts';
import { logFault } from './log.ts';
import { secureRandom } from './random.ts';
import { TIMERS } from './timers.ts';

/*
 * Sealed bytes of the next question's picture or sound, in memory: loaded while it is secret, opened with the key that
 * comes with the question. If anything fails here, the page loads the picture or sound from its own address.
 */

type Seal = NonNullable<PlayerMedia['seal']>;

interface Held {
  /** Null: loading has not begun. The promise gives null if it failed. */
  bytes: Promise<Uint8Array<ArrayBuffer> | null> | null;
  timer: number | undefined;
}

/** More than one only if the player is in several live shows. */
const MOST_HELD = 2;

const held = new Map<string, Held>();

function drop(id: string): void {
  TIMERS.clearTimeout(held.get(id)?.timer);
  held.delete(id);
}

/** Not every browser says it. */
type Device = Navigator & { readonly connection?: { readonly saveData?: boolean } };

function isSavingData(): boolean {
  const { connection }: Device = navigator;
  return connection?.saveData === true;
}

/** Loads the sealed bytes that the event `media-sealed` names, at a random time; nothing on a phone that saves data. */
export function loadAhead(origin: string, payload: unknown): void {
  const { data } = serverEvents['media-sealed'].safeParse(payload);
  if (data === undefined || isSavingData() || held.has(data.seal)) return;
  const { show, seal, withinMs } = data;
  const entry: Held = { bytes: null, timer: undefined };
  entry.timer = TIMERS.setTimeout(() => {
    entry.bytes = load(seal, `${origin}${SEALED_PATH}/${show}/${seal}`);
  }, secureRandom() * withinMs);
  held.set(seal, entry);
  for (const oldest of held.keys()) if (held.size > MOST_HELD) drop(oldest);
}

async function load(id: string, url: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const [response] = await Promise.all([fetch(url), import('./unseal.ts')]);
    if (!response.ok) throw new Error(`The sealed bytes were answered with ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    logFault('media.ahead', error);
    drop(id);
    return null;
  }
}

/** Opens bytes that are loaded or on their way; null: there are none. */
export async function openSealed({ id, key }: Seal): Promise<Blob | null> {
  const loading = held.get(id)?.bytes ?? null;
  if (loading === null) {
    drop(id);
    return null;
  }
  const bytes = await loading;
  if (bytes === null) return null;
  try {
    const { unseal } = await import('./unseal.ts');
    return unseal(bytes, key);
  } catch (error) {
    logFault('media.seal', error);
    drop(id);
    return null;
  }
}
