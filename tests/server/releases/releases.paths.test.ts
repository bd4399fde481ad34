import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Audience, AUDIENCES } from '#machines/contract/entities.ts';
import { releaseWindowMachine } from '#machines/answering/release-window.ts';
import { audienceType, otherAudience } from '#machines/contract/audience.ts';
import { lacking, modelOf, pathsOf, titled } from '#tests/support/graph.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { type SocketProbe, connectProbe } from '#tests/support/sockets.ts';
import { createQuestion } from '#tests/support/questions.ts';

/* The server follows the window chart: its paths, walked by HTTP calls and by the clock, end in
   the rows, lists and broadcasts that the specification (§4) and decisions §4 name for each
   state. */

const TIMER_MS = 60_000;
const NOW = 1_000;

const model = modelOf(
  // The end is reached after every wait; on the server no clock has ever run ahead.
  releaseWindowMachine.provide({
    guards: {
      isPastClosing: ({ context, event }) =>
        context.window.closesAt !== null && event.type.startsWith('xstate.after.'),
      isBeforeClosing: () => false,
    },
  }),
  {
    input: { now: () => NOW },
    events: {
      'window.released': [
        {
          type: 'window.released',
          window: { released: true, timed: true, closesAt: NOW + TIMER_MS },
        },
        { type: 'window.released', window: { released: true, timed: false, closesAt: null } },
      ],
      'window.revoked': [{ type: 'window.revoked' }],
      'clock.corrected': [{ type: 'clock.corrected' }],
    },
    at: ({ context }) => context.window.closesAt,
  },
);
const paths = pathsOf(model);
const TIME_UP = 'xstate.after.untilClosing.releaseWindow.open';

const CALLS = {
  studio: { release: 'release', revoke: 'revoke', list: 'contestantQuestions' },
  home: { release: 'releaseHome', revoke: 'revokeHome', list: 'activeQuestions' },
} as const;

let server: TestServer;
let aheadMs = 0;
let admin: Person;
let players: Record<Audience, Person>;

beforeAll(async () => {
  server = await startTestServer({ now: () => Date.now() + aheadMs });
  admin = await server.signInAs('admin');
  players = {
    home: await server.signInAs('home'),
    studio: await server.signInAs('contestant'),
  };
});
afterAll(() => server.close());

/** A user in a room who knows the state and has received nothing since. */
async function listener(person: Person): Promise<SocketProbe> {
  const probe = await connectProbe(server.url, person);
  await probe.next('snapshot');
  probe.received.length = 0;
  return probe;
}

