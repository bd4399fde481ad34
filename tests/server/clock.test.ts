import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ANSWER_GRACE_MS } from '#machines/contract/limits.ts';
import { startClock } from '#server/clock.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { freshSchema, postgresIsMissing } from '#tests/support/postgres.ts';
import { createQuestion } from '#tests/support/questions.ts';

const START = 1_700_000_000_000;
const AHEAD_MS = 60_000;
const HOUR_MS = 3_600_000;

const wait = (ms: number) =>
  ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));

/** A machine whose clock is off by `machine.aheadMs`, and a database with this round-trip time. */
async function openFixture(aheadMs: number, [there, back]: [number, number] = [0, 0]) {
  const machine = { aheadMs, databaseAheadMs: 0, there, back, isAway: false };
  const warnings: unknown[] = [];
  const starting = startClock({
    own: () => Date.now() + machine.aheadMs,
    shared: async () => {
      await wait(machine.there);
      const now = Date.now() + machine.databaseAheadMs + 0.4;
      await wait(machine.back);
      if (machine.isAway) throw new Error('away');
      return now;
    },
    log: { warn: (details, message) => warnings.push([message, details]) },
  });
  await vi.advanceTimersByTimeAsync(10 * (there + back));
  const clock = await starting;
  onTestFinished(() => clock.stop());
  /** The correction that the clock applies to the machine's time, ms. */
  return { machine, warnings, clock, errorMs: () => clock.now() - Date.now() };
}

describe('the clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([3_000, -3_000, 300])(
    'is correct from the start on a machine that is %i ms ahead',
    async (aheadMs) => {
      const { errorMs, warnings, clock } = await openFixture(aheadMs);
      expect(Math.abs(errorMs())).toBeLessThanOrEqual(1);
      const offsetMs = clock.offsetMs();
      expect(warnings).toEqual([
        ["this machine's clock is off, the database's is used", { offsetMs }],
      ]);
    },
  );

  it('is not adjusted while it may be correct, even with a slow database', async () => {
    const { errorMs, warnings } = await openFixture(0, [20, 900]);
    expect([errorMs(), warnings]).toEqual([0, []]);
  });

  it('is as exact as the round trip to the database is short', async () => {
    const { errorMs } = await openFixture(3_000, [0, 100]);
    expect(Math.abs(errorMs())).toBeLessThanOrEqual(51);
  });

  it('follows a drifting machine each minute, without logging small corrections', async () => {
    const { machine, errorMs, warnings } = await openFixture(0);
    for (let second = 0; second < 60; second += 1) {
      machine.aheadMs += 2;
      await vi.advanceTimersByTimeAsync(1_000);
    }
    await vi.advanceTimersByTimeAsync(2_000);
    expect(Math.abs(errorMs())).toBeLessThanOrEqual(3);
    expect(warnings).toEqual([]);
  });

  it("is corrected within a second after the machine's clock is set", async () => {
    const { machine, errorMs } = await openFixture(0);
    machine.aheadMs = 5_000;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(Math.abs(errorMs())).toBeLessThanOrEqual(1);
  });

  it('freezes while the database is down, logs it once, and is compared when it is back', async () => {
    const { machine, errorMs, clock, warnings } = await openFixture(3_000);
    const offsetMs = clock.offsetMs();
    machine.isAway = true;
    await vi.advanceTimersByTimeAsync(65_000);
    machine.aheadMs = 3_080;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(clock.offsetMs()).toBe(offsetMs);
    expect(warnings.slice(1)).toMatchObject([
      ["the clock cannot be compared with the database's", {}],
    ]);
    machine.isAway = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(Math.abs(errorMs())).toBeLessThanOrEqual(1);
  });

  it('continues when the machine is set back, and is correct when that is undone', async () => {
    const machine = { aheadMs: 0 };
    const warnings: unknown[] = [];
    const { now, offsetMs } = await startClock({
      own: () => Date.now() + machine.aheadMs,
      shared: null,
      log: { warn: (details, message) => warnings.push([message, details]) },
    });
    machine.aheadMs = -HOUR_MS;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([now() - Date.now(), offsetMs()]).toEqual([0, HOUR_MS]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(now() - Date.now()).toBe(0);
    machine.aheadMs = 0;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([now() - Date.now(), offsetMs()]).toEqual([0, null]);
    expect(warnings).toEqual([
      [
        'the clock was set back, the server goes on by its own time',
        { stepMs: -HOUR_MS, leadMs: HOUR_MS },
      ],
      ['the clock was set forward', { stepMs: HOUR_MS, leadMs: 0 }],
    ]);
  });

  it('continues when the database is set back', async () => {
    const { machine, errorMs, clock } = await openFixture(0);
    machine.databaseAheadMs = -HOUR_MS;
    for (let second = 0; second < 65; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(Math.abs(errorMs())).toBeLessThanOrEqual(1);
    }
    // The database's time has been read before the machine's clock changes.
    machine.aheadMs = -HOUR_MS;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(Math.abs(errorMs())).toBeLessThanOrEqual(2);
    expect(Math.abs((clock.offsetMs() ?? 0) - HOUR_MS)).toBeLessThanOrEqual(2);
  });

  it("is the machine's own with the embedded store", async () => {
    const clock = await startClock({ own: () => 7, shared: null, log: { warn: () => {} } });
    expect([clock.now(), clock.offsetMs()]).toEqual([7, null]);
  });
});

