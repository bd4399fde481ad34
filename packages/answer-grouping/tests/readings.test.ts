import { describe, expect, it } from 'vitest';
import { NO_KNOWLEDGE } from '../src/knowledge/knowledge.ts';
import { NO_INTENT, readQuestion } from '../src/question-intent.ts';
import { readText } from '../src/readings.ts';
import { textKey } from '../src/text.ts';
import { misspelling } from '../src/word-shapes.ts';
import { knowledgeOf, type Thing } from './small-knowledge.ts';

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
  { kind: 'concept', names: 'tuna fish' },
  { kind: 'concept', names: 'cat fish' },
  { kind: 'concept', names: 'cow boy' },
  { kind: 'concept', names: 'stand by' },
  { kind: 'concept', names: 'up right' },
  { kind: 'concept', names: 'space craft' },
  { kind: 'concept', names: 'tuna zork' },
];
const knowledge = knowledgeOf({
  things: THINGS,
  words: 'tuna fish cat cow boy stand by up right space craft spacecraft sleep like numb',
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

/** Why two answers are one by their forms alone; null when they are not. */
function sameForm(a: string, b: string, question?: string, about = {}) {
  const others = new Set(read(b, question, about).forms.map(({ text }) => text));
  return read(a, question, about).forms.find(({ text }) => others.has(text))?.reason ?? null;
}

describe('forms of an answer', () => {
  it.each([
    ['blanks', 'ice cream', 'icecream', 'spelling'],
    ['the order of words', 'marie curie', 'Curie, Marie', 'word-order'],
    ['plurals', 'ice creams', 'ice cream', 'spelling'],
    ['inflections', 'sleeping', 'sleep', 'spelling'],
    ['inflections in another order', 'cats sleeping', 'sleep cat', 'spelling'],
    ['empty words', 'lord of the rings', 'lord rings', 'spelling'],
    ['said amounts', 'lots of numbers', 'numbers', 'spelling'],
    ['a short and', "rock 'n' roll", 'rock roll', 'spelling'],
    ['abbreviations', 'mgr', 'manager', 'spelling'],
    ['abbreviations in the plural', 'product mgrs', 'product managers', 'spelling'],
    ['a plural that is an abbreviation', 'local govs', 'local governments', 'spelling'],
    ['an abbreviation of two words', 'HR desk', 'desk human resources', 'word-order'],
    ['empty words in an abbreviation', 'md degree', 'degree doctor medicine', 'spelling'],
    ['an abbreviation beside words', 'pub school', 'public school', 'spelling'],
    ['saints', 'St. Louis', 'Saint Louis', 'spelling'],
    ['streets', 'Main St.', 'Main Street', 'spelling'],
    ['abbreviations that lead', 'mgr smith', 'manager smith', 'spelling'],
    ['irregular forms', 'wild geese', 'wild goose', 'spelling'],
    ['spellings of the plural', 'product programmes', 'product programs', 'spelling'],
    ['a plain form of two words', 'hotdogs stand', 'stand hot dog', 'word-order'],
    ['places in a row', '13th amendment', 'amendment 13', 'word-order'],
    ['places of one figure', '4th floor', 'floor 4', 'word-order'],
    ['places that end in 1', '31st floor', 'floor 31', 'word-order'],
    ['numbers', 'twelve', 'a dozen', 'number'],
    ['words for one thing', 'sofas', 'couch', 'meaning'],
    ['words that name a city, too', 'bars', 'pub', 'meaning'],
    ['small things in Greek', 'σπιτάκι', 'σπίτι', 'spelling'],
    ['small things beside others', 'μικρό σπιτάκι', 'μικρό σπίτι', 'spelling'],
    ['letters', 'p a d', 'pad', 'spelling'],
    ['"a" among letters', 'a b c', 'abc', 'spelling'],
    ['an article at the end', 'the big man', 'big man, the', 'spelling'],
    ['what a note is called', 'c sharp', 'c#', 'spelling'],
    ['a king of a land', 'george v of oregon', 'george the 5 of oregon', 'spelling'],
  ])('are equal but for %s: %s / %s', (_, a, b, reason) => {
    expect([sameForm(a, b), sameForm(b, a)]).toEqual([reason, reason]);
  });

  it.each([
    ['a number and its place in a row', '1st chapter', 'chapter 1', 'word-order'],
    ['two and the second', 'second chapter', 'chapter 2', 'word-order'],
    ['what is not there', 'moneyless', 'without money', 'meaning'],
    ['what it is free of', 'money-free', 'no money', 'meaning'],
    ['what is not so, among other words', 'ungold sofa', 'not gold sofa', 'meaning'],
  ])('are equal for the one but for %s: %s / %s', (_, a, b, reason) => {
    expect([sameForm(a, b), sameForm(b, a)]).toContain(reason);
  });

  it.each([
    ['words that together are another', 'pet car', 'carpet'],
    ['a last word', 'vitamin a', 'vitamin'],
    ['an amount of nothing', 'parking lot', 'parking'],
    ['an amount before what it is not of', 'lot number', 'number'],
    ['"n" at the beginning', "'n sync", 'sync'],
    ['an abbreviation that is a word', 'pub', 'public'],
    ['first and one', 'first love', 'one love'],
    ['third and three', '3rd reich', '3 reich'],
    ['a kind and what is no such', 'pub sofa', 'pub'],
    ['what is free, of several', 'run sofa free', 'run sofa'],
    ['what only looks like a place in a row', 'b13th road', 'b13 road'],
    ['letters after it', '4thx road', '4x road'],
    ['words of which one thing is a part', 'sofa bed', 'couch bed'],
    ['places where it is', 'Bar, Oregon', 'Pub, Oregon'],
    ['two known things', 'sofa', 'money'],
    ['a rarer sense', 'bank', 'shore'],
    ['codes', 'au', 'gold'],
    ['little words alone', 'in', 'on'],
    ['numbers', 'apollo 11', 'apollo 12'],
    ['signs', 'rh o+', 'rh o-'],
    ['negation', 'cold', 'not cold'],
    ['a number and more', '12', '12 dragons'],
    ['values', '1914', '1918'],
  ])('tell %s apart: %s / %s', (_, a, b) => {
    expect([sameForm(a, b), sameForm(b, a)]).toEqual([null, null]);
  });

  it.each([
    ['where reasons are asked for', 'Why do you nap?', 'because i sleep', 'sleep', 'spelling'],
    ['not where a name is', 'Which film?', 'because i sleep', 'sleep', null],
    ['not where a place is', 'Where is it?', 'because i sleep', 'sleep', null],
    ['nor where a person is', 'Who would you be, and why?', 'because i sleep', 'sleep', null],
    ['prepositions anywhere', 'Where is it?', 'in the garden', 'garden', 'spelling'],
    ['but not all words', 'Why do you nap?', 'doing', 'having', null],
    ['what the question says', 'Which battle?', 'Battle of Culloden', 'Culloden', 'spelling'],
    ['not what it does not say', 'Which film?', 'Battle of Culloden', 'Culloden', null],
    ['but not all that it says', 'Which big battle?', 'big', 'battle', null],
  ])('leave out %s: %s %s / %s', (_, question, a, b, reason) => {
    expect([sameForm(a, b, question), sameForm(b, a, question)]).toEqual([reason, reason]);
  });

  it('leave out little words where nothing is asked', () => {
    expect(sameForm('because i sleep', 'sleep', '', { intent: NO_INTENT })).toBe('spelling');
  });
});

it('a place in a row alone is no number', () => {
  expect(misspelling(read('13th').shape, read('13').shape)).toBeNull();
});

it.each([
  ['Name something in a bar', 'gold sofa', 'gold couch', 'meaning'],
  ['Name a reason to go', 'run gold sofa', 'run gold couch', 'meaning'],
  ['What is your job title?', 'gold sofa', 'gold couch', null],
  ['Name something in a bar', 'run gold sofa hot', 'run gold couch hot', null],
  ['Name something in a bar', 'gold sofa please', 'gold sofa', 'spelling'],
])('%s: %s / %s', (question, a, b, reason) => {
  expect(sameForm(a, b, question)).toBe(reason);
});

describe('facts of an answer', () => {
  it.each([
    ['words have none', 'rhesus', ''],
    ['signs', 'c++ f# o+', '++ # +'],
    ['numbers', 'apollo 11 and 12', '11 12'],
    ['quantities', '5 ft deep', '1.524length'],
    ['negation', 'not cold', 'not'],
    ['what a place lies in', 'Portland, Oregon', '@2'],
    ['all of them', 'not 5 o+ in Portland, Oregon', '+ 5 not @2'],
    ['letters with accents of their own', 'मुंबई', ''],
  ])('%s: %s', (_, text, facts) => {
    expect(read(text).shape.facts).toBe(facts);
  });
});

describe('the value of an answer', () => {
  it.each([
    ['alone', 'Which one?', '12', '12'],
    ['with empty words', 'Which one?', 'about 12 of them', null],
    ['with empty words before', 'Which one?', 'approximately 12', '12'],
    ['not with other words', 'Which one?', '12 dragons', null],
    ['not of two', 'How many?', '12 13', null],
    ['no value', 'How many years?', 'years', null],
    ['with what is counted', 'How many sides?', '12 sides', '12'],
    ['with little words, if a number is asked for', 'How many are there?', 'i think 12', '12'],
    ['with little words, if a time is asked for', 'When was it?', 'it was 1983', '1983'],
    ['not if something else is asked for', 'Which one?', 'i think 12', null],
    ['with words of the question', 'How many birds sit on a fence?', '12 birds on the fence', '12'],
    ['not with others', 'How many birds sit on a fence?', '12 birds on the roof', null],
    ['not if no number is asked for', 'Who sits on a fence?', '12 on the fence', null],
    ['not with more or less', 'How many are more than that?', 'more than 12', null],
    ['not where it is negated', 'How many are not round?', 'not 12', null],
    ['with what happened', 'When did it come out?', 'released 1983', '1983'],
    ['not with what happened elsewhere', 'How many?', 'released 12', null],
    ['of a day with a name', 'When is it?', 'Christmas Day', '-12-25'],
    ['not where no time is asked for', 'Which one?', 'Christmas Day', null],
  ])('%s: %s %s', (_, question, text, value) => {
    expect(read(text, question).value?.text ?? null).toBe(value);
  });
});

describe('the meaning of an answer', () => {
  it.each([
    ['of the whole text', 'Which one?', 'hot dog', 'hot dog'],
    ['of its plural', 'Which one?', 'couches', 'sofa|couch'],
    ['of an inflected form', 'Which one?', 'running', 'run'],
    ['of a plain form', 'Which one?', '🌭', 'hot dog'],
    ['of a plain form of several words', 'Which one?', 'men of war', 'man of war'],
    ['of a plain form without one, without amounts', 'Which one?', 'lots of sofas', 'sofa|couch'],
    ['without amounts', 'Which one?', 'a lot of money', 'money'],
    ['without little words', 'Which one?', 'going to the bank', 'shore|bank#1'],
    ['without what the question says', 'Which river?', 'Nile River', 'nile'],
    ['not without other words', 'Which one?', 'Nile River', null],
    ['of a word in two', 'Which one?', 'tunafish', 'tuna fish'],
    ['of a word of seven letters', 'Which one?', 'catfish', 'cat fish'],
    ['not of a shorter word', 'Which one?', 'cowboy', null],
    ['not with an end of two letters', 'Which one?', 'standby', null],
    ['not with a beginning of two letters', 'Which one?', 'upright', null],
    ['not of a word that is one', 'Which one?', 'spacecraft', null],
    ['not of what are no words', 'Which one?', 'tunazork', null],
    ['not beside another word', 'Which one?', 'tunafish salad', null],
    ['not of a part, beside a number', 'Which one?', 'apollo 11', null],
    ['not of a part in the plural, beside a number', 'Which one?', 'apollos 11', null],
    ['not of a value', 'Which one?', '1984', null],
    ['not of a place in another', 'Which one?', 'Portland, Oregon', null],
    ['of a place', 'Which one?', 'Portland', 'portland|bar'],
    ['unknown', 'Which one?', 'zork', null],
  ])('%s: %s %s', (_, question, text, names) => {
    const [first] = read(text, question).meanings;
    expect(first === undefined ? null : THINGS[first.id]?.names).toBe(names);
  });

  it.each([
    ['a region', 'Oregon', true],
    ['a city', 'Portland', true],
    ['a person', 'Madonna', true],
    ['a river', 'Nile', true],
    ['a place in another', 'Zork, Oregon', true],
    ['what begins with a given name', 'George Zork', true],
    ['a given name alone', 'George', false],
    ['what ends with a given name', 'Zork George', false],
    ['a country', 'Guyana', false],
    ['a currency', 'euro', false],
    ['a language', 'French', false],
    ['a thing', 'sofa', false],
    ['an unknown word', 'zork', false],
    ['unknown words', 'zork bork', false],
  ])('is a name among many or not: %s', (_, text, isName) => {
    expect(read(text).shape.isName).toBe(isName);
  });
});

describe('the place of an answer', () => {
  it('is marked by how it was typed', () => {
    const intent = NO_INTENT;
    expect(
      readText({ key: 'zork oregon', text: 'Zork, Oregon' }, { knowledge, intent }).locality
        ?.within,
    ).toBe(2);
    expect(readText({ key: 'zork oregon' }, { knowledge, intent }).locality).toBeNull();
  });

  it('lies in the country of most of the round', () => {
    const places = [null, 0, 1].map((home) => read('Zork, Demerara', '', { home }).locality);
    expect(places.map((place) => place?.within)).toEqual([3, 3, 4]);
  });
});

describe('the person of an answer', () => {
  it.each([
    ['a name', 'Who?', 'George Bush', 'bush'],
    ['not of who is not', 'Who?', 'not George Bush', null],
    ['not of a value', 'When?', 'Christmas', null],
    ['of what is no value', 'Who?', 'Christmas', 'christmas'],
  ])('%s: %s %s', (_, question, text, surname) => {
    expect(read(text, question).person?.surname.text ?? null).toBe(surname);
  });
});

describe('without knowledge', () => {
  it('words are as they are', () => {
    expect(sameForm('mgr', 'manager', '', { knowledge: NO_KNOWLEDGE })).toBeNull();
    expect(read('sofa', '', { knowledge: NO_KNOWLEDGE }).meanings).toEqual([]);
  });
});
