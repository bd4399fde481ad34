import type { AnyMachineSnapshot } from 'xstate';
import { expect, it } from 'vitest';
import {
  type Executors,
  lacking,
  type Model,
  noteInBrowser,
  type Path,
  pathsOf,
  sufficient,
  titled,
  unwalked,
} from '#tests/support/graph.ts';

/** One way through a chart, on a page of its own. */
interface Way<S extends AnyMachineSnapshot> extends Executors<S> {
  /** Opens the page in the chart's first state. */
  readonly open: () => Promise<void>;
  /** What is left to be seen, and to be put back. */
  readonly leave?: () => Promise<void>;
}
interface Walk<S extends AnyMachineSnapshot> {
  /** Whether a browser can be brought to go a path, and each of its steps be seen; all, unless said. */
  readonly isSeen?: (path: Path<S>) => boolean;
  /** All paths are walked, which take each event in each state, rather than as few as take every transition. */
  readonly isWhole?: boolean;
  readonly start: (path: Path<S>) => Promise<Way<S>>;
  /** The transitions that are not walked, each with the reason. */
  readonly missed: Readonly<Record<string, string>>;
}

/** Ports that throw are no way of a browser: every effect answers with a refusal, whatever happens. */
const isThrown = (type: string): boolean => type.startsWith('xstate.error.');

/** Walks a chart by paths that take every transition that a browser can be brought to take. */
export function walkInBrowser<S extends AnyMachineSnapshot>(
  model: Model<S>,
  { isSeen = () => true, isWhole = false, start, missed }: Walk<S>,
): void {
  const seen = pathsOf(model).filter(
    (path) => !path.steps.some(({ event }) => isThrown(event.type)) && isSeen(path),
  );
  const paths = isWhole ? seen : sufficient(model, seen);
  it.each(titled(paths))('%s', async (_, path) => {
    const { open, leave, ...executors } = await start(path);
    expect(lacking([path], executors)).toEqual([]);
    await open();
    try {
      expect((await path.test(executors)).state.error).toBeNull();
    } finally {
      await leave?.();
    }
    noteInBrowser(model, path);
  });
  it('walks every transition but those for which it says why', () => {
    expect(unwalked(model, paths).filter((name) => !/ on xstate\.error\./u.test(name))).toEqual(
      Object.keys(missed),
    );
  });
}
