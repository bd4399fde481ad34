import type { Announcer } from '#server/realtime/announce.ts';
import { groupInSlices } from './group-in-slices.ts';
import { createNews } from './news.ts';
import { recount, type RecountServices } from './recount.ts';
import { readUncounted } from './recount-store.ts';
import { createRecounts, type RecountsOptions } from './recounts.ts';

export interface GroupingServices extends Omit<RecountServices, 'group'> {
  readonly announcer: Announcer;
  readonly log: RecountsOptions['log'];
  /** Told of every recount: the group of each form (`answer.text_key`) of the game session. */
  readonly regrouped: (gameSessionId: string, groupIds: ReadonlyMap<string, string>) => void;
  /** `lagMs`: how long boards of other processes may be out of date. */
  readonly boards: { readonly moved: () => void; readonly lagMs: number };
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
  const recounts = createRecounts({
    log,
    recount: async (gameSessionId) => {
      const result = await recount({ db, now, group: groupInSlices }, gameSessionId);
      if (result === 'gone') return false;
      if (result === 'stale') return true;
      regrouped(gameSessionId, result.groupIds);
      if (result.moved.length > 0) boards.moved();
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
