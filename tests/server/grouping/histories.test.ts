import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import {
  applyManualGroups,
  differing,
  groupTexts,
  type Judgement,
  type ManualGroup,
} from 'answer-grouping';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { ScoreTable } from '#server/db/schema.ts';
import { ApiError } from '#server/http/route.ts';
import type { Model } from '#server/model/model.ts';
import { forgetSession } from '#server/results/boards/store.ts';
import { readManualGroups } from '#server/results/grouping/decision-log.ts';
import { judge } from '#server/results/grouping/judge.ts';
import { grouping } from '#server/results/grouping/overview.ts';
import { describeStores } from '#tests/support/databases.ts';
import { refineGroups } from '#tests/support/at-once.ts';
import { addQuestion, addUser, decideMerges, processOn, START } from '../answers/fixture.ts';

const DAY = 86_400_000;
const PEOPLE: readonly RoleId[] = [ROLE.home, ROLE.home, ROLE.home, 3, 3];
const QUESTIONS = 3;
const TEXTS = [
  'apple',
  'The Apple',
  'aple',
  'appel',
  'pear',
  'Pears',
  '7',
  'seven',
  '8',
  'banana',
  'bananna',
  '🍎',
];

const person = fc.nat({ max: PEOPLE.length - 1 });
const question = fc.nat({ max: QUESTIONS - 1 });
const answering = fc.record({
  do: fc.constant('answer' as const),
  person,
  question,
  text: fc.constantFrom(...TEXTS),
  day: fc.nat({ max: 1 }),
});
const step = fc.oneof(
  { weight: 12, arbitrary: answering },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('recount' as const), question }) },
  {
    weight: 4,
    // The first letter of a text determines its class; all texts of a class are merged.
    arbitrary: fc.record({
      do: fc.constant('judge' as const),
      question,
      classes: fc.integer({ min: 1, max: 8 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      question,
      place: fc.nat({ max: 2 }),
      accepted: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete user' as const), person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete question' as const), question }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      person,
      role: fc.constantFrom(ROLE.admin, ROLE.home, ROLE.contestant),
    }),
  },
);

/** Reads everything stored about these users and game sessions. */
async function stored(db: Database, users: readonly string[], sessions: readonly string[]) {
  const answers = await db.read
    .selectFrom('answer')
    .select(['game_session_id', 'user_id', 'audience', 'text_key', 'received_at', 'day', 'points'])
    .where('game_session_id', 'in', sessions)
    .orderBy('id')
    .execute();
  const groups = await db.read
    .selectFrom('answer_group')
    .selectAll()
    .where('game_session_id', 'in', sessions)
    .execute();
  const answerTexts = await db.read
    .selectFrom('grouped_text')
    .selectAll()
    .where('game_session_id', 'in', sessions)
    .execute();
  const judged = await db.read
    .selectFrom('judged_text as t')
    .leftJoin('model_merge as j', 'j.id', 't.merge_id')
    .select(['t.game_session_id', 't.judgement', 't.text_key', 't.merge_id', 'j.status'])
    .where('t.game_session_id', 'in', sessions)
    .execute();
  const people = await db.read.selectFrom('user').select('id').where('id', 'in', users).execute();
  const scores = await db.read
    .selectFrom('score')
    .selectAll()
    .where('user_id', 'in', users)
    .execute();
  return { answers, groups, answerTexts, judged, people, scores: scores.map(line).sort() };
}
type Stored = Awaited<ReturnType<typeof stored>>;
type StoredAnswer = Stored['answers'][number];

const line = (score: ScoreTable): string =>
  [
    score.user_id,
    score.scope,
    score.audience,
    `${score.points} points`,
    `${score.answers} answers`,
    `first ${score.first_answered_at}`,
  ].join(' ');

/** Computes the totals from the counted answers. */
function totals({ answers, people }: Pick<Stored, 'answers' | 'people'>): string[] {
  const boards = ['all', ...new Set(answers.map(({ day }) => day))].flatMap((scope) =>
    (['all', 'home', 'studio'] as const).map((audience) => ({ scope, audience })),
  );
  return people
    .flatMap(({ id }) =>
      boards.flatMap(({ scope, audience }) => {
        const own = answers.filter(
          (answer) =>
            answer.user_id === id &&
            answer.points !== null &&
            (scope === 'all' || scope === answer.day) &&
            (audience === 'all' || audience === answer.audience),
        );
        if (own.length === 0) return [];
        return line({
          scope,
          audience,
          user_id: id,
          points: own.reduce((sum, { points }) => sum + (points ?? 0), 0),
          answers: own.length,
          first_answered_at: Math.min(...own.map(({ received_at }) => received_at)),
        });
      }),
    )
    .sort();
}

/** The stored judgements of a model on a game session. */
function judgementsOf(judged: Stored['judged'], gameSessionId: string): Judgement[] {
  const own = judged.filter(({ game_session_id }) => game_session_id === gameSessionId);
  return [...new Set(own.map(({ judgement }) => judgement))].map((id) => {
    const texts = own.filter(({ judgement }) => judgement === id);
    const classes = new Set(texts.map(({ merge_id, text_key }) => merge_id ?? `alone ${text_key}`));
    return [...classes].map((each) => {
      const members = texts.filter(
        ({ merge_id, text_key }) => each === (merge_id ?? `alone ${text_key}`),
      );
      return {
        keys: members.map(({ text_key }) => text_key),
        isMerged: members.every(({ status }) => status === null || status === 'applied'),
      };
    });
  });
}

