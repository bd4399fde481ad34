import { deleteRequests } from './modules/control/tokens.ts';
import { deleteExpiredTokens } from './modules/auth/store.ts';
import { deleteChanges } from './realtime/store.ts';
import type { Services } from './services.ts';

const CLEAN_UP_MS = 60 * 60_000;
/** A device that repeats a request does so sooner. */
const KEPT_REQUESTS_MS = 24 * 60 * 60_000;

/** The clean-up job: removes old rows every hour. */
export function startCleanUp({
  db,
  now,
  log,
  outbox,
  audit,
}: Pick<Services, 'db' | 'now' | 'log' | 'outbox' | 'audit'>): { stop(): void } {
  const cleanUp = async (): Promise<void> => {
    await outbox.cleanUp();
    await audit.cleanUp();
    await deleteExpiredTokens(db.write, now() - CLEAN_UP_MS);
    await deleteRequests(db.write, now() - KEPT_REQUESTS_MS);
    await deleteChanges(db.write, now() - CLEAN_UP_MS);
  };
  const timer = setInterval(() => {
    cleanUp().catch((error: unknown) => log.warn({ err: error }, 'old rows were not removed'));
  }, CLEAN_UP_MS).unref();
  return { stop: () => clearInterval(timer) };
}
