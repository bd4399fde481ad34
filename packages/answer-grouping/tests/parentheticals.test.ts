import { describe, expect, it } from 'vitest';
import { NO_INTENT } from '../src/question-intent.ts';
import { type Reading, readText } from '../src/readings.ts';
import { parentheticalsInSteps, type FindForm } from '../src/short-forms.ts';
import { runSteps } from '../src/steps.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';
import { named, rows } from './rows.ts';

const knowledge = knowledgeOf({
  surnames: 'marlow',
  things: [
    { kind: 'country', names: 'georgia|united states', codes: 'ge' },
    { kind: 'person', names: 'georgia' },
    { kind: 'region', names: 'oregon' },
    { kind: 'city', names: 'boston' },
  ],
});
const asides = (find: FindForm, readings: readonly Reading[] = []) =>
  runSteps(parentheticalsInSteps(readings, find, { knowledge, intent: NO_INTENT }));
const read = (text: string) =>
  readText({ key: textKey(text), text }, { knowledge, intent: NO_INTENT });

/** The parts of a text that are compared with other texts, in order. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  const { hostsOf } = asides((key) => {
    parts.push(key);
    return [];
  });
  expect(hostsOf(read(text))).toEqual([]);
  return parts;
}

describe('a part of a text that another text may equal', () => {
  it.each(
    named(`
    ADP (adenosine diphosphate) = adp / adenosine diphosphate ; ADP (the second), I think = adp / second
    The Hobbit: There and Back = there and back / hobbit
    Ring: Part I: Fog = part i fog / ring / fog / part 1
    Ring: Fog - Dew = fog dew / ring / dew / fog
    The Hobbit, or There and Back = there and back / hobbit ; Fog or: How I Saw = how i saw / fog
    Fog - The Band = band / fog ; (The Second) Hobbit = second / hobbit ; Fog by Kit Marlow = fog
    Ham, or eggs, or tea = eggs or tea / ham / tea / eggs ; ADP (second): the molecule = adp / second
    The Adventures of Kit Marlow = kit marlow ; The Tragedy of Kit, Prince of Fog = kit prince of fog / kit
    Rose Revolution in Georgia = rose revolution ; Bank of the United States = bank
    Trail in Oregon = trail ; Bank of Xyz in Oregon = bank of xyz
    Bank (Xyz) of Oregon = bank / xyz / bank xyz
  `),
  )('%s', (text, parts) => {
    expect(partsOf(text)).toEqual(parts);
  });

  it.each(
    rows(`
    Hobbit ; Fog's Dew ; Kit, hat of Fog ; Fog by Fog ; Republic of Georgia ; ADP (second) and ATP (third)
    ADP (second) (I think) ; (second) ; Ratio 2:1 ; 10:30: tea ; ham or eggs ; Marathon in Boston
    Marathon in GE ; Marathon in Xyz ; in Georgia ; Georgia ; Georgia Georgia
  `),
  )('is not found: %s', (text) => {
    expect(partsOf(text)).toEqual([]);
  });

  it('is the first match', () => {
    const found = new Map([
      ['adenosine diphosphate', [3, 4]],
      ['hobbit', [1]],
      ['there and back', [2]],
    ]);
    const way = asides((key) => found.get(key) ?? []);
    expect(way.reason).toBe('short-form');
    expect(way.hostsOf(read('ADP (adenosine diphosphate)'))).toEqual([3, 4]);
    expect(way.hostsOf(read('The Hobbit, or There and Back'))).toEqual([2]);
  });

  it('is not a head that several share', () => {
    const ring = ['Ring: Fog', 'Ring: Mist'].map(read);
    const way = asides((key) => (key === 'ring' ? [1] : []), ring);
    expect(ring.flatMap(way.hostsOf)).toEqual([]);
    expect(way.hostsOf(read('Hobbit: Fog'))).toEqual([]);
    const alone = asides((key) => (key === 'ring' ? [1] : []), ring.slice(1));
    expect(alone.hostsOf(read('Ring: Mist'))).toEqual([1]);
  });

  it('is not used if the typed form is unknown', () => {
    const way = asides(() => [1]);
    const reading = readText({ key: 'hobbit' }, { knowledge, intent: NO_INTENT });
    expect(way.hostsOf(reading)).toEqual([]);
  });
});
