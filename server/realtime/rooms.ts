import type { Room } from '#machines/answering/rules/disclosure.ts';
import { createHash } from 'node:crypto';
import { type Audience, ROLE } from '#machines/contract/entities.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import type { Caller } from '#server/http/route.ts';

export type { Room };

/** The room of a role. @throws Error for an unknown role */
export function roomOf(roleId: number): Room {
  const room = roleId === ROLE.admin ? 'admin' : audienceOf(roleId);
  if (room === null) throw new Error(`no room for the role ${roleId}`);
  return room;
}

/** A room and the player's rehearsal and shows. */
export interface Viewer {
  readonly room: Room;
  /** The player's rehearsal, or null. */
  readonly rehearsal: number | null;
  /** The player's shows that are only open to members. */
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

/** The room of an audience's simulated players, who are also in the audience's own room. */
export const simulatedRoom = (audience: Audience): string => `simulated:${audience}`;

/**
 * The room of a rehearsal's members in an audience, who are also in the audience's own room. Each rehearsal has its own
 * rooms, so that a socket left over from one receives nothing of the next.
 */
export const rehearsalRoom = (rehearsal: number, audience: Audience): string =>
  `rehearsal:${rehearsal}:${audience}`;

/** The room of an audience of a members-only show. Its members are also in the audience's own room. */
export const showRoom = (showId: string, audience: Audience): string =>
  `show:${showId}:${audience}`;

/** The room of the people who may run a show without being admins. They are also in their audience's own room. */
export const producersRoom = (showId: string): string => `show:${showId}:producers`;

/** The room of an audience's people who run a show, who are also in the audience's own room but are no viewers. */
export const staffRoom = (audience: Audience): string => `staff:${audience}`;

/** Number of real players of an audience in this process. */
export const playersIn = (
  rooms: ReadonlyMap<string, { readonly size: number }>,
  audience: Audience,
): number => {
  const sizeOf = (room: string): number => rooms.get(room)?.size ?? 0;
  return sizeOf(audience) - sizeOf(simulatedRoom(audience)) - sizeOf(staffRoom(audience));
};

/** The room of a show's stage screens. Their sockets are in no other room. */
export const stageRoom = (showId: string): string => `show:${showId}:stage`;

/** Number of sockets in each room of a show. */
export const showRoomSizes = (
  rooms: ReadonlyMap<string, { readonly size: number }>,
): Record<string, number> =>
  Object.fromEntries(
    [...rooms].flatMap(([room, { size }]) => (room.startsWith('show:') ? [[room, size]] : [])),
  );

/** The room of stage screens that an admin opened with their own token; they are closed when the token ends. */
export const watcherRoom = (userId: string): string => `screens:${userId}`;

const ANSWER_ROOM = 'answer:';
export const isAnswerRoom = (room: string): boolean => room.startsWith(ANSWER_ROOM);

/**
 * The room of an audience's players whose answers have the same form. The form is hashed, because room names reach logs
 * and other processes.
 */
export const answerRoom = (gameSessionId: string, audience: Audience, textKey: string): string =>
  `${ANSWER_ROOM}${gameSessionId}:${audience}:${createHash('sha256').update(textKey).digest('base64url').slice(0, 22)}`;
