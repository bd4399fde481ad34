import ELK, { type ElkNode, type LayoutOptions } from 'elkjs/lib/elk.bundled.js';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { describeChart, type StateDescription } from '../recorder/describe.ts';
import {
  DRAWN,
  type DrawnArrow,
  type DrawnChart,
  type DrawnLine,
  type DrawnState,
  type DrawnTransition,
  LETTER,
  type Point,
  type Walked,
} from '../drawn-chart.ts';
import type { ChartSource } from './chart-files.ts';
import { invoked, labelOf } from './labels.ts';
import { portWords, purposeOf, rulesIn } from './source-words.ts';

/* Lays charts out with ELK (https://eclipse.dev/elk/reference.html). */

const DOT = 10;
const GAP = 16;

const LAYERED: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.nodeSelfLoop': '14',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
};

const INLINE: LayoutOptions = { 'elk.edgeLabels.inline': 'true' };

/** Draws every chart. */
export function drawings(
  sources: readonly ChartSource[],
  coverage: Readonly<Record<string, Walked>>,
): Promise<DrawnChart[]> {
  const starts = new Map(sources.map(({ machine }) => [machine.id, describeChart(machine).charts]));
  return Promise.all(
    sources.map((source) => {
      const { id } = source.machine;
      const startedBy = [...starts].filter(([, started]) => started.includes(id));
      return drawn(
        source,
        startedBy.map(([starter]) => starter),
        coverage[id] ?? null,
      );
    }),
  );
}

/** Draws one chart. Tries a horizontal and a vertical layout, and keeps the layout that appears larger on a screen. */
export async function drawn(
  { machine: chart, file, code }: Omit<ChartSource, 'name'>,
  startedBy: readonly string[],
  walked: Walked | null,
): Promise<DrawnChart> {
  const { root, charts, ports } = describeChart(chart);
  const plan = planned(chart, root);
  const layouts = await Promise.all(
    ['RIGHT', 'DOWN'].map((direction) => {
      const graph: ElkNode = {
        id: '',
        layoutOptions: { ...LAYERED, 'elk.direction': direction },
        children: [nodeOf(plan.root)],
        edges: plan.arrows.map(({ source, target, label, isDot }, index) => ({
          id: String(index),
          sources: [isDot ? dotOf(source) : source],
          targets: [target],
          labels: label === null ? [] : [{ text: 'label', ...label, layoutOptions: INLINE }],
        })),
      };
      return new ELK().layout(graph);
    }),
  );
  const layout = layouts.toSorted((one, other) => smallness(one) - smallness(other))[0];
  if (layout === undefined) throw new Error(`${chart.id} has no layout`);
  const boxes = new Map(boxesOf(layout).map((box) => [box.id, box]));
  const purpose = purposeOf({ file, code });
  return {
    id: chart.id,
    file,
    purpose,
    rules: rulesIn(purpose),
    ports: ports.map((name) => ({ name, words: portWords(code, name) })),
    starts: charts,
    startedBy,
    walked,
    width: rounded(layout.width),
    height: rounded(layout.height),
    root: placed(plan.root, boxes),
    arrows: plan.arrows.map(({ source, target, transitions, isDot }, index): DrawnArrow => {
      const edge = layout.edges?.[index];
      const [label] = edge?.labels ?? [];
      const dot = isDot ? boxOf(boxes.get(dotOf(source)) ?? {}) : null;
      const points = (edge?.sections ?? []).flatMap(({ startPoint, bendPoints, endPoint }) => [
        startPoint,
        ...(bendPoints ?? []),
        endPoint,
      ]);
      return {
        source,
        target,
        points: [
          ...(dot === null ? [] : [{ x: dot.x + DOT / 2, y: dot.y + DOT / 2 }]),
          ...points.map(({ x, y }): Point => ({ x: rounded(x), y: rounded(y) })),
        ],
        label: label === undefined ? null : boxOf(label),
        transitions,
      };
    }),
  };
}

type PlannedState = Omit<DrawnState, 'x' | 'y' | 'states'> & {
  readonly states: readonly PlannedState[];
};
interface PlannedArrow extends Pick<DrawnArrow, 'source' | 'target' | 'transitions'> {
  readonly label: { readonly width: number; readonly height: number } | null;
  readonly isDot: boolean;
}

