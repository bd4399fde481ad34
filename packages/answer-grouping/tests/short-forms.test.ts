import { describe, expect, it } from 'vitest';
import { groupTexts } from '../src/grouping.ts';
import { NO_INTENT } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';
import { rows } from './rows.ts';

const NOUNS = 'assistant office test park manager'.split(' ');
const knowledge = knowledgeOf({
  things: NOUNS.map((names) => ({ kind: 'concept', names })),
  words: 'administration administrative',
  longForms: {
    admin: ['administration', 'administrative'],
    mgr: ['manager'],
    acc: ['account', 'accent', 'accord', 'access', 'accident', 'accuracy', 'accordion'],
  },
});

const grouped = (texts: readonly string[]) =>
  groupTexts(
    texts.map((text) => ({ key: textKey(text), text, count: 1 })),
    { knowledge, intent: NO_INTENT },
  );

describe('an abbreviation of several words', () => {
  it.each(
    rows(`
    admin assistant = administration assistant ; admin assistant = administrative assistant
    office admin = office administrative ; admin office assistant = administrative office assistant
    acc test = accuracy test
  `),
  )('is %s, %s', (short, long) => {
    expect(grouped([short, long])).toHaveLength(1);
  });

  it.each(
    rows(`
    acc test = accordion test ; admin = administrative ; administrative assistant = administration assistant
  `),
  )('is not %s, %s', (short, long) => {
    expect(grouped([short, long])).toHaveLength(2);
  });

  it('gives the reason', () => {
    const [group] = grouped(['admin assistant', 'administrative assistant']);
    expect(group?.members.map(({ reason }) => reason)).toEqual(['exact', 'short-form']);
  });
});
