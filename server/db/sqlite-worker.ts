/**
 * One SQLite connection in its own thread, so that neither queries nor the disk block the event loop.
 * Group commit: transactions and single statements that arrive together share one SQLite transaction, each transaction
 * inside a savepoint. Replies are held back until the group is on disk (`synchronous=FULL`). So one sync acknowledges
 * many transactions, and nothing is acknowledged that a crash could undo.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import Sqlite from 'libsql';
import type {
  Failure,
  Parameter,
  Reply,
  Rows,
  SqliteWorkerOptions,
  Step,
} from './sqlite-protocol.ts';

/** A group commits after this time (ms) or this many replies, even if more steps are waiting. */
const GROUP_MS = 10;
const GROUP_SIZE = 500;
const STATEMENTS_KEPT = 500;
const BUSY_TIMEOUT_MS = 5_000;

const NOTHING: Rows = { rows: [], changes: 0 };
const NO_TURN: Failure = { code: 'SQLITE_MISUSE', message: 'no transaction is open' };

type Query = Extract<Step, { do: 'query' }>;
type Statement = ReturnType<Sqlite.Database['prepare']>;

if (parentPort === null) throw new Error('sqlite-worker runs as a worker thread only');
const port = parentPort;
const { file, mode }: SqliteWorkerOptions = workerData;
const begin = mode === 'write' ? 'begin immediate' : 'begin';

const statements = new Map<string, { statement: Statement; returnsRows: boolean }>();
let db: Sqlite.Database;
/** The running SQLite transaction, and the replies that wait for its commit. */
let group: { readonly since: number; readonly held: Reply[] } | null = null;
/** State of the caller's transaction, which is a savepoint of the group: none, open, or why it failed. */
let turn: 'none' | 'open' | Failure = 'none';
let out: Reply[] = [];

function open(): Rows {
  db = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  for (const pragma of [
    'journal_mode=wal',
    'synchronous=full',
    'foreign_keys=on',
    // Make `like` case-sensitive, as in PostgreSQL.
    'case_sensitive_like=on',
    'temp_store=memory',
    'cache_size=-32768',
    'wal_autocheckpoint=2000',
    'journal_size_limit=67108864',
    ...(mode === 'read' ? ['query_only=on'] : []),
  ]) {
    run(`pragma ${pragma}`);
  }
  return NOTHING;
}

/** Returns the prepared statement, cached if it was used recently. */
function prepared(sql: string): { statement: Statement; returnsRows: boolean } {
  let known = statements.get(sql);
  if (known === undefined) {
    const statement = db.prepare(sql);
    known = { statement, returnsRows: statement.reader };
    const oldest = statements.size < STATEMENTS_KEPT ? undefined : statements.keys().next().value;
    if (oldest !== undefined) statements.delete(oldest);
  } else {
    statements.delete(sql);
  }
  statements.set(sql, known);
  return known;
}

/** Converts integers to BigInt: libsql binds every number as a float, which would change division and `typeof`. */
const bound = (parameter: Parameter): Parameter =>
  typeof parameter === 'number' && Number.isInteger(parameter) ? BigInt(parameter) : parameter;

function run(sql: string, parameters: readonly Parameter[] = []): Rows {
  const { statement, returnsRows } = prepared(sql);
  const values = parameters.map(bound);
  if (!returnsRows) return { rows: [], changes: statement.run(values).changes };
  const rows = statement.all(values);
  return { rows, changes: rows.length };
}

const failureOf = (error: unknown): Failure =>
  error instanceof Sqlite.SqliteError
    ? { code: error.code, message: error.message }
    : { code: 'SQLITE_MISUSE', message: String(error) };

/** Runs `work`. If an error made SQLite abort its transaction, the whole group fails. */
function attempt(work: () => Rows): Rows | Failure {
  try {
    return work();
  } catch (error) {
    const failure = failureOf(error);
    if (group !== null && !db.inTransaction) abandon(failure);
    return failure;
  }
}

