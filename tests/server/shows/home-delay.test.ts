import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { utcDay } from '#machines/connection/rules/clock.ts';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import { shownAfterMs } from '#machines/show/rules/stage.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { ApiError } from '#server/http/route.ts';
import { myLastAnswer, ownAnswers, userAnswer } from '#server/answering/own-answers.ts';
import { createBoards } from '#server/results/boards/boards.ts';
import { readGroups, readHomeTexts } from '#server/results/grouping/store.ts';
import { changeWindow } from '#tests/support/windows.ts';
import { createExplaining } from '#server/results/explain.ts';
import { createFeed } from '#server/answering/feed.ts';
import { readResult } from '#server/results/result-store.ts';
import { claimDisclosures, readNextDisclosure } from '#server/answering/feed-store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { addUser, processOn, START, storeAnswer } from '../answers/fixture.ts';
import { isDone } from '../refusals.ts';
import { plan, setHomeDelay } from '../releases/fixture.ts';
import { showOn } from '../stage/fixture.ts';

const PEOPLE: readonly (readonly [RoleId, string])[] = [
  [ROLE.home, 'apple'],
  [ROLE.home, 'apple'],
  [ROLE.home, 'zebra'],
  [ROLE.home, 'kangaroo'],
  [ROLE.contestant, 'zebra'],
  [ROLE.contestant, 'apple'],
];

type Step =
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'lock' | 'reveal' | 'hide' | 'publish' | 'gather' | 'reopen' };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.oneof(fc.integer({ min: 1, max: 9_000 }), fc.constantFrom(1_000, 4_999, 5_000)),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'lock' as const,
        'reveal' as const,
        'reveal' as const,
        'hide' as const,
        'publish' as const,
        'gather' as const,
        'reopen' as const,
      ),
    }),
  },
);

const toldSchema = z.object({
  question: z.object({ result: z.object({ state: z.string() }).optional() }).nullish(),
  shownAt: z.number().optional(),
});

interface Points {
  readonly points: number;
  readonly isHeld: boolean;
}
/** An answer's points in the studio, and its changes with the instant when Home may see each. */
interface Told {
  readonly now: Points;
  readonly before: readonly (Points & { readonly until: number })[];
}

const orRefused = <T>(doing: Promise<T>): Promise<T | number> =>
  doing.catch((error: unknown) => {
    if (error instanceof ApiError) return error.status;
    throw error;
  });

describeStores('Home behind the studio', (open, _place, runs) => {
  it('gets by no reply and no event what its stream has not shown, and everything from then on [R4.home-delay R2.hold-points-in-time]', async () => {
    const db = await open();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 5, 30),
        fc.array(step, { minLength: 4, maxLength: 14 }),
        async (delayS, steps) => {
          const show = await playedOn(db, delayS);
          for (const each of steps) await show.take(each);
          await show.take({ do: 'wait', ms: 120_000 });
          expect(await readNextDisclosure(db.read)).toBeUndefined();
        },
      ),
      { numRuns: runs(9) },
    );
  });
});

