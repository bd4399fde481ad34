import { describe, expect, it } from 'vitest';
import { groupTexts } from '../src/grouping.ts';
import { NO_INTENT, readQuestion } from '../src/question-intent.ts';
import { readText } from '../src/readings.ts';
import { acronymsInSteps } from '../src/short-forms.ts';
import { runSteps } from '../src/steps.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';
import { rows } from './rows.ts';

/** Words that do not turn a neighbouring word into a person's name. */
const NOUNS = 'manager news analyst choir final chief scan club check clinic again'.split(' ');
const knowledge = knowledgeOf({
  things: [
    ...NOUNS.map((names) => ({ kind: 'concept' as const, names })),
    { kind: 'concept', names: 'cat' },
    { kind: 'concept', names: 'national basketball league', codes: 'nbl' },
    { kind: 'concept', names: 'seal|orca#1' },
    { kind: 'thing', names: 'nasa' },
    { kind: 'region', names: 'oregon', codes: 'or' },
    { kind: 'city', names: 'portland' },
  ],
  words: 'stu',
});
const about = { knowledge, intent: NO_INTENT };

/** Whether one text is recognised as the initials of the other. */
function standsFor(acronym: string | null, phrase: string, key = textKey(acronym ?? '')): boolean {
  const short = readText({ key, ...(acronym === null ? {} : { text: acronym }) }, about);
  const long = readText({ key: textKey(phrase), text: phrase }, about);
  const { hostsOf } = runSteps(acronymsInSteps([long], about));
  const hosts = hostsOf(short);
  expect(hosts).toEqual(hosts.length === 0 ? [] : [0]);
  return hosts.length > 0;
}

describe('an acronym for a phrase', () => {
  it.each(
    rows(`
    LOTR = The Lord of the Rings ; LR = The Lord of the Rings ; lotr = The Lord of the Rings
    H.R. = Human Resources ; THE UN = United Nations ; MIC = Made in China ; MC = Made in China
    DOI = Dancing on Ice ; DI = Dancing on Ice ; ABCDEF = All Big Cats Do Eat Fish
    МВД = Министерство внутренних дел
  `),
  )('%s is %s', (acronym, phrase) => {
    expect(standsFor(acronym, phrase)).toBe(true);
  });

  it.each(
    rows(`
    NATO = Human Resources ; OT = The Lord of the Rings ; C = Catamaran ; C = my catamaran
    ABCDEFG = All Big Cats Do Eat Fish Guts ; hr = Human Resources ; Hr = Human Resources
    hR = Human Resources ; ab1 = Alpha Beta 1st ; 1ab = 1st Alpha Beta
  `),
  )('is not recognised: %s, %s', (acronym, phrase) => {
    expect(standsFor(acronym, phrase)).toBe(false);
  });

  it.each(
    rows(`
    cat = false = Computerised Axial Tomography ; CAT = true = Computerised Axial Tomography
    stu = false = Small Town Union ; STU = true = Small Town Union ; nbl = true = National Basketball League
    nasa = true = National Aeronautics and Space Administration ; orca = true = Old Roman Catholic Abbey
    lotr = true = Lord of the Rings
  `).map(([a = '', b = '', c = '']) => [a, b === 'true', c] as const),
  )('%s (%s)', (acronym, expected, phrase) => {
    expect(standsFor(acronym, phrase)).toBe(expected);
  });

  it('of two letters is not recognised if the typed form is unknown', () => {
    expect(standsFor(null, 'Human Resources', 'hr')).toBe(false);
    expect(standsFor(null, 'Human Resources Unit', 'hru')).toBe(true);
  });
});

const grouped = (question: string, texts: readonly string[]) =>
  groupTexts(
    texts.map((text) => ({ key: textKey(text), text, count: 1 })),
    { knowledge, intent: readQuestion(question) },
  );
/** The number of groups of these texts. */
const groupsOf = (question: string, texts: readonly string[]) => grouped(question, texts).length;

describe('an acronym within a text', () => {
  it.each(
    rows(`
    HR manager = Human Resources manager ; head of HR = head of Human Resources
    hr manager = human resources manager ; BBC news = British Broadcasting Corporation news
    dear ABCD = dear Apple Banana Cherry Damson ; BD analyst = Big Data analyst
    orca choir = Old Roman Catholic Abbey choir ; NBL final = National Basketball League final
  `),
  )('%s, %s', (short, long) => {
    expect(groupsOf('', [short, long])).toBe(1);
  });

  it.each(
    rows(`
    dear ABCDE = dear Apple Banana Cherry Damson Elder ; cat scan = Computerised Axial Tomography scan
    HOP clinic = Health of People clinic ; IB check = ID badge check
    big HRO Oxford = big Human Resources of Oxford ; AB1 club = Alpha Beta 1st club
    1AB club = 1st Alpha Beta club ; hr = human resources
  `),
  )('is not recognised: %s, %s', (short, long) => {
    expect(groupsOf('', [short, long])).toBe(2);
  });

  it('is the reason shown', () => {
    const [group] = grouped('', ['HR manager', 'Human Resources manager']);
    expect(group?.members.map(({ reason }) => reason)).toEqual(['exact', 'short-form']);
  });

  it('is not a place or a value', () => {
    expect(groupsOf('Which city?', ['Portland, OR', 'Portland Oak Ridge'])).toBe(2);
    expect(groupsOf('', ['5 mi', '5 magic islands'])).toBe(2);
  });

  it('of more than six phrases of the round is ambiguous', () => {
    const others = [
      'hair roll',
      'hard rain',
      'heavy rock',
      'hidden river',
      'high roof',
      'hot rods',
    ];
    const round = (count: number) => [
      'HR chief',
      'Human Resources chief',
      ...others.slice(0, count).map((phrase) => `${phrase} again`),
    ];
    expect(groupsOf('', round(5))).toBe(6);
    expect(groupsOf('', round(6))).toBe(8);
  });
});
