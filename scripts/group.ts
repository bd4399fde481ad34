/** `npm run -s group`: text matching, question by question (`answerQuestions`). The largest group comes first. */
import { readQuestion } from '#machines/grouping/asked.ts';
import { groupTexts } from '#machines/grouping/grouping.ts';
import { textKey } from '#machines/grouping/text.ts';
import { readKnowledge } from '#server/modules/grouping/knowledge/read.ts';
import { knowledgeFile } from './knowledge.ts';
import { answerQuestions } from './questions.ts';

const knowledge = readKnowledge(await knowledgeFile());

await answerQuestions((answers, question) => {
  const positions = new Map<string, number[]>();
  for (const [position, answer] of answers.entries()) {
    const key = textKey(answer);
    positions.set(key, [...(positions.get(key) ?? []), position]);
  }
  const texts = Array.from(positions, ([key, same]) => ({
    key,
    count: same.length,
    text: answers[same[0] ?? 0],
  }));
  return groupTexts(texts, { knowledge, asked: readQuestion(question) }).map(({ members }) =>
    members.flatMap(({ key }) => positions.get(key) ?? []),
  );
});
