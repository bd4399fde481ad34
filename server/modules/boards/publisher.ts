import type { Crowd } from '#server/realtime/crowd.ts';
import type { Boards } from './boards.ts';

/** Between a change and its publication, ms: recounts that follow each other closely are told together. */
const DELAY_MS = 50;
/** The least time between two publications, ms, and what every connected client adds to it. */
const LEAST_PAUSE_MS = 500;
const PAUSE_MS_PER_CLIENT = 0.15;
/** The least time over which clients spread what they ask for beyond what they are told, ms. */
const LEAST_SPREAD_MS = 200;

export interface BoardsPublisherServices {
  readonly boards: Pick<Boards, 'heads' | 'standings'>;
  readonly crowd: Crowd;
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
  const { boards, crowd, now, log } = services;
  let due: Due | null = null;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let isPublishing = false;
  let publishing: Promise<void> = Promise.resolve();

  async function publish({ sessions, isChanged }: Due): Promise<void> {
    const heads = await boards.heads([...sessions.keys()]);
    const moved = [...sessions].filter(
      ([id, isReleased]) => !isReleased || heads.sessions[id]?.people !== 0,
    );
    const [only] = moved.length === 1 && !isChanged ? moved : [];
    if (moved.length > 0 || isChanged)
      await crowd.toAll('boards-updated', {
        serverTime: now(),
        withinMs: Math.max(LEAST_SPREAD_MS, pauseMs()),
        ...(only !== undefined && { gameSessionId: only[0] }),
        boards: heads,
      });
    const standings = await boards.standings(crowd.players());
    await crowd.toPlayers('standing-updated', (userId) => standings.get(userId));
  }

  const pauseMs = (): number => PAUSE_MS_PER_CLIENT * crowd.size();

  function run(): void {
    timer = null;
    if (due === null) return;
    const taken = due;
    due = null;
    isPublishing = true;
    publishing = publish(taken)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'boards could not be published yet');
        due = both(taken, due ?? STANDINGS);
      })
      .finally(() => {
        isPublishing = false;
        if (!isStopped) timer = setTimeout(run, Math.max(LEAST_PAUSE_MS, pauseMs())).unref();
      });
  }
  /** Soon, unless it was published a moment ago: then as soon as the pause is over. */
  function add(more: Due): void {
    due = both(due, more);
    if (!isStopped && !isPublishing) timer ??= setTimeout(run, DELAY_MS).unref();
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
