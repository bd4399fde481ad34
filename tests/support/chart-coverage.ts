import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyActorScope, AnyMachineSnapshot, AnyTransitionDefinition } from 'xstate';
import type { Taken } from 'chart-inspector/protocol';
import { takenOf } from 'chart-inspector/recorder/describe';
import { type KindOfWalk, takenKey } from 'chart-inspector/drawn-chart';
import type { Walks } from 'chart-inspector/build/coverage';

/* Records states and transitions covered by tests: `npm run atlas:coverage` sets in the
   environment what is run, and where the result is written. Otherwise nothing is recorded. */

const DIRECTORY = process.env['WALKS_DIR'];
/** The code for a running actor, by kind of test. */
const RUNNING = { machines: 'j', views: 'v' } as const;
const RUN = process.env['WALKS_OF'];

interface Walk {
  readonly states: Set<string>;
  readonly transitions: Set<string>;
}
const walks = new Map<KindOfWalk, Map<string, Walk>>();

function note(
  kind: KindOfWalk,
  chart: string,
  states: readonly string[],
  taken: readonly Taken[],
): void {
  const charts = walks.get(kind) ?? new Map<string, Walk>();
  walks.set(kind, charts);
  const walk = charts.get(chart) ?? { states: new Set(), transitions: new Set() };
  charts.set(chart, walk);
  // An exited transient state counts as visited, too.
  for (const state of [...states, ...taken.map(({ source }) => source)]) walk.states.add(state);
  for (const each of taken) walk.transitions.add(takenKey(each));
}

/** For a chart without an actor: the run in which each code is recorded. */
const RUNS = { p: 'machines', j: 'machines' } as const;

/** Records where a bare chart was: on a generated path, or in a journey. */
export function recordWalk(
  kind: keyof typeof RUNS,
  snapshots: readonly AnyMachineSnapshot[],
  taken: readonly AnyTransitionDefinition[],
): void {
  if (DIRECTORY === undefined || RUN !== RUNS[kind]) return;
  const [first] = snapshots;
  if (first !== undefined)
    note(kind, first.machine.id, snapshots.flatMap(activeIn), taken.map(takenOf));
}

const watched = new WeakSet<object>();
let isModel = false;
/** Starts actors of a model, which is only simulated: they are not recorded. */
export function withoutCoverage<T>(make: () => T): T {
  isModel = true;
  try {
    return make();
  } finally {
    isModel = false;
  }
}

/** Records all actors of a system from now on. */
export function watch({ system }: Pick<AnyActorScope, 'system'>): void {
  if (watched.has(system)) return;
  watched.add(system);
  const kind = RUN === 'machines' || RUN === 'views' ? RUNNING[RUN] : null;
  if (isModel || kind === null) return;
  system.inspect((event) => {
    if (event.type !== '@xstate.microstep' || !isOfChart(event.snapshot)) return;
    const { snapshot } = event;
    // oxlint-disable-next-line no-underscore-dangle -- the only name XState gives the taken transitions
    note(kind, snapshot.machine.id, activeIn(snapshot), event._transitions.map(takenOf));
  });
}
const isOfChart = (snapshot: object): snapshot is AnyMachineSnapshot => 'machine' in snapshot;

const activeIn = (snapshot: AnyMachineSnapshot): string[] =>
  // oxlint-disable-next-line no-underscore-dangle -- the only name XState gives the active states
  snapshot._nodes.map(({ id }) => id);

/** Writes the records into a separate file, since several workers do so. */
export function writeWalks(): void {
  if (DIRECTORY === undefined || walks.size === 0) return;
  const written: Walks = Object.fromEntries(
    [...walks].map(([kind, charts]) => [
      kind,
      Object.fromEntries(
        [...charts].map(([chart, { states, transitions }]) => [
          chart,
          { states: [...states], transitions: [...transitions] },
        ]),
      ),
    ]),
  );
  writeFileSync(join(DIRECTORY, `${randomUUID()}.json`), JSON.stringify(written));
  walks.clear();
}
