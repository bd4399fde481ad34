import {
  type GroupIndex,
  groupTextsInSteps,
  indexGroupsInSteps,
} from '#machines/rules/grouping.ts';
import type { Announcer } from '#server/realtime/announce.ts';
import { inSlices } from './in-slices.ts';
import { createNews } from './news.ts';
import { recount, type RecountServices } from './recount.ts';
import { readUncounted } from './recount-store.ts';
import { createRecounts, type RecountsOptions } from './recounts.ts';

/** On SQLite answers wait for whoever writes, here some 10 ms; on PostgreSQL they need not. */
const SLICE_SIZES = { sqlite: 500, postgres: 1_000_000_000 } as const;

export interface GroupingServices extends Pick<RecountServices, 'db' | 'now'> {
  readonly announcer: Announcer;
  readonly log: RecountsOptions['log'];
  /** Told of every recount: the game session's groups, and the id of each form's. */
  readonly regrouped: (
    gameSessionId: string,
    groupIds: ReadonlyMap<string, string>,
    index: GroupIndex,
  ) => void;
  /** `lagMs`: how long boards of other processes may be out of date. */
  readonly boards: { readonly steady: RecountServices['steady']; readonly lagMs: number };
}

export interface GroupingService {
  /** The game session has new answers. */
  readonly answered: (gameSessionId: string) => void;
  /** Takes up what was not counted when the last process ended. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Keeps groups, points and totals in step with the answers, in the background. */
export function createGrouping(services: GroupingServices): GroupingService {
  const { db, now, announcer, log, regrouped, boards } = services;
  const news = createNews({ announcer, now, boardsLagMs: boards.lagMs });
  const recounting: RecountServices = {
    db,
    now,
    group,
    steady: boards.steady,
    sliceSize: SLICE_SIZES[db.dialect],
  };
  const recounts = createRecounts({
    log,
    recount: async (gameSessionId) => {
      const result = await recount(recounting, gameSessionId);
      if (result === 'gone') return false;
      if (result === 'stale') return true;
      const index = await inSlices(indexGroupsInSteps(result.groups));
      regrouped(gameSessionId, result.groupIds, index);
      await news.tell(result);
      return false;
    },
  });
  return {
    answered: recounts.request,
    start: async () => {
      for (const gameSessionId of await readUncounted(db.read)) recounts.request(gameSessionId);
    },
    stop: async () => {
      await recounts.stop();
      news.stop();
    },
  };
}

const group: RecountServices['group'] = (texts) => inSlices(groupTextsInSteps(texts));
