import { describe, expect, it } from 'vitest';
import { NO_KNOWLEDGE } from '../src/knowledge/knowledge.ts';
import { nameFit, readPerson } from '../src/persons.ts';
import { NO_INTENT, readQuestion } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';
import { orNull, rows } from './rows.ts';

const knowledge = knowledgeOf({
  things: [
    { kind: 'concept', names: 'flag' },
    { kind: 'concept', names: 'red' },
    { kind: 'concept', names: 'papa' },
    { kind: 'concept', names: 'fisher' },
    { kind: 'concept', names: 'rose' },
    { kind: 'concept', names: 'bush' },
    { kind: 'person', names: 'bush|fisher#1' },
    { kind: 'city', names: 'york' },
    { kind: 'concept', names: 'york#1' },
  ],
  words: 'joejohn johannson',
  givenNames: `george mary rose john jean joe johann edgar ed ann antoine louis gaius julius philip
    bill billy william kaspar kasper ludwig ludvik paul robert`,
  surnames: 'fisher smith',
  fullNames: { bill: ['william'], billy: ['william'], rob: ['robert'] },
});
const WHO = readQuestion('Who was it?');

/** The name as 'given names / surname / generation', or null. */
function nameOf(text: string, intent = NO_INTENT, known = knowledge): string | null {
  const person = readPerson(textKey(text).split(' '), { knowledge: known, intent });
  if (person === null) return null;
  const given = person.given.map((word) => word.text).join(' ');
  return [given, person.surname.text, person.generation ?? ''].join('/');
}

describe('the name of a person', () => {
  it.each(
    rows(`
    Degas = /degas/ ; Xyz Degas = xyz/degas/ ; George Degas = george/degas/
    Red George Smith = red george/smith/ ; George Fisher = george/fisher/ ; Bush = /bush/ ; York = /york/
    George Abc Bcde Cdef Defg Efgh Smith = george abc bcde cdef defg efgh/smith/ ; George Xu = george/xu/
  `),
  )('%s', (text, name) => {
    expect(nameOf(text)).toBe(name);
  });

  it.each(
    rows(`
    flag ; fisher ; George flag ; red Degas ; red Fisher ; George Abc Bcde Cdef Defg Efgh Fghi Smith
    George B. ; abc1 Smith ; 1abc Smith ; George smith1
  `),
  )('not %s', (text) => {
    expect(nameOf(text)).toBeNull();
  });

  it.each(
    rows(`
    flag = /flag/ ; George flag = george/flag/ ; red Degas = red/degas/ ; red flag = null
  `).map(([a = '', b = '']) => [a, orNull(b)] as const),
  )('where a person is expected, %s', (text, name) => {
    expect(nameOf(text, WHO)).toBe(name);
  });

  it('has no unknown word without knowledge', () => {
    expect(nameOf('Xyz Degas', NO_INTENT, NO_KNOWLEDGE)).toBeNull();
    expect(nameOf('Xyz Degas', WHO, NO_KNOWLEDGE)).toBe('xyz/degas/');
  });
});

describe('the parts of a name', () => {
  it.each(
    rows(`
    George Smith Jr. = george/smith/junior ; George Smith Senior = george/smith/senior
    Louis XIV = /louis/14 ; George V = /george/5 ; Apollo 5 = null ; Apollo George 5 = null
    George 3 5 = null ; George 100 = null ; George 5th = null ; George a5 = null ; Junior = /junior/
    Sir George Smith = george/smith/ ; Prof. Dr. George Smith = george/smith/
    George King Smith = george king/smith/ ; King = /king/ ; Sir King = /king/
    Gaius Julius Augustus = gaius/julius/ ; Philip Augustus = philip/augustus/
    Gaius Augustus Smith = gaius augustus/smith/ ; Vincent van der Smith = vincent/smith/
    George Le = george/le/ ; Edgar Papa Smith = edgar/smith/ ; Mary Rose Smith = mary rose/smith/
    Mary Fisher Smith = mary fisher/smith/
  `).map(([a = '', b = '']) => [a, orNull(b)] as const),
  )('%s', (text, name) => {
    expect(nameOf(text)).toBe(name);
  });

  it.each(
    rows(`
    J.K. Smith = j k ; JRR Smith = j r r ; bcdf Smith = bcdf ; bad Smith = bad
    Jeanantoine Smith = jean antoine ; Joejohn Smith = joejohn ; Joeantoine Smith = joe antoine
    Antoinejoe Smith = antoine joe ; Jeanjohnmary Smith = jean john mary ; Johannann Smith = johann ann
    Edantoine Smith = edantoine ; Antoineed Smith = antoineed ; Annjoe Smith = annjoe
    Annjohn Smith = ann john ; Antoinexyzab Smith = antoinexyzab
  `),
  )('%s', (text, given) => {
    expect(nameOf(text)).toBe(`${given}/smith/`);
  });

  it('leaves the surname whole', () => {
    expect(nameOf('Edgar Jeanantoine')).toBe('edgar/jeanantoine/');
  });
});

/** How one name matches the other, in both directions. */
function fits(a: string, b: string): readonly [string | null, string | null] {
  const [one, other] = [a, b].map((text) =>
    readPerson(textKey(text).split(' '), { knowledge, intent: WHO }),
  );
  if (!one || !other) throw new Error('no name');
  return [nameFit(one, other, knowledge), nameFit(other, one, knowledge)];
}

describe('two names of one person', () => {
  it.each(
    rows(`
    George Smith = George Smith ; George Steinbeck = George Stienbeck ; Antonne Smith = Antoine Smith
    Bill Smith = William Smith ; Bill Smith = Billy Smith ; John K. Smith = J. Kenneth Smith
    Kaspar Paul Smith = Kasper Paul Smith ; George Smith Jr. = George Smith Junior
  `),
  )('%s, %s', (a, b) => {
    expect(fits(a, b)).toEqual(['full', 'full']);
  });

  it.each(
    rows(`
    Smith = John Smith ; J. Smith = John Smith ; J. K. Smith = John K. Smith ; John Smith = John Paul Smith
    Paul Smith = John Paul Smith ; P. Smith = John Paul Smith ; John Paul Smith = John Edgar Paul Smith
    John P. Smith = John Paul Edgar Smith ; John Smith = John Smith Jr. ; John Smith = John Paul Smith Jr.
    John Smith Jr. = John Paul Smith ; Smith Jr. = John Smith Jr. ; Kaspar Smith = Kasper Paul Smith
    Kaspar P. Smith = Kasper Paul Edgar Smith
  `),
  )('%s, %s', (a, b) => {
    expect(fits(a, b)).toEqual(['shorter', 'longer']);
  });

  it.each(
    rows(`
    George Smith = George Newton ; George Smithe = George Smyths ; George Smith = John Smith
    John Paul Smith = John Edgar Smith ; John Paul Smith = Paul John Smith ; J. Smith = Paul Smith
    O. Smith = John Smith ; John Smith = Julius Smith ; George Smith Jr. = George Smith Sr.
    George V = George VI ; Smith Jr. = John Smith ; George Smith = John Paul Smith
    John John Smith = John Paul Edgar Smith ; Paul John Smith = John Edgar Paul Smith
    George W. Smith = George H. W. Smith ; George H. Paul Smith = George W. H. Paul Smith
    Paul John Smith = John Paul Edgar Smith ; Kaspar Smith = Kasper Smith
    Ludwig Paul Smith = Ludvik Paul Smith
  `),
  )('do not match %s, %s', (a, b) => {
    expect(fits(a, b)).toEqual([null, null]);
  });
});
