import type { BoardTops } from '#machines/contract/entities.ts';
import type { ConnectedClients, ClientPart } from '#server/realtime/connected-clients.ts';
import type { Boards, Tops } from './boards.ts';

/**
 * A change is sent once this time has passed without another one, ms: the minimum, and the time per client. While
 * answers arrive, boards would only delay them.
 */
const QUIET_MS = 50;
const QUIET_MS_PER_CLIENT = 0.08;
/** The longest delay of a change, ms: the minimum, and the time per client. */
const LONGEST_WAIT_MS = 500;
const LONGEST_WAIT_MS_PER_CLIENT = 0.35;
/** The minimum time between two publications, ms. */
const PAUSE_MS = 500;
/** The time over which clients spread requests for further boards, ms: the minimum, and the time per client. */
const SPREAD_MS = 200;
const SPREAD_MS_PER_CLIENT = 0.15;

export interface BoardsPublisherServices {
  readonly boards: Pick<Boards, 'tops' | 'standings'>;
  readonly connectedClients: ConnectedClients;
  readonly now: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/** Sends boards to all clients of this process, and to each player their own points and ranks. */
export interface BoardsPublisher {
  /** Points of a game session have changed. */
  readonly moved: (gameSessionId: string) => void;
  /** A question was released: its new viewers receive its board, unless there are no answers. */
  readonly released: (gameSessionId: string) => void;
  /** Totals have changed for another reason: an account was deleted, or its role or name changed. */
  readonly changed: () => void;
  /** A client has connected and needs the current boards. */
  readonly joined: () => void;
  /** Resolves when all sending is done. */
  readonly stop: () => Promise<void>;
}

/** Publications that are due. */
interface Due {
  /** Game sessions; true: only because of a release. */
  readonly sessions: ReadonlyMap<string, boolean>;
  /** All boards are due, also without a game session. */
  readonly isChanged: boolean;
}
/** Merges two. A release does not downgrade points that have changed. */
const both = (one: Due | null, { sessions, isChanged }: Due): Due => {
  const all = new Map(one?.sessions);
  for (const [id, isReleased] of sessions) all.set(id, isReleased && (all.get(id) ?? true));
  return { sessions: all, isChanged: isChanged || one?.isChanged === true };
};

export function createBoardsPublisher(services: BoardsPublisherServices): BoardsPublisher {
  const { boards, connectedClients, now, log } = services;
  let due: Due | null = null;
  /** When the oldest unsent change arrived, and the earliest next publication, on the monotonic clock. */
  let dueSince = 0;
  let pauseUntil = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let isPublishing = false;
  let publishing: Promise<void> = Promise.resolve();

  async function publish({ sessions, isChanged }: Due): Promise<void> {
    const found = await boards.tops([...sessions.keys()], null);
    const { ofOthers } = found;
    await publishTops({ sessions, isChanged }, found);
    // Points of a show with members are sent only to its members.
    for (const [showId, ids] of ofOthers)
      await publishTops({ sessions, isChanged: false }, await boards.tops(ids, showId), showId);
    const forMembers = new Set([...ofOthers.values()].flat());
    const isForMembers = !isChanged && forMembers.size > 0 && forMembers.size === sessions.size;
    const players = connectedClients.players(isForMembers ? [...ofOthers.keys()] : undefined);
    const standings = await boards.standings(players);
    await connectedClients.toPlayers('standing-updated', (userId) => standings.get(userId));
  }

  async function publishTops(
    { sessions, isChanged }: Due,
    { all, home }: Tops,
    showId?: string,
  ): Promise<void> {
    const publishTo = async (tops: BoardTops, part: ClientPart): Promise<void> => {
      // Without a board, the game session is rehearsed, was never released, is still hidden from Home, or belongs to
      // another show with members.
      const moved = [...sessions].filter(([id, isReleased]) => {
        const board = tops.sessions[id];
        return board !== undefined && (!isReleased || board.people !== 0);
      });
      if (moved.length === 0 && !isChanged) return;
      const [only] = moved.length === 1 && !isChanged ? moved : [];
      const payload = {
        serverTime: now(),
        withinMs: forCrowd(SPREAD_MS, SPREAD_MS_PER_CLIENT),
        ...(only !== undefined && { gameSessionId: only[0] }),
        boards: tops,
      };
      await connectedClients.toAll('boards-updated', payload, part, showId);
    };
    if (home === all) await publishTo(all, 'all');
    else {
      await publishTo(all, 'not-home');
      await publishTo(home, 'home');
    }
  }

  const forCrowd = (leastMs: number, msPerClient: number): number =>
    Math.max(leastMs, msPerClient * connectedClients.size());

  function run(taken: Due): void {
    due = null;
    isPublishing = true;
    publishing = publish(taken)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'boards could not be published yet');
        due = both(taken, due ?? STANDINGS);
      })
      .finally(() => {
        isPublishing = false;
        pauseUntil = performance.now() + PAUSE_MS;
        if (due !== null) schedule(due);
      });
  }
  /**
   * Schedules a publication after a quiet time, bounded by the longest wait and the pause after the last publication.
   */
  function schedule(all: Due): void {
    if (isStopped || isPublishing) return;
    const quietMs = forCrowd(QUIET_MS, QUIET_MS_PER_CLIENT);
    const latest = dueSince + forCrowd(LONGEST_WAIT_MS, LONGEST_WAIT_MS_PER_CLIENT);
    const at = performance.now();
    clearTimeout(timer ?? undefined);
    timer = setTimeout(run, Math.max(pauseUntil, Math.min(at + quietMs, latest)) - at, all).unref();
  }
  function add(more: Due): void {
    if (due === null) dueSince = performance.now();
    due = both(due, more);
    schedule(due);
  }

  return {
    moved: (gameSessionId) =>
      add({ sessions: new Map([[gameSessionId, false]]), isChanged: false }),
    released: (gameSessionId) =>
      add({ sessions: new Map([[gameSessionId, true]]), isChanged: false }),
    changed: () => add({ sessions: new Map(), isChanged: true }),
    joined: () => add(STANDINGS),
    stop: async () => {
      isStopped = true;
      clearTimeout(timer ?? undefined);
      await publishing;
    },
  };
}

/** A publication of standings only. */
const STANDINGS: Due = { sessions: new Map(), isChanged: false };
