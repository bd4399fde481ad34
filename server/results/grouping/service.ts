import { setTimeout as delay } from 'node:timers/promises';
import {
  differing,
  type GroupIndex,
  groupTextsInSteps,
  indexGroupsInSteps,
  type Knowledge,
  readQuestion,
} from 'answer-grouping';
import type { Broadcaster } from '#server/show/announce.ts';
import type { AnswerUpdates } from '#server/answering/answer-updates.ts';
import { readShowOf } from '#server/answering/feed-store.ts';
import { inSlices } from '#server/in-slices.ts';
import { judge, type JudgeOutcome, type JudgeServices } from './judge.ts';
import { readSessionQuestion, readRecent } from './judgement-store.ts';
import { createFollower } from './follow.ts';
import { summaries } from './overview.ts';
import { groupByPoints, createRecountNotifier } from './recount-notifier.ts';
import { finishMoves, recount, type RecountServices } from './recount.ts';
import { isSettled, markRecountAnnounced, readUncounted } from './recount-backlog.ts';
import { createRecounts, type RecountsOptions } from './recounts.ts';
import { createRefinements } from './refinements.ts';
import { readHomeTexts } from './store.ts';

/**
 * Number of people per transaction. On SQLite each write keeps answers from being stored, here for about 10 ms;
 * PostgreSQL has no such limit.
 */
const SLICE_SIZES = { sqlite: 500, postgres: 1_000_000_000 } as const;

/**
 * Interval of scans for answers that other processes left uncounted, and their age from which this process counts them,
 * ms: longer than the process that stored them pauses between two recounts.
 */
const SWEEP_MS = 2_000;
const UNCOUNTED_MS = 4_000;

/** After a start, models judge game sessions that were recounted within this time, ms. */
const RESUMED_MS = 3_600_000;

/** The longest time that a decision's reply waits for the recount, ms. */
const LONGEST_WAIT_MS = 5_000;
const UNREF = { ref: false } as const;

export interface GroupingServices extends Pick<RecountServices, 'db' | 'now'> {
  /** Null if no model is configured; then groups come from text matching alone. */
  readonly refining:
    | (Pick<JudgeServices, 'model' | 'mayAsk'> & {
        readonly measure: (outcome: JudgeOutcome) => void;
      })
    | null;
  readonly broadcaster: Broadcaster;
  readonly answerUpdates: AnswerUpdates;
  /** Words and names that text matching knows. */
  readonly knowledge: Knowledge;
  readonly log: RecountsOptions['log'];
  /** Called after every recount with the group id of each text of the game session. */
  readonly regrouped: (
    gameSessionId: string,
    groupIds: ReadonlyMap<string, string>,
    index: GroupIndex,
  ) => void;
  readonly boards: {
    readonly whileConsistent: RecountServices['whileConsistent'];
  };
}

