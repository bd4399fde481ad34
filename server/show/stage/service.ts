import type { Audience, Scene, Show } from '#machines/contract/entities.ts';
import type { Database } from '#server/db/client.ts';
import type { Announcer } from '#server/show/announce.ts';
import type { GatewayPorts } from '#server/realtime/gateway.ts';
import type { Publisher } from '#server/show/publisher.ts';
import type { ShowRoom } from '#server/show/stage/room.ts';
import { type Broadcast, type BroadcastOptions, createBroadcast } from './broadcast.ts';
import { isLinkOpen, openLink } from './link.ts';
import { readSnapshot, type SnapshotServices } from './snapshot.ts';
import type { ShowRouteServices } from './routes.ts';
import { readPage } from './store.ts';

export interface ShowOptions {
  readonly db: Database;
  readonly now: () => number;
  readonly announcer: Announcer;
  readonly publish: Publisher['publish'];
  readonly room: ShowRoom;
  /** The top of an audience's board today, in order, or in the rehearsal. */
  readonly best: (
    audience: Audience,
    isRehearsing: boolean,
  ) => Promise<NonNullable<Show['board']>[Audience]>;
  /** The best of the board of a show; null: it is gone. */
  readonly bestOfShow: (showId: string) => Promise<Pick<Show, 'board' | 'title'> | null>;
  readonly topOfShow: SnapshotServices['topOfShow'];
  /** Whether a word list finds a text unfit for air. */
  readonly isUnfit: (text: string) => boolean;
  /** The public address. */
  readonly appUrl: string;
  readonly pointsShown: ShowRouteServices['pointsShown'];
  readonly log: BroadcastOptions['log'];
}

export interface ShowService extends ShowRouteServices, Pick<Broadcast, 'stop' | 'touchHere'> {
  /** Whatever admins are told through it also reaches the show page, so that no change is forgotten. */
  readonly announcer: Announcer;
  readonly open: GatewayPorts['show']['open'];
  readonly isOpen: GatewayPorts['show']['isOpen'];
}

/** Directs the show page and keeps it in step with everything that it shows. */
export function createShow(options: ShowOptions): ShowService {
  const { db, now, announcer, publish, room, best, bestOfShow, appUrl, pointsShown, log } = options;
  const { isUnfit, topOfShow } = options;
  const board = async (scene: Scene, showId: string | null, isRehearsing: boolean) => {
    if (scene === 'idle' || scene === 'question') return null;
    if (scene !== 'board') return showId === null ? null : bestOfShow(showId);
    return {
      board: {
        studio: await best('studio', isRehearsing),
        home: await best('home', isRehearsing),
      },
    };
  };
  const readNow = () =>
    readSnapshot({
      db,
      now,
      board,
      topOfShow,
      isUnfit,
      screens: () => room.screens(),
      connected: () => announcer.connected(),
      appUrl,
    });
  const readState = async () => {
    const { revision, link } = await readPage(db.read);
    return { revision, linkId: link?.id ?? null };
  };
  const { touch, touchHere, stop } = createBroadcast({
    room,
    readSnapshot: readNow,
    readState,
    log,
  });
  return {
    db,
    now,
    publish,
    touch,
    touchHere,
    pointsShown,
    stop,
    readSnapshot: readNow,
    open: (key) => openLink({ db }, key),
    isOpen: (linkId) => isLinkOpen({ db }, linkId),
    announcer: {
      ...announcer,
      toAdmins: (name, payload) => {
        announcer.toAdmins(name, payload);
        touch();
      },
    },
  };
}
