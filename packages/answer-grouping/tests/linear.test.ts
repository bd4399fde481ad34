import { describe, expect, it } from 'vitest';
import { differing } from '../src/differing.ts';
import { groupTexts, nearestGroup } from '../src/grouping.ts';
import { type QuestionIntent, NO_INTENT, readQuestion } from '../src/question-intent.ts';
import { type TextContext, readText } from '../src/readings.ts';
import { textKey } from '../src/text.ts';
import { indexGroups } from './support.ts';
import {
  firstTooSlow,
  type Hostile,
  isPlain,
  MANY_PASSES,
  readersOf,
  slowPatternsOf,
  SOME_PASSES,
  sourcesOf,
  type Work,
} from './linear-time.ts';
import { knowledgeOf } from './small-knowledge.ts';

const SOURCES = sourcesOf(
  import.meta.glob<string>(
    ['../src/{,languages/}*.ts', '!../src/{cli,index}.ts', '!../src/languages/own-rules.ts'],
    {
      eager: true,
      query: '?raw',
      import: 'default',
    },
  ),
  import.meta.glob<Record<string, unknown>>(
    ['../src/{,languages/}*.ts', '!../src/{cli,index}.ts', '!../src/languages/own-rules.ts'],
    {
      eager: true,
    },
  ),
);

describe('processing of typed text is linear', () => {
  it.each(SOURCES)('every pattern of $path', (source) => {
    expect(slowPatternsOf(source)).toEqual([]);
  });

  it.each(SOURCES.flatMap(readersOf))('$name', ({ work }) => {
    expect(firstTooSlow(work, SOME_PASSES)).toBeUndefined();
  });

  const knowledge = knowledgeOf({
    things: [{ kind: 'country', names: 'usa' }],
    words: 'dee the of king',
    givenNames: 'dee deedee',
    surnames: 'smith',
    longForms: { a: ['alpha', 'ant'], dee: ['delta', 'dog'] },
  });
  const aboutA = (kind: QuestionIntent['kind']): TextContext => ({
    knowledge,
    intent: { ...NO_INTENT, kind },
  });
  const abouts = [aboutA('person'), aboutA('count'), aboutA(null)];
  const read: Work = (text) => {
    const key = textKey(text);
    return abouts.map((about) => readText({ key, text }, about));
  };

  it('reading an answer', () => {
    expect(firstTooSlow(read, SOME_PASSES, isPlain)).toBeUndefined();
  });

  it.each(['de', 'es', 'ar'])('reading an answer and a question in %s', (language) => {
    const readIn: Work = (text) => {
      const key = textKey(text, language);
      const about = { knowledge, intent: { ...NO_INTENT, kind: null }, language };
      return [readText({ key, text }, about), readQuestion(text, language)];
    };
    expect(firstTooSlow(readIn, SOME_PASSES, isPlain)).toBeUndefined();
  });

  it('grouping answers', () => {
    const about = aboutA('person');
    const units = new Set(['1 ', 'a ', 'dee ', 'usa ', 'may of ']);
    const group: Work = (text) => {
      const given = [text, `${text}s`, `the ${text}`].map((each) => ({
        key: textKey(each),
        text: each,
        count: 1,
      }));
      const index = indexGroups(groupTexts(given, about), about);
      differing(about)(textKey(text), textKey(`no ${text}`));
      return nearestGroup(textKey(`${text}e`), index, `${text}e`);
    };
    const isOfWords = ({ last, unit }: Hostile) => last === '' && units.has(unit);
    expect(firstTooSlow(group, MANY_PASSES, isOfWords)).toBeUndefined();
  });
});
