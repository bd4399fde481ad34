import { describe, expect, it } from 'vitest';
import { groupTexts } from '../src/grouping.ts';
import { NO_INTENT } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';
import { lists, rows } from './rows.ts';

/** Words that do not turn a neighbouring word into a person's name. */
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

describe('a name with a word for its kind', () => {
  it.each(
    rows(`
    Nile = Nile River ; Nile = River Nile ; Culloden = the Bridge of Culloden
    Culloden = Culloden Bridge Museum ; Culloden = Culloden Ltd. ; Cullodens = Culloden Tribe
    Culloden Xyz = Culloden Xyz Bridge ; Hudson = Hudson River ; Hudson quick = Hudson quick River
    bank = Bank Inc.
  `),
  )('equals the name, %s, %s', (short, long) => {
    const groups = grouped([short, long]);
    expect(groups).toHaveLength(1);
    expect(groups[0]?.members.map(({ reason }) => reason)).toEqual(['exact', 'short-form']);
  });

  it.each(
    rows(`
    bank = river bank ; bank = River Bank Inc. ; quick = quick river ; quick north = quick north river
    amber = amber lake ; Culloden = Trafalgar Bridge ; Culloden = Culloden trousers ; vitamin = vitamin a
    1914 = the 1914 war
  `),
  )('is different: %s, %s', (short, long) => {
    expect(grouped([short, long])).toHaveLength(2);
  });

  it.each(
    rows(`
    state ; province ; republic ; kingdom ; island ; islands ; region
  `),
  )('is a country or a region and the word %s', (word) => {
    expect(grouped(['Georgia', `the ${word} of Georgia`])).toHaveLength(1);
    expect(grouped(['Oregon', `the ${word} of Oregon`])).toHaveLength(1);
  });

  it.each(
    rows(`
    City ; Gulf ; Company ; State Park
  `),
  )('is no country or region with another word beside it: %s', (word) => {
    expect(grouped(['Georgia', `Georgia ${word}`])).toHaveLength(2);
    expect(grouped(['Oregon', `${word} of Oregon`])).toHaveLength(2);
  });
});

describe('names of realms', () => {
  it.each(
    lists(`
    Ming empire / Ming dynasty / Ming kingdom / Ming realm ; Great Ming Empire / Great Ming Dynasty
    the Mughals empire / Mughal dynasty
  `),
  )('are equal with any word for a realm: %j', (texts) => {
    const [group, ...others] = grouped(texts);
    expect(others).toEqual([]);
    expect(group?.members.slice(1).map(({ reason }) => reason)).toEqual(
      texts.slice(1).map(() => 'short-form'),
    );
  });

  it.each(
    lists(`
    Ming empire / Qing dynasty ; Great Ming Empire / Great Qing Dynasty ; empire / dynasty
    Ming empire / Ming vase
  `),
  )('are different: %j', (texts) => {
    expect(grouped(texts)).toHaveLength(texts.length);
  });
});
