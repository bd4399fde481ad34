import type { ShowView } from '#machines/show/calls.ts';
import type { StageView } from '#machines/contract/stage.ts';
import type { Cluster } from '#server/show/announce.ts';
import { type ShowServer, signOut } from '#server/realtime/socket.ts';
import { producersRoom, stageRoom } from '#server/realtime/rooms.ts';

/**
 * Message to the other processes with the show whose screens have changed (null: all shows). They read the new state
 * from the store.
 */
const TOUCHED = 'show-touched';

/** The name of the number of a show's screens that were closed on purpose, in the reports of processes. */
const leftOf = (showId: string): string => `${stageRoom(showId)} left`;

/** The connected screens and producers of one show. */
export interface ScreenRoom {
  /** Whether this process has connected screens of the show, and connected admins or producers of it. */
  readonly watchers: () => { readonly hasScreens: boolean; readonly hasProducers: boolean };
  /** Sends the show to the screens of this process, after closing screens that were opened with another link. */
  readonly toPages: (linkId: string | null, show: StageView) => void;
  /** Sends the show's view to the admins and the show's producers in this process. */
  readonly toProducers: (show: ShowView) => void;
}

/** The screens of all shows. */
export interface ScreenRooms {
  readonly of: (showId: string) => ScreenRoom;
  /** Returns the number of a show's screens in all processes that report them. */
  readonly screens: (showId: string) => number;
  /** Call when a screen of a show was closed on purpose. */
  readonly left: (showId: string) => void;
  /** Returns the number of a show's screens that were closed on purpose, in all processes that report them. */
  readonly screensLeft: (showId: string) => number;
  readonly touchOthers: (showId: string | null) => void;
  /** Calls back when another process reports that screens have changed. */
  readonly whenTouched: (listener: (showId: string | null) => void) => void;
}

export function createScreenRooms(io: ShowServer, cluster: Cluster): ScreenRooms {
  const socketsIn = (room: string): ReadonlySet<string> =>
    io.of('/').adapter.rooms.get(room) ?? new Set();
  /** Number of screens that were closed on purpose in this process, by `leftOf` their show. */
  const left = new Map<string, number>();
  cluster.report(() => Object.fromEntries(left));

  return {
    of: (showId) => {
      const room = stageRoom(showId);
      return {
        watchers: () => ({
          hasScreens: socketsIn(room).size > 0,
          hasProducers: socketsIn('admin').size + socketsIn(producersRoom(showId)).size > 0,
        }),
        toPages: (linkId, show) => {
          for (const id of socketsIn(room)) {
            const socket = io.of('/').sockets.get(id);
            const opened = socket?.data.page?.linkId ?? null;
            if (socket !== undefined && opened !== null && opened !== linkId)
              signOut(socket, 'revoked');
          }
          io.local.to(room).emit('show-updated', { show });
        },
        toProducers: (show) => {
          io.local.to(['admin', producersRoom(showId)]).emit('show-changed', { show });
        },
      };
    },
    screens: (showId) =>
      socketsIn(stageRoom(showId)).size +
      (cluster.connectedElsewhere().rooms[stageRoom(showId)] ?? 0),
    left: (showId) => {
      left.set(leftOf(showId), (left.get(leftOf(showId)) ?? 0) + 1);
    },
    screensLeft: (showId) =>
      (left.get(leftOf(showId)) ?? 0) + (cluster.connectedElsewhere().rooms[leftOf(showId)] ?? 0),
    touchOthers: (showId) => {
      if (cluster.localRoom !== null) io.serverSideEmit(TOUCHED, showId);
    },
    whenTouched: (listener) => {
      io.on(TOUCHED, (showId: unknown) => {
        // A process of the previous version sends no show id.
        listener(typeof showId === 'string' ? showId : null);
      });
    },
  };
}
