import { expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { type Model, type Path, pathsOf, toursOf } from '#tests/support/graph.ts';
import { connectionModel } from '#tests/support/models/connection.ts';

const stepsOf = <S extends AnyMachineSnapshot>({ place }: Model<S>, paths: readonly Path<S>[]) =>
  new Set(
    paths.flatMap(({ steps }) =>
      steps.slice(1).map(({ event, state }, index) => {
        const from = steps[index]?.state;
        return JSON.stringify(
          // Walk one path from each state, without continuing it.
          state.matches('refused')
            ? [from?.value, event, state.value]
            : [from && place(from), event, place(state)],
        );
      }),
    ),
  );

it('tours take every step of the shortest paths, in fewer steps', () => {
  const model = connectionModel('u1');
  const [paths, tours] = [pathsOf(model), toursOf(model)];
  const length = (walked: typeof paths) => walked.reduce((sum, { steps }) => sum + steps.length, 0);
  const taken = stepsOf(model, tours);
  expect([...stepsOf(model, paths)].filter((step) => !taken.has(step))).toEqual([]);
  expect(length(tours)).toBeLessThan(length(paths));
});
