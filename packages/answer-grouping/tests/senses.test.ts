import { describe, expect, it } from 'vitest';
import { NO_INTENT } from '../src/question-intent.ts';
import { readText } from '../src/readings.ts';
import { resolveSensesInSteps } from '../src/round.ts';
import { inOneGo } from '../src/steps.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf, type Thing } from './small-knowledge.ts';

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

/** What the first of these texts is taken for: the first name of it; null for nothing. */
function senseOf(text: string, ...round: readonly string[]): string | null {
  const readings = [text, ...round].map((each) => readText({ key: textKey(each) }, about));
  const [sense] = inOneGo(resolveSensesInSteps(readings));
  return sense ? (THINGS[sense.id]?.names.split('|')[0] ?? null) : null;
}

describe('the meaning that fits the round', () => {
  it.each([
    ['the first of equals', 'LA', [], 'louisiana'],
    ['the kind of the others', 'LA', ['Oregon', 'Maine'], 'louisiana'],
    ['the kind of the others', 'LA', ['Boston', 'Chicago'], 'los angeles'],
    ['what another one means', 'LA', ['Los Angeles', 'Oregon', 'Maine', 'Idaho'], 'los angeles'],
    [
      'what another one means, whatever the kind of the others',
      'LA',
      ['Louisiana', 'Boston', 'Chicago', 'Denver'],
      'louisiana',
    ],
    [
      'the kind of the others, where others mean either',
      'LA',
      ['Louisiana', 'Pelican State', 'Los Angeles', 'Boston', 'Chicago', 'Denver'],
      'los angeles',
    ],
    ['the first of two that others mean', 'LA', ['Louisiana', 'Los Angeles'], 'louisiana'],
    ['nothing when nothing is known', 'qwerty', ['Boston'], null],
  ])('is %s: %s', (_, text, round, expected) => {
    expect(senseOf(text, ...round)).toBe(expected);
  });

  it.each([
    ['the commonest by itself', [], 'victoria city'],
    ['the commonest among as many of either kind', ['Oregon'], 'victoria city'],
    ['a far one among others of its kind', ['Oregon', 'Maine', 'Idaho'], 'state of victoria'],
    ['a far one that another text means', ['State of Victoria'], 'state of victoria'],
    [
      'the commonest where all are of its kind, even if another text may mean the far one as well',
      ['Melbourne', 'Boston', 'Chicago', 'Denver'],
      'victoria city',
    ],
    [
      'the same beside texts of which nothing is known',
      ['Melbourne', 'Boston', 'Chicago', 'Denver', 'qwerty', 'asdf', 'yxcv'],
      'victoria city',
    ],
  ])('is %s: Victoria', (_, round, expected) => {
    expect(senseOf('Victoria', ...round)).toBe(expected);
  });

  it('is not of a kind that the others only may be of', () => {
    expect(senseOf('LA', 'Victoria', 'Salem')).toBe('los angeles');
  });
});

describe('the meaning of a common word', () => {
  it.each([
    ['the first one, even if another text means a further one', 'bank', ['bench'], 'money house'],
    ['a further one of which a code is given', 'gold', ['Au'], 'element 79'],
    ['no further one than the third', 'silver', ['Ag', 'Arg'], 'silver colour'],
    ['the first of two that others mean', 'bat', ['flying mammal', 'racket'], 'flying mammal'],
  ])('is %s: %s', (_, text, round, expected) => {
    expect(senseOf(text, ...round)).toBe(expected);
  });
});

describe('the meaning of the name of a person', () => {
  it.each([
    ['the known person', 'Newton', ['Boston'], 'isaac newton'],
    ['nobody for sure where others have the surname', 'Newton', ['John Newton'], null],
    ['what else a surname means', 'Bush', ['John Bush'], 'shrub'],
    ['the known person where others have the first name', 'Madonna', ['Madonna Smith'], 'madonna'],
    ['the same with a middle name', 'Madonna', ['John Madonna Smith'], 'madonna'],
    [
      'the known person whose first name is a surname',
      'Madonna Ciccone',
      ['John Madonna'],
      'madonna',
    ],
    [
      'the one of two who is in the round',
      'Michelangelo',
      ['Michelangelo Buonarroti'],
      'michelangelo buonarroti',
    ],
    [
      'nobody for sure when two are in the round',
      'Michelangelo',
      ['Michelangelo Buonarroti', 'Michelangelo Antonioni'],
      null,
    ],
    [
      'the better known of two who are in the round, when it is a whole name',
      'George Bush',
      ['George W. Bush', 'George H. W. Bush'],
      'george w bush',
    ],
  ])('is %s: %s', (_, text, round, expected) => {
    expect(senseOf(text, ...round)).toBe(expected);
  });

  it('says nothing of the round when it is a bare surname', () => {
    expect(senseOf('Washington', 'Newton', 'John Newton')).toBe('washington');
    expect(senseOf('Washington', 'Newton')).toBe('george washington');
  });
});

describe('the meaning of a name that two things have', () => {
  it.each([
    ['the first when neither is meant by others', 'Congo', [], 'western congo'],
    ['the one that is meant by others', 'Congo', ['Eastern Congo'], 'eastern congo'],
    ['neither when both are', 'Congo', ['Western Congo', 'Eastern Congo'], null],
    [
      'found for each name by itself',
      'Congo',
      ['Guinea', 'Northern Guinea', 'Southern Guinea'],
      'western congo',
    ],
    ['neither, beside another name', 'Congo', ['Western Congo', 'Eastern Congo', 'Guinea'], null],
  ])('is %s: %s', (_, text, round, expected) => {
    expect(senseOf(text, ...round)).toBe(expected);
  });

  it('is found for each name by itself', () => {
    expect(senseOf('Guinea', 'Congo', 'Western Congo', 'Eastern Congo')).toBe('northern guinea');
  });
});
