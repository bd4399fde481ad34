import type {
  ChartDescription,
  StateDescription,
  TransitionDescription,
  Trigger,
} from '#machines/kit/describe.ts';

/*
 * A chart as Mermaid text (stateDiagram-v2). What Mermaid cannot draw stands in a box of its own, 'in any
 * state', within the state it is of: what a state with others within invokes, what it does without leaving,
 * and its ways to states within.
 */

/** The text of a drawing; equal for charts that differ in their names alone. */
export const mermaidOf = ({ root }: ChartDescription): string => new Drawing(root).text();

class Drawing {
  readonly #root: StateDescription;
  /** By id: the state after those that it is in, the outermost first. */
  readonly #paths = new Map<string, readonly StateDescription[]>();
  /** What is said at each arrow. */
  readonly #arrows = new Map<string, Set<string>>();
  /** The states whose box has an arrow. */
  readonly #boxed = new Set<string>();

  constructor(root: StateDescription) {
    this.#root = root;
    this.#place(root, []);
    for (const path of this.#paths.values())
      for (const source of path.slice(-1))
        for (const transition of source.transitions) this.#addArrows(source, transition);
  }

  text(): string {
    const arrows = [...this.#arrows].map(
      ([arrow, labels]) => `${arrow} : ${[...labels].join('<br/>')}`,
    );
    // An arrow moves its ends into the state that it stands in, if that is not the outermost.
    return ['stateDiagram-v2', ...indented([...this.#inside(this.#root), ...arrows])].join('\n');
  }

  #inside(state: StateDescription): string[] {
    const parts = [this.#common(state), ...state.states.map((each) => this.#state(each))];
    if (state.type !== 'parallel') {
      const initial = state.initial === null ? [] : [`[*] --> ${this.#name(state.initial)}`];
      return [...parts.flat(), ...initial];
    }
    const regions = parts
      .filter((lines) => lines.length > 0)
      .flatMap((lines, index) => (index === 0 ? lines : ['--', ...lines]));
    // Only what stands within a state can be divided.
    return state === this.#root
      ? ['state "at the same time" as regions {', ...indented(regions), '}']
      : regions;
  }

  #state(state: StateDescription): string[] {
    const name = this.#name(state.id);
    const title = `state "${titleOf(state)}" as ${name}`;
    if (!isLeaf(state)) return [`${title} {`, ...indented(this.#inside(state)), '}'];
    return [
      title,
      ...ownLines(state).map((line) => `${name} : ${line}`),
      ...(state.type === 'final' ? [`${name} --> [*]`] : []),
    ];
  }

  /** The box of what a state with others within does whichever of them it is in. */
  #common(state: StateDescription): string[] {
    const lines = isLeaf(state) ? [] : ownLines(state);
    if (!this.#boxed.has(state.id) && lines.length === 0) return [];
    const box = this.#box(state.id);
    return [`state "in any state" as ${box}`, ...lines.map((line) => `${box} : ${line}`)];
  }

  #place(state: StateDescription, above: readonly StateDescription[]): void {
    const path = [...above, state];
    this.#paths.set(state.id, path);
    for (const each of state.states) this.#place(each, path);
  }

  #addArrows(source: StateDescription, transition: TransitionDescription): void {
    for (const target of transition.targets) {
      const isBoxed = !isLeaf(source) && transition.trigger.kind !== 'completed';
      if (isBoxed) this.#boxed.add(source.id);
      const from = isBoxed ? this.#box(source.id) : this.#name(source.id);
      const to = this.#end(target, source.id);
      const arrow = `${from} --> ${this.#name(to)}`;
      const labels = this.#arrows.get(arrow) ?? new Set();
      this.#arrows.set(arrow, labels.add(labelOf(transition, source)));
    }
  }

  #isWithin(id: string, outer: string): boolean {
    return this.#paths.get(id)?.some((each) => each.id === outer) ?? false;
  }
  /** Where a transition leads in the end: the border of a state is no place to be. */
  #end(target: string, source: string): string {
    const state = this.#paths.get(target)?.at(-1);
    // All regions are entered; only from within one has an arrow to the border no meaning.
    const region = this.#isWithin(source, target) ? state?.states[0]?.id : undefined;
    const next = state?.initial ?? region;
    return next === undefined ? target : this.#end(next, source);
  }
  /** The path below the root, for the chart's own name is no part of the drawing; no word of Mermaid's. */
  #name(id: string): string {
    const below = (this.#paths.get(id) ?? []).slice(1);
    return below.map(({ key }) => `_${key}`).join('');
  }
  #box(id: string): string {
    return `any${this.#name(id)}`;
  }
}

const titleOf = ({ type, isDeep, key }: StateDescription): string =>
  type === 'history' ? `${key} (${isDeep ? 'deep history' : 'history'})` : key;
const isLeaf = ({ states }: StateDescription): boolean => states.length === 0;
const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** What a state invokes, and what it does without leaving. */
const ownLines = (state: StateDescription): string[] => [
  ...(state.invokes.length === 0 ? [] : [`invokes ${state.invokes.map(invoked).join(', ')}`]),
  ...state.transitions
    .filter(({ targets }) => targets.length === 0)
    .map((transition) => {
      const does = transition.actions.join(', ') || 'nothing';
      return `${labelOf(transition, state)} / ${does}`;
    }),
];
/** An invoked actor: what it is, and what it is called where that differs. */
export const invoked = ({ id, src }: { readonly id: string; readonly src: string }): string =>
  id === src ? id : `${src} as ${id}`;

/** `event [guard]`; [else]: after others of the same event. */
export function labelOf(
  transition: TransitionDescription,
  { transitions }: StateDescription,
): string {
  const { trigger, guard } = transition;
  const same = transitions.filter(
    (each) => each.trigger.kind === trigger.kind && each.trigger.name === trigger.name,
  );
  const isElse = guard === null && same.indexOf(transition) > 0;
  const condition = guard ?? (isElse ? 'else' : null);
  return [wordsOf(trigger), ...(condition === null ? [] : [`[${condition}]`])].join(' ');
}

function wordsOf({ kind, name }: Trigger): string {
  switch (kind) {
    case 'event':
      return name;
    case 'after':
      return /^\d+$/u.test(name) ? `after ${name} ms` : `after ${name}`;
    case 'always':
      return 'at once';
    case 'done':
    case 'failed':
      return `${name} ${kind}`;
    case 'completed':
      return 'all done';
    default:
      return kind satisfies never;
  }
}
