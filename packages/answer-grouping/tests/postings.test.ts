import { expect, it } from 'vitest';
import { NO_CONTEXT } from '../src/grouping.ts';
import { postingsInSteps } from '../src/postings.ts';
import { readText } from '../src/readings.ts';
import { inOneGo } from '../src/steps.ts';

it('finds by a key every text that has it, each once and in order', () => {
  const readings = ['new york', 'york', 'new new york', 'rome'].map((key) =>
    readText({ key }, NO_CONTEXT),
  );
  const postings = inOneGo(postingsInSteps(readings, ({ tokens }) => tokens));
  expect([...postings]).toEqual([
    ['new', [0, 2]],
    ['york', [0, 1, 2]],
    ['rome', [3]],
  ]);
});
