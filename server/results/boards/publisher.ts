import type { BoardTops } from '#machines/contract/entities.ts';
import type { ConnectedClients, ClientPart } from '#server/realtime/connected-clients.ts';
import type { Boards, Tops } from './boards.ts';

/** So long nothing more has changed when a change is told, ms at least and for each client: while answers come, boards would only delay them. */
const QUIET_MS = 50;
const QUIET_MS_PER_CLIENT = 0.08;
/** A change waits no longer, ms at least and for each client. */
const LONGEST_WAIT_MS = 500;
const LONGEST_WAIT_MS_PER_CLIENT = 0.35;
/** The least time between two publications, ms. */
const PAUSE_MS = 500;
/** The time over which clients spread what they ask for beyond what they are told, ms at least and for each client. */
const SPREAD_MS = 200;
const SPREAD_MS_PER_CLIENT = 0.15;

export interface BoardsPublisherServices {
  readonly boards: Pick<Boards, 'tops' | 'standings'>;
  readonly connectedClients: ConnectedClients;
  readonly now: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/** Tells everybody who is connected to this process of boards, and each player of their own points and ranks. */
export interface BoardsPublisher {
  /** Points of a game session have moved. */
  readonly moved: (gameSessionId: string) => void;
  /** A question was released: who sees it for the first time is told its board, unless nobody has answered. */
  readonly released: (gameSessionId: string) => void;
  /** Totals have changed otherwise: an account was deleted, or has another role or name. */
  readonly changed: () => void;
  /** Somebody has connected, and is told what the others know. */
  readonly joined: () => void;
  /** Resolves when nothing is sent any more. */
  readonly stop: () => Promise<void>;
}

/** What is to be told. */
interface Due {
  /** Game sessions; true: because of a release alone. */
  readonly sessions: ReadonlyMap<string, boolean>;
  /** The boards of all, whatever has moved. */
  readonly isChanged: boolean;
}
/** A release adds nothing to points that have moved. */
const both = (one: Due | null, { sessions, isChanged }: Due): Due => {
  const all = new Map(one?.sessions);
  for (const [id, isReleased] of sessions) all.set(id, isReleased && (all.get(id) ?? true));
  return { sessions: all, isChanged: isChanged || one?.isChanged === true };
};

export function createBoardsPublisher(services: BoardsPublisherServices): BoardsPublisher {
  const { boards, connectedClients, now, log } = services;
  let due: Due | null = null;
  /** Since when something is to be told, and from when it may be, on the monotonic clock. */
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
    // Points of a show with members are sent to them alone.
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
      // Without a board it is rehearsed, was never released, is still hidden from Home, or for the members of another show.
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
  /** Once nothing more changes, unless that takes too long or something was published a moment ago. */
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

/** Standings alone. */
const STANDINGS: Due = { sessions: new Map(), isChanged: false };
