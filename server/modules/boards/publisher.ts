import type { Crowd } from '#server/realtime/crowd.ts';
import type { Boards } from './boards.ts';

/** Between a change and its publication, ms: recounts that follow each other closely are told together. */
const DELAY_MS = 50;
/** The least time between two publications, ms, and what every connected client adds to it. */
const LEAST_PAUSE_MS = 500;
const PAUSE_MS_PER_CLIENT = 0.4;
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

export function createBoardsPublisher(services: BoardsPublisherServices): BoardsPublisher {
  const { boards, crowd, now, log } = services;
  /** Game sessions to tell of; true: because of a release alone. */
  let sessions = new Map<string, boolean>();
  let isDue = false;
  let isChanged = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let isPublishing = false;
  let publishing: Promise<void> = Promise.resolve();

  async function publish(): Promise<void> {
    const moved = sessions;
    sessions = new Map();
    isDue = false;
    const isOfAll = isChanged;
    isChanged = false;
    const heads = await boards.heads([...moved.keys()]);
    for (const [id, isReleased] of moved)
      if (isReleased && heads.sessions[id]?.people === 0) moved.delete(id);
    const [only] = moved.keys();
    if (moved.size > 0 || isOfAll)
      await crowd.toAll('boards-updated', {
        serverTime: now(),
        withinMs: Math.max(LEAST_SPREAD_MS, pauseMs()),
        ...(moved.size === 1 && !isOfAll && only !== undefined && { gameSessionId: only }),
        boards: heads,
      });
    const standings = await boards.standings(crowd.players());
    await crowd.toPlayers('standing-updated', (userId) => standings.get(userId));
  }

  const pauseMs = (): number => PAUSE_MS_PER_CLIENT * crowd.size();

  /** Soon, unless it was published a moment ago: then as soon as the pause is over. */
  function schedule(): void {
    if (!isStopped && !isPublishing) timer ??= setTimeout(run, DELAY_MS).unref();
  }
  function run(): void {
    timer = null;
    if (!isDue && sessions.size === 0) return;
    isPublishing = true;
    publishing = publish()
      .catch((error: unknown) => log.warn({ err: error }, 'boards could not be published'))
      .finally(() => {
        isPublishing = false;
        if (!isStopped) timer = setTimeout(run, Math.max(LEAST_PAUSE_MS, pauseMs())).unref();
      });
  }

  return {
    moved: (gameSessionId) => {
      sessions.set(gameSessionId, false);
      schedule();
    },
    released: (gameSessionId) => {
      if (!sessions.has(gameSessionId)) sessions.set(gameSessionId, true);
      schedule();
    },
    changed: () => {
      isChanged = true;
      isDue = true;
      schedule();
    },
    joined: () => {
      isDue = true;
      schedule();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer ?? undefined);
      await publishing;
    },
  };
}