/** A question whose planned end is over, with one audience's calls. */
async function question(audience: Audience) {
  const { token } = admin;
  const names = CALLS[audience];
  const other = otherAudience(audience);
  const { token: player } = players[audience];
  const longAgo = Date.parse('2020-01-01T10:00:00Z');
  const { id, gameSessionId } = await createQuestion(server.ok, token, 'A fruit?', longAgo);
  const probes = {
    admin: await listener(admin),
    studio: await listener(players.studio),
    home: await listener(players.home),
  };
  /** Returns and clears what each room has received. */
  const heard = async () => {
    await Promise.all(Object.values(probes).map((probe) => probe.settled()));
    // Boards and stages are announced at any time.
    const others = new Set<string>(['show-changed', 'boards-updated']);
    const namesTo = (probe: SocketProbe) => probe.takeNames().filter((name) => !others.has(name));
    return {
      admin: namesTo(probes.admin),
      studio: namesTo(probes.studio),
      home: namesTo(probes.home),
    };
  };

  const row = () =>
    server.db.read
      .selectFrom('release')
      .select(['released', 'timed', 'closes_at as closesAt', 'lapse_announced as lapseAnnounced'])
      .where('game_session_id', '=', gameSessionId)
      .where('audience', '=', audience)
      .executeTakeFirst();
  const listed = async (filter: 'active' | 'expired') => {
    const reply = await server.ok(names.list, { token: player, query: { filter } });
    const questions = Array.isArray(reply) ? reply : reply.questions;
    return questions.find((listedQuestion) => listedQuestion.id === id) ?? null;
  };
  const told = (...own: string[]) =>
    own.length === 0
      ? { studio: [], home: [], admin: [] }
      : { admin: own, [audience]: own, [other]: ['questions-updated'] };

  return {
    row,
    release: async (timed: boolean) => {
      const body = timed ? { timerMinutes: 1, timerSeconds: 0 } : {};
      await server.ok(names.release, { token, params: { id }, body });
      const events = timed ? ['question-released', 'timer-started'] : ['question-released'];
      expect(await heard()).toEqual(told(...events));
    },
    revoke: async () => {
      const was = await row();
      await server.ok(names.revoke, { token, params: { id } });
      expect(await heard()).toEqual(was?.released === 1 ? told('question-revoked') : told());
    },
    timeUp: async () => {
      const was = await row();
      aheadMs += TIMER_MS;
      if (was?.timed !== 1) return;
      expect(await probes[audience].next('timer-expired')).toMatchObject({
        questionId: id,
        gameSessionId,
        type: audienceType(audience),
      });
      expect(await heard()).toEqual(told('timer-expired'));
    },
    leave: async () => {
      for (const probe of Object.values(probes)) probe.close();
      await server.ok(names.revoke, { token, params: { id } });
      await server.ok('deleteQuestion', { token, params: { id } });
    },
    view: async () => ({
      active: await listed('active'),
      expired: await listed('expired'),
      row: await row(),
    }),
  };
}

describe.each(AUDIENCES)('the window of the %s audience', (audience) => {
  const seen = { question_text: 'A fruit?' };
  const timerName = audience === 'home' ? 'homeViewerTimer' : 'contestantTimer';
  let on: Awaited<ReturnType<typeof question>>;

  const params = {
    events: {
      'window.released': ({ event }: { event: object }) =>
        on.release(JSON.stringify(event).includes('"timed":true')),
      'window.revoked': () => on.revoke(),
      [TIME_UP]: () => on.timeUp(),
      'clock.corrected': () => {
        aheadMs += 5_000;
      },
    },
    states: {
      withheld: async () => {
        const { active, expired, row } = await on.view();
        expect([active, expired, row?.released ?? 0]).toEqual([null, null, 0]);
      },
      'open.untimed': async () => {
        const { active, expired, row } = await on.view();
        expect([active, expired]).toEqual([expect.objectContaining(seen), null]);
        expect(active).not.toHaveProperty(timerName);
        expect(row).toEqual({ released: 1, timed: 0, closesAt: null, lapseAnnounced: 0 });
      },
      'open.timed': async () => {
        const { active, expired, row } = await on.view();
        const closesAt = row?.closesAt ?? 0;
        const timer = { durationMinutes: 1, durationSeconds: 0, endTime: closesAt };
        expect([active, expired]).toEqual([
          expect.objectContaining({ ...seen, [timerName]: timer }),
          null,
        ]);
        expect(row).toEqual({ released: 1, timed: 1, closesAt, lapseAnnounced: 0 });
      },
      lapsed: async () => {
        const { active, expired, row } = await on.view();
        const closesAt = row?.closesAt ?? Infinity;
        expect([active, expired]).toEqual([null, expect.objectContaining(seen)]);
        expect(row).toEqual({ released: 1, timed: 1, closesAt, lapseAnnounced: 1 });
        expect(closesAt).toBeLessThanOrEqual(Date.now() + aheadMs);
      },
    },
  };

  it('has an executor for every event and facts for every state', () => {
    expect(lacking(paths, params)).toEqual([]);
  });

  it.each(titled(paths))('%s', async (_title, path) => {
    on = await question(audience);
    // Its facts throw.
    await expect(path.test(params)).resolves.not.toThrow();
    await on.leave();
  });
});
