import type { Server } from 'socket.io';
import type { Audience } from '#machines/contract/entities.ts';
import type { ServerEvent, ServerEventName } from '#machines/contract/events.ts';
import {
  playersIn,
  rehearsalRoom,
  showRoom,
  userRoom,
  watcherRoom,
} from '#server/realtime/rooms.ts';

/** Why a person's sockets are closed. */
export type SignOutReason = ServerEvent<'signed-out'>['reason'];

/** A part of an audience: who takes part in a rehearsal, or the members of a show. */
export type Part = { readonly rehearsal: number } | { readonly showId: string };

const partRoom = (audience: Audience, part: Part): string =>
  'rehearsal' in part ? rehearsalRoom(part.rehearsal, audience) : showRoom(part.showId, audience);

/**
 * What the modules may say to those who are connected, whichever process holds their sockets.
 * Nothing here waits or fails: who is not reached gets the state when they are back.
 */
export interface Broadcaster {
  /** With a `part`: only to those of the audience who take part in it. */
  toAudience<N extends ServerEventName>(
    audience: Audience,
    name: N,
    payload: ServerEvent<N>,
    part?: Part,
  ): void;
  toAdmins<N extends ServerEventName>(name: N, payload: ServerEvent<N>): void;
  toUser<N extends ServerEventName>(userId: string, name: N, payload: ServerEvent<N>): void;
  /** Says `signed-out` to every socket of the person, then closes them. */
  disconnectUser(userId: string, reason: SignOutReason): void;
  /** Cuts the person's lines without a word: whoever has a token that counts comes back by themselves. */
  dropUser(userId: string): void;
  /** Whether the person has a socket; null: only another process may have it. */
  isHere(userId: string): boolean | null;
  /** Sockets of real players, of all processes as far as known. */
  /** The same of a show that is open to its members alone, if one is named. */
  connected(membersOf?: string): { studio: number; home: number };
}

/** What lies between this process and the others. */
export interface Cluster {
  /** A room that every socket of this process is in; null when there are no other processes. */
  readonly localRoom: string | null;
  /** Players and screens connected to the other processes, as last heard. */
  connectedElsewhere(): {
    studio: number;
    home: number;
    /** Sockets in the rooms of shows (`showRoomSizes`). */
    rooms: Readonly<Record<string, number>>;
  };
  /** Calls back whenever the others can be heard again after a while without. */
  whenBack(listener: () => void): void;
}

/** One process by itself. */
export const ALONE: Cluster = {
  localRoom: null,
  connectedElsewhere: () => ({ studio: 0, home: 0, rooms: {} }),
  whenBack: () => {},
};

/** Everything that a person's token has opened. */
const roomsOf = (userId: string): string[] => [userRoom(userId), watcherRoom(userId)];

/** The broadcaster over socket.io: one broadcast a room, encoded once. Without others it speaks to this process alone. */
export function createBroadcaster(io: Server, cluster: Cluster = ALONE): Broadcaster {
  const { localRoom } = cluster;

  /** Here at once, elsewhere by the adapter: an absent Redis delays nobody here. */
  const emit = (rooms: string[], name: string, payload: unknown): void => {
    io.local.to(rooms).emit(name, payload);
    if (localRoom !== null) io.to(rooms).except(localRoom).emit(name, payload);
  };
  const here = (audience: Audience): number => playersIn(io.of('/').adapter.rooms, audience);

  const drop = (userId: string): void => {
    io.local.in(roomsOf(userId)).disconnectSockets(true);
    if (localRoom !== null) io.in(roomsOf(userId)).except(localRoom).disconnectSockets(true);
  };

  return {
    toAudience: (audience, name, payload, part) => {
      emit([part === undefined ? audience : partRoom(audience, part)], name, payload);
    },
    toAdmins: (name, payload) => emit(['admin'], name, payload),
    toUser: (userId, name, payload) => emit([userRoom(userId)], name, payload),
    disconnectUser: (userId, reason) => {
      emit(roomsOf(userId), 'signed-out', { reason });
      drop(userId);
    },
    dropUser: drop,
    isHere: (userId) =>
      io.of('/').adapter.rooms.has(userRoom(userId)) || (localRoom === null ? false : null),
    connected: (membersOf) => {
      const elsewhere = cluster.connectedElsewhere();
      if (membersOf !== undefined) {
        const { rooms } = io.of('/').adapter;
        const membersIn = (audience: Audience): number => {
          const room = showRoom(membersOf, audience);
          return (rooms.get(room)?.size ?? 0) + (elsewhere.rooms[room] ?? 0);
        };
        return { studio: membersIn('studio'), home: membersIn('home') };
      }
      return {
        studio: here('studio') + elsewhere.studio,
        home: here('home') + elsewhere.home,
      };
    },
  };
}
