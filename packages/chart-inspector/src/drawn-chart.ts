import type { Taken } from './protocol.ts';
import type { StateDescription, TransitionDescription } from './recorder/describe.ts';

/* A chart with its places in a picture, as plain data. Lengths are in px of the unscaled picture. */

export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}
/** A transition with what it is called when an actor takes it. */
export interface DrawnTransition extends TransitionDescription, Readonly<Taken> {
  /** `event [guard]`. */
  readonly words: string;
}
/** A line of text in the box of a state. */
export interface DrawnLine {
  readonly kind: 'tags' | 'entry' | 'exit' | 'invokes' | 'stays';
  readonly text: string;
  /** Of `invokes`: what the state calls that actor. */
  readonly invoked?: string;
  /** Of `stays`: the transition that leaves the state as it is. */
  readonly transition?: DrawnTransition;
}
export interface DrawnState
  extends Box, Pick<StateDescription, 'id' | 'key' | 'type' | 'isDeep' | 'initial'> {
  readonly lines: readonly DrawnLine[];
  readonly transitions: readonly DrawnTransition[];
  readonly states: readonly DrawnState[];
}
/** An arrow: of one or several transitions with the same ends, or the one from the dot to where a state starts. */
export interface DrawnArrow {
  /** The state that it comes from; of a dot: the state that starts with it. */
  readonly source: string;
  readonly target: string;
  /** From a dot: the first is its middle. */
  readonly points: readonly Point[];
  /** Null: from a dot. */
  readonly label: Box | null;
  readonly transitions: readonly DrawnTransition[];
}
/** Paths through the chart, journeys, paths through its screen, and those in a real browser. */
export const KINDS_OF_WALK = ['p', 'j', 'v', 'b'] as const;
export type KindOfWalk = (typeof KINDS_OF_WALK)[number];
/** Which kinds of test walk a state (by id) or a transition (by `takenKey`), one letter a kind. */
export interface Walked {
  readonly states: Readonly<Record<string, string>>;
  readonly transitions: Readonly<Record<string, string>>;
}
export interface DrawnChart {
  readonly id: string;
  /** The file in machines/ that it is in. */
  readonly file: string;
  readonly purpose: string;
  /** Of the specification's and the charts' own rules, 'AUTH-1' for instance. */
  readonly rules: readonly string[];
  readonly ports: readonly { readonly name: string; readonly words: string | null }[];
  /** The charts that it starts, and those that start it, by their ids. */
  readonly starts: readonly string[];
  readonly startedBy: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly root: DrawnState;
  readonly arrows: readonly DrawnArrow[];
  /** Null: not measured. */
  readonly walked: Walked | null;
}

/** How high lines of text stand in a picture, and where they begin in a box. */
export const DRAWN = { title: 30, line: 18, inset: 14, label: 18 } as const;

/** How wide a letter of a title and of other text is at most. */
export const LETTER = { title: 8.4, text: 6.9 } as const;

/** What a transition is called in a set. */
export const takenKey = ({ source, event, index }: Readonly<Taken>): string =>
  `${source} ${event} ${index}`;
