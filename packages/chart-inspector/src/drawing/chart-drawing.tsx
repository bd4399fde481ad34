import {
  DRAWN,
  type DrawnArrow,
  type DrawnChart,
  type DrawnLine,
  type DrawnState,
  type DrawnTransition,
  LETTER,
  type Point,
  takenKey,
} from '../drawn-chart.ts';
import styles from './chart-drawing.module.css';
import { classes } from '../ui/ui.tsx';

/** What is marked on a drawn chart. */
export interface ChartMarks {
  /** Ids of active states. */
  readonly active?: ReadonlySet<string> | undefined;
  /** Keys (`takenKey`) of the transitions taken last. */
  readonly taken?: ReadonlySet<string> | undefined;
  /** States (by id) and transitions (by `takenKey`) that no test of the chosen kind walked. */
  readonly unwalked?: ReadonlySet<string> | undefined;
}
interface Links {
  /** Returns a link to the running actor that a state invokes; null if it is not running. */
  readonly linkTo?: ((invoked: string) => Link | null) | undefined;
}
export interface Link {
  readonly href: string;
  readonly open: () => void;
}
export interface ChartDrawingProps extends ChartMarks, Links {
  readonly chart: DrawnChart;
}

const keyOf = ({ source, target, label }: DrawnArrow): string =>
  `${source} ${target} ${label === null}`;

/** Draws a chart into an `svg`. */
export function ChartDrawing({ chart, linkTo, ...marks }: ChartDrawingProps) {
  return (
    <g className={styles['drawing']} textRendering="geometricPrecision">
      <StateBox state={chart.root} depth={0} isRegion={false} {...marks} />
      {chart.arrows.map((arrow) => (
        <Arrow key={keyOf(arrow)} arrow={arrow} {...marks} />
      ))}
      <StateText state={chart.root} depth={0} linkTo={linkTo} {...marks} />
      {chart.arrows.map((arrow) => (
        <Label key={keyOf(arrow)} arrow={arrow} {...marks} />
      ))}
    </g>
  );
}

interface StateProps extends ChartMarks {
  readonly state: DrawnState;
}
interface StateBoxProps extends StateProps {
  readonly depth: number;
  readonly isRegion: boolean;
}
function StateBox({ state, depth, isRegion, ...marks }: StateBoxProps) {
  const { x, y, width, height, type } = state;
  return (
    <>
      <g
        className={classes(
          styles['state'],
          depth % 2 === 1 && styles['odd'],
          isRegion && styles['region'],
          state.states.length === 0 && styles['leaf'],
        )}
        data-active={marks.active?.has(state.id) === true || undefined}
        data-unwalked={marks.unwalked?.has(state.id) === true || undefined}
      >
        <rect x={x} y={y} width={width} height={height} rx={isRegion ? 0 : 10} />
        {type === 'final' && (
          <rect x={x + 4} y={y + 4} width={width - 8} height={height - 8} rx={7} />
        )}
      </g>
      {state.states.map((each) => (
        <StateBox
          key={each.id}
          state={each}
          depth={depth + 1}
          isRegion={type === 'parallel'}
          {...marks}
        />
      ))}
    </>
  );
}

/** The texts in the boxes of a state and its child states, drawn over the arrows. */
function StateText({ state, depth, linkTo, ...marks }: Omit<StateBoxProps, 'isRegion'> & Links) {
  const { x, y, width } = state;
  const isActive = marks.active?.has(state.id) === true;
  const isUnwalked = marks.unwalked?.has(state.id) === true;
  return (
    <>
      <g
        className={classes(
          styles['words'],
          depth % 2 === 1 && styles['odd'],
          state.states.length === 0 && styles['leaf'],
        )}
        data-active={isActive || undefined}
        data-unwalked={isUnwalked || undefined}
      >
        <Plate
          x={x + DRAWN.inset}
          y={y + DRAWN.title / 2 - 6}
          width={titleOf(state).length * LETTER.title + (isActive ? 15 : 0)}
        />
        {isActive && <circle cx={x + DRAWN.inset + 4} cy={y + DRAWN.title / 2 + 3} r={4.5} />}
        <text
          className={styles['title']}
          x={x + DRAWN.inset + (isActive ? 15 : 0)}
          y={y + DRAWN.title / 2 + 8}
          fontSize={14}
        >
          {titleOf(state)}
          {isUnwalked && ' ✗'}
        </text>
        {state.lines.map((line, index) => (
          <Line
            // oxlint-disable-next-line react/no-array-index-key -- a chart's lines never change
            key={index}
            line={line}
            x={x + DRAWN.inset}
            y={y + DRAWN.title + index * DRAWN.line + 12}
            width={width}
            linkTo={linkTo}
            {...marks}
          />
        ))}
      </g>
      {state.states.map((each) => (
        <StateText key={each.id} state={each} depth={depth + 1} linkTo={linkTo} {...marks} />
      ))}
    </>
  );
}

/** The background behind a line of text. */
const Plate = ({ x, y, width }: Point & { readonly width: number }) => (
  <rect className={styles['plate']} x={x - 2} y={y} width={width + 4} height={DRAWN.line} />
);

const titleOf = ({ key, type, isDeep }: DrawnState): string => {
  if (type === 'history') return isDeep ? `H* ${key}` : `H ${key}`;
  return type === 'final' ? `${key} ◉` : key;
};

