import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startCleanUp } from '#server/clean-up.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { insertGuest } from '#server/show/joining/store.ts';
import { issueSecret } from '#server/account/secrets.ts';
import { insertUser } from '#server/account/store.ts';
import { deleteUnusedMedia, insertMedia, readMediaBytes } from '#server/show/media/store.ts';
import { deleteQuestion, insertQuestion } from '#server/show/questions/store.ts';
import { insertShow, recordRequest } from '#server/show/store.ts';
import { describeStores, openSqliteStore } from '#tests/support/databases.ts';
import { png } from '#tests/support/media.ts';

const DAY_MS = 24 * 3_600_000;

describeStores('registrations', (open) => {
  it('that were never verified are removed seven days after the newest registration of their address', async () => {
    const db = await open();
    const at = Date.parse('2026-06-01T12:00:00.000Z');
    const person = async (
      id: string,
      registeredAt: readonly number[],
      verifiedAt: number | null,
    ) => {
      const email = `${id}@show.example`;
      const [created = at] = registeredAt;
      await insertUser(db.write, {
        id,
        name: id,
        email,
        password_hash: `newest of ${id}`,
        role_id: ROLE.home,
        verified_at: verifiedAt,
        created_at: created,
      });
      for (const [index, now] of registeredAt.entries())
        await issueSecret(db.write, {
          userId: id,
          purpose: 'verify',
          email,
          now,
          registration: { name: id, passwordHash: `${index} of ${id}` },
        });
    };
    const [old, recent] = [at - 7 * DAY_MS - 1, at - 7 * DAY_MS];
    await person('never-verified', [old, old], null);
    await person('again', [old, recent], null);
    await person('new', [recent], null);
    await person('owner', [old, old], old);
    await person('owner-again', [old, recent], old);
    await cleanUpOnce(db, at);
    const users = async () =>
      (await db.read.selectFrom('user').select('id').orderBy('id').execute()).map(({ id }) => id);
    await expect.poll(users).toEqual(['again', 'new', 'owner', 'owner-again']);
    const links = await db.read
      .selectFrom('mail_token')
      .select('user_id')
      .orderBy('user_id')
      .execute();
    expect(links.map(({ user_id: id }) => id)).toEqual([
      'again',
      'again',
      'new',
      'owner-again',
      'owner-again',
    ]);
  });
});

it('continues when one part fails', async () => {
  const db = await openSqliteStore();
  const now = Date.parse('2026-06-01T12:00:00.000Z');
  await db.write.transaction().execute(async (tx) => {
    await insertShow(tx, { id: 's1', title: 'Friday' }, now);
    await recordRequest(tx, 's1', 'an-old-request', now - 25 * 3_600_000);
    await recordRequest(tx, 's1', 'a-new-request', now - 3_600_000);
  });
  const { warn } = await cleanUpOnce(db, now);
  const left = () => db.read.selectFrom('show_request').select('request_id').execute();
  await expect.poll(left).toEqual([{ request_id: 'a-new-request' }]);
  expect(warn).toHaveBeenCalledTimes(2);
});

describeStores('guests', (open) => {
  it('are deleted some days after the end of their show, and no account is', async () => {
    const db = await open();
    const at = Date.parse('2026-06-01T12:00:00.000Z');
    for (const [id, endedAt] of [
      ['over', at - 2 * DAY_MS - 1],
      ['just-over', at - 2 * DAY_MS],
      ['live', null],
    ] as const) {
      await inTransaction(db, async (tx) => {
        await insertShow(tx, { id, title: id }, at);
        await insertGuest(tx, {
          id: `guest-of-${id}`,
          key: `${id}@guest.invalid`,
          name: id,
          showId: id,
          codeHash: id,
          at,
        });
      });
      if (endedAt !== null)
        await db.write
          .updateTable('show')
          .set({ state: 'ended', ended_at: endedAt })
          .where('id', '=', id)
          .execute();
    }
    const account = { id: 'ann', name: 'Ann', email: 'ann@show.example', password_hash: 'x' };
    const more = { role_id: ROLE.home, verified_at: at, created_at: at };
    await insertUser(db.write, { ...account, ...more });
    await cleanUpOnce(db, at);
    const users = async () =>
      (await db.read.selectFrom('user').select('id').orderBy('id').execute()).map(({ id }) => id);
    await expect.poll(users).toEqual(['ann', 'guest-of-just-over', 'guest-of-live']);
  });
});

describeStores('pictures and sounds', (open) => {
  it('are deleted a day after no item uses them any more, and not before [R2.media-delete]', async () => {
    const db = await open();
    const at = Date.parse('2026-06-01T12:00:00.000Z');
    const file = { type: 'image/png', bytes: png(), size: { width: 4, height: 3 } } as const;
    const presets = { studioSeconds: null, homeSeconds: null, order: 'both', note: '' } as const;
    const { kept, gone, question } = await inTransaction(db, async (tx) => {
      await insertShow(tx, { id: 's1', title: 'Friday' }, at);
      const media = [await insertMedia(tx, file, at), await insertMedia(tx, file, at)] as const;
      const records: string[] = [];
      for (const [index, { id }] of media.entries()) {
        const planned = {
          text: `Q${index}`,
          startAt: at,
          endAt: at,
          createdAt: at,
          createdBy: null,
        };
        const item = { showId: 's1', presets, media: { id, kind: 'picture', alt: 'x' } } as const;
        records.push((await insertQuestion(tx, planned, item)).id);
      }
      return { kept: media[0].id, gone: media[1].id, question: records[1] ?? '' };
    });
    const left = async () =>
      (await db.read.selectFrom('media').select('id').execute()).map(({ id }) => id).toSorted();
    await deleteUnusedMedia(db.write, at);
    await inTransaction(db, (tx) => deleteQuestion(tx, question));
    await deleteUnusedMedia(db.write, at + 1);
    await deleteUnusedMedia(db.write, at + 1 + DAY_MS);
    expect(await left()).toEqual([kept, gone].toSorted());
    expect(Buffer.from((await readMediaBytes(db.read, gone))?.bytes ?? [])).toEqual(png());
    await cleanUpOnce(db, at + 2 + DAY_MS);
    await expect.poll(left).toEqual([kept]);
  });
});

/** Runs the job once, with an outbox and an audit that fail. */
async function cleanUpOnce(db: Database, now: number) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const warn = vi.fn<() => void>();
  const fails = { cleanUp: () => Promise.reject(new Error('no disk')) };
  const cleaning = startCleanUp({
    config: readConfig({ GUEST_DAYS: '2' }),
    db,
    now: () => now,
    log: Object.assign(Object.create(null), { warn }),
    outbox: Object.assign(Object.create(null), fails),
    audit: Object.assign(Object.create(null), fails),
  });
  onTestFinished(() => cleaning.stop());
  await vi.advanceTimersByTimeAsync(3_600_000);
  return { warn };
}