function abandon(failure: Failure): void {
  for (const { id } of group?.held ?? []) out.push({ id, failure });
  group = null;
  if (turn !== 'none') turn = failure;
}

const reply = (id: number, result: Rows | Failure): Reply =>
  'code' in result ? { id, failure: result } : { id, ...result };

/** Holds a reply back until the group is on disk. */
function answerWhenDurable(id: number, result: Rows | Failure): void {
  (group?.held ?? out).push(reply(id, result));
}

function join(): Rows {
  if (group === null) {
    run(begin);
    group = { since: performance.now(), held: [] };
  }
  return NOTHING;
}

function commitGroup(): void {
  if (group === null || turn !== 'none') return;
  const done = attempt(() => run('commit'));
  if (!('code' in done)) {
    out.push(...group.held);
    group = null;
  } else if (group !== null) {
    // After a failed commit, for example on a full disk, the transaction is still open.
    attempt(() => run('rollback'));
    abandon(done);
  }
}

function query({ id, sql, parameters, inside }: Query): void {
  if (!inside) {
    const joined = mode === 'write' ? attempt(join) : NOTHING;
    answerWhenDurable(id, 'code' in joined ? joined : attempt(() => run(sql, parameters)));
    return;
  }
  const result =
    turn === 'open' ? attempt(() => run(sql, parameters)) : turn === 'none' ? NO_TURN : turn;
  // As in PostgreSQL, a failed statement makes its whole transaction fail.
  if ('code' in result) turn = result;
  out.push(reply(id, result));
}

function beginTurn(): void {
  turn = 'open';
  const begun = attempt(() => {
    join();
    return run('savepoint turn');
  });
  if ('code' in begun) turn = begun;
}

function endTurn(id: number, keep: boolean): void {
  const failure = turn === 'open' ? null : turn === 'none' ? NO_TURN : turn;
  turn = 'none';
  let result: Rows | Failure = NOTHING;
  if (group !== null) {
    if (!keep || failure !== null) attempt(() => run('rollback to turn'));
    result = attempt(() => run('release turn'));
  }
  answerWhenDurable(id, keep && failure !== null ? failure : result);
}

/** Writes the journal into the file and closes it; on a full disk a part may stay in the journal. */
function close(): Rows {
  if (mode === 'write') {
    attempt(() => run('pragma optimize'));
    attempt(() => run('pragma wal_checkpoint(truncate)'));
  }
  statements.clear();
  db.close();
  return NOTHING;
}

function outside(id: number, work: () => Rows): void {
  commitGroup();
  out.push(reply(id, attempt(work)));
}

function runStep(step: Step): void {
  switch (step.do) {
    case 'query':
      return query(step);
    case 'begin':
      return beginTurn();
    case 'commit':
    case 'rollback':
      return endTurn(step.id, step.do === 'commit');
    case 'outside':
      return outside(step.id, () => run(step.sql));
    case 'close':
      return outside(step.id, close);
  }
}

function send(): void {
  if (out.length > 0) port.postMessage(out);
  out = [];
}

/** Whether the group must commit now. A reader commits at once, because its next query must see concurrent writes. */
const isFull = ({ since, held }: NonNullable<typeof group>): boolean =>
  mode === 'read' || held.length >= GROUP_SIZE || performance.now() - since > GROUP_MS;

/** Runs all steps that have already arrived before it commits a group. */
function receive(first: readonly Step[]): void {
  let steps: readonly Step[] | undefined = first;
  while (steps !== undefined) {
    for (const step of steps) {
      runStep(step);
      if (group !== null && isFull(group)) commitGroup();
    }
    send();
    steps = receiveMessageOnPort(port)?.message;
  }
  commitGroup();
  send();
}

port.on('message', receive);
out.push(
  reply(
    0,
    attempt(() => open()),
  ),
);
send();
