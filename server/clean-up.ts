import { deleteRequests as deleteDeviceRequests } from './show/remote-control/tokens.ts';
import { deleteOrigins } from './answering/store.ts';
import { deleteExpiredTokens, deleteRegistrations } from './account/store.ts';
import { deleteRequests as deleteShowRequests } from './show/store.ts';
import { deleteChanges } from './answering/feed-store.ts';
import type { Services } from './services.ts';

const CLEAN_UP_MS = 60 * 60_000;
/** Whoever repeats a request does so sooner. */
const KEPT_REQUESTS_MS = 24 * 60 * 60_000;

/** Counts from the newest registration of an address: far longer than its link is valid. */
const REGISTRATION_KEPT_MS = 7 * 24 * 60 * 60_000;

/** Producers use the origins of answers during the show or soon after. */
const ORIGIN_KEPT_MS = 30 * 24 * 60 * 60_000;

/** The clean-up job: removes old rows every hour, whatever of it fails. */
export function startCleanUp({
  db,
  now,
  log,
  outbox,
  audit,
}: Pick<Services, 'db' | 'now' | 'log' | 'outbox' | 'audit'>): { stop(): void } {
  const jobs: readonly (() => Promise<unknown>)[] = [
    () => outbox.cleanUp(),
    () => audit.cleanUp(),
    () => deleteExpiredTokens(db.write, now() - CLEAN_UP_MS),
    () => deleteRegistrations(db, now() - REGISTRATION_KEPT_MS),
    () => deleteOrigins(db.write, now() - ORIGIN_KEPT_MS),
    () => deleteDeviceRequests(db.write, now() - KEPT_REQUESTS_MS),
    () => deleteShowRequests(db.write, now() - KEPT_REQUESTS_MS),
    () => deleteChanges(db.write, now() - CLEAN_UP_MS),
  ];
  const cleanUp = async (): Promise<void> => {
    for (const job of jobs)
      await job().catch((error: unknown) => log.warn({ err: error }, 'old rows were not removed'));
  };
  const timer = setInterval(() => void cleanUp(), CLEAN_UP_MS).unref();
  return { stop: () => clearInterval(timer) };
}
