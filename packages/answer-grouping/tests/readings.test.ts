import { describe, expect, it } from 'vitest';
import { NO_KNOWLEDGE } from '../src/knowledge/knowledge.ts';
import { NO_INTENT, readQuestion } from '../src/question-intent.ts';
import { readText } from '../src/readings.ts';
import { textKey } from '../src/text.ts';
import { misspelling } from '../src/word-shapes.ts';
import { knowledgeOf, type Thing } from './small-knowledge.ts';
import { orNull, rows } from './rows.ts';

const THINGS: readonly Thing[] = [
  { kind: 'country', names: 'united states|usa' },
  { kind: 'country', names: 'guyana' },
  { kind: 'region', names: 'oregon', codes: 'or', within: 0 },
  { kind: 'region', names: 'demerara', within: 0 },
  { kind: 'region', names: 'demerara', within: 1 },
  { kind: 'city', names: 'portland|bar' },
  { kind: 'person', names: 'madonna' },
  { kind: 'thing', names: 'nile' },
  { kind: 'thing', names: 'apollo' },
  { kind: 'thing', names: '1984' },
  { kind: 'currency', names: 'euro' },
  { kind: 'language', names: 'french' },
  { kind: 'concept', names: 'sofa|couch' },
  { kind: 'concept', names: 'bar|pub' },
  { kind: 'concept', names: 'gold', codes: 'au' },
  { kind: 'concept', names: 'shore|bank#1' },
  { kind: 'concept', names: 'money' },
  { kind: 'concept', names: 'run' },
  { kind: 'concept', names: 'hot dog' },
  { kind: 'concept', names: 'man of war' },
];
const knowledge = knowledgeOf({
  things: THINGS,
  words: 'sleep like numb',
  givenNames: 'george',
  surnames: 'bush',
  longForms: {
    mgr: ['manager'],
    hr: ['human resources'],
    gov: ['governor'],
    govs: ['governments'],
    st: ['street', 'saint'],
    pub: ['public'],
    md: ['doctor of medicine'],
  },
  plainForms: {
    '🌭': 'hot dog',
    programme: 'program',
    geese: 'goose',
    hotdogs: 'hot dog',
    'men of war': 'man of war',
    'lots of sofas': 'lot of sofas',
  },
});

const read = (text: string, question = 'Which one?', about = {}) =>
  readText({ key: textKey(text), text }, { knowledge, intent: readQuestion(question), ...about });

/** Why two answers are the same by their forms alone; null if they are not. */
function sameForm(a: string, b: string, question?: string, about = {}) {
  const others = new Set(read(b, question, about).forms.map(({ text }) => text));
  return read(a, question, about).forms.find(({ text }) => others.has(text))?.reason ?? null;
}

describe('forms of an answer', () => {
  it.each(
    rows(`
    ice cream = icecream = spelling ; marie curie = Curie, Marie = word-order
    ice creams = ice cream = spelling ; sleeping = sleep = spelling ; cats sleeping = sleep cat = spelling
    lord of the rings = lord rings = spelling ; lots of numbers = numbers = spelling
    rock 'n' roll = rock roll = spelling ; mgr = manager = spelling
    product mgrs = product managers = spelling ; local govs = local governments = spelling
    HR desk = desk human resources = word-order ; md degree = degree doctor medicine = spelling
    pub school = public school = spelling ; St. Louis = Saint Louis = spelling
    Main St. = Main Street = spelling ; mgr smith = manager smith = spelling
    wild geese = wild goose = spelling ; product programmes = product programs = spelling
    hotdogs stand = stand hot dog = word-order ;  twelve = a dozen = number
    sofas = couch = meaning ; bars = pub = meaning
    the big man = big man, the = spelling ; c sharp = c# = spelling
    george v of oregon = george the 5 of oregon = spelling
  `),
  )('are equal except for %s / %s', (a, b, reason) => {
    expect([sameForm(a, b), sameForm(b, a)]).toEqual([reason, reason]);
  });

  it.each(
    rows(`
    13th amendment = amendment 13 = word-order ; 1st chapter = chapter 1 = word-order ; second chapter = chapter 2 = word-order
    moneyless = without money = meaning ; money-free = no money = meaning
    ungold sofa = not gold sofa = meaning
  `),
  )('are equal in one direction except for %s / %s', (a, b, reason) => {
    expect([sameForm(a, b), sameForm(b, a)]).toContain(reason);
  });

  it.each(
    rows(`
    pet car = carpet ; vitamin a = vitamin ; parking lot = parking ; lot number = number ; 'n sync = sync
    pub = public ; first love = one love ; 3rd reich = 3 reich ; pub sofa = pub ; run sofa free = run sofa
    b13th road = b13 road ; 4thx road = 4x road ; sofa bed = couch bed ; Bar, Oregon = Pub, Oregon
    sofa = money ; bank = shore ; au = gold ; in = on ; apollo 11 = apollo 12 ; rh o+ = rh o-
    cold = not cold ; 12 = 12 dragons ; 1914 = 1918
  `),
  )('differ: %s / %s', (a, b) => {
    expect([sameForm(a, b), sameForm(b, a)]).toEqual([null, null]);
  });

  it.each(
    rows(`
    Why do you nap? = because i sleep = sleep = spelling ; Which film? = because i sleep = sleep = null
    Where is it? = because i sleep = sleep = null
    Who would you be, and why? = because i sleep = sleep = null
    Where is it? = in the garden = garden = spelling ; Why do you nap? = doing = having = null
    Which battle? = Battle of Culloden = Culloden = spelling
    Which film? = Battle of Culloden = Culloden = null ; Which big battle? = big = battle = null
  `).map(([a = '', b = '', c = '', d = '']) => [a, b, c, orNull(d)] as const),
  )('omit %s %s / %s', (question, a, b, reason) => {
    expect([sameForm(a, b, question), sameForm(b, a, question)]).toEqual([reason, reason]);
  });

  it('omit short words without a question', () => {
    expect(sameForm('because i sleep', 'sleep', '', { intent: NO_INTENT })).toBe('spelling');
  });
});

