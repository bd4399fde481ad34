import type { Audience, ReleaseWindow } from '#machines/contract/entities.ts';
import { groupBy } from './by.ts';
import type { Act } from './ledger.ts';

/**
 * Computes which answers a window accepts, independently of the rule, from decisions §4. The exact time of an act is
 * only known to be between its request and its reply, so several windows may have been in force.
 */

/** How late an answer still counts (decisions §4), ms. */
const GRACE_MS = 250;
/** An act whose reply was lost has happened by then or never, ms. */
export const UNKNOWN_FOR_MS = 30_000;

const NONE: ReleaseWindow = { released: false, timed: false, closesAt: null };

/** Possible outcomes for an answer of a player without an answer. */
export type Outcome = 'stored' | 'withheld' | 'locked' | 'expired';

interface Span {
  /** Null: the window at that time is unknown, so every state is possible. */
  readonly window: ReleaseWindow | null;
  readonly begins: number;
  readonly ends: number;
}

/** The known acts on windows, by game session and audience. */
export type History = ReadonlyMap<string, readonly Span[]>;

const keyOf = (gameSessionId: string, audience: Audience): string => `${gameSessionId} ${audience}`;

export function historyOf(acts: readonly Act[]): History {
  const lanes = groupBy(acts, ({ gameSessionId, audience }) => keyOf(gameSessionId, audience));
  return new Map([...lanes].map(([key, lane]) => [key, spansOf(lane)]));
}

/**
 * A window may be in force from its act's request until the reply of one that was certainly later.
 */
function spansOf(lane: readonly Act[]): Span[] {
  const known = lane.filter(({ window }) => window !== null);
  const endOf = (after: number): number =>
    Math.min(Infinity, ...known.flatMap(({ from, to }) => (from > after ? to : [])));
  return [
    { window: NONE, begins: -Infinity, ends: endOf(-Infinity) },
    ...lane.map(({ window, from, to }) => ({
      window,
      begins: from,
      ends: endOf(window === null ? Math.max(to, from + UNKNOWN_FOR_MS) : to),
    })),
    // A reply has the window after every act that was done by then, so that an own one before another's is unknown.
    ...lane.flatMap(({ from, to }, index) =>
      lane.flatMap((other, place) =>
        place !== index && other.from < to && from < other.to
          ? [{ window: null, begins: from, ends: Math.min(to, other.to) }]
          : [],
      ),
    ),
  ];
}

function standing(
  history: History,
  gameSessionId: string,
  audience: Audience,
  { from, to }: { from: number; to: number },
): (ReleaseWindow | null)[] {
  const spans = history.get(keyOf(gameSessionId, audience));
  if (spans === undefined) return [NONE];
  return spans.flatMap(({ window, begins, ends }) =>
    begins <= to && ends >= from ? [window] : [],
  );
}

/** All possible outcomes for an answer received between `from` and `to`. */
export function outcomes(
  history: History,
  { gameSessionId, audience }: { gameSessionId: string; audience: Audience },
  time: { readonly from: number; readonly to: number },
): Set<Outcome> {
  const other: Audience = audience === 'studio' ? 'home' : 'studio';
  const owns = standing(history, gameSessionId, audience, time);
  const others = standing(history, gameSessionId, other, time);
  if (owns.includes(null) || others.includes(null))
    return new Set(['stored', 'withheld', 'locked', 'expired']);
  const found = new Set<Outcome>();
  for (const own of owns)
    for (const theirs of others)
      if (own !== null && theirs !== null)
        for (const at of turns(own, theirs, time)) found.add(outcomeAt(own, theirs, at));
  // Received while it was locked or over, judged when a window had opened since: refused as not open.
  if (found.has('stored') && found.size > 1) found.add('withheld');
  return found;
}

/** The times at which the state changes by itself, and both ends. */
function turns(
  own: ReleaseWindow,
  theirs: ReleaseWindow,
  { from, to }: { from: number; to: number },
): number[] {
  const closings = [own.closesAt, theirs.closesAt].flatMap((at) =>
    at === null ? [] : [at, at + GRACE_MS, at + GRACE_MS + 1],
  );
  return [from, to, ...closings.filter((at) => at > from && at < to)];
}

const runs = ({ released, timed, closesAt }: ReleaseWindow, at: number): boolean =>
  released && timed && closesAt !== null && at < closesAt;

function outcomeAt(own: ReleaseWindow, theirs: ReleaseWindow, at: number): Outcome {
  const isLockedOut = (instant: number): boolean => runs(theirs, instant) && !runs(own, instant);
  const { released, closesAt } = own;
  if (released && closesAt !== null && at >= closesAt)
    return at <= closesAt + GRACE_MS && !isLockedOut(closesAt - 1) ? 'stored' : 'expired';
  if (isLockedOut(at)) return 'locked';
  return released ? 'stored' : 'withheld';
}
