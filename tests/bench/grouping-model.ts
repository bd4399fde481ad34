/**
 * Runs text matching with a model that knows the right groups through all steps of a real game session: store, HTTP,
 * judgement, recount. Every other reply of the model is faulty. After `npm run build`, `node scripts/run.mjs
 * tests/bench/grouping-model.ts DATA` speaks the protocol of `npm run -s group`; at the end it reports lost merges on
 * standard error.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { differing, groupTexts, readQuestion, type TextGroup, textKey } from 'answer-grouping';
import { displayText } from '#machines/contract/text.ts';
import { inTransaction, openDatabase } from '#server/db/client.ts';
import { newId } from '#server/id.ts';
import { createLog } from '#server/log.ts';
import { createModel } from '#server/model/model.ts';
import { judge, type JudgeOutcome } from '#server/results/grouping/judge.ts';
import { readKnowledge } from 'answer-grouping/knowledge';
import {
  recount,
  type RecountResult,
  type RecountServices,
} from '#server/results/grouping/recount.ts';
import { insertQuestion } from '#server/show/questions/store.ts';
import { grouping, groupingFaults } from '#tests/support/grouping-model.ts';
import { startModelServer } from '#tests/support/model-server.ts';
import { refineGroups } from '#tests/support/at-once.ts';
import { knowledgeFile } from 'answer-grouping/build';
import { groupQuestionLines } from 'answer-grouping/questions';
import { decideMerges } from '../server/answers/fixture.ts';

const line = z.object({
  id: z.string(),
  answers: z.array(z.object({ text: z.string(), cluster: z.string() })),
});
const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: grouping-model.ts DATA');
  process.exit(2);
}
const golds = new Map(
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => {
      const { id, answers } = line.parse(JSON.parse(text));
      const gold = new Map(
        answers.map(({ text: answer, cluster }) => [displayText(answer) || answer, cluster]),
      );
      return [id, gold];
    }),
);

const SQLITE_WORKER = new URL('../../dist/server/sqlite-worker.js', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'grouping-'));
const db = await openDatabase({ databaseUrl: null, dataDir: folder, sqliteWorker: SQLITE_WORKER });
const knowledge = readKnowledge(await knowledgeFile());
const server = await startModelServer();
let now = Date.now();
const model = createModel({
  settings: { baseUrl: server.url, apiKey: null, model: 'gold' },
  now: () => now,
  log: createLog('silent'),
  measure: () => {},
  mayAsk: () => Promise.resolve(true),
});

const FAULTS = [
  groupingFaults.dropping,
  groupingFaults.doubling,
  groupingFaults.inventing,
  groupingFaults['5 MB'],
  groupingFaults.prose,
  groupingFaults['not letting us in'],
];
const outcomes = new Map<JudgeOutcome, number>();
let asked = 0;

/** All pairs of keys that are in one group. */
const pairsOf = (groups: readonly TextGroup[]): Set<string> =>
  new Set(
    groups.flatMap(({ members }) => {
      const keys = members.map(({ key }) => key).toSorted();
      return keys.flatMap((key, at) => keys.slice(at + 1).map((other) => `${key}\n${other}`));
    }),
  );
const missing = (from: ReadonlySet<string>, wanted: ReadonlySet<string>): number =>
  [...wanted].filter((pair) => !from.has(pair)).length;
const lost = { pairs: 0, waiting: 0, plumbing: 0, invented: 0 };

async function store(answers: readonly string[], question: string): Promise<string> {
  const { gameSessionId } = await inTransaction(db, (tx) =>
    insertQuestion(tx, { text: question, startAt: 0, endAt: 1, createdAt: 0, createdBy: null }),
  );
  const rows = answers.map((text) => ({
    id: newId(),
    game_session_id: gameSessionId,
    user_id: null,
    audience: 'home' as const,
    text,
    text_key: textKey(text),
    received_at: 0,
    day: '1970-01-01',
  }));
  await db.write.insertInto('answer').values(rows).execute();
  return gameSessionId;
}

await groupQuestionLines(async ({ answers, question, id }) => {
  const gold = golds.get(id) ?? new Map<string, string>();
  const about = { knowledge, intent: readQuestion(question) };
  const services: RecountServices = {
    db,
    now: () => now,
    group: (texts) => Promise.resolve(groupTexts(texts, about)),
    mustDiffer: differing(about),
    whileConsistent: (write) => write(),
    sliceSize: 1_000,
  };
  const gameSessionId = await store(answers, question);
  const count = async (): Promise<RecountResult> => {
    const result = await recount(services, gameSessionId);
    if (typeof result === 'string') throw new Error(`${id}: ${result}`);
    return result;
  };
  const goldOf = (text: string): string => gold.get(text) ?? text;
  const knowing = grouping(goldOf);
  const judging = { db, now: () => now, model, mayAsk: async () => true, random: Math.random };
  const first = await count();
  let counted = first;
  for (;;) {
    // Skip the pause after a fault, in which the model is not asked.
    now += 60_000;
    asked += 1;
    server.behave(asked % 2 === 1 ? (FAULTS[(asked >> 1) % FAULTS.length] ?? knowing) : knowing);
    const outcome = await judge(judging, counted, new AbortController().signal);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (outcome === 'settled' || outcome === 'spent') break;
    counted = await count();
  }
  const shown = counted;
  const held = await db.read
    .selectFrom('model_merge')
    .select('id')
    .where('game_session_id', '=', gameSessionId)
    .where('status', '=', 'held')
    .execute();
  for (const { id: mergeId } of held)
    await decideMerges(db, { gameSessionId, mergeIds: [mergeId], accepted: true });
  const accepted = pairsOf((await count()).groups);

  // The right merges: what a model without batches, faults and doubts would merge at once.
  const classes = new Map<string, string[]>();
  for (const { representative } of first.groups) {
    const text = first.answerTexts.get(representative)?.text ?? representative;
    const meaning = goldOf(displayText(text) || text);
    classes.set(meaning, [...(classes.get(meaning) ?? []), representative]);
  }
  const ideal = pairsOf(
    refineGroups(first.groups, {
      counted: [...first.answerTexts.values()].map(({ textKey: key, count: each }) => ({
        key,
        count: each,
      })),
      judgements: [Array.from(classes.values(), (keys) => ({ keys, isMerged: true }))],
      mustDiffer: services.mustDiffer,
    }),
  );
  lost.pairs += missing(pairsOf(first.groups), ideal);
  lost.waiting += missing(pairsOf(shown.groups), ideal);
  lost.plumbing += missing(accepted, ideal);
  lost.invented += missing(ideal, accepted);

  const positions = new Map<string, number[]>();
  for (const [position, answer] of answers.entries()) {
    const key = textKey(answer);
    positions.set(key, [...(positions.get(key) ?? []), position]);
  }
  return {
    groups: shown.groups.map(({ members }) =>
      members.flatMap(({ key }) => positions.get(key) ?? []),
    ),
  };
});

await server.close();
await db.close();
rmSync(folder, { recursive: true, force: true });
const said = Array.from(outcomes, ([outcome, count]) => `${count} ${outcome}`).join(', ');
console.error(`Requests: ${said}.`);
console.error(
  `Of ${lost.pairs} pairs that the model should merge, ${lost.waiting} wait for a producer; with all of them accepted ${lost.plumbing} are lost, and ${lost.invented} are merged that should not be.`,
);