it('an ordinal alone is not a number', () => {
  expect(misspelling(read('13th').shape, read('13').shape)).toBeNull();
});

it.each(
  rows(`
    Name something in a bar = gold sofa = gold couch = meaning
    Name a reason to go = run gold sofa = run gold couch = meaning
    What is your job title? = gold sofa = gold couch = null
    Name something in a bar = run gold sofa hot = run gold couch hot = null
    Name something in a bar = gold sofa please = gold sofa = spelling
  `).map(([a = '', b = '', c = '', d = '']) => [a, b, c, orNull(d)] as const),
)('%s: %s / %s', (question, a, b, reason) => {
  expect(sameForm(a, b, question)).toBe(reason);
});

describe('facts of an answer', () => {
  it.each([
    ...rows(`
    c++ f# o+ = ++ # + ; apollo 11 and 12 = 11 12 ; 5 ft deep = 1.524length ; not cold = not
    Portland, Oregon = @2 ; not 5 o+ in Portland, Oregon = + 5 not @2
  `),
    ['rhesus', ''],
    ['म\u0941\u0902बई', ''],
  ])('%s', (text, facts) => {
    expect(read(text).shape.facts).toBe(facts);
  });
});

describe('the value of an answer', () => {
  it.each(
    rows(`
    Which one? = 12 = 12 ; Which one? = about 12 of them = null ; Which one? = approximately 12 = 12
    Which one? = 12 dragons = null ; How many? = 12 13 = null ; How many years? = years = null
    How many sides? = 12 sides = 12 ; How many are there? = i think 12 = 12
    When was it? = it was 1983 = 1983 ; Which one? = i think 12 = null
    How many birds sit on a fence? = 12 birds on the fence = 12
    How many birds sit on a fence? = 12 birds on the roof = null
    Who sits on a fence? = 12 on the fence = null ; How many are more than that? = more than 12 = null
    How many are not round? = not 12 = null ; When did it come out? = released 1983 = 1983
    How many? = released 12 = null ; When is it? = Christmas Day = -12-25
    Which one? = Christmas Day = null
  `).map(([a = '', b = '', c = '']) => [a, b, orNull(c)] as const),
  )('%s %s', (question, text, value) => {
    expect(read(text, question).value?.text ?? null).toBe(value);
  });
});

describe('the meaning of an answer', () => {
  it.each(
    rows(`
    Which one? = hot dog = hot dog ; Which one? = couches = sofa|couch ; Which one? = running = run
    Which one? = 🌭 = hot dog ; Which one? = men of war = man of war
    Which one? = lots of sofas = sofa|couch ; Which one? = a lot of money = money
    Which one? = going to the bank = shore|bank#1 ; Which river? = Nile River = nile
    Which one? = Nile River = null ; Which one? = apollo 11 = null ; Which one? = apollos 11 = null ; Which one? = 1984 = null
    Which one? = Portland, Oregon = null ; Which one? = Portland = portland|bar ; Which one? = zork = null
  `).map(([a = '', b = '', c = '']) => [a, b, orNull(c)] as const),
  )('%s %s', (question, text, names) => {
    const [first] = read(text, question).meanings;
    expect(first === undefined ? null : THINGS[first.id]?.names).toBe(names);
  });
});

describe('the place of an answer', () => {
  it('depends on how it was typed', () => {
    const intent = NO_INTENT;
    expect(
      readText({ key: 'zork oregon', text: 'Zork, Oregon' }, { knowledge, intent }).locality
        ?.within,
    ).toBe(2);
    expect(readText({ key: 'zork oregon' }, { knowledge, intent }).locality).toBeNull();
  });

  it('is in the country of most of the round', () => {
    const places = [null, 0, 1].map((home) => read('Zork, Demerara', '', { home }).locality);
    expect(places.map((place) => place?.within)).toEqual([3, 3, 4]);
  });
});

describe('the person of an answer', () => {
  it.each(
    rows(`
    Who? = George Bush = bush ; Who? = not George Bush = null ; When? = Christmas = null
    Who? = Christmas = christmas
  `).map(([a = '', b = '', c = '']) => [a, b, orNull(c)] as const),
  )('%s %s', (question, text, surname) => {
    expect(read(text, question).person?.surname.text ?? null).toBe(surname);
  });
});

describe('without knowledge', () => {
  it('words are unchanged', () => {
    expect(sameForm('mgr', 'manager', '', { knowledge: NO_KNOWLEDGE })).toBeNull();
    expect(read('sofa', '', { knowledge: NO_KNOWLEDGE }).meanings).toEqual([]);
  });
});
