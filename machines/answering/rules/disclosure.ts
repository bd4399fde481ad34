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

/** Who reads: an audience, or `admin` for producers, who see everything. */
export type Room = Audience | 'admin';

/** An act on a result, with its time (epoch ms) and reason. */
export interface DatedAct {
  readonly act: ResultAct;
  readonly at: number;
  readonly reason: string | null;
}

/** When a game session was first released to an audience. */
interface FirstSeen {
  readonly firstReleasedAt: number;
  /** The audience sees the question from this time on; null: it was visible at once on release. */
  readonly unseenUntil: number | null;
}

/** The input that decides what an audience may see. */
export interface DisclosureFacts {
  readonly releases: Readonly<Record<Audience, FirstSeen | null>>;
  readonly result: Result;
  /** All acts on the result, oldest first. Only used if Home is delayed. */
  readonly acts: readonly DatedAct[];
  readonly homeDelayMs: number;
}

/** What a room may see of a game session. */
export interface Disclosure {
  /** Whether the game session may be seen at all, with its ids and its board. */
  readonly isKnown: boolean;
  /** The visible part of the result, without the producers' private notes. */
  readonly result: Result;
}

/** When a change made at `at` becomes visible to a room. */
export const changeVisibleFrom = (room: Room, at: number, homeDelayMs: number): number =>
  room === 'home' ? at + homeDelayMs : at;

/** When a group revealed at `at` becomes visible to a room; `position`: on the board, from 1. */
export const revealVisibleFrom = (
  room: Room,
  { at, position, homeDelayMs }: { at: number; position: number; homeDelayMs: number },
): number => changeVisibleFrom(room, at + shownAfterMs(position), homeDelayMs);

/** When the game session becomes visible to an audience; Infinity: it has not been released. */
export function questionVisibleFrom(
  { releases, homeDelayMs }: Pick<DisclosureFacts, 'releases' | 'homeDelayMs'>,
  room: Audience,
): number {
  const instants = AUDIENCES.map((audience) => {
    const release = releases[audience];
    if (release === null) return Infinity;
    const { firstReleasedAt, unseenUntil } = release;
    // The audience's own window is not delayed again: its opening already includes the delay.
    const delayMs = audience === room || room === 'studio' ? 0 : homeDelayMs;
    // Visible at once, not from `firstReleasedAt`: the clock may have been set back since the release.
    if (unseenUntil === null && delayMs === 0) return -Infinity;
    return (unseenUntil ?? firstReleasedAt) + delayMs;
  });
  return Math.min(...instants);
}

/** Returns what a room may see of a game session at `now`. Every reply and event uses it. */
export function disclosure(facts: DisclosureFacts, room: Room, now: number): Disclosure {
  if (room === 'admin') return { isKnown: true, result: facts.result };
  return {
    isKnown: questionVisibleFrom(facts, room) <= now,
    result: publicResult(isBehind(facts, room) ? resultKnown(facts, now) : facts.result),
  };
}

/** The next instant after `now` when more becomes visible to a room, apart from its own windows; null: none. */
export function nextDisclosure(facts: DisclosureFacts, room: Room, now: number): number | null {
  if (room === 'admin' || !isBehind(facts, room)) return null;
  const { acts, homeDelayMs, releases } = facts;
  const instants = acts.map(({ at }) => changeVisibleFrom(room, at, homeDelayMs));
  const exists = questionVisibleFrom(facts, room);
  if (exists !== releases[room]?.unseenUntil) instants.push(exists);
  const later = instants.filter((at) => at > now && at < Infinity);
  return later.length === 0 ? null : Math.min(...later);
}

const isBehind = ({ homeDelayMs }: DisclosureFacts, room: Room): boolean =>
  room === 'home' && homeDelayMs > 0;

/** Unlocking, reopening and voiding hide the result at once. */
const isTakenBack = ({ act }: DatedAct): boolean =>
  act === 'unlock' || act === 'reopen' || act === 'void';

function resultKnown({ acts, homeDelayMs }: DisclosureFacts, now: number): Result {
  const latest = acts.findLastIndex(isTakenBack);
  const firstUnknown = acts.findIndex(
    ({ at }, index) => index > latest && changeVisibleFrom('home', at, homeDelayMs) > now,
  );
  return acts
    .slice(0, firstUnknown < 0 ? undefined : firstUnknown)
    .reduce((result, { act, ...done }) => resultAfter(result, act, done), NEW_RESULT);
}
