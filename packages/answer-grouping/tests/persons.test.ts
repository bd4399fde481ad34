import { describe, expect, it } from 'vitest';
import { NO_KNOWLEDGE } from '../src/knowledge/knowledge.ts';
import { nameFit, readPerson } from '../src/persons.ts';
import { NO_INTENT, readQuestion } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';

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
  const person = readPerson(textKey(text).split(' '), known, intent);
  if (person === null) return null;
  const given = person.given.map((word) => word.text).join(' ');
  return [given, person.surname.text, person.generation ?? ''].join('/');
}

describe('what is read as the name of a person', () => {
  it.each([
    ['one word that is unknown', 'Degas', '/degas/'],
    ['words that are unknown', 'Xyz Degas', 'xyz/degas/'],
    ['a given name first', 'George Degas', 'george/degas/'],
    ['a given name after another word', 'Red George Smith', 'red george/smith/'],
    ['a given name before a surname that is a word, too', 'George Fisher', 'george/fisher/'],
    ['a word that is first of all a person', 'Bush', '/bush/'],
    ['a word that is first of all something with a name', 'York', '/york/'],
    [
      'seven words',
      'George Abc Bcde Cdef Defg Efgh Smith',
      'george abc bcde cdef defg efgh/smith/',
    ],
    ['a surname of two letters', 'George Xu', 'george/xu/'],
  ])('%s: %s', (_, text, name) => {
    expect(nameOf(text)).toBe(name);
  });

  it.each([
    ['a common noun', 'flag'],
    ['a common noun that is a surname as well', 'fisher'],
    ['a given name before a common noun', 'George flag'],
    ['a common noun before an unknown word', 'red Degas'],
    ['a common noun before a surname', 'red Fisher'],
    ['eight words', 'George Abc Bcde Cdef Defg Efgh Fghi Smith'],
    ['a surname of one letter', 'George B.'],
    ['a word that ends with figures', 'abc1 Smith'],
    ['a word that begins with figures', '1abc Smith'],
    ['a surname with figures', 'George smith1'],
  ])('not %s: %s', (_, text) => {
    expect(nameOf(text)).toBeNull();
  });

  it.each([
    ['one word of any kind', 'flag', '/flag/'],
    ['a given name before any word', 'George flag', 'george/flag/'],
    ['any word before what is no common noun', 'red Degas', 'red/degas/'],
    ['not common nouns alone', 'red flag', null],
  ])('where a person is asked for, %s: %s', (_, text, name) => {
    expect(nameOf(text, WHO)).toBe(name);
  });

  it('is no unknown word where nothing is known of any word', () => {
    expect(nameOf('Xyz Degas', NO_INTENT, NO_KNOWLEDGE)).toBeNull();
    expect(nameOf('Xyz Degas', WHO, NO_KNOWLEDGE)).toBe('xyz/degas/');
  });
});

describe('the parts of a name', () => {
  it.each([
    ['junior', 'George Smith Jr.', 'george/smith/junior'],
    ['senior', 'George Smith Senior', 'george/smith/senior'],
    ['the number of a king', 'Louis XIV', '/louis/14'],
    ['a number of one figure', 'George V', '/george/5'],
    ['the number of what is no given name', 'Apollo 5', null],
    ['a number, but no given name as the first word', 'Apollo George 5', null],
    ['a number after another number', 'George 3 5', null],
    ['a number too high for a king', 'George 100', null],
    ['a number with letters after it', 'George 5th', null],
    ['a number with letters before it', 'George a5', null],
    ['no generation, but a surname', 'Junior', '/junior/'],
    ['a title', 'Sir George Smith', 'george/smith/'],
    ['titles in a row', 'Prof. Dr. George Smith', 'george/smith/'],
    ['a title after the first name', 'George King Smith', 'george king/smith/'],
    ['no title, but a surname', 'King', '/king/'],
    ['a title and such a surname', 'Sir King', '/king/'],
    ['augustus after a name', 'Gaius Julius Augustus', 'gaius/julius/'],
    ['augustus as one of two words', 'Philip Augustus', 'philip/augustus/'],
    ['augustus before a surname', 'Gaius Augustus Smith', 'gaius augustus/smith/'],
    ['particles', 'Vincent van der Smith', 'vincent/smith/'],
    ['no particle, but a surname', 'George Le', 'george/le/'],
    ['a byname', 'Edgar Papa Smith', 'edgar/smith/'],
    ['no byname, but a given name', 'Mary Rose Smith', 'mary rose/smith/'],
    ['no byname, but a surname', 'Mary Fisher Smith', 'mary fisher/smith/'],
  ])('%s: %s', (_, text, name) => {
    expect(nameOf(text)).toBe(name);
  });

  it.each([
    ['two initials', 'J.K. Smith', 'j k'],
    ['three initials', 'JRR Smith', 'j r r'],
    ['more consonants than initials', 'bcdf Smith', 'bcdf'],
    ['consonants with a vowel', 'bad Smith', 'bad'],
    ['two names without their hyphen', 'Jeanantoine Smith', 'jean antoine'],
    ['the shortest two', 'Joejohn Smith', 'joejohn'],
    ['a short one first', 'Joeantoine Smith', 'joe antoine'],
    ['a short one last', 'Antoinejoe Smith', 'antoine joe'],
    ['three names', 'Jeanjohnmary Smith', 'jean john mary'],
    ['the longest first one', 'Johannann Smith', 'johann ann'],
    ['less than three letters first', 'Edantoine Smith', 'edantoine'],
    ['less than three letters last', 'Antoineed Smith', 'antoineed'],
    ['less than seven letters', 'Annjoe Smith', 'annjoe'],
    ['just seven letters', 'Annjohn Smith', 'ann john'],
    ['a name and what is none', 'Antoinexyzab Smith', 'antoinexyzab'],
  ])('%s: %s', (_, text, given) => {
    expect(nameOf(text)).toBe(`${given}/smith/`);
  });

  it('leaves the surname whole', () => {
    expect(nameOf('Edgar Jeanantoine')).toBe('edgar/jeanantoine/');
  });
});

