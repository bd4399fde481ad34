import { expect, it } from 'vitest';
import {
  seededRandom,
  simulatedAnswer,
  simulatedName,
  thinkingMs,
} from '#machines/show/rules/simulated.ts';
import { groupTexts, textKey } from 'answer-grouping';
import { numbersFrom } from '#tests/support/random.ts';

const answersTo = (question: string): Map<string, number> => {
  const random = numbersFrom(7);
  const given = new Map<string, number>();
  for (let at = 0; at < 300; at += 1) {
    const key = textKey(simulatedAnswer(question, random));
    given.set(key, (given.get(key) ?? 0) + 1);
  }
  return given;
};

it.each([
  'Name a pizza topping',
  'Name an animal.',
  'How many spoons are in a drawer?',
  'What do you do on a Sunday?',
  'Nenne ein Tier',
])('answers as people do: %s', (question) => {
  const given = answersTo(question);
  const most = Math.max(...given.values());
  // One common favourite, but not everyone's, and some answers that only one person gives.
  expect(most).toBeGreaterThan(30);
  expect(most).toBeLessThan(200);
  expect(given.size).toBeGreaterThan(4);
  expect([...given.keys()].every((key) => key !== '')).toBe(true);
});

it.each([
  ['Name a river in Europe', 'thames'],
  ['Name something people take to the beach with them', 'sunscreen'],
  ['Which country drinks the most tea?', 'france'],
  ['Name something you find in a kitchen', 'fridge'],
  ['Tea or coffee?', 'tea'],
  ['Do you like cheese?', 'yes'],
  ['Name a fruit or a vegetable', 'apple'],
])('knows answers that fit: %s', (question, fitting) => {
  expect([...answersTo(question).keys()]).toContain(fitting);
});

it('keeps to the letter that a question asks for', () => {
  const given = [...answersTo('Name a fruit that starts with the letter B').keys()];
  expect(given.filter((key) => !key.startsWith('b'))).toEqual([]);
});

it('gives the same answer to the same player again, in groups that matching finds [R2.rehearsal-players]', () => {
  const question = 'Name an animal you see at the zoo';
  const answers = Array.from({ length: 300 }, (_, at) =>
    simulatedAnswer(question, seededRandom(`${simulatedName(at)}: ${question}`)),
  );
  expect(answers).toEqual(
    answers.map((_, at) =>
      simulatedAnswer(question, seededRandom(`${simulatedName(at)}: ${question}`)),
    ),
  );
  const texts = new Set(answers.map((text) => textKey(text)));
  const groups = groupTexts([...texts].map((key) => ({ key, text: key, count: 1 })));
  expect(texts.size).toBeGreaterThan(20);
  expect(groups.length).toBeLessThan(texts.size * 0.7);
});

const favourite = (question: string) =>
  [...answersTo(question)].toSorted(([, a], [, b]) => b - a)[0]?.[0];

it('has other favourites for another question of a kind', () => {
  const all = ['Name an animal with fur.', 'Name an animal at home.', 'Name a fast animal.'];
  expect(new Set(all.map(favourite)).size).toBeGreaterThan(1);
});

it('answers within the window, and starts nothing too late', () => {
  expect(thinkingMs(1_000, () => 0.5)).toBeNull();
  expect(thinkingMs(11_500, () => 0.5)).toBe(2_500);
  expect(thinkingMs(60_000, () => 0.999_999)).toBeLessThanOrEqual(20_000);
  expect(thinkingMs(null, () => 0)).toBe(0);
});

it('has a distinct name for each of five hundred', () => {
  expect(new Set(Array.from({ length: 500 }, (_, index) => simulatedName(index))).size).toBe(500);
});
