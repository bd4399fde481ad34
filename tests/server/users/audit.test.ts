import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Call } from '#machines/contract/call.ts';
import { CALL_NAMES, type CallName, calls } from '#machines/contract/calls.ts';
import { CALL_RIGHTS } from '#machines/contract/call-rights.ts';
import { type Database, inTransaction, openDatabase } from '#server/db/client.ts';
import type { AuditDetails } from '#server/db/audit-details.ts';
import { StoreUnavailable } from '#server/db/errors.ts';
import type { Schema } from '#server/db/schema.ts';
import type { AuditRecord } from '#server/http/calls.ts';
import { newId } from '#server/id.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { createAudit } from '#server/admin/audit.ts';
import { describeStores, SQLITE_WORKER } from '#tests/support/databases.ts';
import { freshSchema, postgresIsMissing } from '#tests/support/postgres.ts';
import { ADMIN, removeDataDir, startProcess, until } from '#tests/support/process.ts';
import { newEmail, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts';
import { SPECIFIED_CALLS } from '#tests/support/specified-calls.ts';
import { openShow, send, type Sent, type Show, SHOW_TIME } from '#tests/support/specified-show.ts';

const JWT_SECRET = 'a secret of the tests with enough bytes in it';

/** The data for each store, and how it is deleted. */
const STORES = [
  ['SQLite', () => Promise.resolve({ env: {}, drop: () => Promise.resolve() })],
  [
    'PostgreSQL',
    async () => {
      const { url, drop } = await freshSchema();
      return { env: { DATABASE_URL: url, JWT_SECRET }, drop };
    },
  ],
] as const;
const here = STORES.filter(([name]) => name === 'SQLite' || postgresIsMissing === null);

/** Every call of an admin that changes something: all but reads. */
const CHANGING = CALL_NAMES.filter((name) => {
  const { method }: Call = calls[name];
  return CALL_RIGHTS[name] === 'admins' && method !== 'GET' && name !== 'aiGenerate';
});
/** Acts on the show that owns the question. */
const ON_SHOW: ReadonlySet<CallName> = new Set(['release', 'releaseHome', 'revoke', 'revokeHome']);
const keyOf = ({ method, path }: Call): string => `${method} ${path}`;

/** Makes writing audit rows fail, until the returned function is called. */
async function closeAudit(db: Database): Promise<() => Promise<unknown>> {
  const isPostgres = db.dialect === 'postgres';
  await sql
    .raw(
      isPostgres
        ? 'alter table audit add constraint closed check (false) not valid'
        : `create trigger closed before insert on audit begin select raise(abort, 'closed'); end`,
    )
    .execute(db.write);
  const undo = isPostgres ? 'alter table audit drop constraint closed' : 'drop trigger closed';
  return () => sql.raw(undo).execute(db.write);
}

const TABLES = ['user', 'question', 'release', 'stage', 'show_reveal', 'model_merge'] as const;
const storedIn = (db: Database) =>
  Promise.all(
    [...TABLES, 'inspector' as const, 'chosen_zone' as const].map((table) =>
      sql`select * from ${sql.table(table)} order by 1`.execute(db.read).then(({ rows }) => rows),
    ),
  );
const auditOf = (db: Database, action: string) =>
  db.read
    .selectFrom('audit')
    .select(['target', 'status'])
    .where('action', '=', action)
    .orderBy('id')
    .execute();

describe.each(here)(
  'an act of an admin and its audit row share a transaction, %s',
  (store, open) => {
    let server: TestServer;
    let show: Show;
    let drop: () => Promise<void>;
    beforeAll(async () => {
      const opened = await open();
      ({ drop } = opened);
      server = await startTestServer({ now: () => SHOW_TIME, env: opened.env });
      show = await openShow(server);
    });
    afterAll(async () => {
      await server.close();
      await drop();
    });

    // All calls share one transaction helper, so a few suffice on PostgreSQL.
    const some = store === 'SQLite' ? CHANGING : (['createUser', 'deleteUser', 'release'] as const);
    it.each(some.filter((name) => name !== 'setInspector'))('%s', async (name) => {
      const { db } = server;
      const key = keyOf(calls[name]);
      const specified = SPECIFIED_CALLS[key];
      const sent: Sent = (await specified?.send(show)) ?? {};
      const status = specified?.status ?? 200;
      const act = async () => (await send(server, key, sent, show.admin.token)).status;
      const before = await storedIn(db);
      const openAudit = await closeAudit(db);
      expect(await act()).toBe(500);
      expect(await storedIn(db)).toEqual(before);
      await openAudit();
      const done = async () => (await auditOf(db, name)).filter((row) => row.status === status);
      const earlier = await done();
      expect(await act()).toBe(status);
      const [named = null] = Object.values(sent.params ?? {});
      // A target that the call created has an id only now.
      const rows = (await done()).slice(earlier.length);
      const target = ['createUser', 'createControlToken', 'createShow', 'generate'].includes(name)
        ? (rows[0]?.target ?? '')
        : ON_SHOW.has(name)
          ? HOUSE_SHOW
          : named;
      expect(rows).toEqual([{ target, status }]);
    });

    it('and a path without a target still gets a row', async () => {
      const { token } = await server.signInAs('admin');
      const headers = { authorization: `Bearer ${token}` };
      for (const id of ['a%00', 'a%20b', 'x'.repeat(65)]) {
        const path = `/api/game-sessions/admin/users/${id}`;
        expect((await server.raw(path, { method: 'DELETE', headers })).status).toBe(404);
      }
      const target = newId();
      await server.call('deleteUser', { token, params: { id: target } });
      const noted = async () =>
        (await auditOf(server.db, 'deleteUser')).filter((row) => row.target === target);
      await until('it is noted', async () => (await noted()).length > 0);
      expect(await noted()).toEqual([{ target, status: 404 }]);
    });

    it('also when the process is killed right after', async () => {
      const opened = await open();
      const process = await startProcess({ env: opened.env });
      onTestFinished(async () => {
        await process.kill();
        await removeDataDir(process.dataDir);
        await opened.drop();
      });
      const post = async (path: string, body: object, token = ''): Promise<unknown> => {
        const answer = await fetch(`${process.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        });
        if (path.includes('create')) await process.kill();
        return answer.ok ? answer.status === 201 || answer.json() : answer.status;
      };
      const signedIn = calls.login.reply.parse(await post('/api/auth/login', ADMIN));
      const user = { name: 'New', email: newEmail(), password: PASSWORD, role_id: 2 };
      const path = '/api/auth/admin/create-gameshow-user';
      expect(await post(path, user, signedIn.token)).toBe(true);
      const { DATABASE_URL: databaseUrl = null } = { DATABASE_URL: undefined, ...opened.env };
      const { dataDir } = process;
      const db = await openDatabase({ databaseUrl, dataDir, sqliteWorker: SQLITE_WORKER });
      expect(await auditOf(db, 'createUser')).toEqual([
        { target: expect.any(String), status: 201 },
      ]);
      await db.close();
    });
  },
);

it('the switch of inspecting shares a transaction with its row, too', async () => {
  const server = await startTestServer({ env: { NODE_ENV: 'production' } });
  onTestFinished(() => server.close());
  const { token } = await server.signInAs('admin');
  const set = async () => (await server.call('setInspector', { token, body: { on: true } })).status;
  const openAudit = await closeAudit(server.db);
  expect(await set()).toBe(500);
  expect((await server.ok('inspector', { token })).until).toBeNull();
  await openAudit();
  expect(await set()).toBe(200);
  expect(await auditOf(server.db, 'setInspector')).toEqual([{ target: null, status: 200 }]);
});

const auditRecord = (id: string, more: Partial<AuditRecord> = {}): AuditRecord => ({
  id,
  userId: 'u',
  action: 'adminStats',
  target: null,
  address: '::1',
  at: 1,
  ...more,
});

describeStores('what is noted a moment later', (open) => {
  it('loses only the row that cannot be written, and logs it', async () => {
    const db = await open();
    const said: object[] = [];
    const audit = createAudit({
      db,
      now: () => 0,
      log: { error: (of: object) => void said.push(of) },
    });
    // No store accepts this as a time.
    const bad = auditRecord('bad', { at: Number.NaN });
    for (let index = 0; index < 600; index += 1) audit.recordLater(auditRecord(`d${index}`), 200);
    audit.recordLater(bad, 200);
    for (let index = 600; index < 1_200; index += 1)
      audit.recordLater(auditRecord(`d${index}`), 200);
    await audit.stop();
    expect(await auditOf(db, 'adminStats')).toHaveLength(1_200);
    expect(said).toHaveLength(1);
  });

  it('never overwrites the row of a completed act', async () => {
    const db = await open();
    const audit = createAudit({ db, now: () => 0, log: { error: () => {} } });
    await db.write.transaction().execute((tx) => audit.record(tx, auditRecord('d'), 201));
    audit.recordLater(auditRecord('d'), 503);
    await audit.stop();
    expect(await auditOf(db, 'adminStats')).toEqual([{ target: null, status: 201 }]);
  });

  it('has one row for refusals that repeat within ten minutes, with their number', async () => {
    const db = await open();
    const audit = createAudit({ db, now: () => 0, log: { error: () => {} } });
    const press = (id: string, status: number, more: Partial<AuditRecord> = {}) => {
      audit.recordLater(auditRecord(id, { token: 'Stream Deck', target: 'go', ...more }), status);
    };
    for (let index = 0; index < 901; index += 1) press(`a${index}`, 409, { at: index * 60 });
    await audit.stop();
    for (let index = 0; index < 9; index += 1) press(`b${index}`, 409, { at: 60_000 + index });
    press('other token', 409, { token: 'Button' });
    press('other act', 409, { target: 'reveal' });
    press('other outcome', 404);
    press('later', 409, { at: 10 * 60_000 });
    press('done', 200);
    press('done again', 200);
    await audit.stop();
    const rows = await db.read.selectFrom('audit').select(['id', 'times']).orderBy('id').execute();
    expect(rows).toEqual(
      [
        { id: 'a0', times: 910 },
        ...['other token', 'other act', 'other outcome', 'later', 'done', 'done again'].map(
          (id) => ({ id, times: 1 }),
        ),
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });

  it('has the change and its reason, and truncates long lists', async () => {
    const db = await open();
    const audit = createAudit({ db, now: () => 0, log: { error: () => {} } });
    const texts = Array.from({ length: 30 }, (_, index) => `text ${index}`);
    const record = (tx: Transaction<Schema>, details: AuditDetails) =>
      audit.record(tx, auditRecord('d', { target: 'by path' }), 200, details);
    await inTransaction(
      { write: db.write, record },
      () => Promise.resolve({ was: 3 }),
      ({ was }) => ({ target: 'made', before: { texts: was }, after: { texts }, reason: 'one' }),
    );
    const [row] = await db.read.selectFrom('audit').selectAll().execute();
    expect(row).toMatchObject({ target: 'made', before: '{"texts":3}', reason: 'one' });
    expect(JSON.parse(row?.after ?? '')).toEqual({
      texts: [...texts.slice(0, 20), 'and 10 more'],
    });
  });

  it('waits for a store that is down', async () => {
    const db = await open();
    let isAway = true;
    const store = {
      get write() {
        if (isAway) throw new StoreUnavailable('away');
        return db.write;
      },
    };
    const audit = createAudit({ db: store, now: () => 0, log: { error: () => {} } });
    audit.recordLater(auditRecord('d'), 200);
    await audit.stop();
    expect(await auditOf(db, 'adminStats')).toEqual([]);
    isAway = false;
    await audit.stop();
    expect(await auditOf(db, 'adminStats')).toHaveLength(1);
  });
});
