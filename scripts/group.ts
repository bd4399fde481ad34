/** `npm run -s group`: text matching, question by question (`answerQuestions`). The largest group comes first. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readQuestion } from '#machines/grouping/asked.ts';
import { groupTexts } from '#machines/grouping/grouping.ts';
import { LIKELIHOOD, SIGNS } from '#machines/grouping/signs.ts';
import { inOneGo } from '#machines/grouping/steps.ts';
import { suggestInSteps } from '#machines/grouping/suggestions.ts';
import { textKey } from '#machines/grouping/text.ts';
import { readKnowledge } from '#server/results/grouping/knowledge/read.ts';
import { knowledgeFile } from './knowledge.ts';
import { answerQuestions } from './questions.ts';

/** Another fit of what makes two groups likely one answer (`fit-suggestions.ts`). */
const [, , fitted] = process.argv;
const likelihood =
  fitted === undefined
    ? LIKELIHOOD
    : z.record(z.enum(SIGNS), z.number()).parse(JSON.parse(readFileSync(fitted, 'utf8')));
const knowledge = readKnowledge(await knowledgeFile());

await answerQuestions(({ answers, question, counts = [] }) => {
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
  const asked = readQuestion(question);
  const groups = groupTexts(counted, { knowledge, asked });
  const suggestions = inOneGo(suggestInSteps({ groups, counted, knowledge, asked }, likelihood));
  const positionOf = (key: string) => positions.get(key)?.[0] ?? -1;
  return {
    groups: groups.map(({ members }) => members.flatMap(({ key }) => positions.get(key) ?? [])),
    suggestions: suggestions.map(({ keys: [a, b] }) => ({ join: [positionOf(a), positionOf(b)] })),
  };
});
