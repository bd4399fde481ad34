import type { BoardTops } from '#machines/contract/entities.ts';
import type { ConnectedClients, ClientPart } from '#server/realtime/connected-clients.ts';
import type { Boards, Tops } from './boards.ts';

/** A change is sent once this time (ms) has passed without another change, and no recount will soon change the boards again. */
const QUIET_MS = 50;
/** The longest delay of a change, ms: a minimum plus a time per client. */
const LONGEST_WAIT_MS = 1_200;
const LONGEST_WAIT_MS_PER_CLIENT = 0.35;
/** The minimum time between two publications, ms. */
const PAUSE_MS = 500;
/** The time over which clients spread requests for further boards, ms: a minimum plus a time per client. */
const SPREAD_MS = 200;
const SPREAD_MS_PER_CLIENT = 0.15;

export interface BoardsPublisherServices {
  readonly boards: Pick<Boards, 'tops' | 'standings'>;
  readonly connectedClients: ConnectedClients;
  /** Whether a recount of the game session is running or due. */
  readonly isCounting: (gameSessionId: string) => boolean;
  readonly now: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/** Sends boards to all clients of this process, and to each player their own points and ranks. */
export interface BoardsPublisher {
  /** Call when points of a game session have changed. */
  readonly moved: (gameSessionId: string) => void;
  /** Call when a question was released: its new viewers get its board, unless it has no answers. */
  readonly released: (gameSessionId: string) => void;
  /** Call when totals have changed for another reason: an account was deleted, or its role or name has changed. */
  readonly changed: () => void;
  /** Call when a player has connected, who needs their own points and ranks. */
  readonly joined: (userId: string) => void;
  /** Call when only points and ranks of players may have changed. */
  readonly standingsChanged: () => void;
  /** Stops publishing; resolves when all sending is done. */
  readonly stop: () => Promise<void>;
}

/** The boards that are to be published. */
interface Due {
  /** Game sessions with changed boards; the value is true if the only change is a release. */
  readonly sessions: ReadonlyMap<string, boolean>;
  /** Whether the boards of all periods are due, even if no game session is. */
  readonly isChanged: boolean;
  /** Whether all players get their points and ranks, not only the players of these game sessions. */
  readonly isForAll: boolean;
}
/** Merges two sets of due boards. If a game session's points have changed, a release does not undo that. */
const both = (one: Due | null, { sessions, isChanged, isForAll }: Due): Due => {
  const all = new Map(one?.sessions);
  for (const [id, isReleased] of sessions) all.set(id, isReleased && (all.get(id) ?? true));
  return {
    sessions: all,
    isChanged: isChanged || one?.isChanged === true,
    isForAll: isForAll || one?.isForAll === true,
  };
};

export function createBoardsPublisher(services: BoardsPublisherServices): BoardsPublisher {
  const { boards, connectedClients, isCounting, now, log } = services;
  let due: Due | null = null;
  /** The players who have connected since the last publication. */
  let joined = new Set<string>();
  /** When the oldest unsent change arrived, and before when nothing is published, on the monotonic clock. */
  let dueSince = 0;
  let pauseUntil = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let isPublishing = false;
  let publishing: Promise<void> = Promise.resolve();

  async function publish(
    { sessions, isChanged, isForAll }: Due,
    newcomers: ReadonlySet<string>,
  ): Promise<void> {
    const found = await boards.tops([...sessions.keys()], null);
    const { ofOthers } = found;
    await publishTops({ sessions, isChanged }, found);
    // Boards of a members-only show are sent only to its members.
    for (const [showId, ids] of ofOthers)
      await publishTops({ sessions, isChanged: false }, await boards.tops(ids, showId), showId);
    const forMembers = new Set([...ofOthers.values()].flat());
    const moved = [...sessions.keys()].filter((id) => sessions.get(id) === false);
    const isForMembers = !isForAll && moved.every((id) => forMembers.has(id));
    const players =
      isForAll || moved.length > 0
        ? connectedClients.players(isForMembers ? [...ofOthers.keys()] : undefined)
        : [];
    const receivers = new Set([...players, ...newcomers]);
    if (receivers.size > 0)
      await connectedClients.toPlayers('standing-updated', await boards.standings([...receivers]));
  }

  async function publishTops(
    { sessions, isChanged }: Pick<Due, 'sessions' | 'isChanged'>,
    { all, home }: Tops,
    showId?: string,
  ): Promise<void> {
    const publishTo = async (tops: BoardTops, part: ClientPart): Promise<void> => {
      // A game session without a board is rehearsed, was never released, is still hidden from Home, or belongs to
      // another members-only show.
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
    const newcomers = joined;
    joined = new Set();
    isPublishing = true;
    publishing = publish(taken, newcomers)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'boards could not be published yet');
        due = due === null ? taken : both(taken, due);
        for (const userId of newcomers) joined.add(userId);
      })
      .finally(() => {
        isPublishing = false;
        pauseUntil = performance.now() + PAUSE_MS;
        if (due !== null) schedule(due);
      });
  }
  /**
   * Schedules a publication once changes have paused, but not later than the longest wait, nor earlier than the pause
   * after the last publication.
   */
  function schedule(all: Due): void {
    if (isStopped || isPublishing) return;
    const latest = dueSince + forCrowd(LONGEST_WAIT_MS, LONGEST_WAIT_MS_PER_CLIENT);
    const at = performance.now();
    clearTimeout(timer ?? undefined);
    timer = setTimeout(
      () => {
        const isEarly = performance.now() < latest && [...all.sessions.keys()].some(isCounting);
        (isEarly ? schedule : run)(all);
      },
      Math.max(pauseUntil, Math.min(at + QUIET_MS, latest)) - at,
    ).unref();
  }
  function add(more: Due): void {
    if (due === null) dueSince = performance.now();
    due = both(due, more);
    schedule(due);
  }

  return {
    moved: (gameSessionId) => add(boardOf(gameSessionId, false)),
    released: (gameSessionId) => add(boardOf(gameSessionId, true)),
    changed: () => add({ ...NOTHING, isChanged: true, isForAll: true }),
    joined: (userId) => {
      joined.add(userId);
      add(NOTHING);
    },
    standingsChanged: () => add({ ...NOTHING, isForAll: true }),
    stop: async () => {
      isStopped = true;
      clearTimeout(timer ?? undefined);
      await publishing;
    },
  };
}

const NOTHING: Due = { sessions: new Map(), isChanged: false, isForAll: false };

const boardOf = (gameSessionId: string, isReleased: boolean): Due => ({
  ...NOTHING,
  sessions: new Map([[gameSessionId, isReleased]]),
});