/** Computes states and arrows with their sizes, but without positions. */
function planned(chart: AnyStateMachine, description: StateDescription) {
  const ends = new Map<string, { source: string; target: string; all: DrawnTransition[] }>();
  const dots: PlannedArrow[] = [];

  const stateOf = (state: StateDescription): PlannedState => {
    const transitions = transitionsOf(state, nodeIn(chart.root, state.id));
    for (const transition of transitions)
      for (const target of transition.targets) {
        const key = `${state.id} ${target}`;
        const end = ends.get(key) ?? { source: state.id, target, all: [] };
        ends.set(key, end);
        end.all.push(transition);
      }
    if (state.initial !== null)
      dots.push({
        source: state.id,
        target: state.initial,
        transitions: [],
        label: null,
        isDot: true,
      });
    const lines = linesOf(state, transitions);
    const { id, key, type, isDeep, initial } = state;
    return {
      id,
      key,
      type,
      isDeep,
      initial,
      lines,
      transitions,
      ...sizeOf(key, lines),
      states: state.states.map(stateOf),
    };
  };

  const root = stateOf(description);
  const arrows = [...ends.values()].map(({ source, target, all }): PlannedArrow => ({
    source,
    target,
    transitions: all,
    label: {
      width: Math.ceil(Math.max(...all.map(({ words }) => words.length)) * LETTER.text) + 12,
      height: all.length * DRAWN.label + 4,
    },
    isDot: false,
  }));
  return { root, arrows: [...dots, ...arrows] };
}

const nodeIn = (root: AnyStateNode, id: string): AnyStateNode => {
  const found = [root, ...descendants(root)].find((node) => node.id === id);
  if (found === undefined) throw new Error(`no state ${id}`);
  return found;
};
const descendants = (node: AnyStateNode): AnyStateNode[] =>
  Object.values<AnyStateNode>(node.states).flatMap((each) => [each, ...descendants(each)]);

/** Combines described transitions with their keys; description and node list them in the same order. */
function transitionsOf(state: StateDescription, node: AnyStateNode): DrawnTransition[] {
  const keys = [
    ...[...node.transitions].flatMap(([event, all]) => all.map((_, index) => ({ event, index }))),
    ...(node.always ?? []).map((_, index) => ({ event: '', index })),
  ];
  return state.transitions.flatMap((transition, position) => {
    const key = keys[position];
    return key === undefined
      ? []
      : [{ ...transition, ...key, source: state.id, words: labelOf(transition, state) }];
  });
}

const listed = (kind: 'tags' | 'entry' | 'exit', names: readonly string[]): DrawnLine[] =>
  names.length === 0 ? [] : [{ kind, text: names.join(', ') }];

const linesOf = (
  state: StateDescription,
  transitions: readonly DrawnTransition[],
): readonly DrawnLine[] => [
  ...listed('tags', state.tags),
  ...listed('entry', state.entry),
  ...listed('exit', state.exit),
  ...state.invokes.map((each): DrawnLine => ({
    kind: 'invokes',
    text: invoked(each),
    invoked: each.id,
  })),
  ...transitions
    .filter(({ targets }) => targets.length === 0)
    .map((transition): DrawnLine => ({
      kind: 'stays',
      text: `${transition.words} / ${transition.actions.join(', ') || 'nothing'}`,
      transition,
    })),
];

/** Number of letters before the text of a line, for its mark. */
const MARKS = { tags: 5, entry: 7, exit: 6, invokes: 9, stays: 2 } as const;

function sizeOf(key: string, lines: readonly DrawnLine[]) {
  const texts = lines.map(({ kind, text }) => (MARKS[kind] + text.length) * LETTER.text);
  return {
    width: Math.ceil(Math.max((key.length + 3) * LETTER.title, ...texts, 60) + 2 * DRAWN.inset),
    height: DRAWN.title + lines.length * DRAWN.line + (lines.length === 0 ? 8 : 12),
  };
}

const dotOf = (id: string): string => `${id} `;

function nodeOf(state: PlannedState): ElkNode {
  const { id, width, height, states, initial } = state;
  if (states.length === 0) return { id, width, height };
  const dot =
    initial === null
      ? []
      : [{ id: dotOf(id), width: DOT, height: DOT, layoutOptions: { 'elk.priority': '10' } }];
  return {
    id,
    layoutOptions: {
      'elk.padding': `[top=${height + GAP / 2},left=${GAP},bottom=${GAP},right=${GAP}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${height})`,
    },
    children: [...dot, ...states.map(nodeOf)],
  };
}

const rounded = (length: number | undefined): number => Math.round(length ?? 0);
const boxOf = ({
  x,
  y,
  width,
  height,
}: Partial<Record<'x' | 'y' | 'width' | 'height', number>>) => ({
  x: rounded(x),
  y: rounded(y),
  width: rounded(width),
  height: rounded(height),
});
const boxesOf = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(boxesOf)];

function placed(state: PlannedState, boxes: ReadonlyMap<string, ElkNode>): DrawnState {
  return {
    ...state,
    ...boxOf(boxes.get(state.id) ?? {}),
    states: state.states.map((each) => placed(each, boxes)),
  };
}

/** The size of a layout relative to a 3:2 screen; the layout with the lower value is drawn larger. */
const smallness = ({ width = 0, height = 0 }: ElkNode): number => Math.max(width / 1.5, height);
