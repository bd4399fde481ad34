import type { Direction, Show } from '#machines/contract/entities.ts';
import type { Cluster } from '#server/show/announce.ts';
import { type ShowServer, signOut } from '#server/realtime/socket.ts';
import { SHOW_ROOM } from '#server/realtime/rooms.ts';

/** What other processes are told, and nothing else: each looks for itself. */
const TOUCHED = 'show-touched';

/** Those who watch the show page, and the admins who direct it. */
export interface ShowRoom {
  /** Whether any of them is connected to this process. */
  isWatched(): boolean;
  /** Show pages, of all processes as far as known. */
  screens(): number;
  /** To the show pages here; those opened with another link than this one are ended first. */
  toPages(linkId: string | null, show: Show): void;
  /** To the admins here. */
  toAdmins(direction: Direction): void;
  touchOthers(): void;
  /** Calls back when another process was touched. */
  whenTouched(listener: () => void): void;
}

export function createShowRoom(io: ShowServer, cluster: Cluster): ShowRoom {
  const socketsIn = (room: string): ReadonlySet<string> =>
    io.of('/').adapter.rooms.get(room) ?? new Set();

  return {
    isWatched: () => socketsIn(SHOW_ROOM).size + socketsIn('admin').size > 0,
    screens: () => socketsIn(SHOW_ROOM).size + cluster.connectedElsewhere().screens,
    toPages: (linkId, show) => {
      for (const id of socketsIn(SHOW_ROOM)) {
        const socket = io.of('/').sockets.get(id);
        const opened = socket?.data.page?.linkId ?? null;
        if (socket !== undefined && opened !== null && opened !== linkId)
          signOut(socket, 'revoked');
      }
      io.local.to(SHOW_ROOM).emit('show-updated', { show });
    },
    toAdmins: (direction) => io.local.to('admin').emit('show-directed', { direction }),
    touchOthers: () => {
      if (cluster.localRoom !== null) io.serverSideEmit(TOUCHED);
    },
    whenTouched: (listener) => {
      io.on(TOUCHED, listener);
    },
  };
}
