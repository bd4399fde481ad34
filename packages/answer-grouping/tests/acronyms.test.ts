import { describe, expect, it } from 'vitest';
import { groupTexts } from '../src/grouping.ts';
import { NO_INTENT, readQuestion } from '../src/question-intent.ts';
import { readText } from '../src/readings.ts';
import { acronymsInSteps } from '../src/short-forms.ts';
import { inOneGo } from '../src/steps.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';

/** Words that make no name of a person of what they stand with. */
const NOUNS = 'manager news analyst choir final chief scan club check clinic again'.split(' ');
const knowledge = knowledgeOf({
  things: [
    ...NOUNS.map((names) => ({ kind: 'concept' as const, names })),
    { kind: 'concept', names: 'cat' },
    { kind: 'concept', names: 'national basketball league', codes: 'nbl' },
    { kind: 'concept', names: 'seal|orca#1' },
    { kind: 'thing', names: 'nasa' },
    { kind: 'region', names: 'oregon', codes: 'or' },
    { kind: 'city', names: 'portland' },
  ],
  words: 'stu',
});
const about = { knowledge, intent: NO_INTENT };

/** Whether the one text is taken for the initials of the other. */
function standsFor(acronym: string | null, phrase: string, key = textKey(acronym ?? '')): boolean {
  const short = readText({ key, ...(acronym === null ? {} : { text: acronym }) }, about);
  const long = readText({ key: textKey(phrase), text: phrase }, about);
  const { hostsOf } = inOneGo(acronymsInSteps([long], knowledge));
  const hosts = hostsOf(short);
  expect(hosts).toEqual(hosts.length === 0 ? [] : [0]);
  return hosts.length > 0;
}

describe('an acronym for a phrase', () => {
  it.each([
    ['LOTR', 'The Lord of the Rings'],
    ['LR', 'The Lord of the Rings'],
    ['lotr', 'The Lord of the Rings'],
    ['H.R.', 'Human Resources'],
    ['THE UN', 'United Nations'],
    ['MIC', 'Made in China'],
    ['MC', 'Made in China'],
    ['DOI', 'Dancing on Ice'],
    ['DI', 'Dancing on Ice'],
    ['ABCDEF', 'All Big Cats Do Eat Fish'],
    ['МВД', 'Министерство внутренних дел'],
  ])('%s is %s', (acronym, phrase) => {
    expect(standsFor(acronym, phrase)).toBe(true);
  });

  it.each([
    ['of other letters', 'NATO', 'Human Resources'],
    ['of other letters and the empty words of the phrase alone', 'OT', 'The Lord of the Rings'],
    ['of a single letter', 'C', 'Catamaran'],
    ['of one word that says something', 'C', 'my catamaran'],
    ['of more than six letters', 'ABCDEFG', 'All Big Cats Do Eat Fish Guts'],
    ['of two letters in lower case', 'hr', 'Human Resources'],
    ['of two letters, one in lower case', 'Hr', 'Human Resources'],
    ['of two letters, the other in lower case', 'hR', 'Human Resources'],
    ['with figures at the end', 'ab1', 'Alpha Beta 1st'],
    ['with figures at the start', '1ab', '1st Alpha Beta'],
  ])('none %s: %s, %s', (_, acronym, phrase) => {
    expect(standsFor(acronym, phrase)).toBe(false);
  });

  it.each([
    ['a word with a meaning of its own', 'cat', false, 'Computerised Axial Tomography'],
    ['the same in capitals', 'CAT', true, 'Computerised Axial Tomography'],
    ['a known word without a meaning', 'stu', false, 'Small Town Union'],
    ['the same in capitals', 'STU', true, 'Small Town Union'],
    ['a code', 'nbl', true, 'National Basketball League'],
    ['the name of a thing', 'nasa', true, 'National Aeronautics and Space Administration'],
    ['a far sense of a word', 'orca', true, 'Old Roman Catholic Abbey'],
    ['an unknown word', 'lotr', true, 'Lord of the Rings'],
  ])('%s: %s (%s)', (_, acronym, expected, phrase) => {
    expect(standsFor(acronym, phrase)).toBe(expected);
  });

  it('is none of two letters when it is not known how it was typed', () => {
    expect(standsFor(null, 'Human Resources', 'hr')).toBe(false);
    expect(standsFor(null, 'Human Resources Unit', 'hru')).toBe(true);
  });
});

const grouped = (question: string, texts: readonly string[]) =>
  groupTexts(
    texts.map((text) => ({ key: textKey(text), text, count: 1 })),
    { knowledge, intent: readQuestion(question) },
  );
/** How many groups there are of these. */
const groupsOf = (question: string, texts: readonly string[]) => grouped(question, texts).length;

describe('an acronym within a text', () => {
  it.each([
    ['before a word', 'HR manager', 'Human Resources manager'],
    ['after one', 'head of HR', 'head of Human Resources'],
    ['in lower case', 'hr manager', 'human resources manager'],
    ['of three letters', 'BBC news', 'British Broadcasting Corporation news'],
    ['of four letters', 'dear ABCD', 'dear Apple Banana Cherry Damson'],
    ['of a word of three letters', 'BD analyst', 'Big Data analyst'],
    ['that is a far sense of a word', 'orca choir', 'Old Roman Catholic Abbey choir'],
    ['that is a code', 'NBL final', 'National Basketball League final'],
  ])('%s: %s, %s', (_, short, long) => {
    expect(groupsOf('', [short, long])).toBe(1);
  });

  it.each([
    ['of five letters', 'dear ABCDE', 'dear Apple Banana Cherry Damson Elder'],
    ['that is a common noun', 'cat scan', 'Computerised Axial Tomography scan'],
    ['with a short word inside', 'HOP clinic', 'Health of People clinic'],
    ['with a short word at its start', 'IB check', 'ID badge check'],
    ['with a short word at its end', 'big HRO Oxford', 'big Human Resources of Oxford'],
    ['with figures at its end', 'AB1 club', 'Alpha Beta 1st club'],
    ['with figures at its start', '1AB club', '1st Alpha Beta club'],
    ['that is all of the text', 'hr', 'human resources'],
  ])('none %s: %s, %s', (_, short, long) => {
    expect(groupsOf('', [short, long])).toBe(2);
  });

  it('is the reason that is shown', () => {
    const [group] = grouped('', ['HR manager', 'Human Resources manager']);
    expect(group?.members.map(({ reason }) => reason)).toEqual(['exact', 'short-form']);
  });

  it('is none where it is a place or a value', () => {
    expect(groupsOf('Which city?', ['Portland, OR', 'Portland Oak Ridge'])).toBe(2);
    expect(groupsOf('', ['5 mi', '5 magic islands'])).toBe(2);
  });

  it('is not known to be one of more than six phrases of the round', () => {
    const others = [
      'hair roll',
      'hard rain',
      'heavy rock',
      'hidden river',
      'high roof',
      'hot rods',
    ];
    const round = (count: number) => [
      'HR chief',
      'Human Resources chief',
      ...others.slice(0, count).map((phrase) => `${phrase} again`),
    ];
    expect(groupsOf('', round(5))).toBe(6);
    expect(groupsOf('', round(6))).toBe(8);
  });
});
