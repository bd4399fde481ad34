import { m } from 'messages';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Audience } from '#machines/contract/entities.ts';
import { mayAnswer, NO_WINDOW, windowState } from '#machines/answering/rules/schedule.ts';
import { type Database, openDatabase, type OpenOptions } from '#server/db/client.ts';
import { StoreUnavailable } from '#server/db/errors.ts';
import { changeWindow, restoreWindow } from '#tests/support/windows.ts';
import { type WindowAct, readPending } from '#server/show/releases/store.ts';
import { createWindows } from '#server/show/releases/windows.ts';
import { createPublisher } from '#server/show/publisher.ts';
import { deleteChanges, readQuestion, readVersions } from '#server/answering/feed-store.ts';
import { windowsOf } from '#server/answering/view.ts';
import { describeStores } from '#tests/support/databases.ts';
import { NO_CHANNEL } from '#tests/support/silent-broadcaster.ts';
import { plan, recorder, setHomeDelay, type SentEvent } from './fixture.ts';

/** The expected events at the end of Home's timer. */
const HOME_EXPIRED = ['studio questions-updated', 'home timer-expired', 'admin timer-expired'];
const START = 1_700_000_000_000;
const MINUTE = 60_000;
const timed: WindowAct = { type: 'release', timer: { minutes: 1, seconds: 0 } };
const untimed: WindowAct = { type: 'release', timer: null };
const revoke: WindowAct = { type: 'revoke' };

/**
 * One process: its windows, and the events it sent to its sockets. It learns of other processes from the store only.
 * `broken`: the names of events and parts that fail.
 */
function processOn(db: Database, now: () => number = Date.now, broken: readonly string[] = []) {
  countOf(db);
  const { broadcaster, told } = recorder();
  const use = (part: string): void => {
    if (broken.includes(part)) throw new Error(`${part} is broken`);
  };
  const warnings: string[] = [];
  const log = { warn: (_details: object, message: string) => warnings.push(message) };
  const publisher = createPublisher({
    db,
    now,
    broadcaster: {
      ...broadcaster,
      toAudience: (to, name, payload) => {
        use(name);
        broadcaster.toAudience(to, name, payload);
      },
    },
    channel: { ...NO_CHANNEL, pass: () => use('link') },
    onAnnounced: () => use('what follows'),
    log,
  });
  const windows = createWindows({ db, now, publisher, log });
  const services = { db, now, publish: publisher.publish };
  return {
    windows,
    told,
    warnings,
    change: (id: string, audience: Audience, act: WindowAct) =>
      changeWindow(services, id, audience, act),
    /** Returns and clears the receivers of each event. */
    heard: () => told.splice(0).map(({ to, name }) => `${to} ${name}`),
  };
}

/** Advances the clock second by second, with time for the store in between. */
async function pass(db: Database, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 1_000));
    await settle(db);
  }
}

const underWay = new WeakMap<Database, { count: number }>();

/** The number of pending statements and transactions, from the first call until the test ends. */
function countOf(db: Database): { readonly count: number } {
  const known = underWay.get(db);
  if (known !== undefined) return known;
  const counter = { count: 0 };
  underWay.set(db, counter);
  const executors = [db.read, db.write].map((each) => each.getExecutor());
  for (const executor of executors) {
    const provide = executor.provideConnection.bind(executor);
    executor.provideConnection = async (consumer) => {
      counter.count += 1;
      try {
        return await provide(consumer);
      } finally {
        counter.count -= 1;
      }
    };
  }
  onTestFinished(() => {
    for (const executor of executors) Reflect.deleteProperty(executor, 'provideConnection');
    underWay.delete(db);
  });
  return counter;
}

/**
 * Waits until nothing is pending in the store. Code after a reply of the store starts in the same
 * turn.
 */
