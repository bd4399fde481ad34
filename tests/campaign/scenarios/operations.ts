import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { until } from '#tests/support/process.ts';
import { at, faultsOf, type Scenario, type Stage, startAnother } from './stage.ts';

const PROGRAM = join(import.meta.dirname, '../../../dist/server/main.js');
const PRESSES = 60;
/** Rows of refused presses in the audit: one, or two if a new period of ten minutes begins in between. */
const MOST_ROWS = 2;

/** Runs the program, or one of its commands, until it exits. */
async function run({ place }: Stage, env: Record<string, string>, ...command: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...command], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: place.dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...place.env,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  const [code]: unknown[] = await once(child, 'close');
  return { code, said: (await said).join('') };
}

/** A question that was released to Home, and revoked. */
async function playQuestion({ client, producer }: Stage, question: string): Promise<string> {
  const { token } = producer;
  const planned = { startTime: '2030-01-01T10:00', endTime: '2030-01-01T11:00' };
  const made = await client.ok('generate', { token, body: { question, ...planned } });
  const params = { id: made.question.id };
  await client.ok('releaseHome', { token, params, body: { timerMinutes: 1 } });
  await client.ok('revokeHome', { token, params });
  return made.question.id;
}

/** Fills the store's newest pages with the audit and then with garbage. */
async function damage({ place }: Stage): Promise<void> {
  const file = join(place.dataDir, 'store.sqlite');
  await (await place.open()).close();
  const { size: sound } = await stat(file);
  const store = await place.open();
  const row = { at: 1, user_id: null, action: 'x'.repeat(4_000), target: null, address: '::1' };
  for (let id = 0; id < 100; id += 1)
    await store.write
      .insertInto('audit')
      .values({ ...row, id: `${id}` })
      .execute();
  await store.close();
  const handle = await open(file, 'r+');
  const { size } = await handle.stat();
  await handle.write(Buffer.alloc(size - sound, 0xaa), 0, undefined, sound);
  await handle.close();
}

/** Ends the thread that writes to the store when the process gets SIGUSR2. */
const BREAKING = `
  import threads from 'node:worker_threads';
  import { syncBuiltinESMExports } from 'node:module';
  threads.Worker = class extends threads.Worker {
    constructor(script, options) {
      super(script, options);
      if (options.name === 'sqlite-write') process.once('SIGUSR2', () => this.terminate());
    }
  };
  syncBuiltinESMExports();`;

