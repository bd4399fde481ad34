import { describe, expect, it } from 'vitest';
import { asides } from '#machines/grouping/asides.ts';
import { NOTHING_ASKED } from '#machines/grouping/asked.ts';
import { readText } from '#machines/grouping/readings.ts';
import { textKey } from '#machines/grouping/text.ts';
import { knowledgeOf } from './small-knowledge.ts';

const knowledge = knowledgeOf({
  things: [
    { kind: 'country', names: 'georgia|united states', codes: 'ge' },
    { kind: 'person', names: 'georgia' },
    { kind: 'region', names: 'oregon' },
    { kind: 'city', names: 'boston' },
  ],
});
const read = (text: string) =>
  readText({ key: textKey(text), text }, { knowledge, asked: NOTHING_ASKED });

/** The parts of a text that are looked for among the other texts, in order. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  const { hostsOf } = asides((key) => {
    parts.push(key);
    return [];
  }, knowledge);
  expect(hostsOf(read(text))).toEqual([]);
  return parts;
}

describe('the part of a text that another one may say alone', () => {
  it.each([
    ['brackets', 'ADP (adenosine diphosphate)', ['adp', 'adenosine diphosphate']],
    ['brackets and words after them', 'ADP (the second), I think', ['adp', 'second']],
    ['a colon', 'The Hobbit: There and Back', ['hobbit', 'there and back']],
    ['two colons', 'Ring: Part I: Fog', ['ring', 'part i fog']],
    ['or', 'The Hobbit, or There and Back', ['hobbit', 'there and back']],
    ['or twice', 'Ham, or eggs, or tea', ['ham', 'eggs or tea']],
    ['brackets before a colon', 'ADP (second): the molecule', ['adp', 'second']],
    ['in a country', 'Rose Revolution in Georgia', ['rose revolution']],
    ['of a country', 'Bank of the United States', ['bank']],
    ['in a region', 'Trail in Oregon', ['trail']],
    ['the last of two', 'Bank of Xyz in Oregon', ['bank of xyz']],
    ['brackets and a place', 'Bank (Xyz) of Oregon', ['bank', 'xyz', 'bank xyz']],
  ])('%s: %s', (_, text, parts) => {
    expect(partsOf(text)).toEqual(parts);
  });

  it.each([
    ['a word', 'Hobbit'],
    ['brackets twice', 'ADP (second) and ATP (third)'],
    ['brackets one after the other', 'ADP (second) (I think)'],
    ['brackets around all', '(second)'],
    ['a colon without a blank', 'Ratio 2:1'],
    ['a time before a colon', '10:30: tea'],
    ['or without a comma', 'ham or eggs'],
    ['in a city', 'Marathon in Boston'],
    ['in a country that is given as a code', 'Marathon in GE'],
    ['in what is not known', 'Marathon in Xyz'],
    ['a country with nothing before it', 'in Georgia'],
    ['a country alone', 'Georgia'],
    ['a country after a word', 'Georgia Georgia'],
  ])('is none: %s: %s', (_, text) => {
    expect(partsOf(text)).toEqual([]);
  });

  it('is the first one that is found', () => {
    const found = new Map([
      ['adenosine diphosphate', [3, 4]],
      ['hobbit', [1]],
      ['there and back', [2]],
    ]);
    const way = asides((key) => found.get(key) ?? [], knowledge);
    expect(way.reason).toBe('short-form');
    expect(way.hostsOf(read('ADP (adenosine diphosphate)'))).toEqual([3, 4]);
    expect(way.hostsOf(read('The Hobbit, or There and Back'))).toEqual([1]);
  });

  it('is not looked for when it is not known how the text was typed', () => {
    const way = asides(() => [1], knowledge);
    const reading = readText({ key: 'hobbit' }, { knowledge, asked: NOTHING_ASKED });
    expect(way.hostsOf(reading)).toEqual([]);
  });
});
