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
/** A transition with the key (`Taken`) by which records name it. */
export interface DrawnTransition extends TransitionDescription, Readonly<Taken> {
  /** The label: `event [guard]`. */
  readonly words: string;
}
/** A line of text in the box of a state. */
export interface DrawnLine {
  readonly kind: 'tags' | 'entry' | 'exit' | 'invokes' | 'stays';
  readonly text: string;
  /** For kind 'invokes': id of the invoked actor. */
  readonly invoked?: string;
  /** For kind 'stays': the transition, which has no target. */
  readonly transition?: DrawnTransition;
}
export interface DrawnState
  extends Box, Pick<StateDescription, 'id' | 'key' | 'type' | 'isDeep' | 'initial'> {
  readonly lines: readonly DrawnLine[];
  readonly transitions: readonly DrawnTransition[];
  readonly states: readonly DrawnState[];
}
/** An arrow for all transitions between the same two states, or from the initial dot to an initial state. */
export interface DrawnArrow {
  /** Id of the source state; for an arrow from a dot, of the state that contains the dot. */
  readonly source: string;
  readonly target: string;
  /** The corners of the arrow. For an arrow from a dot, the first point is the centre of the dot. */
  readonly points: readonly Point[];
  /** The box of the label; null for an arrow from a dot. */
  readonly label: Box | null;
  readonly transitions: readonly DrawnTransition[];
}
/** Kinds of tests that walk a chart: 'p', paths of the chart; 'j', journeys; 'v', paths through its view. */
export const KINDS_OF_WALK = ['p', 'j', 'v'] as const;
export type KindOfWalk = (typeof KINDS_OF_WALK)[number];
/** The kinds of tests (letters of `KINDS_OF_WALK`) that walk each state (by id) and each transition (by `takenKey`). */
export interface Walked {
  readonly states: Readonly<Record<string, string>>;
  readonly transitions: Readonly<Record<string, string>>;
}
export interface DrawnChart {
  readonly id: string;
  /** The chart's file, relative to the folder of charts. */
  readonly file: string;
  readonly purpose: string;
  /** Ids of the rules that the purpose mentions, for example 'AUTH-1'. */
  readonly rules: readonly string[];
  readonly ports: readonly { readonly name: string; readonly words: string | null }[];
  /** `starts`: ids of the charts that this chart starts. `startedBy`: ids of the charts that start it. */
  readonly starts: readonly string[];
  readonly startedBy: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly root: DrawnState;
  readonly arrows: readonly DrawnArrow[];
  /** Null if coverage was not measured. */
  readonly walked: Walked | null;
}

/** Heights of lines of text, and the inset of text in a box. */
export const DRAWN = { title: 30, line: 18, inset: 14, label: 18 } as const;

/** Widths of the widest letters of titles and other texts. */
export const LETTER = { title: 8.4, text: 6.9 } as const;

/** The key of a transition as a text, for sets and maps. */
export const takenKey = ({ source, event, index }: Readonly<Taken>): string =>
  `${source} ${event} ${index}`;
