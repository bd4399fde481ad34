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

/** A room, and the rehearsal that the person takes part in, or null. */
export interface Viewer {
  readonly room: Room;
  readonly rehearsal: number | null;
}

export const viewerOf = ({ roleId, rehearsal }: Pick<Caller, 'roleId' | 'rehearsal'>): Viewer => ({
  room: roomOf(roleId),
  rehearsal: rehearsal ?? null,
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

/** How many real players of an audience are here. */
export const playersIn = (
  rooms: ReadonlyMap<string, { readonly size: number }>,
  audience: Audience,
): number => (rooms.get(audience)?.size ?? 0) - (rooms.get(simulatedRoom(audience))?.size ?? 0);

/** The show pages. Nobody in it is in a room of players, admins or a person. */
export const SHOW_ROOM = 'show';

/** The show pages that an admin has opened with their own token: they end with it. */
export const watcherRoom = (userId: string): string => `show:${userId}`;

const ANSWER_ROOM = 'answer:';
export const isAnswerRoom = (room: string): boolean => room.startsWith(ANSWER_ROOM);

/**
 * Those of an audience who gave one form of an answer. Hashed: a room's name goes to logs and other
 * machines.
 */
export const answerRoom = (gameSessionId: string, audience: Audience, textKey: string): string =>
  `${ANSWER_ROOM}${gameSessionId}:${audience}:${createHash('sha256').update(textKey).digest('base64url').slice(0, 22)}`;
