import type { Server } from 'socket.io';
import type { Audience } from '#machines/contract/entities.ts';
import type { ServerEvent, ServerEventName } from '#machines/contract/events.ts';
import type { ToldPoints } from './told-points.ts';
import { answerRoom, userRoom, watcherRoom } from './rooms.ts';

/** Why a person's sockets are closed. */
export type SignOutReason = ServerEvent<'signed-out'>['reason'];

/**
 * What the modules may say to those who are connected, whichever process holds their sockets.
 * Nothing here waits or fails: who is not reached gets the state when they are back.
 */
export interface Announcer {
  toAudience<N extends ServerEventName>(audience: Audience, name: N, payload: ServerEvent<N>): void;
  toAdmins<N extends ServerEventName>(name: N, payload: ServerEvent<N>): void;
  toUser<N extends ServerEventName>(userId: string, name: N, payload: ServerEvent<N>): void;
  /** To the devices of somebody who may have several: whoever has one knows from the reply to its call. */
  toDevices<N extends ServerEventName>(userId: string, name: N, payload: ServerEvent<N>): void;
  /**
   * To those of the audience whose answer to the game session is one of these forms
   * (`answer.text_key`): the same form is worth different points to either audience.
   */
  toAnswerers<N extends ServerEventName>(
    gameSessionId: string,
    audience: Audience,
    textKeys: readonly string[],
    name: N,
    payload: ServerEvent<N>,
  ): void;
  /** From now on `toAnswerers` reaches this person for this form. */
  joinAnswerers(userId: string, gameSessionId: string, audience: Audience, textKey: string): void;
  /** Says `signed-out` to every socket of the person, then closes them. */
  disconnectUser(userId: string, reason: SignOutReason): void;
  /** Cuts the person's lines without a word: whoever has a token that counts comes back by themselves. */
  dropUser(userId: string): void;
  /** Sockets of players, of all processes as far as known. */
  connected(): { studio: number; home: number };
}

/** What lies between this process and the others. */
export interface Cluster {
  /** A room that every socket of this process is in; null when there are no other processes. */
  readonly localRoom: string | null;
  /** Players and show pages connected to the other processes, as last heard. */
  connectedElsewhere(): { studio: number; home: number; screens: number };
  /** Calls back whenever the others can be heard again after a while without. */
  whenBack(listener: () => void): void;
}

/** One process by itself. */
export const ALONE: Cluster = {
  localRoom: null,
  connectedElsewhere: () => ({ studio: 0, home: 0, screens: 0 }),
  whenBack: () => {},
};

/** Everything that a person's token has opened. */
const roomsOf = (userId: string): string[] => [userRoom(userId), watcherRoom(userId)];

/** The announcer over socket.io: one broadcast a room, encoded once. Without others it speaks to this process alone. */
export function createAnnouncer(
  io: Server,
  toldPoints: Pick<ToldPoints, 'note'>,
  cluster: Cluster = ALONE,
): Announcer {
  const { localRoom } = cluster;

  /** Here at once, elsewhere by the adapter: an absent Redis delays nobody here. */
  const emit = (rooms: string[], name: string, payload: unknown): void => {
    io.local.to(rooms).emit(name, payload);
    if (localRoom !== null) io.to(rooms).except(localRoom).emit(name, payload);
  };
  const sizeOf = (room: string): number => io.of('/').adapter.rooms.get(room)?.size ?? 0;

  const drop = (userId: string): void => {
    io.local.in(roomsOf(userId)).disconnectSockets(true);
    if (localRoom !== null) io.in(roomsOf(userId)).except(localRoom).disconnectSockets(true);
  };

  return {
    toAudience: (audience, name, payload) => emit([audience], name, payload),
    toAdmins: (name, payload) => emit(['admin'], name, payload),
    toUser: (userId, name, payload) => emit([userRoom(userId)], name, payload),
    toDevices: (userId, name, payload) => {
      const room = userRoom(userId);
      if (sizeOf(room) > 1) io.local.to(room).emit(name, payload);
      // Nobody here knows who is connected elsewhere.
      if (localRoom !== null) io.to(room).except(localRoom).emit(name, payload);
    },
    toAnswerers: (gameSessionId, audience, textKeys, name, payload) => {
      // Without a room an emit would go to everybody.
      if (textKeys.length === 0) return;
      toldPoints.note(gameSessionId);
      const rooms = textKeys.map((textKey) => answerRoom(gameSessionId, audience, textKey));
      emit(rooms, name, payload);
    },
    joinAnswerers: (userId, gameSessionId, audience, textKey) => {
      const room = answerRoom(gameSessionId, audience, textKey);
      io.local.in(userRoom(userId)).socketsJoin(room);
      if (localRoom !== null) io.in(userRoom(userId)).except(localRoom).socketsJoin(room);
    },
    disconnectUser: (userId, reason) => {
      emit(roomsOf(userId), 'signed-out', { reason });
      drop(userId);
    },
    dropUser: drop,
    connected: () => {
      const elsewhere = cluster.connectedElsewhere();
      return {
        studio: sizeOf('studio') + elsewhere.studio,
        home: sizeOf('home') + elsewhere.home,
      };
    },
  };
}