/** Stores, backups, exports, the audit. */
export const operationScenarios: readonly Scenario[] = [
  {
    name: 'a restore ends every session, control token and link',
    run: async (stage) => {
      const { client, producer, home, place } = stage;
      const { token } = producer;
      const device = await client.ok('createControlToken', { token, body: { name: 'Device' } });
      const { key } = await client.ok('createShowLink', { token });
      const file = join(place.dataDir, 'backup');
      const saved = await run(stage, {}, 'backup', file);
      await stage.server.stop();
      const restored = await run(stage, {}, 'restore', file);
      if (saved.code !== 0 || restored.code !== 0) return [`${saved.said}${restored.said}`];
      const again = await startAnother(stage);
      const viewer = { token: at(home, 0).token };
      const opened = await stage.opensPage(key, again.server.url);
      return faultsOf({
        'a session lives': (await again.client.call('activeQuestions', viewer)).status !== 401,
        'a producer lives': (await again.client.call('adminStats', { token })).status !== 401,
        'a control token lives':
          (await again.client.call('controlState', { token: device.token })).status !== 401,
        'the link of the show page opens it': opened,
      });
    },
  },
  {
    name: 'refused presses of a device do not fill the audit',
    run: async ({ client, producer }, dice) => {
      const { token } = producer;
      const device = await client.ok('createControlToken', { token, body: { name: 'Device' } });
      const act = dice.pick(['release-home', 'lock', 'reveal'] as const);
      for (let press = 0; press < PRESSES; press += 1)
        await client.call('control', { token: device.token, params: { act }, body: {} });
      const refused = { token, params: { id: 'nobody' } };
      await client.call('deleteUser', refused);
      const totalOf = async (action: string): Promise<number> =>
        (await client.ok('adminAudit', { token, query: { action } })).total;
      // Refusals are written in order.
      await until(
        'the last refusal is in the audit',
        async () => (await totalOf('deleteUser')) > 0,
      );
      const rows = await totalOf('control');
      return faultsOf({ [`${PRESSES} presses are ${rows} rows`]: rows > MOST_ROWS });
    },
  },
  {
    name: 'the audit says what every act changed, by names',
    run: async (stage) => {
      const { client, producer, home } = stage;
      const { token } = producer;
      const id = await playQuestion(stage, 'Name a fruit');
      const [shown, params] = [{ shown_on_air: false, shown_to_home: false }, { id }];
      const text = 'Name a vegetable';
      await client.ok('updateQuestion', { token, params, body: { question_text: text, ...shown } });
      await client.ok('deleteQuestion', { token, params });
      const show = await stage.createShow('Friday', ['Name a tree']);
      await show.act({ type: 'goLive' });
      await show.playToLock(0, [[at(home, 0), 'Oak']]);
      await show.reveal(0);
      const { entries } = await client.ok('adminAudit', { token, query: {} });
      const acts = ['releaseHome', 'revokeHome', 'updateQuestion', 'deleteQuestion', 'actOnShow'];
      return acts.flatMap((action) => {
        const entry = entries.find((one) => one.action === action);
        const name = entry?.target?.name ?? null;
        return faultsOf({
          [`${action} is missing`]: entry === undefined,
          [`${action} names no question: ${JSON.stringify(entry?.target)}`]: name === null,
          [`${action} does not say what it changed`]:
            entry !== undefined && entry.before === null && entry.after === null,
        });
      });
    },
  },
  {
    name: 'a damaged store answers 503 and is not ready',
    only: 'sqlite',
    run: async (stage) => {
      await stage.server.stop();
      await damage(stage);
      const { server, client } = await startAnother(stage);
      const { status } = await client.call('adminAudit', { token: stage.producer.token });
      await until(
        'it is not ready',
        async () => (await fetch(`${server.url}/readyz`)).status === 503,
      );
      return faultsOf({ [`a call: ${status}`]: status !== 503 });
    },
  },
  {
    name: 'a server ends with a thread of its store',
    only: 'sqlite',
    run: async (stage) => {
      await stage.server.stop();
      const breaking = `--import data:text/javascript,${encodeURIComponent(BREAKING)}`;
      const { server } = await startAnother(stage, { NODE_OPTIONS: breaking });
      process.kill(server.pid, 'SIGUSR2');
      await until('nothing answers any more', () =>
        fetch(`${server.url}/healthz`).then(
          () => false,
          () => true,
        ),
      );
      return [];
    },
  },
  {
    name: 'a data folder that cannot be used is explained in one line',
    only: 'sqlite',
    run: async (stage, dice) => {
      const file = join(stage.place.dataDir, 'a-file');
      await writeFile(file, 'no folder');
      const { code, said } = await run(stage, { DATA_DIR: dice.pick([file, join(file, 'data')]) });
      return faultsOf({
        [`it ends with ${String(code)}: ${said}`]: code !== 1 || !/^[^\n]+\n$/u.test(said),
      });
    },
  },
  {
    name: 'an export that the temporary folder cannot hold is refused with a reason',
    env: { TMPDIR: '/nowhere' },
    run: async ({ client, producer, home, createShow }, dice) => {
      const show = await createShow('Friday', ['Name a fruit']);
      await show.act({ type: 'goLive' });
      await show.play(0, [[at(home, 0), 'Apple']]);
      await show.act({ type: 'end' });
      const params = { id: show.id, format: dice.pick(['xlsx', 'csv']) };
      const { status } = await client.call('exportShow', { token: producer.token, params });
      return faultsOf({ [`it answers ${status}`]: status !== 503 });
    },
  },
];