export interface GroupingService {
  /** Call when the game session has new answers. */
  readonly answered: (gameSessionId: string) => void;
  /** Call when another process has recounted a game session, so that this process leaves it the next recount, too. */
  readonly recountedElsewhere: (gameSessionId: string, tookMs: number) => void;
  /** Whether this process is recounting the game session, or will soon. */
  readonly isCounting: (gameSessionId: string) => boolean;
  /** Sends this process's players the points of a game session that have become visible to Home. */
  readonly disclosed: (gameSessionId: string) => Promise<void>;
  /** Call after a producer's decision about groups; resolves once it is counted, or after a limited time. */
  readonly decided: (gameSessionId: string) => Promise<void>;
  /** Completes changes of points that a crash interrupted. Must be called before the first read. */
  readonly recover: () => Promise<void>;
  /** Recounts what is uncounted at the start, and from then on what other processes leave uncounted. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Keeps groups, points and totals consistent with the answers, in the background. */
export function createGrouping(services: GroupingServices): GroupingService {
  const { db, now, refining, broadcaster, answerUpdates, knowledge, log, regrouped, boards } =
    services;
  const notifier = createRecountNotifier({
    broadcaster,
    answerUpdates,
    now,
    summaries: (gameSessionIds) => summaries({ db }, gameSessionIds),
    showOf: (gameSessionId) => readShowOf(db.read, gameSessionId),
  });
  const follower =
    db.dialect === 'postgres' ? createFollower({ db, now, answerUpdates, notifier }) : null;
  const recounting = {
    db,
    now,
    whileConsistent: boards.whileConsistent,
    sliceSize: SLICE_SIZES[db.dialect],
  } satisfies Omit<RecountServices, 'group' | 'mustDiffer'>;
  /** Game sessions that another process is recounting, or has recounted since this process did. */
  const overtaken = new Set<string>();
  const recounts = createRecounts({
    log,
    recount: async (gameSessionId) => {
      if (overtaken.delete(gameSessionId) && (await isSettled(db.read, gameSessionId)))
        return false;
      const startedAt = performance.now();
      const asked = await readSessionQuestion(db.read, gameSessionId);
      const language = asked?.language;
      const about = { knowledge, intent: readQuestion(asked?.text ?? '', language), language };
      const group: RecountServices['group'] = (texts) => inSlices(groupTextsInSteps(texts, about));
      const matching = { group, mustDiffer: differing(about) };
      const result = await recount({ ...recounting, ...matching }, gameSessionId);
      if (result === 'gone') return false;
      if (result === 'leased') overtaken.add(gameSessionId);
      if (result === 'leased' || result === 'stale') return true;
      const index = await inSlices(indexGroupsInSteps(result.groups, about));
      regrouped(gameSessionId, result.groupIds, index);
      await notifier.notify({ ...result, tookMs: performance.now() - startedAt });
      if (follower !== null) await markRecountAnnounced(db.write, gameSessionId, result.version);
      refinements?.offer(result);
      return false;
    },
  });
  const refinements =
    refining === null
      ? null
      : createRefinements({
          log,
          recount: recounts.request,
          judge: async (counted, signal) => {
            const judging = { ...refining, db, now, random: Math.random };
            const outcome = await judge(judging, counted, signal);
            refining.measure(outcome);
            return outcome;
          },
        });
  let sweeper: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  const scan = async (): Promise<void> => {
    try {
      for (const gameSessionId of await readUncounted(db.read, now() - UNCOUNTED_MS))
        recounts.request(gameSessionId);
      await follower?.check();
    } catch (error) {
      log.error({ err: error }, 'unfinished work of other processes could not be looked up');
    }
  };
  return {
    answered: recounts.request,
    recountedElsewhere: (gameSessionId, tookMs) => {
      if (recounts.recountedElsewhere(gameSessionId, tookMs)) overtaken.add(gameSessionId);
    },
    isCounting: (gameSessionId) =>
      recounts.isCounting(gameSessionId) && !overtaken.has(gameSessionId),
    decided: (gameSessionId) =>
      Promise.race([recounts.now(gameSessionId), delay(LONGEST_WAIT_MS, undefined, UNREF)]),
    disclosed: async (gameSessionId) => {
      const { version, answerTexts } = await db.consistent.reading((read) =>
        readHomeTexts(read, gameSessionId, now()),
      );
      await answerUpdates.movedHere({
        gameSessionId,
        version,
        answerTexts: groupByPoints(answerTexts),
      });
    },
    recover: () => finishMoves(db),
    start: async () => {
      const uncounted = await readUncounted(db.read, now());
      const recent = refinements === null ? [] : await readRecent(db.read, now() - RESUMED_MS);
      for (const gameSessionId of new Set([...uncounted, ...recent]))
        recounts.request(gameSessionId);
      sweeper = setInterval(() => {
        sweeping = sweeping.then(scan);
      }, SWEEP_MS).unref();
    },
    stop: async () => {
      clearInterval(sweeper);
      await sweeping;
      await refinements?.stop();
      await recounts.stop();
    },
  };
}
