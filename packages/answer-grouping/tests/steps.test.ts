import { expect, it } from 'vitest';
import { inOneGo, type Steps } from '../src/steps.ts';

function* summed(numbers: readonly number[]): Steps<number> {
  let sum = 0;
  for (const number of numbers) {
    sum += number;
    yield;
  }
  return sum;
}

it.each([
  [[], 0],
  [[1], 1],
  [[1, 2, 3], 6],
])('all steps at once bring the result: the sum of %j is %i', (numbers, sum) => {
  expect(inOneGo(summed(numbers))).toBe(sum);
});
