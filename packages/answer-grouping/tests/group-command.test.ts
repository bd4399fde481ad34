import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../../..');
const partition = z.strictObject({
  id: z.string(),
  groups: z.array(z.array(z.number())),
  suggestions: z.array(z.strictObject({ join: z.tuple([z.number(), z.number()]) })),
});

/** The output of `npm run -s group` for these lines. */
async function group(lines: readonly string[]) {
  const child = spawn(
    process.execPath,
    ['scripts/run.mjs', 'packages/answer-grouping/src/cli.ts'],
    {
      cwd: ROOT,
    },
  );
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const replies = output
    .split('\n')
    .filter(Boolean)
    .map((line) => partition.parse(JSON.parse(line)));
  return { replies, errors, exitCode: child.exitCode };
}

const members = (groups: readonly (readonly number[])[]) =>
  groups.map((each) => each.toSorted((a, b) => a - b));

it('returns a partition of the answers for every question, the largest group first', async () => {
  const { replies, errors, exitCode } = await group([
    '{"id":"one","question":"Name a country.","answers":["Austria","Australia","germany","Deutschland","Germny","GERMANY"]}',
    '',
    '{"id":"two","question":"Name a piece of furniture.","answers":["couch","sofa","a chair"]}',
    '{"id":"none","answers":[]}',
    '{"id":"same","answers":["", " ", "x", "x"]}',
  ]);
  expect(errors).toBe('');
  expect(exitCode).toBe(0);
  expect(replies.map(({ id }) => id)).toEqual(['one', 'two', 'none', 'same']);
  const [one, two, none, same] = replies.map(({ groups }) => members(groups));
  expect(one?.[0]).toEqual([2, 3, 4, 5]);
  expect(one?.slice(1).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual([[0], [1]]);
  expect(two).toEqual([[0, 1], [2]]);
  expect(none).toEqual([]);
  expect(same?.flat().toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
  expect(same).toContainEqual([2, 3]);
});

it('suggests which groups may be one, by the frequency of their answers', async () => {
  const { replies } = await group([
    '{"id":"one","question":"Name a fruit.","answers":["ripe mango","mango","plum"],"counts":[4,9,8]}',
  ]);
  const [{ groups, suggestions } = { groups: [], suggestions: [] }] = replies;
  expect(groups).toEqual([[1], [2], [0]]);
  expect(suggestions.map(({ join: pair }) => pair.toSorted((a, b) => a - b))).toEqual([[0, 1]]);
});

it('reports invalid lines, and answers the others', async () => {
  const { replies, errors, exitCode } = await group([
    'no JSON',
    '{"id":"one","answers":["a","b"]}',
    '{"id":1,"answers":["a"]}',
    '{"id":"two","answers":"a"}',
    '{"id":"three","answers":["a",null]}',
    '[]',
    '{"id":"four","answers":["a"]}',
  ]);
  expect(replies.map(({ id }) => id)).toEqual(['one', 'four']);
  expect(errors.trim().split('\n')).toEqual(
    [1, 3, 4, 5, 6].map(
      (number) =>
        `Line ${number} is no question: JSON like {"id": "1", "answers": ["a", "b"]} is needed.`,
    ),
  );
  expect(exitCode).toBe(1);
});
