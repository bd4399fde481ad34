import type { Server } from 'socket.io';
import type { Audience } from '#machines/contract/entities.ts';
import type { ServerEvent, ServerEventName } from '#machines/contract/events.ts';
import { inBatches } from '#server/realtime/in-batches.ts';
import {
  playersIn,
  producersRoom,
  rehearsalRoom,
  showRoom,
  userRoom,
  watcherRoom,
} from '#server/realtime/rooms.ts';

/** Why a person's sockets are closed. */
export type SignOutReason = ServerEvent<'signed-out'>['reason'];

/** A part of an audience: the participants of a rehearsal, the members of a show, or the members of none of these shows. */
export type AudiencePart =
  | { readonly rehearsal: number }
  | { readonly showId: string }
  | { readonly outside: readonly string[] };

function partRoom(audience: Audience, part: AudiencePart): string {
  if ('outside' in part) return audience;
  return 'rehearsal' in part
    ? rehearsalRoom(part.rehearsal, audience)
    : showRoom(part.showId, audience);
}
const roomsLeftOut = (audience: Audience, part: AudiencePart): string[] =>
  'outside' in part ? part.outside.map((showId) => showRoom(showId, audience)) : [];

/**
 * Sends events to connected clients, whichever process they are connected to. No method waits for a client or fails: one that
 * an event does not reach gets the state when it reconnects.
 */
export interface Broadcaster {
  /** Sends to an audience, or with `part` only to that part of it. */
  toAudience<N extends ServerEventName>(
    audience: Audience,
    name: N,
    payload: ServerEvent<N>,
    part?: AudiencePart,
  ): void;
  /**
   * Sends what is not urgent to a part of an audience, in this process only: in batches, because sending to ten thousand
   * at once takes 200 ms, in which no answer is accepted.
   */
  toAudienceInBatches<N extends ServerEventName>(
    audience: Audience,
    name: N,
    payload: ServerEvent<N>,
    part: AudiencePart,
  ): Promise<void>;
  /** Sends to admins; with `showId`, also to the producers of that show. */
  toAdmins<N extends ServerEventName>(name: N, payload: ServerEvent<N>, showId?: string): void;
  /**
   * Sends to the producers of a show who are no admins. They are in their audience's room too, so that changes of the
   * feed reach them there; this is for what only producers may see.
   */
  toProducers<N extends ServerEventName>(showId: string, name: N, payload: ServerEvent<N>): void;
  toUser<N extends ServerEventName>(userId: string, name: N, payload: ServerEvent<N>): void;
  /** Sends `signed-out` to every socket of the person, then closes them. */
  disconnectUser(userId: string, reason: SignOutReason): void;
  /** Closes the person's connections without an event; clients with a valid token reconnect by themselves. */
  dropUser(userId: string): void;
  /** Whether the person has a socket; null: unknown, because another process may have it. */
  isHere(userId: string): boolean | null;
  /**
   * Counts the sockets of real players in all processes that report them; with `membersOf`, only those of that show's
   * members.
   */
  connected(membersOf?: string): { studio: number; home: number };
}

/** Connects this process to the others. */
export interface Cluster {
  /** The room of all sockets of this process; null if there are no other processes. */
  readonly localRoom: string | null;
  /** The other processes, and the players and screens connected to them, as last reported. */
  connectedElsewhere(): {
    processes: number;
    studio: number;
    home: number;
    /** Number of sockets in each room of a show (`showRoomSizes`), and the counts of `report`. */
    rooms: Readonly<Record<string, number>>;
  };
  /** Adds counts by name to the reports of this process. */
  report(counts: () => Readonly<Record<string, number>>): void;
  /** Calls back when the other processes can be reached again after an interruption. */
  whenBack(listener: () => void): void;
}

/** The cluster if there is only one process. */
export const SINGLE_PROCESS: Cluster = {
  localRoom: null,
  connectedElsewhere: () => ({ processes: 0, studio: 0, home: 0, rooms: {} }),
  report: () => {},
  whenBack: () => {},
};

/** The rooms of all sockets opened with a person's token. */
const roomsOf = (userId: string): string[] => [userRoom(userId), watcherRoom(userId)];

/**
 * Creates a broadcaster over socket.io: one broadcast per room, encoded once. Without other processes it sends only to
 * local sockets.
 */
export function createBroadcaster(io: Server, cluster: Cluster = SINGLE_PROCESS): Broadcaster {
  const { localRoom } = cluster;

  /**
   * Sends to local sockets directly and to those of other processes through the adapter, so that local clients do not
   * wait for a missing Redis.
   */
  const emit = (rooms: string[], name: string, payload: unknown, leftOut: string[] = []): void => {
    io.local.to(rooms).except(leftOut).emit(name, payload);
    if (localRoom !== null)
      io.to(rooms)
        .except([localRoom, ...leftOut])
        .emit(name, payload);
  };
  const here = (audience: Audience): number => playersIn(io.of('/').adapter.rooms, audience);

  const idsIn = (room: string): readonly string[] => [
    ...(io.of('/').adapter.rooms.get(room) ?? []),
  ];

  const drop = (userId: string): void => {
    io.local.in(roomsOf(userId)).disconnectSockets(true);
    if (localRoom !== null) io.in(roomsOf(userId)).except(localRoom).disconnectSockets(true);
  };

  return {
    toAudience: (audience, name, payload, part) => {
      if (part === undefined) emit([audience], name, payload);
      else emit([partRoom(audience, part)], name, payload, roomsLeftOut(audience, part));
    },
    toAudienceInBatches: (audience, name, payload, part) => {
      const leftOut = new Set(roomsLeftOut(audience, part).flatMap(idsIn));
      const ids = idsIn(partRoom(audience, part)).filter((id) => !leftOut.has(id));
      return inBatches(ids, (some) => {
        io.local.to([...some]).emit(name, payload);
      });
    },
    toAdmins: (name, payload, showId) =>
      emit(showId === undefined ? ['admin'] : ['admin', producersRoom(showId)], name, payload),
    toProducers: (showId, name, payload) => emit([producersRoom(showId)], name, payload),
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
