import { AUDIENCES } from '#machines/contract/entities.ts';
import type { Announcer } from '#server/realtime/announce.ts';
import type { AnswerUpdates, MovedPoints } from '#server/realtime/answer-updates.ts';
import type { Recounted } from './recount.ts';
import type { MovedForm } from './points-store.ts';

/** The least time between two `boards-updated`, ms, and what every connected client adds to it. */
const LEAST_PAUSE_MS = 500;
const PAUSE_MS_PER_CLIENT = 1;
/** The least time over which clients spread what they ask for then, ms. */
const LEAST_SPREAD_MS = 200;

export interface RecountNotifierServices {
  readonly announcer: Announcer;
  readonly answerUpdates: Pick<AnswerUpdates, 'moved'>;
  readonly now: () => number;
  /** How many joins of these game sessions wait for a producer. */
  readonly countHeld: (gameSessionIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** How long boards of other processes may be out of date, ms; 0: there are none. */
  readonly boardsLagMs: number;
}

export type RecountNotice = Pick<
  Recounted,
  'gameSessionId' | 'questionId' | 'version' | 'answered' | 'moved'
>;

export interface RecountNotifier {
  /** Tells those concerned what a recount has changed (specification §4). */
  readonly notify: (recounted: RecountNotice) => Promise<void>;
  readonly stop: () => void;
}

export function createRecountNotifier(services: RecountNotifierServices): RecountNotifier {
  const { announcer, answerUpdates, now, countHeld } = services;
  const boards = createBoardsNotifier(services);

  return {
    notify: async ({ gameSessionId, questionId, version, answered, moved }) => {
      await answerUpdates.moved({ gameSessionId, version, forms: alike(moved) });
      const heldJoins = await countHeld([gameSessionId]);
      announcer.toAdmins('answers-counted', {
        serverTime: now(),
        questionId,
        gameSessionId,
        answered,
        connected: announcer.connected(),
        joinsHeld: heldJoins.get(gameSessionId) ?? 0,
      });
      if (moved.length > 0) boards.moved(gameSessionId);
    },
    stop: boards.stop,
  };
}

/** Every client may fetch the boards again upon this event, so the more are connected, the rarer it is sent. */
function createBoardsNotifier({ announcer, now, boardsLagMs }: RecountNotifierServices) {
  const sessions = new Set<string>();
  let pause: NodeJS.Timeout | null = null;

  function notifyAll(): void {
    pause = null;
    if (sessions.size === 0) return;
    const [only] = sessions;
    const { studio, home } = announcer.connected();
    const spreadMs = PAUSE_MS_PER_CLIENT * (studio + home);
    const payload = {
      serverTime: now(),
      withinMs: Math.max(LEAST_SPREAD_MS, spreadMs),
      ...(sessions.size === 1 && only !== undefined && { gameSessionId: only }),
    };
    sessions.clear();
    for (const audience of AUDIENCES) announcer.toAudience(audience, 'boards-updated', payload);
    announcer.toAdmins('boards-updated', payload);
    pause = setTimeout(notifyAll, Math.max(LEAST_PAUSE_MS, spreadMs)).unref();
  }

  return {
    moved: (gameSessionId: string): void => {
      sessions.add(gameSessionId);
      pause ??= setTimeout(notifyAll, boardsLagMs).unref();
    },
    stop: (): void => {
      clearTimeout(pause ?? undefined);
    },
  };
}

/** Forms of the same audience and points together. */
export function alike(moved: readonly MovedForm[]): MovedPoints['forms'] {
  const sets = new Map<string, MovedPoints['forms'][number]>();
  for (const { audience, points, textKey } of moved) {
    const key = `${audience} ${points}`;
    const set = sets.get(key) ?? { audience, points, textKeys: [] };
    set.textKeys.push(textKey);
    sets.set(key, set);
  }
  return [...sets.values()];
}
