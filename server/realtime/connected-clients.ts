import { ROLE } from '#machines/contract/entities.ts';
import type { ServerEvent, ServerEventName } from '#machines/contract/events.ts';
import { inBatches } from './in-batches.ts';
import { sendWritten, type ShowServer, type ShowSocket } from './socket.ts';

/** The clients that an event is sent to: all, only home viewers, or all but home viewers. */
export type ClientPart = 'all' | 'home' | 'not-home';

/** The signed-in clients connected to this process. A client that leaves during a broadcast is skipped. */
export interface ConnectedClients {
  readonly size: () => number;
  /** Returns the ids of the connected players; with `showIds`, only of members of one of these shows. */
  readonly players: (showIds?: readonly string[]) => string[];
  /**
   * Sends one event to all clients or a part of them; with `showId` only to that show's members and admins. Encoded
   * once per batch.
   */
  readonly toAll: <N extends ServerEventName>(
    name: N,
    payload: ServerEvent<N>,
    part: ClientPart,
    showId?: string,
  ) => Promise<void>;
  /** Sends each player their payload (by user id), except to sockets that have already received the same. */
  readonly toPlayers: <N extends ServerEventName>(
    name: N,
    payloads: ReadonlyMap<string, ServerEvent<N>>,
  ) => Promise<void>;
}

/** Whether the socket receives events of one of these shows; admins receive those of every show. */
const hearsOf = ({ data: { session } }: ShowSocket, showIds: readonly string[]): boolean =>
  session?.caller.roleId === ROLE.admin ||
  session?.caller.shows?.some((showId) => showIds.includes(showId)) === true;

const partOf = ({ data }: ShowSocket): 'home' | 'not-home' =>
  data.session?.caller.roleId === ROLE.home ? 'home' : 'not-home';

export function createConnectedClients(io: ShowServer): ConnectedClients {
  /** The last payload sent to each socket. */
  const sent = new WeakMap<ShowSocket, string>();

  const people = (): ShowSocket[] =>
    [...io.of('/').sockets.values()].filter(
      ({ data: { session, page } }) => session !== null && page === null,
    );
  const players = (): { socket: ShowSocket; userId: string }[] =>
    people().flatMap((socket) => {
      const caller = socket.data.session?.caller;
      return caller === undefined || caller.roleId === ROLE.admin
        ? []
        : [{ socket, userId: caller.id }];
    });

  return {
    size: () => io.of('/').sockets.size,
    players: (showIds) => {
      const some = players().filter(
        ({ socket }) => showIds === undefined || hearsOf(socket, showIds),
      );
      return [...new Set(some.map(({ userId }) => userId))];
    },
    toAll: async (name, payload, part, showId) => {
      const sockets = people().filter(
        (each) =>
          (part === 'all' || partOf(each) === part) &&
          (showId === undefined || hearsOf(each, [showId])),
      );
      await inBatches(sockets, (some) => {
        io.local.to(some.map(({ id }) => id)).emit(name, payload);
      });
    },
    toPlayers: (name, payloads) => {
      const receivers = players().filter(({ userId }) => payloads.has(userId));
      return inBatches(receivers, (some) => {
        for (const { socket, userId } of some) {
          const text = JSON.stringify(payloads.get(userId));
          if (sent.get(socket) === text) continue;
          sent.set(socket, text);
          sendWritten(socket, name, text);
        }
      });
    },
  };
}
