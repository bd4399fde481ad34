import { deleteRequests as deleteDeviceRequests } from './show/remote-control/tokens.ts';
import { deleteOrigins } from './answering/store.ts';
import { deleteExpiredTokens, deleteRegistrations } from './account/store.ts';
import { deleteGuests } from './show/joining/store.ts';
import { deleteUnusedMedia } from './show/media/store.ts';
import { deleteRequests as deleteShowRequests } from './show/store.ts';
import { deleteChanges } from './answering/feed-store.ts';
import type { Services } from './services.ts';

const CLEAN_UP_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** How long processed requests are remembered, ms; longer than a client repeats a request. */
const KEPT_REQUESTS_MS = 24 * 60 * 60_000;

/**
 * How long registrations are kept after the newest registration of their address, ms; far longer than the link is
 * valid.
 */
const REGISTRATION_KEPT_MS = 7 * 24 * 60 * 60_000;

/** How long origins of answers are kept, ms; producers need them only during a show or soon after. */
const ORIGIN_KEPT_MS = 30 * 24 * 60 * 60_000;

/** Removes old rows every hour. A failing step does not stop the others. */
export function startCleanUp({
  config,
  db,
  now,
  log,
  outbox,
  audit,
}: Pick<Services, 'config' | 'db' | 'now' | 'log' | 'outbox' | 'audit'>): { stop(): void } {
  const jobs: readonly (() => Promise<unknown>)[] = [
    () => outbox.cleanUp(),
    () => audit.cleanUp(),
    () => deleteExpiredTokens(db.write, now() - CLEAN_UP_MS),
    () => deleteRegistrations(db, now() - REGISTRATION_KEPT_MS),
    () => deleteOrigins(db.write, now() - ORIGIN_KEPT_MS),
    () => deleteGuests(db.write, now() - config.guestDays * DAY_MS),
    () => deleteDeviceRequests(db.write, now() - KEPT_REQUESTS_MS),
    () => deleteShowRequests(db.write, now() - KEPT_REQUESTS_MS),
    () => deleteUnusedMedia(db.write, now()),
    () => deleteChanges(db.write, now() - CLEAN_UP_MS),
  ];
  const cleanUp = async (): Promise<void> => {
    for (const job of jobs)
      await job().catch((error: unknown) => log.warn({ err: error }, 'old rows were not removed'));
  };
  const timer = setInterval(() => void cleanUp(), CLEAN_UP_MS).unref();
  return { stop: () => clearInterval(timer) };
}
