import { describe, expect, it } from 'vitest';
import { NO_KNOWLEDGE } from '../src/knowledge/knowledge.ts';
import { readQuestion } from '../src/question-intent.ts';
import { readText } from '../src/readings.ts';
import { runSteps } from '../src/steps.ts';
import { textKey } from '../src/text.ts';
import { bareFiguresInSteps } from '../src/values.ts';

const about = (question: string) => ({ knowledge: NO_KNOWLEDGE, intent: readQuestion(question) });
const read = (text: string, question: string) => readText({ key: textKey(text) }, about(question));

/** The answers of a round that a bare number may match. */
function figuresLike(text: string, answers: readonly string[], question: string) {
  const readings = answers.map((answer) => read(answer, question));
  const { reason, hostsOf } = runSteps(bareFiguresInSteps(readings, about(question).intent));
  return { reason, answers: hostsOf(read(text, question)).map((at) => answers[at]) };
}

const HOW_MANY = 'How many are there?';

describe('a bare number', () => {
  it.each([
    ['quantities of this number', '', '12', ['12 inches', '12 kg'], ['13 inches', '0.3048']],
    ['money of this number', '', '5', ['$5', 'five dollars'], ['50%', '5%']],
    ['not other bare numbers', '', '12', [], ['12', 'a dozen']],
    ['not what only counts something', '', '216', [], ['216 lands']],
    [
      'what counts something where that is asked',
      HOW_MANY,
      '216',
      ['216 lands', '216 lands and seas'],
      ['217 lands', '21 lands', 'lands of 216 people'],
    ],
    ['decimals', HOW_MANY, '2.5', ['2.5 children in the average family'], ['2.50 children']],
    [
      'no more and no less',
      HOW_MANY,
      '216',
      [],
      ['216 lands or more', 'more than 216 lands', 'at least 216 lands'],
    ],
    ['one number alone', HOW_MANY, '216', [], ['216 lands in 1990', '216 lands in b12']],
    ['no places', HOW_MANY, '216', [], ['216th land', 'b216 lands', '216x lands']],
    ['letters', HOW_MANY, 'lands', [], ['216 lands', 'lands']],
    ['a quantity is not bare', '', '12 inches', [], ['12 kg', '0.3048 yards']],
  ])('may match %s', (_, question, text, fitting, others) => {
    expect(figuresLike(text, [...others, ...fitting], question)).toEqual({
      reason: 'number',
      answers: fitting,
    });
  });
});
