import { describe, expect, it } from 'vitest';
import { groupTexts } from '../src/grouping.ts';
import { personNamesInSteps } from '../src/persons.ts';
import { readQuestion } from '../src/question-intent.ts';
import { readText } from '../src/readings.ts';
import { inOneGo } from '../src/steps.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';

const knowledge = knowledgeOf({
  things: [
    { kind: 'person', names: 'martin luther king jr|king' },
    { kind: 'person', names: 'elton' },
    { kind: 'person', names: 'mary' },
    { kind: 'person', names: 'mary' },
    { kind: 'concept', names: 'rose' },
  ],
  givenNames: 'john paul george mary bill billy william martin michelangelo elton rose',
  surnames: 'smith',
  fullNames: { bill: ['william'], billy: ['william'] },
});

const grouped = (question: string, texts: readonly string[]) =>
  groupTexts(
    texts.map((text) => ({ key: textKey(text), text, count: 1 })),
    { knowledge, intent: readQuestion(question) },
  );
/** The groups with more than one member, each in the order of its names. */
const joined = (texts: readonly string[], question = 'Who was it?') =>
  grouped(question, texts)
    .map(({ members }) => members.map(({ key }) => key).toSorted())
    .filter((keys) => keys.length > 1);

describe('names of people', () => {
  it.each([
    ['pet forms of one name', ['Bill Smith', 'Billy Smith', 'William Smith']],
    ['a surname and the whole name', ['Smith', 'John Smith']],
    ['longer and longer ones', ['Smith', 'J. Smith', 'John Smith', 'John Paul Smith']],
    ['fewer and fewer initials', ['J. P. Smith', 'John P. Smith', 'John Paul Smith']],
    [
      'five given names with and without a generation',
      ['John Paul George Mary Bill Smith', 'John Paul George Mary Bill Smith Senior'],
    ],
    ['a first name of one person', ['Michelangelo', 'Michelangelo Buonarroti']],
    ['a first name that is a word as well', ['Rose', 'Rose Smith']],
  ])('%s are one: %j', (_, texts) => {
    expect(joined(texts)).toEqual([texts.map(textKey).toSorted()]);
  });

  it.each([
    ['a surname of two people', ['Smith', 'John Smith', 'Mary Smith']],
    [
      'a first name of two people',
      ['Michelangelo', 'Michelangelo Buonarroti', 'Michelangelo Antonioni'],
    ],
    ['a middle name', ['Paul', 'John Paul Smith']],
    ['what is not known as a given name', ['Apollo', 'Apollo Smith']],
    ['an initial', ['M', 'M. Buonarroti']],
    ['two people of one first name', ['John Smith', 'John Newton']],
  ])('%s is none: %j', (_, texts) => {
    expect(joined(texts)).toEqual([]);
  });

  it('joins no shorter form of more than five given names', () => {
    expect(
      joined([
        'John Paul George Mary Bill Rose Smith',
        'John Paul George Mary Bill Rose Smith Senior',
      ]),
    ).toEqual([]);
  });

  it("takes a name for a surname rather than for somebody's first name", () => {
    expect(joined(['John', 'John Smith', 'Elton John'])).toEqual([['elton john', 'john']]);
  });

  it.each([
    ['that one known person has', 'Elton', [['elton', 'elton smith']]],
    ['that nobody known has', 'Rose', []],
    ['that several known people have', 'Mary', []],
  ])('takes a first name %s for one where nobody is asked for: %s', (_, name, groups) => {
    expect(joined([name, `${name} Smith`], '')).toEqual(groups);
  });

  it('joins nobody else with a known person of the same surname', () => {
    expect(joined(['King', 'Martin Luther King Jr.', 'John King Jr.'])).toEqual([
      ['king', 'martin luther king jr'],
    ]);
  });

  it.each([
    ['spelling', ['Bill Smith', 'William Smith']],
    ['short-form', ['Smith', 'John Smith']],
    ['short-form', ['Michelangelo', 'Michelangelo Buonarroti']],
  ])('gives the reason: %s', (reason, texts) => {
    const [group] = grouped('Who was it?', texts);
    expect(group?.members.map((member) => member.reason)).toEqual(['exact', reason]);
  });

  it.each(['42', 'Paul'])('finds nobody whom no other name fits: %s', (text) => {
    const about = { knowledge, intent: readQuestion('') };
    const [reading, other] = [text, 'John Smith'].map((each) =>
      readText({ key: textKey(each) }, about),
    );
    if (!reading || !other) throw new Error('not read');
    const ways = inOneGo(personNamesInSteps([reading, other], about));
    expect(ways.flatMap(({ hostsOf }) => hostsOf(reading))).toEqual([]);
  });
});
