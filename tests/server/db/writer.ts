/**
 * A program that writes to a store until killed, and prints acknowledged writes on stdout.
 * Arguments: the data folder, the worker's URL, a prefix for the ids.
 */
import { writeSync } from 'node:fs';
import { claimDataDir } from '#server/data-dir.ts';
import { inTransaction, openDatabase } from '#server/db/client.ts';

const [, , dataDir = '', worker = '', prefix = ''] = process.argv;
const WRITERS = 20;

const claimed = await claimDataDir(dataDir);
const db = await openDatabase({
  databaseUrl: null,
  dataDir: claimed.path,
  sqliteWorker: new URL(worker),
});
const row = (id: string) => ({
  id,
  at: 1,
  user_id: null,
  action: 'x',
  target: null,
  address: '::1',
});

/** Written synchronously: buffered output would be lost in a kill. A full pipe is retried. */
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}

/** Half of the writes are single statements, half are transactions of two rows. */
async function write(id: string, single: boolean): Promise<void> {
  if (single) {
    await db.write.insertInto('audit').values(row(id)).execute();
  } else {
    await inTransaction(db, async (tx) => {
      await tx.insertInto('audit').values(row(id)).execute();
      await tx
        .insertInto('audit')
        .values(row(`${id}+`))
        .execute();
    });
  }
  say(id);
}

async function writeOn(writer: number): Promise<never> {
  for (let count = 0; ; count += 1) await write(`${prefix}-${writer}-${count}`, writer % 2 === 0);
}

say('open');
await Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeOn(writer)));
