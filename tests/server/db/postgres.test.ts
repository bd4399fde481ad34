import { connect, createServer, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, inTransaction, openDatabase } from '#server/db/client.ts';
import { StoreUnavailable } from '#server/db/errors.ts';
import { SQLITE_WORKER } from '#tests/support/databases.ts';
import { freshSchema, postgresIsMissing } from '#tests/support/postgres.ts';

/** A connection to PostgreSQL that can be cut and restored. */
class Line {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  async mend(): Promise<string> {
    const server = createServer((near) => {
      const far = connect(Number(this.#target.port || 5432), this.#target.hostname);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.pipe(other);
        socket.on('error', () => other.destroy()).on('close', () => other.destroy());
      }
    });
    await new Promise<void>((listening) => server.listen(this.#port, '127.0.0.1', listening));
    const address = server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : 0;
    this.#server = server;
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  async cut(): Promise<void> {
    const closed = new Promise((done) => this.#server?.close(done));
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }
}

describe.skipIf(postgresIsMissing !== null)('the store on PostgreSQL', () => {
  let db: Database;
  let line: Line;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const schema = await freshSchema();
    drop = schema.drop;
    line = new Line(schema.url);
    db = await openDatabase({
      databaseUrl: await line.mend(),
      dataDir: '',
      sqliteWorker: SQLITE_WORKER,
    });
  });
  afterEach(async () => {
    await db.close();
    await line.cut();
    await drop();
  });

  const version = () => db.read.selectFrom('show').select('version').execute();

  it('is unavailable while the server is down, and recovers by itself', async () => {
    await db.ready();
    await line.cut();
    await expect(version()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(db.ready()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(
      inTransaction(db, (tx) => tx.updateTable('show').set({ version: 1 }).execute()),
    ).rejects.toBeInstanceOf(StoreUnavailable);
    await line.mend();
    await db.ready();
    expect(await version()).toEqual([{ version: 0 }]);
  });

  it('is unavailable to queries whose connection is cut', async () => {
    const cut = inTransaction(db, async (tx) => {
      await tx.updateTable('show').set({ version: 1 }).execute();
      await line.cut();
      await tx.updateTable('show').set({ version: 2 }).execute();
    });
    await expect(cut).rejects.toBeInstanceOf(StoreUnavailable);
    await line.mend();
    expect(await version()).toEqual([{ version: 0 }]);
  });

  it('gives a statement 5 s, and reports a cancelled one as unavailable', async () => {
    const { rows } = await sql`select current_setting('statement_timeout') as time`.execute(
      db.read,
    );
    expect(rows).toEqual([{ time: '5s' }]);
    const stopped = sql`do $$ begin raise exception 'as if' using errcode = '57014'; end $$`;
    await expect(stopped.execute(db.read)).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('refuses a query that waits too long for a connection, and serves the others', async () => {
    const ends: (() => void)[] = [];
    const holders = Array.from({ length: 10 }, () =>
      inTransaction(db, async (tx) => {
        await tx.selectFrom('show').select('version').execute();
        await new Promise<void>((end) => ends.push(end));
      }),
    );
    await expect(version()).rejects.toBeInstanceOf(StoreUnavailable);
    for (const end of ends) end();
    await Promise.all(holders);
    expect(await version()).toEqual([{ version: 0 }]);
  });

  it('retries a transaction that lost a deadlock', async () => {
    const ids = ['a', 'b'] as const;
    const audit = { at: 0, user_id: null, action: 'x', target: null, address: '::1' };
    await db.write
      .insertInto('audit')
      .values(ids.map((id) => ({ id, ...audit })))
      .execute();
    const holding = new EventTarget();
    const both = new Promise((met) => holding.addEventListener('both', met, { once: true }));
    let held = 0;
    let runs = 0;
    const inOrder = (order: readonly string[]) =>
      inTransaction(db, async (tx) => {
        runs += 1;
        for (const id of order) {
          await tx
            .updateTable('audit')
            .set((eb) => ({ at: eb('at', '+', 1) }))
            .where('id', '=', id)
            .execute();
          held += 1;
          if (held === 2) holding.dispatchEvent(new Event('both'));
          await both;
        }
      });
    await Promise.all([inOrder(ids), inOrder(ids.toReversed())]);
    const stored = await db.read.selectFrom('audit').select(['id', 'at']).orderBy('id').execute();
    expect(stored).toEqual([
      { id: 'a', at: 2 },
      { id: 'b', at: 2 },
    ]);
    // Both transactions may have failed, since each detects the deadlock by itself.
    expect([3, 4]).toContain(runs);
  });

  it('gives up after three more attempts', async () => {
    let runs = 0;
    const always = inTransaction(db, () => {
      runs += 1;
      const conflict = new DatabaseError('could not serialize access', 0, 'error');
      conflict.code = '40001';
      return Promise.reject(conflict);
    });
    await expect(always).rejects.toBeInstanceOf(StoreUnavailable);
    expect(runs).toBe(4);
  });
});
