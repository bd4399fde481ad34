import type { Audience, Result } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import {
  NEW_RESULT,
  publicResult,
  type ResultAct,
  resultAfter,
} from '#machines/results/rules/result.ts';
import { shownAfterMs } from '#machines/show/rules/stage.ts';

/*
 * What each audience may see at an instant. The home stream lags behind the studio, so Home sees a change of the studio only
 * after that delay. Undoing a change hides it at once. All instants are epoch ms.
 */

/** The reader: an audience, or producers, who see everything. */
export type Room = Audience | 'admin';

/** An act on a result. */
export interface DatedAct {
  readonly act: ResultAct;
  readonly at: number;
  readonly reason: string | null;
}

/** When a game session was first released to an audience; null: never. */
interface FirstSeen {
  readonly firstReleasedAt: number;
  /** Until then the audience has not seen it; null: it was visible on release. */
  readonly unseenUntil: number | null;
}

/** The facts that decide what an audience may see. */
export interface DisclosureFacts {
  readonly releases: Readonly<Record<Audience, FirstSeen | null>>;
  readonly result: Result;
  /** All acts on the result in order. Only used with a delay. */
  readonly acts: readonly DatedAct[];
  readonly homeDelayMs: number;
}

/** What a room may see of a game session. */
export interface Disclosure {
  /** Whether the game session is visible at all: its ids, and its board. */
  readonly isKnown: boolean;
  /** The visible part of the result, without the producers' private notes. */
  readonly result: Result;
}

/** When a change made at `at` becomes visible to a room. */
export const knownFrom = (room: Room, at: number, homeDelayMs: number): number =>
  room === 'home' ? at + homeDelayMs : at;

/** When a group revealed at `at` becomes visible to a room; `place` counts from 1. */
export const revealKnownFrom = (
  room: Room,
  { at, place, homeDelayMs }: { at: number; place: number; homeDelayMs: number },
): number => knownFrom(room, at + shownAfterMs(place), homeDelayMs);

/** When the game session becomes visible to an audience; Infinity: not by any release so far. */
export function existsFrom(
  { releases, homeDelayMs }: Pick<DisclosureFacts, 'releases' | 'homeDelayMs'>,
  room: Audience,
): number {
  const instants = AUDIENCES.map((audience) => {
    const release = releases[audience];
    if (release === null) return Infinity;
    const { firstReleasedAt, unseenUntil } = release;
    // The audience's own window is not delayed again: its opening already includes the delay.
    const delayMs = audience === room || room === 'studio' ? 0 : homeDelayMs;
    // Without a delay the clock is not used: it may have been set back.
    if (unseenUntil === null && delayMs === 0) return -Infinity;
    return (unseenUntil ?? firstReleasedAt) + delayMs;
  });
  return Math.min(...instants);
}

/** Returns what a room may see of a game session at `now`. Every reply and event uses it. */
export function disclosure(facts: DisclosureFacts, room: Room, now: number): Disclosure {
  if (room === 'admin') return { isKnown: true, result: facts.result };
  return {
    isKnown: existsFrom(facts, room) <= now,
    result: publicResult(isBehind(facts, room) ? resultKnown(facts, now) : facts.result),
  };
}

/** The next instant after `now` when more becomes visible to a room, apart from its own windows; null: none. */
export function nextDisclosure(facts: DisclosureFacts, room: Room, now: number): number | null {
  if (room === 'admin' || !isBehind(facts, room)) return null;
  const { acts, homeDelayMs, releases } = facts;
  const instants = acts.map(({ at }) => knownFrom(room, at, homeDelayMs));
  const exists = existsFrom(facts, room);
  if (exists !== releases[room]?.unseenUntil) instants.push(exists);
  const later = instants.filter((at) => at > now && at < Infinity);
  return later.length === 0 ? null : Math.min(...later);
}

const isBehind = ({ homeDelayMs }: DisclosureFacts, room: Room): boolean =>
  room === 'home' && homeDelayMs > 0;

/** Unlocking and reopening hide the result at once. */
const isTakenBack = ({ act }: DatedAct): boolean => act === 'unlock' || act === 'reopen';

function resultKnown({ acts, homeDelayMs }: DisclosureFacts, now: number): Result {
  const latest = acts.findLastIndex(isTakenBack);
  const firstUnknown = acts.findIndex(
    ({ at }, index) => index > latest && knownFrom('home', at, homeDelayMs) > now,
  );
  return acts
    .slice(0, firstUnknown < 0 ? undefined : firstUnknown)
    .reduce((result, { act, ...done }) => resultAfter(result, act, done), NEW_RESULT);
}
