import { createHash } from 'node:crypto';
import { type Audience, ROLE } from '#machines/contract/entities.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import type { Caller } from '#server/http/route.ts';

/** Who hears what: players by audience, admins everything, each person their own. */
export type Room = Audience | 'admin';

/** The room of a role. @throws for an unknown one: what is not a player's is not for everybody else */
export function roomOf(roleId: number): Room {
  const room = roleId === ROLE.admin ? 'admin' : audienceOf(roleId);
  if (room === null) throw new Error(`no room for the role ${roleId}`);
  return room;
}

/** A room, and what else the person takes part in. */
export interface Viewer {
  readonly room: Room;
  /** A rehearsal, or null. */
  readonly rehearsal: number | null;
  /** Shows that are not open to everybody. */
  readonly shows?: readonly string[];
}

export const viewerOf = ({
  roleId,
  rehearsal,
  shows = [],
}: Pick<Caller, 'roleId' | 'rehearsal' | 'shows'>): Viewer => ({
  room: roomOf(roleId),
  rehearsal: rehearsal ?? null,
  shows,
});

export const userRoom = (userId: string): string => `user:${userId}`;

/** The simulated players of an audience, beside its own room. */
export const simulatedRoom = (audience: Audience): string => `simulated:${audience}`;

/**
 * The room of a rehearsal's members in an audience, in addition to the audience's room. Each rehearsal has its own rooms, so
 * that a socket left in one gets nothing of the next.
 */
export const rehearsalRoom = (rehearsal: number, audience: Audience): string =>
  `rehearsal:${rehearsal}:${audience}`;

/** The room of an audience of a show that is open to its members alone, in addition to the audience's room. */
export const showRoom = (showId: string, audience: Audience): string =>
  `show:${showId}:${audience}`;

/** How many real players of an audience are here. */
export const playersIn = (
  rooms: ReadonlyMap<string, { readonly size: number }>,
  audience: Audience,
): number => (rooms.get(audience)?.size ?? 0) - (rooms.get(simulatedRoom(audience))?.size ?? 0);

/** The screens of a show. Nobody in it is in a room of players, admins or a person. */
export const stageRoom = (showId: string): string => `show:${showId}:stage`;

/** How many sockets are in each room of a show. */
export const showRoomSizes = (
  rooms: ReadonlyMap<string, { readonly size: number }>,
): Record<string, number> =>
  Object.fromEntries(
    [...rooms].flatMap(([room, { size }]) => (room.startsWith('show:') ? [[room, size]] : [])),
  );

/** The screens that an admin has opened with their own token: they end with it. */
export const watcherRoom = (userId: string): string => `screens:${userId}`;

const ANSWER_ROOM = 'answer:';
export const isAnswerRoom = (room: string): boolean => room.startsWith(ANSWER_ROOM);

/**
 * Those of an audience who gave one form of an answer. Hashed: a room's name goes to logs and other
 * machines.
 */
export const answerRoom = (gameSessionId: string, audience: Audience, textKey: string): string =>
  `${ANSWER_ROOM}${gameSessionId}:${audience}:${createHash('sha256').update(textKey).digest('base64url').slice(0, 22)}`;
