import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { RoleId } from '#machines/contract/entities.ts';
import { PUBLISHED_AFTER_MS } from '#machines/contract/limits.ts';
import { isFrozen } from '#machines/results/rules/result.ts';
import type { Database } from '#server/db/client.ts';
import type { Model } from '#server/model/model.ts';
import { ownAnswers } from '#server/answering/own-answers.ts';
import { judge } from '#server/results/grouping/judge.ts';
import { grouping } from '#server/results/grouping/overview.ts';
import { finishMoves, recount, type RecountServices } from '#server/results/grouping/recount.ts';
import { readGroups } from '#server/results/grouping/store.ts';
import { changeWindow } from '#tests/support/windows.ts';
import {
  readExportedAnswers,
  readExportedGroups as readExported,
} from '#server/show/export/read.ts';
import { publishByItself } from '#server/results/act.ts';
import { createExplaining } from '#server/results/explain.ts';
import { readResult } from '#server/results/result-store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { isDone } from '../refusals.ts';
import { addQuestion, addUser, processOn, recountServices } from '../answers/fixture.ts';
import { showOn } from '../stage/fixture.ts';

const PEOPLE: readonly RoleId[] = [2, 2, 2, 2, 3, 3];
const TEXTS = ['apple', 'The Apple', 'aple', 'pear', 'Pears', 'banana', 'bananna', '7', 'seven'];

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      person: fc.nat({ max: PEOPLE.length - 1 }),
      text: fc.constantFrom(...TEXTS),
      process: fc.nat({ max: 1 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('recount' as const), process: fc.nat({ max: 1 }) }),
  },
  // A later version whose matching treats all texts as one answer.
  { weight: 3, arbitrary: fc.record({ do: fc.constant('upgrade' as const) }) },
  {
    weight: 3,
    // The process is killed after this many transactions; the next start completes the rest.
    arbitrary: fc.record({ do: fc.constant('kill' as const), after: fc.nat({ max: 4 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('judge' as const),
      classes: fc.integer({ min: 1, max: 6 }),
      act: fc.option(fc.constantFrom('lock' as const, 'reveal' as const)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      place: fc.nat({ max: 2 }),
      accepted: fc.boolean(),
      reason: fc.constantFrom(null, 'The same thing'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      act: fc.constantFrom('lock' as const, 'lock' as const, 'unlock' as const, 'publish' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'reveal' as const,
        'hide' as const,
        'by itself' as const,
        'close' as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('open' as const, 'close' as const) }) },
);

const answersSchema = z.object({
  answers: z.array(z.object({ id: z.string(), text: z.string() })),
});
/**
 * A model that sorts texts into this many classes by their first letter; `meanwhile` runs before it
 * replies.
 */
const classifying = (classes: number, meanwhile: () => Promise<unknown>): Model => ({
  complete: async ({ data, schema }) => {
    await meanwhile();
    const groups = new Map<number, string[]>();
    for (const { id, text } of answersSchema.parse(data).answers) {
      const place = (text.codePointAt(0) ?? 0) % classes;
      groups.set(place, [...(groups.get(place) ?? []), id]);
    }
    return { ok: true, value: schema.parse({ groups: [...groups.values()] }) };
  },
});

const takesAllForOne: RecountServices['group'] = (texts) =>
  Promise.resolve([
    {
      representative: texts[0]?.key ?? '',
      members: texts.map(({ key }) => ({ key, reason: 'meaning' as const })),
    },
  ]);

class Killed extends Error {}
/**
 * The store of a process that is killed at the end of a transaction, which is lost, after this many successful ones.
 */
function killedAfter(db: Database, transactions: number): Database {
  let left = transactions;
  return {
    ...db,
    record: async () => {
      left -= 1;
      if (left < 0) throw new Killed();
    },
  };
}

describeStores('results', (open, _place, runs) => {
  it('agree everywhere, and nothing locked changes, after any history [R2.result-frozen R9.points-derived]', async () => {
    const db = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const { show, services, clock, act, direct, hide, reveal } = showOn(db);
        const users = await Promise.all(PEOPLE.map((roleId) => addUser(db, roleId)));
        const { id, gameSessionId } = await addQuestion(db, {});
        const processes = [processOn(db), processOn(db)];
        const explain = createExplaining(services);
        await direct('question', id);

        const setWindows = async (type: 'release' | 'revoke') => {
          for (const audience of ['studio', 'home'] as const)
            await changeWindow(
              services,
              id,
              audience,
              type === 'release' ? { type, timer: null } : { type },
            );
        };
        const recountBy = (process: number) => processes[process]?.recount(gameSessionId);
        const resultNow = () => readResult(db.read, gameSessionId);
        const doAct = async (type: 'lock' | 'unlock' | 'publish') => {
          // Count first, since a lock waits for uncounted answers.
          await recountBy(0);
          await isDone(act(id, type === 'unlock' ? { type, reason: 'Look again' } : { type }));
        };
        const doReveal = async () => {
          await recountBy(0);
          await isDone(reveal(id));
        };
        /** Everything that a lock freezes: the groups, and each answer's points. */
        const held = async () => ({
          groups: await readGroups(db.read, gameSessionId),
          answers: await db.read
            .selectFrom('answer')
            .where('game_session_id', '=', gameSessionId)
            .orderBy('id')
            .select(['id', 'text_key', 'points'])
            .execute(),
          boards: await db.read
            .selectFrom('score')
            .where('user_id', 'in', users)
            .orderBy('scope')
            .orderBy('audience')
            .orderBy('user_id')
            .select(['scope', 'audience', 'user_id', 'points', 'answers'])
            .execute(),
        });

        await setWindows('release');
        /** The state at the lock, or after the producer's last decision since then; null: not locked. */
        let locked: Awaited<ReturnType<typeof held>> | null = null;
        for (const each of steps) {
          clock.now += 1_000;
          let isDecided = false;
          switch (each.do) {
            case 'answer':
              await isDone(
                processes[each.process]?.submit(
                  users[each.person] ?? '',
                  gameSessionId,
                  each.text,
                  clock.now,
                ) ?? Promise.resolve(),
              );
              break;
            case 'recount':
              await recountBy(each.process);
              break;
            case 'upgrade':
              await recount({ ...recountServices(db), group: takesAllForOne }, gameSessionId);
              break;
            case 'kill': {
              const dying = recountServices(killedAfter(db, each.after));
              await recount(dying, gameSessionId).catch((error: unknown) => {
                if (!(error instanceof Killed)) throw error;
              });
              await finishMoves(db);
              break;
            }
            case 'judge': {
              const counted = await recountBy(1);
              if (typeof counted !== 'object') break;
              const meanwhile = async () => {
                if (each.act === 'lock') await doAct('lock');
                if (each.act === 'reveal') await doReveal();
              };
              const judging = {
                db,
                now: () => clock.now,
                model: classifying(each.classes, meanwhile),
                mayAsk: () => Promise.resolve(true),
                random: () => 0,
              };
              await judge(judging, counted, new AbortController().signal);
              break;
            }
            case 'decide': {
              const { merges = [] } = await grouping({ db }, gameSessionId);
              const mergeId = merges[each.place]?.mergeId;
              if (mergeId === undefined) break;
              const { accepted, reason } = each;
              const kind = accepted ? ('accept' as const) : ('dismiss' as const);
              const decision = { kind, mergeIds: [mergeId] };
              const why = reason === null ? {} : { reason };
              isDecided = await isDone(act(id, { type: 'decide', decision, ...why }));
              break;
            }
            case 'act':
              await doAct(each.act);
              break;
            case 'reveal':
              await doReveal();
              break;
            case 'hide':
              await isDone(hide(id));
              break;
            case 'by itself':
              await recountBy(1);
              clock.now += PUBLISHED_AFTER_MS;
              await isDone(publishByItself(services, gameSessionId));
              break;
            case 'open':
              await setWindows('release');
              break;
            case 'close':
              await setWindows('revoke');
          }
          const isLocked = isFrozen(await resultNow());
          if (isDecided && isLocked) await recountBy(0);
          const now = isLocked ? await held() : null;
          expect(now).toEqual(isDecided || locked === null || now === null ? now : locked);
          locked = now;
        }

        // Everything still to be counted.
        await recountBy(0);
        await recountBy(1);
        await setWindows('revoke');
        const final = await held();
        expect(final).toEqual(locked ?? final);
        const { groups, answers, boards } = final;
        const { direction } = await show.readSnapshot();
        for (const shown of direction.groups)
          expect(groups.find((group) => group.id === shown.groupId)).toMatchObject({
            home: shown.homePoints,
            homePoints: shown.homePoints,
            contestantPoints: shown.contestantPoints,
            representative: shown.representative,
          });
        expect(groups.reduce((sum, { home, studio }) => sum + home + studio, 0)).toBe(
          answers.length,
        );
        const exported = await readExported(db.read, gameSessionId);
        expect(exported.toSorted((a, b) => a.id.localeCompare(b.id))).toMatchObject(
          groups
            .map(({ id: groupId, home, studio, homePoints, contestantPoints, representative }) => ({
              id: groupId,
              representative,
              home,
              studio,
              homePoints,
              contestantPoints,
            }))
            .toSorted((a, b) => a.id.localeCompare(b.id)),
        );
        const worth = new Map(exported.map((group) => [group.id, group]));
        const rows = await readExportedAnswers(db.read, gameSessionId);
        // A row of the export has the points of its group.
        expect(rows.map(({ points }) => points)).toEqual(
          rows.map(({ groupId, audience }) => {
            const group = worth.get(groupId ?? '');
            return audience === 'home' ? group?.homePoints : group?.contestantPoints;
          }),
        );
        expect(rows).toHaveLength(answers.length);
        clock.now += 1_000;
        for (const user of users) {
          const explained = await explain(user, gameSessionId);
          const total = boards.find(
            ({ scope, audience, user_id }) =>
              scope === 'all' && audience === 'all' && user_id === user,
          );
          const own = await ownAnswers(
            { ...services, pointsPreview: processes[0]?.pointsPreview ?? { peek: () => null } },
            user,
            [gameSessionId],
          );
          expect([explained?.points, own[0]?.awardedPoints]).toEqual([
            total?.points,
            total?.points,
          ]);
        }
      }),
      { numRuns: runs(6), timeout: 60_000 },
    );
  });
});