/**
 * Computes the points of every answer directly from decisions §5, in the given order. `hands`: the accepted merges, by
 * game session.
 */
function pointsByHand(
  { answers, judged }: Pick<Stored, 'answers' | 'judged'>,
  hands: ReadonlyMap<string, readonly ManualGroup[]>,
): number[] {
  return answers.map((answer) => {
    const all = answers.filter(({ game_session_id }) => game_session_id === answer.game_session_id);
    const keys = [...new Set(all.map(({ text_key }) => text_key))];
    const counted = keys.map((key) => ({
      key,
      count: all.filter(({ text_key }) => text_key === key).length,
    }));
    const judgements = judgementsOf(judged, answer.game_session_id);
    const refined = refineGroups(groupTexts(counted), {
      counted,
      judgements,
      mustDiffer: differing(),
    });
    const accepted = hands.get(answer.game_session_id) ?? [];
    const groups = applyManualGroups(refined, accepted, counted).map(({ members }) =>
      all.filter(({ text_key }) => members.some(({ key }) => key === text_key)),
    );
    const own = groups.find((group) => group.includes(answer)) ?? [];
    if (answer.audience === 'home') return own.filter(({ audience }) => audience === 'home').length;
    const larger = new Set(
      groups.map(({ length }) => length).filter((length) => length > own.length),
    );
    return Math.max(0, 5 - larger.size);
  });
}

/** A model that sorts texts into this many classes by their first letter. */
const classifying = (classes: number): Model => ({
  complete: async ({ data, schema }) => {
    const { answers } = answersSchema.parse(data);
    const groups = new Map<number, string[]>();
    for (const { id, text } of answers) {
      const place = (text.codePointAt(0) ?? 0) % classes;
      groups.set(place, [...(groups.get(place) ?? []), id]);
    }
    return { ok: true, value: schema.parse({ groups: [...groups.values()] }) };
  },
});
const answersSchema = z.object({
  answers: z.array(z.object({ id: z.string(), text: z.string() })),
});

describeStores('points and totals', (open, _place, runs) => {
  it('equal those of a count from nothing, after any history [R9.points-derived R7.admin-user-delete-points]', async () => {
    const db = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 60 }), async (steps) => {
        const users = await Promise.all(PEOPLE.map((roleId) => addUser(db, roleId)));
        const questions = await Promise.all(
          Array.from({ length: QUESTIONS }, () => addQuestion(db)),
        );
        const sessions = questions.map(({ gameSessionId }) => gameSessionId);
        const { submit, recount, pointsPreview } = processOn(db);
        let at = START;
        for (const each of steps) {
          at += 1;
          const user = 'person' in each ? (users[each.person] ?? '') : '';
          const about = 'question' in each ? questions[each.question] : undefined;
          const { id = '', gameSessionId = '' } = about ?? {};
          if (each.do === 'answer')
            await submit(user, gameSessionId, each.text, at + each.day * DAY).catch(
              (error: unknown) => {
                if (!(error instanceof ApiError)) throw error;
              },
            );
          else if (each.do === 'recount') await recount(gameSessionId);
          else if (each.do === 'judge') {
            const counted = await recount(gameSessionId);
            const services = {
              db,
              now: () => at,
              model: classifying(each.classes),
              mayAsk: () => Promise.resolve(true),
              random: () => 0,
            };
            if (typeof counted === 'object')
              await judge(services, counted, new AbortController().signal);
          } else if (each.do === 'decide') {
            const { merges = [] } = await grouping({ db }, gameSessionId).catch(() => ({
              merges: [],
            }));
            const mergeId = merges[each.place]?.mergeId;
            if (mergeId !== undefined)
              await decideMerges(db, {
                gameSessionId,
                mergeIds: [mergeId],
                accepted: each.accepted,
              });
          } else if (each.do === 'delete user')
            await db.write.deleteFrom('user').where('id', '=', user).execute();
          else if (each.do === 'move')
            await db.write
              .updateTable('user')
              .set({ role_id: each.role })
              .where('id', '=', user)
              .execute();
          else
            await inTransaction(db, async (tx) => {
              await forgetSession(tx, gameSessionId);
              await tx.deleteFrom('question').where('id', '=', id).execute();
            });
        }
        const before = await stored(db, users, sessions);
        expect(before.scores).toEqual(totals(before));

        for (const gameSessionId of sessions) await recount(gameSessionId);
        const after = await stored(db, users, sessions);
        const { answers, answerTexts, groups } = after;
        const hands = sessions.map(
          async (each) => [each, await readManualGroups(db.read, each)] as const,
        );
        expect(answers.map(({ points }) => points)).toEqual(
          pointsByHand(after, new Map(await Promise.all(hands))),
        );
        expect(after.scores).toEqual(totals(after));

        const groupIdOf = ({ game_session_id, text_key }: StoredAnswer) =>
          answerTexts.find(
            (form) => form.game_session_id === game_session_id && form.text_key === text_key,
          )?.group_id;
        const sizes = (audience: string) =>
          groups.map(
            ({ id }) =>
              answers.filter((answer) => answer.audience === audience && groupIdOf(answer) === id)
                .length,
          );
        expect(groups.map(({ home_count }) => home_count)).toEqual(sizes('home'));
        expect(groups.map(({ studio_count }) => studio_count)).toEqual(sizes('studio'));
        expect(
          answers.map(({ game_session_id, audience, text_key }) =>
            pointsPreview.peek({ gameSessionId: game_session_id, audience, textKey: text_key }),
          ),
        ).toEqual(answers.map(({ points }) => points));
      }),
      { numRuns: runs(21) },
    );
  });
});
