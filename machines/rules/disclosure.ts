import type { Audience, Result } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { NEW_RESULT, publicResult, type ResultAct, resultAfter } from './result.ts';
import { shownAfterMs } from './stage.ts';

/*
 * What an audience may know at an instant. The stream of home viewers lags behind the studio, so Home may know what is done in
 * the studio only so much later; what is taken back is taken back at once. All instants are epoch ms.
 */

/** Who reads: an audience, or producers, who may know everything. */
export type Room = Audience | 'admin';

/** Something that was done to a result. */
export interface DatedAct {
  readonly act: ResultAct;
  readonly at: number;
  readonly reason: string | null;
}

/** When an audience was first given a game session; null: never. */
interface FirstSeen {
  readonly firstReleasedAt: number;
  /** The audience has not seen it before; null: it was shown when it was released. */
  readonly unseenUntil: number | null;
}

/** What disclosure depends on. */
export interface DisclosureFacts {
  readonly releases: Readonly<Record<Audience, FirstSeen | null>>;
  readonly result: Result;
  /** All acts on the result in their order. Read only where there is a delay. */
  readonly acts: readonly DatedAct[];
  readonly homeDelayMs: number;
}

/** What a room may know of a game session. */
export interface Disclosure {
  /** Whether it may know that the game session exists: its ids, and its board. */
  readonly isKnown: boolean;
  /** How far the result is, as far as the room may know, without what producers keep to themselves. */
  readonly result: Result;
}

/** The instant from which a room may know what was done at `at`. */
export const knownFrom = (room: Room, at: number, homeDelayMs: number): number =>
  room === 'home' ? at + homeDelayMs : at;

/** The instant from which a room may know the group that was revealed at `at` on this place, counted from 1. */
export const revealKnownFrom = (
  room: Room,
  { at, place, homeDelayMs }: { at: number; place: number; homeDelayMs: number },
): number => knownFrom(room, at + shownAfterMs(place), homeDelayMs);

/** The instant from which an audience may know that the game session exists; Infinity: not by what was done yet. */
export function existsFrom(
  { releases, homeDelayMs }: Pick<DisclosureFacts, 'releases' | 'homeDelayMs'>,
  room: Audience,
): number {
  const instants = AUDIENCES.map((audience) => {
    const release = releases[audience];
    if (release === null) return Infinity;
    const { firstReleasedAt, unseenUntil } = release;
    // An own window is not delayed again: its opening has the delay in it.
    const delayMs = audience === room || room === 'studio' ? 0 : homeDelayMs;
    // Where nothing is delayed no clock decides, also one that was set back.
    if (unseenUntil === null && delayMs === 0) return -Infinity;
    return (unseenUntil ?? firstReleasedAt) + delayMs;
  });
  return Math.min(...instants);
}

/** Says what a room may know of a game session at `now`. Every reply and event goes by it. */
export function disclosure(facts: DisclosureFacts, room: Room, now: number): Disclosure {
  if (room === 'admin') return { isKnown: true, result: facts.result };
  return {
    isKnown: existsFrom(facts, room) <= now,
    result: publicResult(isBehind(facts, room) ? resultKnown(facts, now) : facts.result),
  };
}

/** The next instant after `now` at which a room may know more by itself, own windows left out; null: none. */
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

/** An unlock and a reopening take back at once what was known. */
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
