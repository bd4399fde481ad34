import {
  type Direction,
  FINAL_SCENES,
  type Scene,
  type StageView,
} from '#machines/contract/stage.ts';
import { type Audience, HOUSE_SHOW } from '#machines/contract/entities.ts';
import type { Database } from '#server/db/client.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import type { GatewayPorts } from '#server/realtime/gateway.ts';
import type { ScreenRooms } from '#server/show/stage/room.ts';
import { showViewOf } from '../view.ts';
import { type Broadcast, type BroadcastOptions, createBroadcast } from './broadcast.ts';
import { isLinkOpen, type LinkServices, openLink } from './link.ts';
import { readSnapshot, type StageSnapshot, type SnapshotServices } from './snapshot.ts';
import { readPage, stageExists } from './store.ts';

export interface StageServiceOptions {
  readonly db: Database;
  readonly now: () => number;
  readonly broadcaster: Broadcaster;
  readonly rooms: ScreenRooms;
  /** Returns the top of an audience's board of today, or of a show's rehearsal, in order. */
  readonly best: (
    audience: Audience,
    rehearsed: string | null,
  ) => Promise<NonNullable<StageView['board']>[Audience]>;
  /** Returns the top of a show's board; null: the show was deleted. */
  readonly bestOfShow: (showId: string) => Promise<Pick<StageView, 'board' | 'title'> | null>;
  /** Returns the top of the board of a show's season; null: it is in none. */
  readonly bestOfSeason: (showId: string) => Promise<Pick<StageView, 'board' | 'title'> | null>;
  readonly topOfShow: SnapshotServices['topOfShow'];
  /** Whether a word list flags a text as unfit for air. */
  readonly isUnfit: (text: string) => boolean;
  /** Whether a dictionary has a word in lower case. */
  readonly isWord: (word: string) => boolean;
  /** The public address of the app. */
  readonly appUrl: string;
  readonly log: BroadcastOptions['log'];
}

/** Updates the screens of a show; without a show id, all screens. */
export type UpdateScreens = (showId?: string) => void;

export interface StageService extends LinkServices {
  readonly touch: UpdateScreens;
  /** Updates only the screens that are connected to this process. */
  readonly touchHere: UpdateScreens;
  readonly stop: () => Promise<void>;
  /** Reads the snapshot for the screens of a show. */
  readonly readSnapshot: (showId?: string) => Promise<StageSnapshot>;
  /** Returns the stage of a show as its producers see it; for the house show, what its screens show. */
  readonly readDirection: (showId?: string) => Promise<Direction>;
  /** A broadcaster that also updates the screens with every message to admins, so that no change is missed. */
  readonly broadcaster: Broadcaster;
  readonly left: GatewayPorts['show']['left'];
  readonly open: GatewayPorts['show']['open'];
  readonly isOpen: GatewayPorts['show']['isOpen'];
  readonly exists: GatewayPorts['show']['exists'];
}

/** The scenes that show a board. */
const BOARD_SCENES: ReadonlySet<Scene> = new Set(['board', 'season', ...FINAL_SCENES]);

/** How long producers still get updates of a show without screens after its stage last changed, ms. */
const ATTENDED_MS = 600_000;

