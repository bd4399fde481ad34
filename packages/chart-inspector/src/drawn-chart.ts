import type { Taken } from './protocol.ts';
import type { StateDescription, TransitionDescription } from './recorder/describe.ts';

/* A drawn chart as plain data. Lengths are in px of the unscaled picture. */

export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}
/** A transition with its key, by which actors report it. */
export interface DrawnTransition extends TransitionDescription, Readonly<Taken> {
  /** `event [guard]`. */
  readonly words: string;
}
/** A line of text in the box of a state. */
export interface DrawnLine {
  readonly kind: 'tags' | 'entry' | 'exit' | 'invokes' | 'stays';
  readonly text: string;
  /** Of `invokes`: id of the invoked actor. */
  readonly invoked?: string;
  /** Of `stays`: a transition without target. */
  readonly transition?: DrawnTransition;
}
export interface DrawnState
  extends Box, Pick<StateDescription, 'id' | 'key' | 'type' | 'isDeep' | 'initial'> {
  readonly lines: readonly DrawnLine[];
  readonly transitions: readonly DrawnTransition[];
  readonly states: readonly DrawnState[];
}
/** An arrow for transitions with the same ends, or from the dot to an initial state. */
export interface DrawnArrow {
  /** Source state; from a dot: the state that contains it. */
  readonly source: string;
  readonly target: string;
  /** From a dot: the first point is its centre. */
  readonly points: readonly Point[];
  /** Null: from a dot. */
  readonly label: Box | null;
  readonly transitions: readonly DrawnTransition[];
}
/** Paths of the chart, journeys, paths through its view. */
export const KINDS_OF_WALK = ['p', 'j', 'v'] as const;
export type KindOfWalk = (typeof KINDS_OF_WALK)[number];
/** Letters of the kinds of test that walk a state (by id) or a transition (by `takenKey`). */
export interface Walked {
  readonly states: Readonly<Record<string, string>>;
  readonly transitions: Readonly<Record<string, string>>;
}
export interface DrawnChart {
  readonly id: string;
  /** Its file, below the folder of charts. */
  readonly file: string;
  readonly purpose: string;
  /** Ids of rules that its purpose names, 'AUTH-1' for instance. */
  readonly rules: readonly string[];
  readonly ports: readonly { readonly name: string; readonly words: string | null }[];
  /** Ids of the charts that it starts, and of those that start it. */
  readonly starts: readonly string[];
  readonly startedBy: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly root: DrawnState;
  readonly arrows: readonly DrawnArrow[];
  /** Null: not measured. */
  readonly walked: Walked | null;
}

/** Heights of lines of text, and where they begin in a box. */
export const DRAWN = { title: 30, line: 18, inset: 14, label: 18 } as const;

/** Widest letters of titles and other texts. */
export const LETTER = { title: 8.4, text: 6.9 } as const;

/** Key of a transition in sets. */
export const takenKey = ({ source, event, index }: Readonly<Taken>): string =>
  `${source} ${event} ${index}`;
