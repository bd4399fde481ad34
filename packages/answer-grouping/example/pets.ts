/** `node scripts/run.mjs packages/answer-grouping/example/pets.ts`: groups the answers to one question. */
import { groupTexts, runSteps, readQuestion, suggestInSteps, textKey } from '../src/index.ts';
import { knowledgeFile } from '../src/knowledge/file.ts';
import { readKnowledge } from '../src/knowledge/table.ts';

const ANSWERS = {
  dog: 40,
  Dogs: 6,
  '🐶': 3,
  cat: 31,
  'the cat!': 4,
  'golden retriever': 5,
  goldfish: 9,
  'gold fish': 2,
  golfish: 1,
  retriever: 8,
};

const counted = Object.entries(ANSWERS).map(([text, count]) => ({
  key: textKey(text),
  text,
  count,
}));
const context = {
  knowledge: readKnowledge(await knowledgeFile()),
  intent: readQuestion('Name a pet.'),
};
const groups = groupTexts(counted, context);
for (const { members } of groups)
  console.log(members.map(({ key, reason }) => `${key} (${reason})`).join(', '));
for (const { keys, points } of runSteps(suggestInSteps({ groups, counted, ...context })))
  console.log(`${keys.join(' = ')}? ${points} answers would be worth other points`);