/** Plays an answered question in a show with this home delay, and checks every instant on the way. */
async function playedOn(db: Database, delayS: number) {
  const delayMs = delayS * 1_000;
  const { show, services, act, direct, reveal, hide, clock, told } = showOn(db);
  const { now, publish } = services;
  // Stop sending to stage screens, which this test does not use.
  await show.stop();
  const { id, gameSessionId } = await plan(db, { startAt: START, endAt: START });
  await setHomeDelay(db, gameSessionId, delayS);
  await db.write
    .updateTable('show')
    .set({ state: 'ended', ended_at: null })
    .where('kind', '=', 'show')
    .execute();
  await db.write
    .updateTable('show')
    .set({ state: 'live', created_at: clock.now })
    .where('id', '=', `show of ${gameSessionId}`)
    .execute();
  const people: { readonly id: string; readonly roleId: RoleId; readonly text: string }[] = [];
  for (const [roleId, text] of PEOPLE) people.push({ id: await addUser(db, roleId), roleId, text });
  const [viewer] = people;
  if (viewer === undefined) throw new Error('nobody is there');

  const process = processOn(db, () => Promise.resolve(), now);
  const boards = createBoards({ db, now, dayOf: utcDay });
  const feed = createFeed({ db, now });
  const explain = createExplaining(services);
  const own = { db, now, pointsPreview: process.pointsPreview };
  /** When the question becomes visible to Home. */
  const opensAt = clock.now + delayMs;
  /** The states of the result, and when each becomes visible to Home. */
  let results: { readonly state: string; readonly from: number }[] = [
    { state: 'counting', from: 0 },
  ];
  const points = new Map<string, Told>();

  const truth = async (): Promise<Map<string, Points>> => {
    const rows = await db.read
      .selectFrom('answer')
      .where('game_session_id', '=', gameSessionId)
      .select(['user_id', 'points', 'held'])
      .execute();
    return new Map(
      rows.map((row) => [row.user_id ?? '', { points: row.points ?? 0, isHeld: row.held === 1 }]),
    );
  };
  /** Recounts, and records when Home may see the changes. */
  async function count(knownFrom: number, isFrozen: boolean): Promise<void> {
    boards.moved();
    const counted = await process.recount(gameSessionId);
    boards.moved();
    if (typeof counted === 'object')
      for (const answerText of counted.moved)
        if (answerText.audience === 'home') expectTold(answerText);
    for (const [userId, next] of await truth()) {
      const { now: last, before } = points.get(userId) ?? { now: next, before: [] };
      const isMoved = last.points !== next.points || last.isHeld !== next.isHeld;
      const isLate = isMoved && isFrozen && !next.isHeld;
      points.set(userId, {
        now: next,
        before: isLate ? [...before, { ...last, until: knownFrom }] : before,
      });
    }
  }
  /** The points of an answer that Home may see. */
  const knownOf = (userId: string): Points => {
    const { now: last, before } = points.get(userId) ?? {
      now: { points: 0, isHeld: true },
      before: [],
    };
    return before.find(({ until }) => until > clock.now) ?? last;
  };
  const worth = (userId: string): number => {
    const { points: known, isHeld } = knownOf(userId);
    return isHeld ? 0 : known;
  };
  /** Checks against the store, after the count, that an event of a form's points shows only what Home may see. */
  const announced: { text: string; points: number; isHeld: boolean; at: number }[] = [];
  function expectTold(answerText: {
    textKey: string;
    points: number;
    held?: boolean | undefined;
  }): void {
    announced.push({
      text: answerText.textKey,
      points: answerText.points,
      isHeld: answerText.held === true,
      at: clock.now,
    });
  }
  const checkAnnounced = (): void => {
    const wrong = announced
      .splice(0)
      .filter(({ text, isHeld, points: given }) =>
        people.some(
          (person) =>
            person.roleId === ROLE.home &&
            person.text === text &&
            worth(person.id) !== (isHeld ? 0 : given),
        ),
      );
    expect(wrong).toEqual([]);
  };

  /** Checks that events to Home agree with Home's list. */
  const checkReceived = (): void => {
    const wrong = told.splice(0).filter(({ to, payload }) => {
      if (to !== 'home') return false;
      const { question, shownAt = 0 } = toldSchema.parse(payload);
      const isUnknown = clock.now < opensAt && JSON.stringify(payload).includes(id);
      const state = question?.result?.state ?? resultKnown();
      return isUnknown || shownAt > clock.now || state !== resultKnown();
    });
    expect(wrong).toEqual([]);
  };
  const resultKnown = () => results.findLast(({ from }) => from <= clock.now)?.state;

  async function check(): Promise<void> {
    checkAnnounced();
    checkReceived();
    const isKnown = clock.now >= opensAt;
    // Discard the cached boards.
    boards.moved();
    const stranger = { id: null, room: 'home' } as const;
    const reader = { id: viewer?.id ?? null, room: 'home' } as const;
    const caller = { id: viewer?.id ?? '', roleId: ROLE.home, name: '', email: '', version: 0 };
    const { questions } = await feed.listing({ room: 'home', rehearsal: null });
    const listed = questions.find(({ game_session_id }) => game_session_id === gameSessionId);
    const result = resultKnown();
    expect(listed?.result?.state ?? null).toBe(listed === undefined ? null : result);
    if (!isKnown) expect(JSON.stringify(questions)).not.toContain(gameSessionId);
    const boardOf = await orRefused(boards.sessionBoard(gameSessionId, stranger));
    const { all, home } = await boards.tops([gameSessionId], null);
    expect([
      boardOf === 404,
      gameSessionId in home.sessions,
      gameSessionId in all.sessions,
    ]).toEqual([!isKnown, isKnown, true]);
    const standings = await boards.standings(people.map((person) => person.id));
    const explained = await explain(viewer?.id ?? '', gameSessionId);
    const { isHeld } = knownOf(viewer?.id ?? '');
    if (isHeld) expect(explained).toBeNull();
    expect(explained?.points ?? worth(viewer?.id ?? '')).toBe(worth(viewer?.id ?? ''));
    expect(explained?.result.state ?? result).toBe(result);
    const isChanging = [...points.values()].some(({ before }) =>
      before.some(({ until }) => until > clock.now),
    );
    if (!isHeld && !isChanging && isKnown && result !== 'counting')
      expect(explained).not.toBeNull();
    const isFinal = result === 'published' || result === 'corrected';
    if (!isFinal) expect(explained?.choices ?? []).toEqual([]);
    const showBoard = await boards.showBoard(reader);
    expect(showBoard.home.people > 0).toBe(isFinal);
    for (const person of people) {
      const isHome = person.roleId === ROLE.home;
      const total = worth(person.id);
      for (const period of ['daily', 'all'] as const) {
        const { entries } = await boards.board(period, 'all', reader);
        const row = entries.find(({ user_id }) => user_id === person.id);
        expect(row?.total_points ?? 0).toBe(total);
        const above = entries.filter(({ total_points }) => total_points > total).length;
        if (row !== undefined) expect(row.rank).toBe(above + 1);
        expect((await boards.standing(period, caller, person.id)).total_points).toBe(total);
      }
      const headed = home.daily.entries.find(({ user_id }) => user_id === person.id);
      expect(headed?.total_points ?? total).toBe(total);
      if (isKnown && typeof boardOf === 'object') {
        const row = boardOf.entries.find(({ user_id }) => user_id === person.id);
        expect(row?.total_points).toBe(knownOf(person.id).isHeld ? undefined : total);
      }
      const onShow = [...showBoard.home.entries, ...showBoard.studio.entries];
      const shown = onShow.find(({ user_id }) => user_id === person.id);
      if (isFinal) expect(shown?.total_points).toBe(total);
      if (!isHome) continue;
      expect(standings.get(person.id)?.['all-time'].points).toBe(total);
      const who = { ...caller, id: person.id };
      const [answer] = await ownAnswers(own, person.id, [gameSessionId]);
      expect(answer?.awardedPoints ?? 0).toBe(total);
      expect(answer?.held === true).toBe(answer !== undefined && knownOf(person.id).isHeld);
      const asked = { gameSessionId, userId: person.id };
      expect((await userAnswer(own, who, asked)).answer?.awardedPoints ?? 0).toBe(total);
      const last = await orRefused(myLastAnswer(own, who, id));
      expect(typeof last === 'number' ? 0 : (last.answer?.awardedPoints ?? 0)).toBe(total);
    }
  }

  /** Advances time and, like the scheduler, announces disclosures that become due. */
  async function pass(ms: number): Promise<void> {
    const end = clock.now + ms;
    for (;;) {
      const due = await readNextDisclosure(db.read);
      if (due === undefined || due.at > end) break;
      if (due.at > clock.now + 1) {
        clock.now = due.at - 1;
        await check();
      }
      clock.now = Math.max(clock.now, due.at);
      await check();
      const claimed = await inTransaction(db, (tx) => claimDisclosures(tx, due.showId, clock.now));
      for (const change of claimed) {
        publish(change);
        if (change.event.type !== 'disclosed') continue;
        for (const answerText of (await readHomeTexts(db.read, gameSessionId, clock.now))
          .answerTexts)
          expectTold(answerText);
      }
      await check();
    }
    clock.now = end;
    await check();
  }

  for (const audience of ['studio', 'home'] as const)
    await changeWindow(services, id, audience, { type: 'release', timer: null });
  await direct('question', id);
  await check();
  await pass(delayMs - 1);
  await pass(1);
  for (const person of people)
    await storeAnswer(db, {
      gameSessionId,
      userId: person.id,
      roleId: person.roleId,
      text: person.text,
      receivedAt: clock.now,
    });
  await count(clock.now, false);
  for (const audience of ['studio', 'home'] as const)
    await changeWindow(services, id, audience, { type: 'revoke' });
  await pass(1_000);

  const resultNow = () => readResult(db.read, gameSessionId);
  return {
    take: async (asked: Step): Promise<void> => {
      if (asked.do === 'wait') {
        await pass(asked.ms);
        return;
      }
      const at = clock.now;
      const before = await resultNow();
      let knownFrom = at + delayMs;
      if (asked.do === 'lock' || asked.do === 'publish') await isDone(act(id, { type: asked.do }));
      else if (asked.do === 'hide') await isDone(hide(id));
      else if (asked.do === 'reveal') {
        const { groups } = (await show.readSnapshot()).direction;
        const place = groups.findLastIndex(({ revealed }) => !revealed) + 1;
        await isDone(reveal(id));
        knownFrom += shownAfterMs(place);
      } else if (asked.do === 'reopen') await isDone(act(id, { type: 'unlock', reason: 'Again' }));
      else {
        const groups = (await readGroups(db.read, gameSessionId)).map((group) => group.id);
        await isDone(
          act(id, {
            type: 'decide',
            decision: { kind: 'gather', groups: groups.slice(0, 2), texts: [] },
            reason: 'The same thing',
          }),
        );
      }
      const after = await resultNow();
      if (after.version !== before.version)
        results =
          after.state === 'counting'
            ? [{ state: after.state, from: 0 }]
            : [...results, { state: after.state, from: at + delayMs }];
      await count(knownFrom, after.state !== 'counting');
      await check();
    },
  };
}
