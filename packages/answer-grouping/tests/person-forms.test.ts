import { describe, expect, it } from 'vitest';
import { groupTexts } from '../src/grouping.ts';
import { readQuestion } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';
import { lists, named } from './rows.ts';

const knowledge = knowledgeOf({
  things: [
    { kind: 'person', names: 'martin luther king jr|king' },
    { kind: 'person', names: 'elton' },
    { kind: 'person', names: 'mary' },
    { kind: 'person', names: 'mary' },
    { kind: 'concept', names: 'rose' },
  ],
  givenNames: 'john paul george mary bill billy william martin michelangelo elton rose',
  surnames: 'smith',
  fullNames: { bill: ['william'], billy: ['william'] },
});

const grouped = (question: string, texts: readonly string[]) =>
  groupTexts(
    texts.map((text) => ({ key: textKey(text), text, count: 1 })),
    { knowledge, intent: readQuestion(question) },
  );
/** The groups with more than one member, each in the order of its names. */
const joined = (texts: readonly string[], question = 'Who was it?') =>
  grouped(question, texts)
    .map(({ members }) => members.map(({ key }) => key).toSorted())
    .filter((keys) => keys.length > 1);

describe('names of people', () => {
  it.each(
    lists(`
    Bill Smith / Billy Smith / William Smith ; Smith / John Smith
    Smith / J. Smith / John Smith / John Paul Smith ; J. P. Smith / John P. Smith / John Paul Smith
    John Paul George Mary Bill Smith / John Paul George Mary Bill Smith Senior
    Michelangelo / Michelangelo Buonarroti ; Rose / Rose Smith
  `),
  )('are the same: %j', (texts) => {
    expect(joined(texts)).toEqual([texts.map((text) => textKey(text)).toSorted()]);
  });

  it.each(
    lists(`
    Smith / John Smith / Mary Smith ; Michelangelo / Michelangelo Buonarroti / Michelangelo Antonioni
    Paul / John Paul Smith ; Apollo / Apollo Smith ; M / M. Buonarroti ; John Smith / John Newton
  `),
  )('are ambiguous: %j', (texts) => {
    expect(joined(texts)).toEqual([]);
  });

  it('ignores shorter forms of more than five given names', () => {
    expect(
      joined([
        'John Paul George Mary Bill Rose Smith',
        'John Paul George Mary Bill Rose Smith Senior',
      ]),
    ).toEqual([]);
  });

  it('prefers a surname to a first name', () => {
    expect(joined(['John', 'John Smith', 'Elton John'])).toEqual([['elton john', 'john']]);
  });

  it('merges no other person with a known one of the same surname', () => {
    expect(joined(['King', 'Martin Luther King Jr.', 'John King Jr.'])).toEqual([
      ['king', 'martin luther king jr'],
    ]);
  });

  it.each(
    named(`
    spelling = Bill Smith / William Smith ; short-form = Smith / John Smith
    short-form = Michelangelo / Michelangelo Buonarroti
  `),
  )('gives the reason: %s', (reason, texts) => {
    const [group] = grouped('Who was it?', texts);
    expect(group?.members.map((member) => member.reason)).toEqual(['exact', reason]);
  });
});
