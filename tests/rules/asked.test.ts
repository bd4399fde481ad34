import { describe, expect, it } from 'vitest';
import { readQuestion } from '#machines/rules/asked.ts';

describe('readQuestion', () => {
  it.each([
    ['Who painted it?', 'person', []],
    ['Name a famous boxer.', 'person', ['famous', 'boxer']],
    ['How many sides does it have?', 'count', ['sides', 'side']],
    ['When did it end?', 'time', []],
    ['In which year was that?', 'time', ['year']],
    ['Which city do you live in?', 'place', ['city']],
    ['Which battle was it?', null, ['battle']],
    ['Which type of rock is that?', null, ['rock']],
    ['Name something that has a pole.', null, []],
    ['A good that can be used?', null, ['good']],
    ['', null, []],
  ])('%s', (question, kind, nouns) => {
    const asked = readQuestion(question);
    expect({ kind: asked.kind, nouns: [...asked.nouns].filter(Boolean) }).toEqual({ kind, nouns });
  });

  it('takes every word of a question about reasons', () => {
    expect(readQuestion('Name a reason why you own a cat.').nouns.has('cat')).toBe(true);
    expect(readQuestion('Why do you own a cat?').nouns.has('cat')).toBe(true);
  });
});
