/**
 * Groups the answers to each question on standard input, one question per line (`groupQuestionLines`), largest group
 * first.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { LIKELIHOOD, FEATURES } from './features.ts';
import { groupTexts } from './grouping.ts';
import { knowledgeFile } from './knowledge/file.ts';
import { readKnowledge } from './knowledge/table.ts';
import { readQuestion } from './question-intent.ts';
import { groupQuestionLines } from './question-lines.ts';
import { runSteps } from './steps.ts';
import { suggestInSteps } from './suggestions.ts';
import { textKey } from './text.ts';

/** Optional path of a file with other likelihood weights than the package's, used by `bench/fit-suggestions.ts`. */
const [, , weights] = process.argv;
const likelihood =
  weights === undefined
    ? LIKELIHOOD
    : z.record(z.enum(FEATURES), z.number()).parse(JSON.parse(readFileSync(weights, 'utf8')));
const knowledge = readKnowledge(await knowledgeFile());

await groupQuestionLines(({ answers, question, counts = [] }) => {
  const positions = new Map<string, number[]>();
  for (const [position, answer] of answers.entries()) {
    const key = textKey(answer);
    positions.set(key, [...(positions.get(key) ?? []), position]);
  }
  const counted = Array.from(positions, ([key, same]) => ({
    key,
    count: same.reduce((sum, position) => sum + (counts[position] ?? 1), 0),
    text: answers[same[0] ?? 0],
  }));
  const intent = readQuestion(question);
  const groups = groupTexts(counted, { knowledge, intent });
  const suggestions = runSteps(suggestInSteps({ groups, counted, knowledge }, likelihood));
  const positionOf = (key: string) => positions.get(key)?.[0] ?? -1;
  return {
    groups: groups.map(({ members }) => members.flatMap(({ key }) => positions.get(key) ?? [])),
    suggestions: suggestions.map(({ keys: [a, b] }) => ({ join: [positionOf(a), positionOf(b)] })),
  };
});