/** Directs stages and keeps screens current. */
export function createStageService(options: StageServiceOptions): StageService {
  const { db, now, broadcaster, rooms, best, bestOfShow, bestOfSeason, appUrl, log } = options;
  const { isUnfit, isWord, topOfShow } = options;
  /** Broadcasts by show, for shows with watchers in this process. */
  const broadcasts = new Map<string, Broadcast>();
  /** When each show's stage last changed, by show. */
  const touchedAt = new Map<string, number>();
  /** Whether the next message to the other processes concerns all shows. */
  let isForAll = false;
  let isStopped = false;

  /**
   * Returns the boards of a scene: today's boards, the show's own, or its season's. Guests of a members-only show are only on their
   * show's board.
   */
  const board: SnapshotServices['board'] = async (
    scene,
    { showId, isForMembers },
    isRehearsing,
  ) => {
    if (!BOARD_SCENES.has(scene)) return null;
    if (scene === 'season') return bestOfSeason(showId);
    if (scene !== 'board' || (isForMembers && !isRehearsing)) return bestOfShow(showId);
    const rehearsed = isRehearsing ? showId : null;
    return {
      board: { studio: await best('studio', rehearsed), home: await best('home', rehearsed) },
    };
  };
  const readNow = (showId = HOUSE_SHOW) =>
    readSnapshot(
      {
        db,
        now,
        board,
        topOfShow,
        isUnfit,
        isWord,
        screens: rooms.screens,
        screensLeft: rooms.screensLeft,
        connected: (membersOf) => broadcaster.connected(membersOf),
        appUrl,
      },
      showId,
    );

  /** Adds the number of the house show's screens while they show the stage of this show. */
  async function withHouseScreens(showId: string, direction: Direction): Promise<Direction> {
    if (showId === HOUSE_SHOW || (await readPage(db.read)).showId !== showId) return direction;
    const screens = direction.screens + rooms.screens(HOUSE_SHOW);
    const screensLeft = (direction.screensLeft ?? 0) + rooms.screensLeft(HOUSE_SHOW);
    return { ...direction, screens, screensLeft, isOnAir: true };
  }

  function isWatched(showId: string): boolean {
    const { hasScreens, hasProducers } = rooms.of(showId).watchers();
    if (hasScreens || !hasProducers || showId === HOUSE_SHOW) return hasScreens || hasProducers;
    return performance.now() - (touchedAt.get(showId) ?? 0) < ATTENDED_MS;
  }

  function broadcastOf(showId: string): Broadcast {
    const known = broadcasts.get(showId);
    if (known !== undefined) return known;
    const isHouse = showId === HOUSE_SHOW;
    const made = createBroadcast({
      room: rooms.of(showId),
      isWatched: () => isWatched(showId),
      touchOthers: () => {
        rooms.touchOthers(isHouse && isForAll ? null : showId);
        if (isHouse) isForAll = false;
      },
      onIdle: () => {
        if (isHouse) return;
        broadcasts.delete(showId);
        touchedAt.delete(showId);
      },
      readSnapshot: () => readNow(showId),
      readView: async (direction) =>
        showViewOf({ db, now }, showId, await withHouseScreens(showId, direction)),
      readState: async () => {
        const { revision, link } = await readPage(db.read, showId);
        return { revision, linkId: link?.id ?? null };
      },
      log,
    });
    broadcasts.set(showId, made);
    return made;
  }

  /**
   * Returns the broadcasts of all screens that may show a show's stage: the show's own screens, and the house show's.
   */
  function touched(showId: string): Broadcast[] {
    if (isStopped) return [];
    const own = broadcastOf(showId);
    touchedAt.set(showId, performance.now());
    return showId === HOUSE_SHOW ? [own] : [own, broadcastOf(HOUSE_SHOW)];
  }

  const touch: UpdateScreens = (showId) => {
    for (const broadcast of showId === undefined ? [] : touched(showId)) broadcast.touch();
    if (showId !== undefined || isStopped) return;
    isForAll = true;
    const house = broadcastOf(HOUSE_SHOW);
    for (const broadcast of broadcasts.values()) if (broadcast !== house) broadcast.touchHere();
    house.touch();
  };
  const touchHere: UpdateScreens = (showId) => {
    const due =
      showId === undefined ? [...broadcasts.values(), broadcastOf(HOUSE_SHOW)] : touched(showId);
    for (const broadcast of due) broadcast.touchHere();
  };
  rooms.whenTouched((showId) => touchHere(showId ?? undefined));

  return {
    db,
    now,
    touch,
    touchHere,
    stop: async () => {
      isStopped = true;
      await Promise.all([...broadcasts.values()].map(({ stop }) => stop()));
    },
    readSnapshot: readNow,
    readDirection: async (showId = HOUSE_SHOW) =>
      withHouseScreens(showId, (await readNow(showId)).direction),
    left: rooms.left,
    open: (key) => openLink({ db }, key),
    isOpen: (linkId) => isLinkOpen({ db }, linkId),
    exists: (showId) => stageExists(db.read, showId),
    broadcaster: {
      ...broadcaster,
      toAdmins: (name, payload, showId) => {
        broadcaster.toAdmins(name, payload, showId);
        touch();
      },
    },
  };
}
