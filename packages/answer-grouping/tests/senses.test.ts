import { describe, expect, it } from 'vitest';
import { NO_INTENT } from '../src/question-intent.ts';
import { readText } from '../src/readings.ts';
import { resolveSensesInSteps } from '../src/round.ts';
import { runSteps } from '../src/steps.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf, type Thing } from './small-knowledge.ts';
import { listOf, orNull, rows } from './rows.ts';

const THINGS: readonly Thing[] = [
  { kind: 'region', names: 'louisiana|pelican state', codes: 'la' },
  { kind: 'city', names: 'los angeles', codes: 'la' },
  { kind: 'region', names: 'oregon' },
  { kind: 'region', names: 'maine' },
  { kind: 'region', names: 'idaho' },
  { kind: 'city', names: 'boston' },
  { kind: 'city', names: 'chicago' },
  { kind: 'city', names: 'denver' },
  { kind: 'city', names: 'victoria city|victoria' },
  { kind: 'region', names: 'state of victoria|victoria#1|melbourne#1' },
  { kind: 'city', names: 'melbourne' },
  { kind: 'city', names: 'salem' },
  { kind: 'region', names: 'salem district|salem#1' },
  { kind: 'person', names: 'isaac newton|newton' },
  { kind: 'person', names: 'madonna|madonna ciccone' },
  { kind: 'region', names: 'washington' },
  { kind: 'person', names: 'george washington|washington' },
  { kind: 'concept', names: 'shrub|bush' },
  { kind: 'person', names: 'george w bush|bush|george bush' },
  { kind: 'person', names: 'george h w bush|george bush#1' },
  { kind: 'person', names: 'michelangelo buonarroti|michelangelo' },
  { kind: 'person', names: 'michelangelo antonioni|michelangelo#1' },
  { kind: 'country', names: 'western congo|congo' },
  { kind: 'country', names: 'eastern congo|congo' },
  { kind: 'country', names: 'northern guinea|guinea' },
  { kind: 'country', names: 'southern guinea|guinea' },
  { kind: 'concept', names: 'golden colour|gold' },
  { kind: 'concept', names: 'element 79|gold#2', codes: 'au|aur' },
  { kind: 'concept', names: 'silver colour|silver' },
  { kind: 'concept', names: 'element 47|silver#3', codes: 'ag|arg' },
  { kind: 'concept', names: 'money house|bank' },
  { kind: 'concept', names: 'bench|bank#1' },
  { kind: 'concept', names: 'flying mammal|bat' },
  { kind: 'concept', names: 'racket|bat' },
];
const about = { knowledge: knowledgeOf({ things: THINGS }), intent: NO_INTENT };

/** The meaning chosen for the first of these texts, as the first name of the thing; null: none. */
function senseOf(text: string, ...round: readonly string[]): string | null {
  const readings = [text, ...round].map((each) => readText({ key: textKey(each) }, about));
  const [sense] = runSteps(resolveSensesInSteps(readings));
  return sense ? (THINGS[sense.id]?.names.split('|')[0] ?? null) : null;
}

describe('the meaning that fits the round', () => {
  it.each(
    rows(`
    LA =  = louisiana ; LA = Oregon / Maine = louisiana ; LA = Boston / Chicago = los angeles
    LA = Los Angeles / Oregon / Maine / Idaho = los angeles
    LA = Louisiana / Boston / Chicago / Denver = louisiana
    LA = Louisiana / Pelican State / Los Angeles / Boston / Chicago / Denver = los angeles
    LA = Louisiana / Los Angeles = louisiana ; qwerty = Boston = null
  `).map(([a = '', b = '', c = '']) => [a, listOf(b), orNull(c)] as const),
  )('is %s', (text, round, expected) => {
    expect(senseOf(text, ...round)).toBe(expected);
  });

  it.each(
    rows(`
     = victoria city ; Oregon = victoria city ; Oregon / Maine / Idaho = state of victoria
    State of Victoria = state of victoria ; Melbourne / Boston / Chicago / Denver = victoria city
    Melbourne / Boston / Chicago / Denver / qwerty / asdf / yxcv = victoria city
  `).map(([a = '', b = '']) => [listOf(a), b] as const),
  )('is Victoria %s: %s', (round, expected) => {
    expect(senseOf('Victoria', ...round)).toBe(expected);
  });

  it('is not of a kind that the others only might be', () => {
    expect(senseOf('LA', 'Victoria', 'Salem')).toBe('los angeles');
  });
});

describe('the meaning of a common word', () => {
  it.each(
    rows(`
    bank = bench = money house ; gold = Au = element 79 ; silver = Ag / Arg = silver colour
    bat = flying mammal / racket = flying mammal
  `).map(([a = '', b = '', c = '']) => [a, listOf(b), c] as const),
  )('is %s', (text, round, expected) => {
    expect(senseOf(text, ...round)).toBe(expected);
  });
});

describe('the meaning of the name of a person', () => {
  it.each(
    rows(`
    Newton = Boston = isaac newton ; Newton = John Newton = null ; Bush = John Bush = shrub
    Madonna = Madonna Smith = madonna ; Madonna = John Madonna Smith = madonna
    Madonna Ciccone = John Madonna = madonna
    Michelangelo = Michelangelo Buonarroti = michelangelo buonarroti
    Michelangelo = Michelangelo Buonarroti / Michelangelo Antonioni = null
    George Bush = George W. Bush / George H. W. Bush = george w bush
  `).map(([a = '', b = '', c = '']) => [a, listOf(b), orNull(c)] as const),
  )('is %s', (text, round, expected) => {
    expect(senseOf(text, ...round)).toBe(expected);
  });

  it('is not influenced by a bare surname', () => {
    expect(senseOf('Washington', 'Newton', 'John Newton')).toBe('washington');
    expect(senseOf('Washington', 'Newton')).toBe('george washington');
  });
});

describe('the meaning of a name of two things', () => {
  it.each(
    rows(`
    Congo =  = western congo ; Congo = Eastern Congo = eastern congo
    Congo = Western Congo / Eastern Congo = null
    Congo = Guinea / Northern Guinea / Southern Guinea = western congo
    Congo = Western Congo / Eastern Congo / Guinea = null
  `).map(([a = '', b = '', c = '']) => [a, listOf(b), orNull(c)] as const),
  )('is %s', (text, round, expected) => {
    expect(senseOf(text, ...round)).toBe(expected);
  });

  it('is found for each name separately', () => {
    expect(senseOf('Guinea', 'Congo', 'Western Congo', 'Eastern Congo')).toBe('northern guinea');
  });
});
