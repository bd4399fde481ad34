/**
 * `npm run peers -- FOLDER ... [--players 100,1000] [--questions 3]`: plays the same game on the servers that are
 * installed in these folders (`.`: this one), and prints the tables of `docs/performance.md`: messages, bytes, CPU and
 * memory a player, and how long players wait. A game of 50 players warms each server up. The servers have a core of
 * their own (Linux with `taskset`). Asserts nothing.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { keepOffServerCore } from '#tests/load/driver.ts';
import { hangUp, traffic, watch } from './peers-line.ts';
import { type Answer, type Server, startServer } from './peers-servers.ts';

const JOINING_AT_ONCE = 20;
const ANSWERS_OVER_MS = 5_000;
/** What follows each part is counted with it for this time, ms: longer than this server's pause between boards. */
const AFTERWARDS_MS = 3_000;
/** A message that has reached no further player for so long is lost, ms. */
const LOST_MS = 20_000;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** The processor time so far, ms, and the memory, KiB, of a process with all its threads. */
async function usage(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The process name may contain blanks, so count the fields from its closing bracket, which the third field follows.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    memoryKiB: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]),
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
const cell = (...values: readonly number[]): string =>
  values.map((value) => value.toFixed(value < 1 ? 2 : value < 10 ? 1 : 0)).join('; ');

/** The cells of one column of a table, by the name of the row. */
type Column = Map<string, string>;

async function play(server: Server, count: number, questions: number): Promise<Column> {
  const game = await server.create();
  /** Of each part: messages, KiB and CPU ms of each time. */
  const costs: Record<string, [number[], number[], number[]]> = {};
  const waits: Record<'asked' | 'shown', [first: number[], last: number[]]> = {
    asked: [[], []],
    shown: [[], []],
  };
  const acknowledged: number[] = [];
  const idle = await usage(server.pid);

  const part = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    const [before, { cpuMs }] = [traffic(), await usage(server.pid)];
    await act();
    await delay(AFTERWARDS_MS);
    const [after, now] = [traffic(), await usage(server.pid)];
    const [messages, kib, cpu] = (costs[what] ??= [[], [], []]);
    messages.push((after.messages - before.messages) / count);
    kib.push((after.bytes - before.bytes) / 1_024 / count);
    cpu.push((now.cpuMs - cpuMs) / count);
  };
  /** Acts, and waits until the message with this text has reached all who answer. */
  const reach = async (
    what: 'asked' | 'shown',
    act: (begin: () => void) => Promise<unknown>,
  ): Promise<void> => {
    let since = performance.now();
    let reached = watch(game[what]);
    await act(() => {
      since = performance.now();
      reached = watch(game[what]);
    });
    while (reached.size < count - 1) {
      await delay(5);
      if (performance.now() - Math.max(since, ...[...reached.values()].slice(-1)) < LOST_MS)
        continue;
      console.log(`${server.name}: "${what}" reached ${reached.size} of ${count} players.`);
      break;
    }
    const [first, last] = waits[what];
    first.push(Math.min(...reached.values()) - since);
    last.push(Math.max(...reached.values()) - since);
  };

  const players: Answer[] = [];
  await part('joining', async () => {
    let next = 0;
    const joinOthers = async (): Promise<void> => {
      for (let index = next++; index < count; index = next++)
        players[index] = await game.join(index);
    };
    await Promise.all(Array.from({ length: JOINING_AT_ONCE }, joinOthers));
  });
  const joined = await usage(server.pid);
  // One of them does not answer, so that the host ends each question.
  const answering = players.slice(1);
  for (let question = 0; question < questions; question += 1) {
    await part('question', () => reach('asked', (begin) => game.ask(question, begin)));
    await part('answers', () =>
      Promise.all(
        answering.map(async (answer, index) => {
          await delay((index / count) * ANSWERS_OVER_MS);
          const sentAt = performance.now();
          await answer(question, index % 4);
          acknowledged.push(performance.now() - sentAt);
        }),
      ),
    );
    await part('board', () => reach('shown', (begin) => game.show(question, begin)));
  }
  const played = await usage(server.pid);
  hangUp();
  await game.end?.();

  const column: Column = new Map();
  for (const [what, cost] of Object.entries(costs))
    column.set(`${what}: messages; KiB; CPU ms`, cell(...cost.map(mean)));
  const memory = [joined, played].map((now) => (now.memoryKiB - idle.memoryKiB) / count);
  column.set('memory over idle, KiB: joined; after the questions', cell(...memory));
  column.set('(idle, MiB)', cell(idle.memoryKiB / 1_024));
  column.set('question: first; last player after, ms', cell(...waits.asked.map(mean)));
  column.set('board: first; last player after, ms', cell(...waits.shown.map(mean)));
  const [half, most] = [0.5, 0.99].map((share) => quantile(acknowledged, share));
  column.set('answer acknowledged after, ms: p50; p99', cell(half ?? 0, most ?? 0));
  return column;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    players: { type: 'string', default: '100,1000' },
    questions: { type: 'string', default: '3' },
  },
});
keepOffServerCore();
const counts = values.players.split(',').map(Number);
const tables = counts.map((count) => ({ count, columns: new Map<string, Column>() }));
for (const folder of positionals) {
  const server = await startServer(folder);
  await play(server, 50, 1);
  for (const { count, columns } of tables)
    columns.set(server.name, await play(server, count, Number(values.questions)));
  await server.stop();
}
const row = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);
for (const { count, columns } of tables) {
  row([`${count} players`, ...columns.keys()]);
  row(['---', ...[...columns].map(() => '---')]);
  for (const name of [...columns.values()][0]?.keys() ?? [])
    row([name, ...[...columns.values()].map((column) => column.get(name) ?? '')]);
}
process.exit();
