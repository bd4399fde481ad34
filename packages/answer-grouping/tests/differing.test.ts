import { describe, expect, it } from 'vitest';
import { differing } from '../src/differing.ts';
import { readQuestion } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';

const knowledge = knowledgeOf({
  things: [
    { kind: 'country', names: 'united states|usa', codes: 'us' },
    { kind: 'country', names: 'germany|deutschland', codes: 'de' },
    { kind: 'country', names: 'austria', codes: 'at' },
    { kind: 'country', names: 'australia', codes: 'au' },
    { kind: 'region', names: 'oregon', codes: 'or', within: 0 },
    { kind: 'region', names: 'maine', codes: 'me', within: 0 },
    { kind: 'region', names: 'state of victoria|victoria#1' },
    { kind: 'city', names: 'victoria' },
    { kind: 'city', names: 'boston' },
    { kind: 'city', names: 'chicago' },
    { kind: 'currency', names: 'euro' },
    { kind: 'currency', names: 'yen' },
    { kind: 'language', names: 'french' },
    { kind: 'language', names: 'dutch' },
    { kind: 'concept', names: 'sofa' },
    { kind: 'concept', names: 'bench' },
    { kind: 'concept', names: 'silver', codes: 'ag' },
    { kind: 'concept', names: 'tin', codes: 'sn' },
  ],
});
const mustDiffer = differing({ knowledge, intent: readQuestion('Which city?') });

function bothWays(a: string, b: string): readonly [boolean, boolean] {
  const [one, other] = [textKey(a), textKey(b)];
  return [mustDiffer(one, other), mustDiffer(other, one)];
}

describe('answers that differ, whatever a model says', () => {
  it.each([
    ['numbers', '1914', '1918'],
    ['numbers beside the same words', 'apollo 11', 'apollo 13'],
    ['numbers beside other words', 'apollo 11', 'gemini 12'],
    ['a number and none beside the same words', 'vitamin b12', 'vitamin b'],
    ['figures together and apart', 'route b12', 'route b1 2'],
    ['meaningful signs', 'O+', 'O-'],
    ['a meaningful sign and none', 'O+', 'O'],
    ['units', '5 feet', '5 metres'],
    ['a day and its year', '24 June 1983', '1983'],
    ['days', '24 June 1983', '25 June 1983'],
    ['a day and what neither order of its figures is', '10/9/2001', '11 September 2001'],
    ['halves of the day', '10:30 am', '10:30 pm'],
    ['times of either half', '10:30', '9:15'],
    ['a time of either half and another one', '10:30', '9:15 pm'],
    ['times after noon', '22:30', '21:30'],
    ['a number and a time', '630', '10:30'],
    ['a number and a time after noon', '1350', '10:30 pm'],
    ['countries', 'Austria', 'Australia'],
    ['regions', 'Oregon', 'Maine'],
    ['currencies', 'euro', 'yen'],
    ['languages', 'French', 'Dutch'],
    ['codes of countries', 'AT', 'DE'],
    ['codes of anything', 'Ag', 'Sn'],
    ['cities of one name in two regions', 'Portland, OR', 'Portland, ME'],
    ['one that is negated', 'always cold', 'not always cold'],
    ['can and cannot', 'can', 'cannot'],
    ['can and can not in short', 'can', "can't"],
    ['a verb and its negation in short', 'do', "don't"],
    ['opposites with dis', 'like', 'dislike'],
    ['opposites with un', 'unfit', 'fit'],
    ['opposites with non', 'nonstop', 'stop'],
    ['opposites with anti', 'antihero', 'hero'],
  ])('%s: %s, %s', (_, a, b) => {
    expect(bothWays(a, b)).toEqual([true, true]);
  });
});

describe('answers that a model may join', () => {
  it.each([
    ['equal ones', 'same', 'same'],
    ['the same number', '12', 'a dozen'],
    ['a number and a quantity of as many', '12', '12 inches'],
    ['a number and a text with it', '1984', 'the novel 1984'],
    ['the same number beside other words', 'apollo 11 mission', 'apollo 11 landing'],
    ['a text with a number and other words without', 'moon landing', 'apollo 11'],
    ['a time of either half of the day', '10:30', '10:30 pm'],
    ['the same in the morning', '10:30', '10:30 am'],
    ['a time of 24 hours', '10:30', '22:30'],
    ['the same time', '10:30 pm', '22:30'],
    ['a day that figures in two orders may mean', '10/9/2001', '10 September 2001'],
    ['the other day that they may mean', '10/9/2001', '9 October 2001'],
    ['emoji', '🐶', '🐱'],
    ['smileys', ':)', ':('],
    ['smileys the other way round', '(:', '):'],
    ['names of one country', 'Germany', 'DE'],
    ['a country and what is not known', 'Germany', 'the land of Goethe'],
    ['a country and something of another kind', 'Germany', 'sofa'],
    ['a country and a region', 'Germany', 'Oregon'],
    ['a region and what may be one as well', 'Oregon', 'Victoria'],
    ['cities, of which not all are known', 'Boston', 'Chicago'],
    ['things', 'sofa', 'bench'],
    ['a code and a word', 'Ag', 'tin'],
    ['a city with and without its region', 'Portland, OR', 'Portland'],
    ['a city with its region and with its country', 'Portland, OR', 'Portland, USA'],
    ['places in one region', 'Portland, OR', 'Stumptown, OR'],
    ['a place in a region and a region of its country', 'Portland, ME', 'Oregon, USA'],
    ['a negation in other words', 'not telling the truth', 'lying'],
    ['two negations', 'not cold', 'never cold'],
    ['words that are alike', 'horse', 'house'],
    ['a word that only ends like the opposite', 'gunfire', 'fire'],
    ['what is too short for an opposite', 'unit', 'it'],
  ])('%s: %s, %s', (_, a, b) => {
    expect(bothWays(a, b)).toEqual([false, false]);
  });

  it('are all those of which nothing is known', () => {
    expect(differing()('austria', 'australia')).toBe(false);
    expect(differing()('1914', '1918')).toBe(true);
  });
});
