import { describe, expect, it } from 'vitest';
import { groupTexts, nearestGroup } from '../src/grouping.ts';
import { readQuestion } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';
import { indexGroups } from './at-once.ts';
import { SMALL_KNOWLEDGE } from './small-knowledge.ts';

const about = (question: string) => ({
  knowledge: SMALL_KNOWLEDGE,
  intent: readQuestion(question),
});
const counted = (texts: readonly string[]) =>
  texts.map((text) => ({ key: textKey(text), text, count: 1 }));
const groupsOf = (question: string, texts: readonly string[]) =>
  groupTexts(counted(texts), about(question));

/** With how many of these 'LA' is one. */
const among = (texts: readonly string[]) =>
  groupsOf('', ['LA', ...texts]).find(({ members }) => members.some(({ key }) => key === 'la'))
    ?.members.length;

describe('grouping with knowledge', () => {
  it('represents equally given texts by the one that is known', () => {
    const [group] = groupsOf('', ['Gemrany', 'Germany']);
    expect(group?.representative).toBe('germany');
    expect(group?.members).toHaveLength(2);
  });

  it.each([
    ['synonyms', '', ['sofa', 'couch', 'the couches']],
    ['emoji', '', ['dog', '🐶', 'dogs']],
    ['names of a country', '', ['Germany', 'Deutschland', 'DE']],
    ['a country and its misspelling', '', ['Germany', 'Germny']],
    [
      'states with and without the country',
      'Which state?',
      ['Oregon', 'OR', 'Oregon, USA', 'OR/USA'],
    ],
    [
      'a city and its state',
      'Which city?',
      ['Portland, OR', 'portland oregon usa', 'Portland', 'Portlnad, OR'],
    ],
    ['numbers and units', '', ['5280 feet', '5,280 ft', '1 mile', 'one mile']],
    ['what is counted', 'How many sides has it?', ['12', 'twelve sides', 'a dozen', 'XII']],
    ['dates', '', ['4 July 1776', 'July 4th, 1776', '4th of July, 1776', '1776/7/4']],
    ['a date in a sentence', 'When did it come out?', ['1983', 'It came out in 1983.']],
    ['a day with a name', 'On what date?', ['25 December', 'Christmas Day', '25/12']],
    ['the whole name', 'Who?', ['George Bush', 'Bush']],
    ['pet names', 'Who?', ['Bill Smith', 'William Smith']],
    ['middle names', '', ['john steinbeck', 'john ernst steinbeck', 'john e steinbeck']],
    ['a lost hyphen', '', ['jeanantoine degas', 'jean antoine degas']],
    ['a slip in one of two names', '', ['Edgar Degas', 'Edgar Dagas']],
    ['initials in one', 'Who?', ['J.K. Smith', 'John Kenneth Smith', 'Smith']],
    ['halves', '', ['half a mile', '1/2 mile', '0.5 miles']],
    ['a slip in a country of two words', 'Which country?', ['United States', 'Untied States']],
    ['abbreviated plurals', '', ['product mgrs', 'product managers']],
    ['titles', 'Who?', ['Sir Isaac Newton', 'Isaac Newton', 'Newton']],
    ['an acronym', '', ['LOTR', 'The Lord of the Rings']],
    ['an acronym inside', '', ['HR director', 'Director of Human Resources']],
    ['abbreviations', '', ['product mgr', 'product manager']],
    ['an abbreviation of two', '', ['admin assistant', 'administrative assistant']],
    ['brackets', '', ['ADP (adenosine diphosphate)', 'ADP']],
    ['a subtitle', '', ['The Hobbit', 'The Hobbit, or There and Back Again']],
    ['what the question says', 'Which battle was it?', ['Culloden', 'the Battle of Culloden']],
    ['kinds of things', '', ['Nile', 'River Nile', 'the Nile River']],
    ['empires', '', ['Mughal Empire', 'Mughal dynasty', 'Mughals']],
    ['a place after it', '', ['the Boxer Rebellion', 'Boxer Rebellion in Germany']],
    ['inflections', '', ['lie', 'lies', 'lying']],
    [
      'a region of which there is one elsewhere',
      'Which state?',
      ['Georgetown', 'Georgetown, USA', 'GT'],
    ],
    ['irregular verbs', 'What do friends do?', ['time spent together', 'spending time together']],
    ['comparatives', 'Why are cats better?', ['quiet', "they're quieter", 'they are more quiet']],
    ['what is said of amounts', '', ['money', 'a lot of money', 'lots of money']],
    ['a short and', '', ['rock and roll', "rock 'n' roll"]],
    ['a spelling of the plural', '', ['product programmes', 'product programs']],
    ['a place that means something, too', '', ['pub', 'bar', 'bars']],
    ['spelled out', '', ['padawan', 'P-A-D-A-W-A-N']],
  ])('joins %s', (_, question, texts) => {
    expect(groupsOf(question, texts).map(({ members }) => members.length)).toEqual([
      new Set(texts.map(textKey)).size,
    ]);
  });

  it.each([
    ['known words', '', ['horse', 'house']],
    ['known countries', '', ['Austria', 'Australia']],
    ['cities of one name', 'Which city?', ['Portland, OR', 'Portland, ME', 'Portland']],
    ['values', '', ['1914', '1918', '19']],
    ['units', '', ['5 feet', '5 metres', '5 kg']],
    ['dates and years', '', ['1983', '24 June 1983', 'June 1983', '24 June']],
    ['more than a number', 'How many?', ['80', 'more than 80', 'at least 80']],
    ['scores', '', ['2-1', '1-2']],
    ['people of one surname', 'Who?', ['George Bush', 'William Bush', 'Bush']],
    ['a known name that another one has too', 'Who?', ['Newton', 'Isaac Newton', 'John Newton']],
    ['a name of two countries', '', ['Congo', 'Western Congo', 'Eastern Congo']],
    ['a kind of thing before', '', ['flag', 'sea flag']],
    ['a number and a million', 'How many?', ['1', '1m']],
    ['a position and a place', 'Which job?', ['Director, DE', 'Director, Germany', 'Director']],
    ['initials', 'Who?', ['George W. Bush', 'George H. W. Bush', 'George Bush']],
    ['fathers and sons', 'Who?', ['George Bush Sr.', 'George Bush Jr.']],
    ['kings', 'Who?', ['George IV', 'George V', 'George']],
    ['negations', '', ['cold', 'not cold']],
    ['blood groups', '', ['AB+', 'AB-', 'AB', 'A+']],
    ['a common word more', '', ['flag', 'flag pole']],
    ['a word before', '', ['vice president', 'senior vice president']],
    ['men and women', '', ['Batman', 'Batwoman']],
    ['codes', '', ['NSA', 'NASA', 'NOAA']],
    ['what is no comparative', 'What is it used for?', ['numb', 'number', 'corn', 'corner']],
    ['a lot of nothing', '', ['flag', 'flag lot']],
  ])('keeps %s apart', (_, question, texts) => {
    expect(groupsOf(question, texts).length).toBe(texts.length);
  });

  it.each([
    ['number', ['12 inches', '1 foot']],
    ['known-name', ['Germany', 'Deutschland']],
    ['meaning', ['sofa', 'couch']],
    ['short-form', ['LOTR', 'Lord of the Rings']],
    ['spelling', ['elephant', 'ellifunt']],
    ['word-order', ['Marie Curie', 'Curie, Marie']],
  ])('gives the reason: %s', (reason, texts) => {
    const [group] = groupsOf('', texts);
    expect(group?.members.map((member) => member.reason)).toEqual(['exact', reason]);
  });

  it('takes a code for what the round is about', () => {
    expect(among(['Louisiana', 'Oregon', 'Maine'])).toBe(2);
    expect(among(['Los Angeles', 'Boston'])).toBe(2);
    expect(among(['Germany', 'sofa'])).toBe(1);
  });

  it('does not depend on the order', () => {
    const texts = [
      'Bush',
      'George Bush',
      'sofa',
      'couch',
      'Portland, OR',
      'Portland',
      'LA',
      'Maine',
      '12',
      'a dozen',
    ];
    const expected = groupTexts(counted(texts), about('Which?'));
    for (let at = 0; at < texts.length; at += 1) {
      const turned = [...texts.slice(at), ...texts.slice(0, at)];
      expect(groupTexts(counted(turned), about('Which?'))).toEqual(expected);
      expect(groupTexts(counted(turned.toReversed()), about('Which?'))).toEqual(expected);
    }
  });

  it.each([
    ['couch', 'sofa'],
    ['a dozen', '12'],
    ['Bush', 'george bush'],
    ['LOTR', 'lord of the rings'],
    ['Deutschland', 'germany'],
    ['ellifunt', 'elephant'],
    ['house', null],
    ['13', null],
  ])('finds the group of a new text: %s', (text, representative) => {
    const texts = [
      'sofa',
      '12',
      'George Bush',
      'Lord of the Rings',
      'Germany',
      'Portland, OR',
      'elephant',
      'horse',
    ];
    const groups = texts.map((each) => ({
      representative: textKey(each),
      members: [{ key: textKey(each), reason: 'exact' as const }],
    }));
    const index = indexGroups(groups, about(''));
    expect(nearestGroup(textKey(text), index, text)?.representative ?? null).toBe(representative);
  });
});