async function settle(db: Database): Promise<void> {
  const counter = countOf(db);
  do await nextTurn();
  while (counter.count > 0);
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits for the store's own thread; no time passes on the clock. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = process.hrtime.bigint() + 5_000_000_000n;
  while (!(await condition())) {
    if (process.hrtime.bigint() > deadline) throw new Error('it did not happen');
    await nextTurn();
  }
}

/** The dependencies of restore, without listeners. */
const servicesOn = (db: Database, publish: () => unknown) => ({
  db,
  now: Date.now,
  publish: () => void publish(),
});

const planned = (db: Database) => plan(db, { startAt: START, endAt: START + 2 * MINUTE });

const readHouseVersion = async (read: Database['read']) => (await readVersions(read))['house'] ?? 0;

/** A home viewers' timer of a minute was started, then the process was down for `downMs`. */
async function restarted(where: OpenOptions, downMs: number) {
  const before = await openDatabase(where);
  const { id } = await planned(before);
  const first = processOn(before);
  await first.windows.start();
  await first.change(id, 'home', timed);
  await first.windows.stop();
  const version = await readHouseVersion(before.read);
  await before.close();
  vi.setSystemTime(Date.now() + downMs);
  const db = await openDatabase(where);
  return { db, version, ...processOn(db) };
}

const toldTo = (told: readonly SentEvent[], to: SentEvent['to']) =>
  JSON.stringify(told.filter((each) => each.to === to));
const lapsedOnce = (told: readonly SentEvent[]) =>
  told.filter(({ name }) => name === 'timer-expired').length >= 2;

