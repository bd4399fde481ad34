import { expect, it, onTestFinished, vi } from 'vitest';
import { startCleanUp } from '#server/clean-up.ts';
import { insertShow, noteRequest } from '#server/modules/shows/store.ts';
import { openSqliteStore } from '#tests/support/databases.ts';

it('removes what is old also when a part of it fails', async () => {
  const db = await openSqliteStore();
  const now = Date.parse('2026-06-01T12:00:00.000Z');
  await db.write.transaction().execute(async (tx) => {
    await insertShow(tx, { id: 's1', title: 'Friday' }, now);
    await noteRequest(tx, 's1', 'an-old-request', now - 25 * 3_600_000);
    await noteRequest(tx, 's1', 'a-new-request', now - 3_600_000);
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const warn = vi.fn<() => void>();
  const fails = { cleanUp: () => Promise.reject(new Error('no disk')) };
  const cleaning = startCleanUp({
    db,
    now: () => now,
    log: Object.assign(Object.create(null), { warn }),
    outbox: Object.assign(Object.create(null), fails),
    audit: Object.assign(Object.create(null), fails),
  });
  onTestFinished(() => cleaning.stop());
  await vi.advanceTimersByTimeAsync(3_600_000);
  const left = () => db.read.selectFrom('show_request').select('request_id').execute();
  await expect.poll(left).toEqual([{ request_id: 'a-new-request' }]);
  expect(warn).toHaveBeenCalledTimes(2);
});