describe('a window that was open when the clock was set back an hour', () => {
  it.each(['goes on', 'is started again'])('accepts answers when the server %s', async (how) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'clock-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    let aheadMs = 0;
    const start = () => startTestServer({ dataDir, now: () => Date.now() + aheadMs });
    let server = await start();
    onTestFinished(() => server.close());
    const admin = await server.signInAs('admin');
    const player = await server.signInAs('home');
    const { id, gameSessionId } = await createQuestion(server.ok, admin.token);
    await server.ok('releaseHome', {
      token: admin.token,
      params: { id },
      body: { timerMinutes: 5 },
    });
    if (how === 'is started again') {
      await server.close();
      aheadMs = -HOUR_MS;
      server = await start();
    }
    aheadMs = -HOUR_MS;
    const body = { gameSessionId, answerText: 'apple' };
    expect((await server.call('submitAnswer', { token: player.token, body })).status).toBe(201);
    const ready = await server.raw('/readyz');
    expect(Math.abs(Object(ready.body).clockOffsetMs - HOUR_MS)).toBeLessThan(60_000);
  });
});

describe.skipIf(postgresIsMissing !== null)(
  'two processes, one a minute ahead, with PostgreSQL',
  () => {
    it('show players the same seconds, wherever a question is released and answered [R4.server-clock]', async () => {
      const { url, drop } = await freshSchema();
      const env = {
        DATABASE_URL: url,
        JWT_SECRET: 'a secret that both processes know, long enough',
      };
      const right = await startTestServer({ env });
      const ahead = await startTestServer({ env, now: () => Date.now() + AHEAD_MS });
      const servers = { right, ahead };
      onTestFinished(async () => {
        for (const server of Object.values(servers)) await server.close();
        await drop();
      });
      const admin = await right.signInAs('admin');
      const players = await Promise.all(Array.from({ length: 8 }, () => right.signInAs('home')));
      const { id, gameSessionId } = await createQuestion(right.ok, admin.token);
      const params = { id };
      const answer = async (server: TestServer) => {
        const { token } = players.pop() ?? admin;
        const body = { gameSessionId, answerText: 'apple' };
        return (await server.call('submitAnswer', { token, body })).status;
      };
      const both = () => Promise.all([answer(right), answer(ahead)]);

      for (const releasing of [ahead, right]) {
        const reply = await releasing.ok('releaseHome', {
          token: admin.token,
          params,
          body: { timerSeconds: 50 },
        });
        const endTime = reply.homeViewerTimer?.endTime ?? 0;
        // On a clock that is ahead, it would have ended, or would end a minute later.
        expect(Math.abs(endTime - Date.now() - 25_000)).toBeLessThan(30_000);
        expect(await both()).toEqual([201, 201]);
        const isOver = { closes_at: Date.now() - ANSWER_GRACE_MS - 1 };
        await right.db.write.updateTable('release').set(isOver).execute();
        expect(await both()).toEqual([410, 410]);
      }
      const { body } = await ahead.raw('/readyz');
      expect(body).toMatchObject({ status: 'ready' });
      expect(Math.abs(Object(body).clockOffsetMs + AHEAD_MS)).toBeLessThan(5_000);
      const metrics = (await ahead.raw('/metrics')).body;
      expect(metrics).toMatch(/^clock_offset_seconds -(?:5[5-9]|6\d)/mu);
    });
  },
);
