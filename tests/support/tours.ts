import { expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import {
  type Executors,
  lacking,
  type Model,
  type Path,
  titled,
  unexampled,
  unwalked,
} from './graph.ts';

/**
 * Transitions that a suite leaves out, with the reason: other suites cover them, or the screen
 * excludes them.
 */
interface LeftOut {
  /** Event types without an example. */
  readonly events?: readonly string[];
  /** Transitions that no tour takes, as `unwalked` names them. */
  readonly transitions?: readonly string[];
}

/**
 * The tests of a screen that is walked along these tours: `start` opens it again, with an executor
 * and facts.
 */
export function itWalks<S extends AnyMachineSnapshot>(
  model: Model<S>,
  tours: readonly Path<S>[],
  start: () => Executors<S> | Promise<Executors<S>>,
  { events = [], transitions = [] }: LeftOut = {},
): void {
  it.each(titled(tours))('%s', async (_, tour) => {
    expect((await tour.test(await start())).state.error).toBeNull();
  });
  it('has an example and an executor of every event, and facts for every state', async () => {
    expect(unexampled(model)).toEqual(events);
    expect(lacking(tours, await start())).toEqual([]);
  });
  it('walks every transition but those that are left out', () => {
    expect(unwalked(model, tours)).toEqual(transitions);
  });
}
