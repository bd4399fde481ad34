import { describe, expect, it } from 'vitest';
import { readQuestion } from '#machines/rules/asked.ts';
import { differing } from '#machines/rules/differing.ts';
import { textKey } from '#machines/rules/text.ts';
import { SMALL_KNOWLEDGE } from './small-knowledge.ts';

const mustDiffer = differing({ knowledge: SMALL_KNOWLEDGE, asked: readQuestion('Which city?') });

describe('differing', () => {
  it.each([
    ['1914', '1918', true],
    ['apollo 11', 'apollo 13', true],
    ['5 feet', '5 metres', true],
    ['24 June 1983', '1983', true],
    ['10:30 am', '10:30 pm', true],
    ['Austria', 'Australia', true],
    ['AT', 'DE', true],
    ['Portland, OR', 'Portland, ME', true],
    ['always cold', 'not always cold', true],
    ['like', 'dislike', true],
    ['12', 'a dozen', false],
    ['12', '12 inches', false],
    ['10:30', '10:30 pm', false],
    ['10/9/2001', '10 September 2001', false],
    ['Germany', 'DE', false],
    ['Germany', 'the country of Goethe', false],
    ['not telling the truth', 'lying', false],
    ['horse', 'house', false],
    ['moon landing', 'apollo 11', false],
    ['same', 'same', false],
  ])('%s / %s: %s', (a, b, expected) => {
    const [one, other] = [textKey(a), textKey(b)];
    expect([mustDiffer(one, other), mustDiffer(other, one)]).toEqual([expected, expected]);
  });
});
