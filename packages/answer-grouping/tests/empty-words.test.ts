import { describe, expect, it } from 'vitest';
import { groupTexts } from '../src/grouping.ts';
import { readQuestion } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';
import { named } from './rows.ts';

const knowledge = knowledgeOf({
  things: ['money', 'friends', 'river', 'plenty'].map((names) => ({
    kind: 'concept',
    names,
  })),
  givenNames: 'vincent isaac',
});

/** The number of groups of these texts. */
const answers = (question: string, texts: readonly string[]) =>
  groupTexts(
    texts.map((text) => ({ key: textKey(text), text, count: 1 })),
    { knowledge, intent: readQuestion(question) },
  ).length;

describe('empty words', () => {
  it.each(
    named(`
     = friends / my friends / the friends
    Which thing do you want? = money / plenty of money / loads of money
    Where is it? = gate b12 / at gate b12 ;  = money / you want money ;  = Xyz / the river Xyz
     = Xyz / Xyz Ltd. ; Who was it? = Isaac Newton / Sir Newton
    Who was it? = V. van Gogh / Vincent Willem Gogh
    Who was it? = Vincent Gogh Jr. / Vincent van Gogh Junior
    Who was it? = Vincent Gogh Sr. / Vincent van Gogh Senior
    Who was it? = Vincent Gogh / Vincent van Gogh Senior ; When was it? = 1969 / it was founded in 1969
  `),
  )('do not change the answer: %s: %s', (question, texts) => {
    expect(answers(question, texts)).toBe(1);
  });

  it.each(
    named(`
     = money / no money ; How many? = 80 / 80 or more ; When was it? = 1969 / since 1969
    Which vitamin? = xyz / xyz a
  `),
  )('are not %s: %s', (question, texts) => {
    expect(answers(question, texts)).toBe(texts.length);
  });
});
