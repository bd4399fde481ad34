import { describe, expect, it } from 'vitest';
import { differing } from '../src/differing.ts';
import { readQuestion } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';
import { rows } from './rows.ts';

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
  it.each(
    rows(`
    1914 = 1918 ; apollo 11 = apollo 13 ; apollo 11 = gemini 12 ; vitamin b12 = vitamin b
    route b12 = route b1 2 ; O+ = O- ; O+ = O ; 5 feet = 5 metres ; 24 June 1983 = 1983
    24 June 1983 = 25 June 1983 ; 10/9/2001 = 11 September 2001 ; 10:30 am = 10:30 pm ; 10:30 = 9:15
    10:30 = 9:15 pm ; 22:30 = 21:30 ; 630 = 10:30 ; 1350 = 10:30 pm ; Austria = Australia ; Oregon = Maine
    euro = yen ; French = Dutch ; AT = DE ; Ag = Sn ; Portland, OR = Portland, ME
    always cold = not always cold ; can = cannot ; can = can't ; do = don't ; like = dislike ; unfit = fit
    nonstop = stop ; antihero = hero
  `),
  )('%s, %s', (a, b) => {
    expect(bothWays(a, b)).toEqual([true, true]);
  });
});

describe('answers that a model may merge', () => {
  it.each(
    rows(`
    same = same ; 12 = a dozen ; 12 = 12 inches ; 1984 = the novel 1984
    apollo 11 mission = apollo 11 landing ; moon landing = apollo 11 ; 10:30 = 10:30 pm ; 10:30 = 10:30 am
    10:30 = 22:30 ; 10:30 pm = 22:30 ; 10/9/2001 = 10 September 2001 ; 10/9/2001 = 9 October 2001 ; 🐶 = 🐱
    :) = :( ; (: = ): ; Germany = DE ; Germany = the land of Goethe ; Germany = sofa ; Germany = Oregon
    Oregon = Victoria ; Boston = Chicago ; sofa = bench ; Ag = tin ; Portland, OR = Portland
    Portland, OR = Portland, USA ; Portland, OR = Stumptown, OR ; Portland, ME = Oregon, USA
    not telling the truth = lying ; not cold = never cold ; horse = house ; gunfire = fire ; unit = it
  `),
  )('%s, %s', (a, b) => {
    expect(bothWays(a, b)).toEqual([false, false]);
  });

  it('include all about which nothing is known', () => {
    expect(differing()('austria', 'australia')).toBe(false);
    expect(differing()('1914', '1918')).toBe(true);
  });
});
