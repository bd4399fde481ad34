import { describe, expect, it } from 'vitest';
import type { Meaning, MeaningKind } from '../src/knowledge/knowledge.ts';
import { readQuestion } from '../src/question-intent.ts';
import { readText } from '../src/readings.ts';
import { readRoundInSteps, tagsOf } from '../src/round.ts';
import { runSteps } from '../src/steps.ts';
import { SMALL_KNOWLEDGE } from './small-knowledge.ts';
import { listOf, rows } from './rows.ts';

const ABOUT = { knowledge: SMALL_KNOWLEDGE, intent: readQuestion('Which city?') };
const idOf = (name: string) => SMALL_KNOWLEDGE.meaningsOf(name)[0]?.id ?? null;
const roundOf = (keys: readonly string[]) =>
  runSteps(
    readRoundInSteps(
      keys.map((key) => ({ key })),
      keys.map(() => 1),
      ABOUT,
    ),
  );

describe('the country that a round is about', () => {
  it.each(
    rows(`
    hamburg germany / portland usa / boston usa = usa
    portland usa / hamburg germany / bonn germany = germany ; hamburg germany / boston usa = usa
    boston / germany / sofa =
  `).map(([a = '', b = '']) => [listOf(a), b] as const),
  )('%j', (keys, country) => {
    expect(roundOf(keys).about.home).toBe(idOf(country));
  });
});

const tags = (key: string, sense: Meaning | null = null) => {
  const found = tagsOf(readText({ key }, ABOUT), sense);
  return found === null ? null : Object.fromEntries(found);
};
const meaning = (kind: MeaningKind): Meaning => ({ id: 7, kind, rank: 0, isCode: false });

describe('the certain meaning of a text', () => {
  it.each([
    ['nothing that is known', 'sofa', null],
    ['a number', '12', { number: '12' }],
    ['a negation', 'not cold', { sense: 'not' }],
    ['a king of a number', 'george 5', { generation: '5' }],
    ['a place in a region', 'portland oregon', { within: String(idOf('oregon')) }],
    ['no place in a country, which says too little', 'hamburg germany', null],
    ['no region of its country', 'oregon usa', null],
    ['a place in a region of a country', 'portland oregon usa', { within: String(idOf('oregon')) }],
  ])('is %s: %s', (_, key, expected) => {
    expect(tags(key)).toEqual(expected);
  });

  it.each<[MeaningKind, object | null]>([
    ['concept', null],
    ['country', { place: '7' }],
    ['region', { place: '7' }],
    ['city', { city: '7' }],
    ['currency', { currency: '7' }],
    ['language', { language: '7' }],
    ['person', { person: '7' }],
    ['thing', { thing: '7' }],
  ])('is its meaning in the round: a %s', (kind, expected) => {
    expect(tags('albert einstein', meaning(kind))).toEqual(expected);
  });

  it('is not a person if the word may be any of several, but a city', () => {
    expect(tags('einstein', meaning('person'))).toBeNull();
    expect(tags('einstein', meaning('city'))).toEqual({ city: '7' });
  });

  it('may be several things at once', () => {
    expect(tags('not in germany', meaning('country'))).toEqual({ sense: 'not', place: '7' });
  });
});
