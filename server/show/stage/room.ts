import type { ShowView } from '#machines/show/calls.ts';
import type { Show } from '#machines/contract/entities.ts';
import type { Cluster } from '#server/show/announce.ts';
import { type ShowServer, signOut } from '#server/realtime/socket.ts';
import { stageRoom } from '#server/realtime/rooms.ts';

/** Tells the other processes whose screens have changed (null: all of them), and nothing else: each looks for itself. */
const TOUCHED = 'show-touched';

/** The screens of one show, and the admins who direct them. */
export interface ScreenRoom {
  /** Whether any of the screens is connected to this process, and any admin. */
  readonly watchers: () => { readonly hasScreens: boolean; readonly hasAdmins: boolean };
  /** To the screens here; those opened with another link than this one are ended first. */
  readonly toPages: (linkId: string | null, show: Show) => void;
  /** To the admins here. */
  readonly toAdmins: (show: ShowView) => void;
}

/** The screens of all shows. */
export interface ScreenRooms {
  readonly of: (showId: string) => ScreenRoom;
  /** How many screens of a show there are, at all processes as far as known. */
  readonly screens: (showId: string) => number;
  readonly touchOthers: (showId: string | null) => void;
  /** Calls back when another process was touched. */
  readonly whenTouched: (listener: (showId: string | null) => void) => void;
}

export function createScreenRooms(io: ShowServer, cluster: Cluster): ScreenRooms {
  const socketsIn = (room: string): ReadonlySet<string> =>
    io.of('/').adapter.rooms.get(room) ?? new Set();

  return {
    of: (showId) => {
      const room = stageRoom(showId);
      return {
        watchers: () => ({
          hasScreens: socketsIn(room).size > 0,
          hasAdmins: socketsIn('admin').size > 0,
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
        toAdmins: (show) => {
          io.local.to('admin').emit('show-changed', { show });
        },
      };
    },
    screens: (showId) =>
      socketsIn(stageRoom(showId)).size +
      (cluster.connectedElsewhere().rooms[stageRoom(showId)] ?? 0),
    touchOthers: (showId) => {
      if (cluster.localRoom !== null) io.serverSideEmit(TOUCHED, showId);
    },
    whenTouched: (listener) => {
      io.on(TOUCHED, (showId: unknown) => {
        // A process of the previous version names no show.
        listener(typeof showId === 'string' ? showId : null);
      });
    },
  };
}