const MARKS = { tags: 'tags', entry: 'entry /', exit: 'exit /', invokes: 'invokes', stays: '↻' };

interface LineProps extends ChartMarks, Links, Point {
  readonly line: DrawnLine;
  readonly width: number;
}
function Line({ line, x, y, width, linkTo, ...marks }: LineProps) {
  const link = line.invoked === undefined ? null : (linkTo?.(line.invoked) ?? null);
  const transitionStyle = styleOf(line.transition, marks);
  const text = (
    <text x={x} y={y} fontSize={12}>
      <tspan className={styles['mark']}>{MARKS[line.kind]} </tspan>
      <tspan>{line.text}</tspan>
      {transitionStyle.isUnwalked && ' ✗'}
    </text>
  );
  return (
    <g className={styles['line']} {...transitionStyle.data}>
      {transitionStyle.isTaken ? (
        <rect
          x={x - DRAWN.inset / 2}
          y={y - 13}
          width={width - DRAWN.inset}
          height={DRAWN.line}
          rx={4}
        />
      ) : (
        <Plate x={x} y={y - 13} width={`${MARKS[line.kind]} ${line.text}`.length * LETTER.text} />
      )}
      {link === null ? (
        text
      ) : (
        <a
          href={link.href}
          className={styles['link']}
          onClick={(event) => {
            event.preventDefault();
            link.open();
          }}
        >
          {text}
        </a>
      )}
    </g>
  );
}

interface ArrowProps extends ChartMarks {
  readonly arrow: DrawnArrow;
}
function Arrow({ arrow: { points, label, transitions }, ...marks }: ArrowProps) {
  const transitionStyles = transitions.map((transition) => styleOf(transition, marks));
  const [first] = points;
  return (
    <g
      className={styles['arrow']}
      data-taken={transitionStyles.some(({ isTaken }) => isTaken) || undefined}
      data-unwalked={
        (transitionStyles.length > 0 && transitionStyles.every(({ isUnwalked }) => isUnwalked)) ||
        undefined
      }
    >
      <path d={rounded(points)} />
      <polygon points={headOf(points)} />
      {label === null && first !== undefined && <circle cx={first.x} cy={first.y} r={5} />}
    </g>
  );
}

function Label({ arrow: { label, transitions }, ...marks }: ArrowProps) {
  if (label === null) return null;
  const { x, y, width, height } = label;
  return (
    <g className={styles['label']}>
      <rect className={styles['back']} x={x} y={y} width={width} height={height} rx={5} />
      {transitions.map((transition, index) => {
        const transitionStyle = styleOf(transition, marks);
        const top = y + 2 + index * DRAWN.label;
        return (
          <g key={takenKey(transition)} {...transitionStyle.data}>
            {transitionStyle.isTaken && (
              <rect x={x} y={top} width={width} height={DRAWN.label} rx={4} />
            )}
            <text x={x + width / 2} y={top + 13} fontSize={12} textAnchor="middle">
              {transition.words}
              {transitionStyle.isUnwalked && ' ✗'}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface TransitionStyle {
  readonly isTaken: boolean;
  readonly isUnwalked: boolean;
  readonly data: Readonly<Record<`data-${string}`, true | undefined>>;
}
function styleOf(
  transition: DrawnTransition | undefined,
  { taken, unwalked }: ChartMarks,
): TransitionStyle {
  const key = transition === undefined ? '' : takenKey(transition);
  const isTaken = taken?.has(key) === true;
  const isUnwalked = unwalked?.has(key) === true;
  return {
    isTaken,
    isUnwalked,
    data: { 'data-taken': isTaken || undefined, 'data-unwalked': isUnwalked || undefined },
  };
}

const CORNER = 7;
const HEAD = { length: 8, half: 4 };

/** Returns the point at distance `length` from `from` in the direction of `to`. */
function towards(from: Point, to: Point, length: number): Point {
  const whole = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return {
    x: from.x + ((to.x - from.x) * length) / whole,
    y: from.y + ((to.y - from.y) * length) / whole,
  };
}

/** Returns an SVG path along the points, with round corners, up to the arrow's head. */
function rounded(points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const before = points[index - 1];
      const after = points[index + 1];
      if (before === undefined) return `M${point.x} ${point.y}`;
      if (after === undefined) {
        const end = towards(point, before, HEAD.length);
        return `L${end.x} ${end.y}`;
      }
      const reach = Math.min(
        CORNER,
        Math.hypot(point.x - before.x, point.y - before.y) / 2,
        Math.hypot(after.x - point.x, after.y - point.y) / 2,
      );
      const enter = towards(point, before, reach);
      const leave = towards(point, after, reach);
      return `L${enter.x} ${enter.y}Q${point.x} ${point.y} ${leave.x} ${leave.y}`;
    })
    .join('');
}

function headOf(points: readonly Point[]): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (tip === undefined || before === undefined) return '';
  const base = towards(tip, before, HEAD.length);
  const across = {
    x: ((tip.y - base.y) * HEAD.half) / HEAD.length,
    y: ((base.x - tip.x) * HEAD.half) / HEAD.length,
  };
  return `${tip.x},${tip.y} ${base.x + across.x},${base.y + across.y} ${base.x - across.x},${base.y - across.y}`;
}
