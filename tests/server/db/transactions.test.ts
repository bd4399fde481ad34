import { expect, it } from 'vitest';
import { type Database, inTransaction, openDatabase } from '#server/db/client.ts';
import { describeStores } from '#tests/support/databases.ts';

const audit = (id: string) => ({
  id,
  at: 1,
  user_id: null,
  action: 'x',
  target: null,
  address: '::1',
});
const version = async (db: Pick<Database, 'read'>) =>
  (await db.read.selectFrom('show').select('version').executeTakeFirstOrThrow()).version;
const audited = async (db: Database) =>
  (await db.read.selectFrom('audit').select('id').orderBy('id').execute()).map(({ id }) => id);

describeStores('transactions', (open, place) => {
  it('keep all', async () => {
    const db = await open();
    const result = await inTransaction(db, async (tx) => {
      await tx.insertInto('audit').values(audit('a')).execute();
      await tx.insertInto('audit').values(audit('b')).execute();
      return tx.selectFrom('audit').select('id').orderBy('id').execute();
    });
    expect([result, await audited(db)]).toEqual([
      [{ id: 'a' }, { id: 'b' }],
      ['a', 'b'],
    ]);
  });

  it('keep nothing when one step throws', async () => {
    const db = await open();
    const thrown = new Error('changed my mind');
    await expect(
      inTransaction(db, async (tx) => {
        await tx.insertInto('audit').values(audit('a')).execute();
        throw thrown;
      }),
    ).rejects.toBe(thrown);
    expect(await audited(db)).toEqual([]);
  });

  it('keep nothing when a statement failed, even if the error was ignored', async () => {
    const db = await open();
    await db.write.insertInto('audit').values(audit('a')).execute();
    const failures: unknown[] = [];
    const ended = inTransaction(db, async (tx) => {
      await tx.insertInto('audit').values(audit('b')).execute();
      for (const id of ['a', 'c']) {
        await tx
          .insertInto('audit')
          .values(audit(id))
          .execute()
          .catch((error: unknown) => failures.push(error));
      }
    });
    await expect(ended).rejects.toThrow(/./);
    expect([failures.length, await audited(db)]).toEqual([2, ['a']]);
  });

  it('do not affect transactions beside them', async () => {
    const db = await open();
    const ids = Array.from({ length: 60 }, (_, index) => `t${String(index).padStart(2, '0')}`);
    const results = await Promise.allSettled(
      ids.map((id, index) =>
        inTransaction(db, async (tx) => {
          await tx.insertInto('audit').values(audit(id)).execute();
          if (index % 3 === 1) throw new Error('rolled back');
          if (index % 3 === 2) await tx.insertInto('audit').values(audit(id)).execute();
        }),
      ),
    );
    const kept = ids.filter((_, index) => index % 3 === 0);
    expect(ids.filter((_, index) => results[index]?.status === 'fulfilled')).toEqual(kept);
    expect(await audited(db)).toEqual(kept);
  });

  it('lose no update when each locks what it reads', async () => {
    const db = await open();
    await Promise.all(
      Array.from({ length: 40 }, () =>
        inTransaction(db, async (tx) => {
          const feed = await tx
            .selectFrom('show')
            .select('version')
            .forUpdate()
            .executeTakeFirstOrThrow();
          await tx
            .updateTable('show')
            .set({ version: feed.version + 1 })
            .execute();
        }),
      ),
    );
    expect(await version(db)).toBe(40);
  });

  it('store one of many equal answers', async () => {
    const db = await open();
    const winners = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        inTransaction(db, (tx) =>
          tx
            .insertInto('audit')
            .values({ ...audit('the one'), target: String(index) })
            .onConflict((on) => on.column('id').doNothing())
            .returning('target')
            .execute(),
        ),
      ),
    );
    expect(winners.flat()).toEqual(await db.read.selectFrom('audit').select('target').execute());
  });

  it('are visible to the next reader, and not before their end', async () => {
    const db = await open();
    const seen = await inTransaction(db, async (tx) => {
      await tx.updateTable('show').set({ version: 7 }).execute();
      return version(db);
    });
    expect([seen, await version(db)]).toEqual([0, 7]);
  });

  it('give a reader a consistent view while others write', async () => {
    const db = await open();
    const views = await db.read
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const before = await version({ read: tx });
        await db.write.updateTable('show').set({ version: 7 }).execute();
        return [before, await version({ read: tx })];
      });
    expect([views, await version(db)]).toEqual([[0, 0], 7]);
  });

  it('show writes made beside a reader to the queries after it', async () => {
    const db = await open();
    const rounds = Array.from({ length: 10 }, (_, round) => round);
    const behind: number[] = [];
    for (const round of rounds) {
      const asked: Promise<number>[] = [];
      await db.read
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          await version({ read: tx });
          await db.write.updateTable('show').set({ version: round }).execute();
          asked.push(version(db));
        });
      // Wait before the next round, since PostgreSQL would use whichever arrived first.
      behind.push(...(await Promise.all(asked)));
    }
    expect(behind).toEqual(rounds);
  });

  it('refuse statements after their end', async () => {
    const db = await open();
    const stragglers: Promise<PromiseSettledResult<void>[]>[] = [];
    const ended = inTransaction(db, async (tx) => {
      const late = async () => {
        await tx.selectFrom('show').select('version').execute();
        await tx.insertInto('audit').values(audit('late')).execute();
      };
      stragglers.push(Promise.allSettled([late()]));
      throw new Error('given up');
    });
    await expect(ended).rejects.toThrow('given up');
    const [results = []] = await Promise.all(stragglers);
    expect(results.map(({ status }) => status)).toEqual(['rejected']);
    expect(await audited(db)).toEqual([]);
  });

  it('end with the store', async () => {
    const db = await openDatabase(await place());
    await new Promise<void>((begun) => {
      void inTransaction(db, async (tx) => {
        begun();
        await tx.updateTable('show').set({ version: 1 }).execute();
      });
    });
    await db.close();
    await expect(version(db)).rejects.toThrow(/./);
    await expect(db.ready()).rejects.toThrow(/./);
    await expect(inTransaction(db, (tx) => version({ read: tx }))).rejects.toThrow(/./);
  });
});
