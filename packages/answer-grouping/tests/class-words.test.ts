import { describe, expect, it } from 'vitest';
import { groupTexts } from '../src/grouping.ts';
import { NO_INTENT } from '../src/question-intent.ts';
import { readText } from '../src/readings.ts';
import { classWordsInSteps, realmsInSteps } from '../src/short-forms.ts';
import { inOneGo } from '../src/steps.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';

/** Words that make no name of a person of what they stand with. */
const NOUNS =
  'river gulf company bridge tribe lake museum vase trousers city park state province island islands region republic kingdom empire dynasty realm'.split(
    ' ',
  );
const knowledge = knowledgeOf({
  things: [
    ...NOUNS.map((names) => ({ kind: 'concept' as const, names })),
    { kind: 'thing', names: 'nile' },
    { kind: 'concept', names: 'bank' },
    { kind: 'concept', names: 'vitamin' },
    { kind: 'concept', names: 'play' },
    { kind: 'thing', names: 'amber#1' },
    { kind: 'country', names: 'georgia' },
    { kind: 'region', names: 'oregon' },
  ],
  words: 'quick north great',
  surnames: 'hudson',
});
const about = { knowledge, intent: NO_INTENT };

const grouped = (texts: readonly string[]) =>
  groupTexts(
    texts.map((text) => ({ key: textKey(text), text, count: 1 })),
    about,
  );

describe('a name with the kind of thing that it is', () => {
  it.each([
    ['after it', 'Nile', 'Nile River'],
    ['before it', 'Nile', 'River Nile'],
    ['and empty words', 'Culloden', 'the Bridge of Culloden'],
    ['twice', 'Culloden', 'Culloden Bridge Museum'],
    ['of a firm', 'Culloden', 'Culloden Ltd.'],
    ['in the plural', 'Cullodens', 'Culloden Tribe'],
    ['of two words', 'Culloden Xyz', 'Culloden Xyz Bridge'],
    ['that is a surname and a word', 'Hudson', 'Hudson River'],
    ['of a surname and another word', 'Hudson quick', 'Hudson quick River'],
    ['of a known word in which a firm is named', 'bank', 'Bank Inc.'],
  ])('is the name, %s: %s, %s', (_, short, long) => {
    const groups = grouped([short, long]);
    expect(groups).toHaveLength(1);
    expect(groups[0]?.members.map(({ reason }) => reason)).toEqual(['exact', 'short-form']);
  });

  it.each([
    ['a common noun with it', 'bank', 'river bank'],
    ['a common noun with it and a firm', 'bank', 'River Bank Inc.'],
    ['a word without a meaning with it', 'quick', 'quick river'],
    ['two such words with it', 'quick north', 'quick north river'],
    ['a word with a far meaning only', 'amber', 'amber lake'],
    ['another name', 'Culloden', 'Trafalgar Bridge'],
    ['a name with another word', 'Culloden', 'Culloden trousers'],
    ['a name with an empty word at the end', 'vitamin', 'vitamin a'],
    ['a value', '1914', 'the 1914 war'],
  ])('is not the same as %s: %s, %s', (_, short, long) => {
    expect(grouped([short, long])).toHaveLength(2);
  });

  it.each(['state', 'province', 'republic', 'kingdom', 'island', 'islands', 'region'])(
    'is a country or a region and the word %s',
    (word) => {
      expect(grouped(['Georgia', `the ${word} of Georgia`])).toHaveLength(1);
      expect(grouped(['Oregon', `the ${word} of Oregon`])).toHaveLength(1);
    },
  );

  it.each(['City', 'Gulf', 'Company', 'State Park'])(
    'is no country or region with another word beside it: %s',
    (word) => {
      expect(grouped(['Georgia', `Georgia ${word}`])).toHaveLength(2);
      expect(grouped(['Oregon', `${word} of Oregon`])).toHaveLength(2);
    },
  );
});

describe('names of realms', () => {
  it.each([
    [['Ming empire', 'Ming dynasty', 'Ming kingdom', 'Ming realm']],
    [['Great Ming Empire', 'Great Ming Dynasty']],
    [['the Mughals empire', 'Mughal dynasty']],
  ])('are one with any word for a realm: %j', (texts) => {
    const [group, ...others] = grouped(texts);
    expect(others).toEqual([]);
    expect(group?.members.slice(1).map(({ reason }) => reason)).toEqual(
      texts.slice(1).map(() => 'short-form'),
    );
  });

  it.each([
    ['other names', ['Ming empire', 'Qing dynasty']],
    ['other names that begin alike', ['Great Ming Empire', 'Great Qing Dynasty']],
    ['the words alone', ['empire', 'dynasty']],
    ['other words', ['Ming empire', 'Ming vase']],
  ])('are not one with %s: %j', (_, texts) => {
    expect(grouped(texts)).toHaveLength(texts.length);
  });
});

it('finds nothing for a text that no other one is like', () => {
  const [empire, oregon, nile, ...round] = ['Ming empire', 'Oregon', 'Nile', '42', 'Qing vase'].map(
    (text) => readText({ key: textKey(text), text }, about),
  );
  const ways = [
    inOneGo(realmsInSteps(round, knowledge)),
    inOneGo(classWordsInSteps(round, knowledge)),
  ];
  const found = [empire, oregon, nile, ...round].map(
    (reading) => reading && ways.flatMap(({ hostsOf }) => hostsOf(reading)),
  );
  expect(found).toEqual([[], [], [], [], []]);
});
