import { describe, expect, it } from 'vitest';
import { groupTexts } from '../src/grouping.ts';
import { NO_INTENT } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';

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
  it.each([
    ['the first of them', 'admin assistant', 'administration assistant'],
    ['another one of them', 'admin assistant', 'administrative assistant'],
    ['another one, as the last word', 'office admin', 'office administrative'],
    ['another one, among more words', 'admin office assistant', 'administrative office assistant'],
    ['the sixth of them', 'acc test', 'accuracy test'],
  ])('is %s: %s, %s', (_, short, long) => {
    expect(grouped([short, long])).toHaveLength(1);
  });

  it.each([
    ['the seventh of them', 'acc test', 'accordion test'],
    ['another one than the first when it stands alone', 'admin', 'administrative'],
    ['both of two in one round', 'administrative assistant', 'administration assistant'],
  ])('is not %s: %s, %s', (_, short, long) => {
    expect(grouped([short, long])).toHaveLength(2);
  });

  it('gives the reason', () => {
    const [group] = grouped(['admin assistant', 'administrative assistant']);
    expect(group?.members.map(({ reason }) => reason)).toEqual(['exact', 'short-form']);
  });
});