beforeEach(() => {
  vi.useFakeTimers({
    now: START,
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describeStores('windows', (open, place) => {
  describe('a release for a Home behind the studio [R4.home-delay]', () => {
    const DELAY_S = 5;
    const delayed = async (db: Database) => {
      const { id, gameSessionId, text } = await planned(db);
      await setHomeDelay(db, gameSessionId, DELAY_S);
      return { id, text };
    };

    it('opens once, announced by whichever process is first, and Home cannot read it before', async () => {
      const db = await open();
      const { id, text } = await delayed(db);
      const [one, other] = [processOn(db), processOn(db)];
      for (const { windows } of [one, other]) await windows.start();
      await one.change(id, 'home', timed);
      await pass(db, 4_000);
      expect(toldTo([...one.told, ...other.told], 'home')).not.toContain(text);
      expect(toldTo([...one.told, ...other.told], 'home')).toContain('"question":null');
      expect(toldTo(one.told, 'admin')).toContain(text);
      one.heard();
      other.heard();
      await until(async () => {
        await pass(db, 1_000);
        return [one, other].every(({ told }) => toldTo(told, 'home').includes('timer-started'));
      });
      for (const each of [one, other]) {
        expect(toldTo(each.told, 'home')).toContain(text);
        expect(each.heard()).toEqual([
          'studio questions-updated',
          'home question-released',
          'admin question-released',
          'home timer-started',
          'admin timer-started',
        ]);
      }
      expect(Date.now()).toBeGreaterThanOrEqual(START + DELAY_S * 1_000);
      await until(async () => {
        await pass(db, 1_000);
        return one.told.length > 0;
      });
      expect(Date.now()).toBeGreaterThanOrEqual(START + DELAY_S * 1_000 + MINUTE);
      expect(one.heard()).toContain('home timer-expired');
      expect(await readPending(db.read)).toEqual([]);
      for (const { windows } of [one, other]) await windows.stop();
    });

    it('never opens after a revoke, and an undo opens it at its original time', async () => {
      const db = await open();
      const { id } = await delayed(db);
      const { windows, change, heard, told } = processOn(db);
      await windows.start();
      await change(id, 'home', timed);
      const before = await readQuestion(db.read, id);
      await pass(db, 2_000);
      await change(id, 'home', revoke);
      heard();
      await pass(db, 1_000);
      const { opensAt } = before?.releases.home?.window ?? {};
      await change(id, 'home', { type: 'release', timer: { minutes: 1, seconds: 2 }, opensAt });
      expect((await readQuestion(db.read, id))?.releases.home?.window).toEqual(
        before?.releases.home?.window,
      );
      expect(heard()).not.toContain('home question-released');
      await until(async () => {
        await pass(db, 1_000);
        return toldTo(told, 'home').includes('question-released');
      });
      expect(Date.now()).toBeGreaterThanOrEqual(opensAt ?? Infinity);
      await change(id, 'home', revoke);
      await pass(db, 1_000);
      heard();
      // It was open already: no wait needed.
      await change(id, 'home', { type: 'release', timer: { minutes: 0, seconds: 59 }, opensAt });
      expect(heard()).toContain('home question-released');
      await pass(db, 2_000);
      expect(heard()).toEqual([]);
      await change(id, 'home', revoke);
      await change(id, 'home', timed);
      await change(id, 'home', revoke);
      heard();
      await pass(db, 10_000);
      expect(heard()).toEqual([]);
      await windows.stop();
    });

    it.each([
      ['before it opens', 1_000, 5_000],
      ['after it should have opened', 20_000, 0],
    ])('opens even if the process ended %s', async (_, downMs, laterMs) => {
      const where = await place();
      const before = await openDatabase(where);
      const { id, text } = await delayed(before);
      const first = processOn(before);
      await first.windows.start();
      await first.change(id, 'home', timed);
      await first.windows.stop();
      await before.close();
      vi.setSystemTime(Date.now() + downMs);
      const db = await openDatabase(where);
      const second = processOn(db);
      await second.windows.start();
      await pass(db, laterMs);
      await until(() => toldTo(second.told, 'home').includes(text));
      expect(second.heard().filter((each) => each === 'home question-released')).toHaveLength(1);
      await second.windows.stop();
      await db.close();
    });
  });

  describe('the undo of a revoke of a question that has ended', () => {
    it('shows it again unchanged, to those it was hidden from, without a cue [R4.release-undo]', async () => {
      const db = await open();
      const { id } = await planned(db);
      const { windows, change, heard } = processOn(db);
      await windows.start();
      await change(id, 'home', timed);
      await pass(db, MINUTE + 1_000);
      const ended = await readQuestion(db.read, id);
      await change(id, 'home', revoke);
      const revoked = await readQuestion(db.read, id);
      expect(revoked?.releases.home).toMatchObject({ window: NO_WINDOW, durationS: 0 });
      heard();
      const restored = await restoreWindow(servicesOn(db, heard), id, 'home');
      expect(restored.releases.home).toEqual({ ...ended?.releases.home, openedAt: Date.now() });
      expect(await readQuestion(db.read, id)).toEqual(restored);
      expect(windowState(windowsOf(restored), 'home', Date.now())).toBe('expired');
      await pass(db, 5_000);
      expect(await readPending(db.read)).toEqual([]);
      await windows.stop();
    });

    it.each([
      ['was never released', []],
      ['is open', [untimed]],
      ['was revoked while open, and would be still', [timed, revoke]],
      ['was open until revoked', [{ type: 'release', timer: null }, revoke]],
    ] as const)('is refused where it %s', async (_, acts) => {
      const db = await open();
      const { id } = await planned(db);
      const { change, heard } = processOn(db);
      for (const act of acts) await change(id, 'home', act);
      await expect(restoreWindow(servicesOn(db, heard), id, 'home')).rejects.toMatchObject({
        status: 409,
        message: m.releaseNothingLeft(),
      });
    });

    it('accepts no answer that was received before it', async () => {
      const db = await open();
      const { id } = await planned(db);
      const { change, heard } = processOn(db);
      await change(id, 'home', timed);
      await change(id, 'home', revoke);
      vi.setSystemTime(START + MINUTE);
      const restored = await restoreWindow(servicesOn(db, heard), id, 'home');
      const { window = NO_WINDOW, openedAt = 0 } = restored.releases.home ?? {};
      const dated = { studio: NO_WINDOW, home: { ...window, openedAt } };
      for (const at of [START + MINUTE - 1, START + MINUTE, START + MINUTE + 100])
        expect(mayAnswer(dated, 'home', at).ok).toBe(false);
    });
  });

  describe('the end of a window', () => {
    it('is announced at the end of the timer: expired to its audience, unlocked to the other [R4.event-timer-expired]', async () => {
      const db = await open();
      const { id, gameSessionId } = await planned(db);
      const { windows, told, change, heard } = processOn(db);
      await windows.start();
      await change(id, 'home', timed);
      heard();
      const version = await readHouseVersion(db.read);
      await pass(db, MINUTE - 1);
      expect(told).toEqual([]);
      await pass(db, 1);
      await until(() => told.length === 3);

      const serverTime = START + MINUTE;
      const about = {
        feed: 'house',
        version: version + 1,
        serverTime,
        questionId: id,
        gameSessionId,
      };
      const question = expect.objectContaining({ id, question_text: 'A fruit?' });
      expect(told).toEqual([
        { to: 'studio', name: 'questions-updated', payload: { ...about, question: null } },
        { to: 'home', name: 'timer-expired', payload: { ...about, type: 'home', question } },
        {
          to: 'admin',
          name: 'timer-expired',
          payload: {
            ...about,
            type: 'home',
            question,
            forProducers: { question, connected: { studio: 0, home: 0 } },
          },
        },
      ]);
      await windows.stop();
    });

    it('at the planned time is announced as a change, since no timer has expired [R4.expires-at-end]', async () => {
      const db = await open();
      const { id } = await planned(db);
      const { windows, told, change, heard } = processOn(db);
      await windows.start();
      await change(id, 'studio', untimed);
      heard();
      await pass(db, 2 * MINUTE);
      await until(() => told.length === 3);
      expect(heard()).toEqual([
        'studio questions-updated',
        'home questions-updated',
        'admin questions-updated',
      ]);
      await windows.stop();
    });

    it('is not announced for a window that was revoked or released again in time', async () => {
      const db = await open();
      const first = await planned(db);
      const second = await planned(db);
      const { windows, change, heard, told } = processOn(db);
      await windows.start();
      await change(first.id, 'home', timed);
      await change(second.id, 'home', timed);
      await pass(db, MINUTE / 2);
      await change(first.id, 'home', revoke);
      await change(second.id, 'home', timed);
      heard();
      await pass(db, MINUTE / 2 + 2_000);
      expect(heard()).toEqual([]);
      await pass(db, MINUTE / 2);
      await until(() => lapsedOnce(told));
      expect(heard()).toEqual(HOME_EXPIRED);
      await windows.stop();
    });
  });

  it('is published once by the first of several processes, and each notifies its own sockets', async () => {
    const db = await open();
    const { id } = await planned(db);
    const processes = [processOn(db), processOn(db), processOn(db)] as const;
    for (const { windows } of processes) await windows.start();
    await processes[0].change(id, 'home', timed);
    // Other processes check the store every second.
    await pass(db, 2_000);
    for (const { heard } of processes) heard();
    const version = await readHouseVersion(db.read);
    await pass(db, MINUTE - 2_000);
    await until(() => processes.some(({ told }) => lapsedOnce(told)));
    await pass(db, 5_000);
    for (const { heard } of processes) expect(heard()).toEqual(HOME_EXPIRED);
    expect(await readHouseVersion(db.read)).toBe(version + 1);
    for (const { windows } of processes) await windows.stop();
  });

  it('is not announced by a process that has not yet seen the newer release', async () => {
    const db = await open();
    const { id } = await planned(db);
    const here = processOn(db);
    const elsewhere = processOn(db);
    await elsewhere.change(id, 'home', timed);
    await here.windows.start();
    await pass(db, MINUTE - 1);
    await elsewhere.change(id, 'home', timed);
    await pass(db, 5_000);
    expect(here.heard()).not.toContain('home timer-expired');
    await here.windows.stop();
  });

  it('is acknowledged even if its announcement fails, and clients that missed it resync', async () => {
    const db = await open();
    const { id } = await planned(db);
    const here = processOn(db, Date.now, ['question-released', 'link', 'what follows']);
    const elsewhere = processOn(db);
    for (const { windows } of [here, elsewhere]) await windows.start();
    const { releases } = await here.change(id, 'home', untimed);
    expect(releases.home?.window.released).toBe(true);
    const asked = ['studio', 'home', 'admin'].map((to) => `${to} feed-moved`);
    expect(here.heard().slice(-3)).toEqual(asked);
    await pass(db, 1_000);
    expect(elsewhere.heard()).toContain('home question-released');
    await here.change(id, 'home', revoke);
    expect(here.heard()).toContain('home question-revoked');
    expect(new Set(here.warnings)).toEqual(
      new Set([
        'other processes could not be notified yet',
        'a change could not be announced',
        'what follows a change failed',
      ]),
    );
    for (const { windows } of [here, elsewhere]) await windows.stop();
  });

  it('is announced by another process when the one that released is gone', async () => {
    const db = await open();
    const { id } = await planned(db);
    const gone = processOn(db);
    const left = processOn(db);
    await left.windows.start();
    await gone.change(id, 'home', timed);
    await gone.windows.stop();
    await until(async () => {
      await pass(db, 1_000);
      return Date.now() >= START + MINUTE && lapsedOnce(left.told);
    });
    expect(left.heard().slice(-3)).toEqual(HOME_EXPIRED);
    await left.windows.stop();
  });

  describe('over a restart,', () => {
    it('a running timer ends on time', async () => {
      const { db, version, windows, told } = await restarted(await place(), MINUTE / 2);
      await windows.start();
      await pass(db, MINUTE / 2 - 1);
      expect(told).toEqual([]);
      await pass(db, 1);
      await until(() => lapsedOnce(told));
      expect(await readHouseVersion(db.read)).toBe(version + 1);
      await windows.stop();
      await db.close();
    });

    it('a timer that ended in the meantime is announced at the start, once', async () => {
      const { db, windows, told, heard } = await restarted(await place(), 10 * MINUTE);
      await windows.start();
      await until(() => lapsedOnce(told));
      expect(heard()).toEqual(HOME_EXPIRED);
      await windows.stop();
      const next = processOn(db);
      await next.windows.start();
      await pass(db, 5_000);
      expect(next.heard()).toEqual([]);
      await next.windows.stop();
      await db.close();
    });
  });

  it('is announced when the store is back, if it was down at the end', async () => {
    const db = await open();
    const { id } = await planned(db);
    let isAway = false;
    const store = {
      ...db,
      get write() {
        if (isAway) throw new StoreUnavailable('away');
        return db.write;
      },
    };
    const { windows, told, warnings, change, heard } = processOn(store);
    await windows.start();
    await change(id, 'home', timed);
    heard();
    isAway = true;
    await pass(db, MINUTE);
    await until(() => warnings.includes('a lapse could not be announced yet'));
    isAway = false;
    await until(async () => {
      await pass(db, 1_000);
      return lapsedOnce(told);
    });
    expect(heard()).toEqual(HOME_EXPIRED);
    await windows.stop();
  });

  it('is announced when the clock was set past the end', async () => {
    const db = await open();
    const { id } = await planned(db);
    let stepMs = 0;
    const { windows, told, warnings, change, heard } = processOn(db, () => Date.now() + stepMs);
    await windows.start();
    await change(id, 'home', timed);
    heard();
    stepMs = 2 * MINUTE;
    await pass(db, 2_000);
    await until(() => lapsedOnce(told));
    expect(Date.now()).toBeLessThan(START + MINUTE);
    expect(warnings).toEqual(['the clock was set']);
    await windows.stop();
  });

  describe('a stored change whose process was killed before its announcement', () => {
    it('is announced by every other process within a second, in full and once', async () => {
      const db = await open();
      const { id } = await planned(db);
      const [here, there] = [processOn(db), processOn(db)];
      for (const { windows } of [here, there]) await windows.start();
      const killed = { db, now: () => Date.now(), publish: () => {} };
      await changeWindow(killed, id, 'home', timed);
      await pass(db, 1_000);
      const released = [
        'studio questions-updated',
        'home question-released',
        'admin question-released',
        'home timer-started',
        'admin timer-started',
      ];
      expect([here.heard(), there.heard()]).toEqual([released, released]);

      await changeWindow(killed, id, 'home', revoke);
      await changeWindow(killed, id, 'studio', untimed);
      await pass(db, 1_000);
      const both = [
        'studio questions-updated',
        'home question-revoked',
        'admin question-revoked',
        'studio question-released',
        'admin question-released',
        'home questions-updated',
      ];
      expect([here.heard(), there.heard()]).toEqual([both, both]);
      await pass(db, 5_000);
      expect([here.heard(), there.heard()]).toEqual([[], []]);
      for (const { windows } of [here, there]) await windows.stop();
    });

    it('is announced if it was the end of a timer', async () => {
      const db = await open();
      const { id } = await planned(db);
      const publisher = {
        publish: () => {},
        catchUp: () => readVersions(db.read),
        resync: () => Promise.resolve(),
        settle: () => Promise.resolve(),
      };
      const log = { warn: () => {} };
      const doomed = createWindows({ db, now: () => Date.now(), publisher, log });
      // A little later, so that the process that cannot announce is the first.
      const left = processOn(db, () => Date.now() - 400);
      await left.windows.start();
      await left.change(id, 'home', timed);
      await doomed.start();
      await pass(db, MINUTE - 400);
      left.heard();
      await until(async () => {
        await pass(db, 1_000);
        return lapsedOnce(left.told);
      });
      expect(left.heard()).toEqual(HOME_EXPIRED);
      await doomed.stop();
      await left.windows.stop();
    });

    it('is announced before later changes, unchanged', async () => {
      const db = await open();
      const first = await planned(db);
      const second = await planned(db);
      const { windows, told, change } = processOn(db);
      await windows.start();
      const killed = { db, now: () => Date.now(), publish: () => {} };
      await changeWindow(killed, first.id, 'home', untimed);
      await change(second.id, 'home', untimed);
      await until(() => told.length === 6);
      expect(told.filter(({ to }) => to === 'home').map(({ payload }) => payload)).toMatchObject([
        { version: 1, question: { id: first.id, question_text: 'A fruit?' } },
        { version: 2, question: { id: second.id, question_text: 'A fruit?' } },
      ]);
      await windows.stop();
    });

    it('is announced to reconnecting clients, while it is recent, if no other process is running', async () => {
      const db = await open();
      const { id } = await planned(db);
      await changeWindow({ db, now: () => Date.now(), publish: () => {} }, id, 'home', untimed);
      const { windows, heard } = processOn(db);
      await windows.start();
      const released = [
        'studio questions-updated',
        'home question-released',
        'admin question-released',
      ];
      heard();
      await pass(db, 1_000);
      expect(heard()).toEqual(released);
      await pass(db, 10_000);
      heard();
      await pass(db, 5_000);
      expect(heard()).toEqual([]);
      await windows.stop();
    });

    it('causes a resync if the store no longer has it', async () => {
      const db = await open();
      const { id } = await planned(db);
      const { windows, told } = processOn(db);
      await windows.start();
      const killed = { db, now: () => Date.now(), publish: () => {} };
      for (const act of [timed, revoke, timed]) await changeWindow(killed, id, 'home', act);
      await deleteChanges(db.write, Date.now() + 1);
      await pass(db, 1_000);
      const payload = { feed: 'house', version: 3, serverTime: Date.now() };
      const name = 'feed-moved';
      expect(told).toEqual([
        { to: 'studio', name, payload },
        { to: 'home', name, payload },
        { to: 'admin', name, payload },
      ]);
      await windows.stop();
    });
  });
});
