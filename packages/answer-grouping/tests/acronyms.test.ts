import { describe, expect, it } from 'vitest';
import { NO_INTENT } from '../src/question-intent.ts';
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
