import { describe, expect, it } from 'vitest';
import { readQuestion } from '../src/question-intent.ts';
import { readRoundInSteps } from '../src/round.ts';
import { runSteps } from '../src/steps.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';

const [USA, AUSTRALIA] = [0, 1];
const KNOWLEDGE = knowledgeOf({
  things: [
    { kind: 'country', names: 'usa' },
    { kind: 'country', names: 'australia' },
    { kind: 'country', names: 'mexico' },
    { kind: 'region', names: 'oregon', codes: 'or', within: USA },
    { kind: 'region', names: 'maine', codes: 'me', within: USA },
    { kind: 'region', names: 'delaware', within: USA },
    { kind: 'region', names: 'washington', codes: 'wa', within: USA },
    { kind: 'region', names: 'district of columbia', codes: 'dc', within: USA },
    { kind: 'region', names: 'victoria', within: AUSTRALIA },
    { kind: 'region', names: 'ulster' },
  ],
});

type Counts = Readonly<Record<string, number>>;
/** The other texts of the round by which the place of the first text is determined. */
const meantBy = (text: string, others: Counts): string[] => {
  const texts = [text, ...Object.keys(others)];
  const round = runSteps(
    readRoundInSteps(
      texts.map((each) => ({ key: textKey(each), text: each })),
      [1, ...Object.values(others)],
      { knowledge: KNOWLEDGE, intent: readQuestion('Which place?') },
    ),
  );
  const [reading = expect.fail()] = round.readings;
  const [cities = expect.fail()] = round.shortForms;
  return cities.hostsOf(reading).map((position) => texts[position] ?? expect.fail());
};

describe('a bare name means', () => {
  it.each<[string, string, Counts, string[]]>([
    [
      'the only place of its name',
      'Portland',
      { 'Portland, OR': 1, 'Salem, ME': 5 },
      ['Portland, OR'],
    ],
    ['a place of two words', 'Baker City', { 'Baker City, OR': 1 }, ['Baker City, OR']],
    [
      'the place that people mention three times as often as each other place',
      'Portland',
      { 'Portland, ME': 1, 'Portland, OR': 3, 'Portland, Delaware': 1 },
      ['Portland, OR'],
    ],
    [
      'the place that three times as many mean, in all ways to write it',
      'Portland',
      { 'Portland, OR': 2, 'Portland, Oregon': 2, 'Portland, Oregon, USA': 2, 'Portland, ME': 2 },
      ['Portland, OR', 'Portland, Oregon', 'Portland, Oregon, USA'],
    ],
    [
      'none where fewer than that mean it',
      'Portland',
      { 'Portland, OR': 5, 'Portland, ME': 2 },
      [],
    ],
    [
      'a place that is named with its country',
      'Portland',
      { 'Portland, USA': 9 },
      ['Portland, USA'],
    ],
    [
      'none that is as often in another country',
      'Portland',
      { 'Portland, Victoria': 2, 'Portland, USA': 2 },
      [],
    ],
    ['none where no other text has its name', 'Portland', { 'Salem, OR': 9 }, []],
    ['no place where it is a number', '96', { 'Ninety Six, OR': 9 }, []],
  ])('%s', (_, text, others, meant) => {
    expect(meantBy(text, others)).toEqual(meant);
  });
});

describe('a name with its country means', () => {
  it.each<[string, Counts, string[]]>([
    [
      'the place of that country',
      { 'Springfield, OR': 1, 'Springfield, Victoria': 9 },
      ['Springfield, OR'],
    ],
    ['no place of another country', { 'Springfield, Victoria': 9 }, []],
    ['a place that may be in it', { 'Springfield, Ulster': 1 }, ['Springfield, Ulster']],
    [
      'none where several of that country are meant',
      { 'Springfield, OR': 1, 'Springfield, ME': 1 },
      [],
    ],
  ])('%s', (_, others, meant) => {
    expect(meantBy('Springfield, USA', others)).toEqual(meant);
  });

  it('and a name with its region means that alone', () => {
    expect(meantBy('Portland, ME', { 'Portland, OR': 9 })).toEqual([]);
  });
});

describe('a name of a region', () => {
  it.each<[string, string, Counts, string[]]>([
    ['is a city among as many cities', 'Washington', { 'Washington, DC': 1 }, ['Washington, DC']],
    ['is so with its country, too', 'Washington, USA', { 'Washington, DC': 1 }, ['Washington, DC']],
    ['is a state among states', 'Washington', { Oregon: 1, Maine: 1, 'Washington, DC': 9 }, []],
    [
      'is so where they come with their country',
      'Washington',
      { 'Oregon, USA': 1, 'Washington, DC': 9 },
      [],
    ],
    [
      'is not the city that is meant among states by another name',
      'Portland',
      { Oregon: 1, Maine: 1, 'Portland, OR': 1 },
      ['Portland, OR'],
    ],
    [
      'is no place within itself',
      'Oregon',
      { 'Oregon, USA': 9, 'Portland, OR': 1, 'Portland, ME': 1 },
      [],
    ],
  ])('%s', (_, text, others, meant) => {
    expect(meantBy(text, others)).toEqual(meant);
  });
});

it('a country is no city of its name', () => {
  expect(meantBy('Mexico', { 'Mexico, ME': 9 })).toEqual([]);
});
