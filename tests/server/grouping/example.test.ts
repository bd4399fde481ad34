import { join } from 'node:path';
import { expect, it } from 'vitest';
import { groupTexts, readQuestion, textKey } from 'answer-grouping';
import { readKnowledge } from 'answer-grouping/knowledge';
import { EXAMPLE_GROUPS, EXAMPLE_QUESTION } from '#src/screens/how-it-works/example.ts';

it('the example that explains the game is grouped as shown', () => {
  const knowledge = readKnowledge(join(import.meta.dirname, '../../../dist/server/knowledge.bin'));
  const all = new Set(
    EXAMPLE_GROUPS.flatMap(({ written }) => written.map((text) => textKey(text))),
  );
  const groups = groupTexts(
    [...all].map((key) => ({ key, count: 1 })),
    { knowledge, intent: readQuestion(EXAMPLE_QUESTION) },
  );
  expect(new Set(groups.map(({ members }) => members.map(({ key }) => key).toSorted()))).toEqual(
    new Set(
      EXAMPLE_GROUPS.map(({ written }) =>
        [...new Set(written.map((text) => textKey(text)))].toSorted(),
      ),
    ),
  );
});