/** How the one name fits the other, and the other way round. */
function fits(a: string, b: string): readonly [string | null, string | null] {
  const [one, other] = [a, b].map((text) => readPerson(textKey(text).split(' '), knowledge, WHO));
  if (!one || !other) throw new Error('no name');
  return [nameFit(one, other, knowledge), nameFit(other, one, knowledge)];
}

describe('two names of one person', () => {
  it.each([
    ['equal ones', 'George Smith', 'George Smith'],
    ['a slip in the surname', 'George Steinbeck', 'George Stienbeck'],
    ['a slip in a given name', 'Antonne Smith', 'Antoine Smith'],
    ['a pet form', 'Bill Smith', 'William Smith'],
    ['two pet forms', 'Bill Smith', 'Billy Smith'],
    ['initials on both sides', 'John K. Smith', 'J. Kenneth Smith'],
    ['a variant beside another name', 'Kaspar Paul Smith', 'Kasper Paul Smith'],
    ['the same generation', 'George Smith Jr.', 'George Smith Junior'],
  ])('%s: %s, %s', (_, a, b) => {
    expect(fits(a, b)).toEqual(['full', 'full']);
  });

  it.each([
    ['a surname alone', 'Smith', 'John Smith'],
    ['an initial', 'J. Smith', 'John Smith'],
    ['more initials', 'J. K. Smith', 'John K. Smith'],
    ['without the middle name', 'John Smith', 'John Paul Smith'],
    ['the last given name alone', 'Paul Smith', 'John Paul Smith'],
    ['an initial of the last given name', 'P. Smith', 'John Paul Smith'],
    ['names with another in between', 'John Paul Smith', 'John Edgar Paul Smith'],
    ['an initial for the middle name', 'John P. Smith', 'John Paul Edgar Smith'],
    ['without the generation', 'John Smith', 'John Smith Jr.'],
    ['without generation and middle name', 'John Smith', 'John Paul Smith Jr.'],
    ['without the middle name, but with the generation', 'John Smith Jr.', 'John Paul Smith'],
    ['a surname with the generation of the other', 'Smith Jr.', 'John Smith Jr.'],
    ['a variant in a longer name', 'Kaspar Smith', 'Kasper Paul Smith'],
    ['a variant beside an initial', 'Kaspar P. Smith', 'Kasper Paul Edgar Smith'],
  ])('%s: %s, %s', (_, a, b) => {
    expect(fits(a, b)).toEqual(['shorter', 'longer']);
  });

  it.each([
    ['other surnames', 'George Smith', 'George Newton'],
    ['a slip in a surname that is another one', 'George Smithe', 'George Smyths'],
    ['other given names', 'George Smith', 'John Smith'],
    ['one other given name', 'John Paul Smith', 'John Edgar Smith'],
    ['the other order', 'John Paul Smith', 'Paul John Smith'],
    ['other initials', 'J. Smith', 'Paul Smith'],
    ['an initial that is only the second letter', 'O. Smith', 'John Smith'],
    ['another name with the same initial', 'John Smith', 'Julius Smith'],
    ['other generations', 'George Smith Jr.', 'George Smith Sr.'],
    ['other numbers', 'George V', 'George VI'],
    ['a generation that the longer name does not have', 'Smith Jr.', 'John Smith'],
    ['a given name that is not among them', 'George Smith', 'John Paul Smith'],
    ['a given name twice for one', 'John John Smith', 'John Paul Edgar Smith'],
    ['names in another order in a longer name', 'Paul John Smith', 'John Edgar Paul Smith'],
    ['initials in another place', 'George W. Smith', 'George H. W. Smith'],
    ['an initial that does not line up', 'George H. Paul Smith', 'George W. H. Paul Smith'],
    ['the other order in a longer name', 'Paul John Smith', 'John Paul Edgar Smith'],
    ['variants without another given name', 'Kaspar Smith', 'Kasper Smith'],
    ['variants too far apart', 'Ludwig Paul Smith', 'Ludvik Paul Smith'],
  ])('not with %s: %s, %s', (_, a, b) => {
    expect(fits(a, b)).toEqual([null, null]);
  });
});
