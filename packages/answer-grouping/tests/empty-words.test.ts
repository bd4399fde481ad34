import { describe, expect, it } from 'vitest';
import { groupTexts } from '../src/grouping.ts';
import { readQuestion } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';

const knowledge = knowledgeOf({
  things: ['money', 'friends', 'river', 'plenty'].map((names) => ({
    kind: 'concept',
    names,
  })),
  givenNames: 'vincent isaac',
});

/** How many answers these are. */
const answers = (question: string, texts: readonly string[]) =>
  groupTexts(
    texts.map((text) => ({ key: textKey(text), text, count: 1 })),
    { knowledge, intent: readQuestion(question) },
  ).length;

describe('empty words', () => {
  it.each([
    ['articles and pronouns', '', ['friends', 'my friends', 'the friends']],
    ['amounts', 'Which thing do you want?', ['money', 'plenty of money', 'loads of money']],
    ['prepositions', 'Where is it?', ['gate b12', 'at gate b12']],
    ['light words in a sentence', '', ['money', 'you want money']],
    ['kinds of things', '', ['Xyz', 'the river Xyz']],
    ['kinds of firms', '', ['Xyz', 'Xyz Ltd.']],
    ['titles', 'Who was it?', ['Isaac Newton', 'Sir Newton']],
    ['particles', 'Who was it?', ['V. van Gogh', 'Vincent Willem Gogh']],
    ['junior in short', 'Who was it?', ['Vincent Gogh Jr.', 'Vincent van Gogh Junior']],
    ['senior in short', 'Who was it?', ['Vincent Gogh Sr.', 'Vincent van Gogh Senior']],
    ['a generation', 'Who was it?', ['Vincent Gogh', 'Vincent van Gogh Senior']],
    ['what is said of an event', 'When was it?', ['1969', 'it was founded in 1969']],
  ])('make no other answer: %s', (_, question, texts) => {
    expect(answers(question, texts)).toBe(1);
  });

  it.each([
    ['negations', '', ['money', 'no money']],
    ['words that change a number', 'How many?', ['80', '80 or more']],
    ['words that change a time', 'When was it?', ['1969', 'since 1969']],
    ['an empty word at the end', 'Which vitamin?', ['xyz', 'xyz a']],
  ])('are not %s', (_, question, texts) => {
    expect(answers(question, texts)).toBe(texts.length);
  });
});
