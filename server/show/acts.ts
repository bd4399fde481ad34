import type { RundownAct } from '#machines/show/calls.ts';
import type { Audience, Rundown, RundownItem } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { isFinished, type ItemStage } from '#machines/show/rules/item.ts';
import { armedOf, nextPlanned, timersTogether } from '#machines/show/rules/rundown.ts';
import { openTo } from '#machines/answering/rules/schedule.ts';
import { giveName } from '#server/db/aired-names.ts';
import { Refused } from '#server/http/route.ts';
import { type Change, wasReleased, type WindowEvent } from '#server/show/releases/change.ts';
import { showPoints } from '#server/results/result-store.ts';
import { storeChange } from '#server/answering/feed-store.ts';
import { type QuestionRecord, windowsOf } from '#server/answering/view.ts';
import { addQuestions, type Doing, insertPlanned } from './add-questions.ts';
import { recordOf, rundownOf, type ShowsServices, type Tx } from './services.ts';
import {
  hasPlayer,
  keepItems,
  lockShow,
  moveToHouse,
  replaceSession,
  restoreItems,
  writeItemState,
  writeOrder,
  writePresets,
  writeRemoval,
  writeSuspense,
} from './store.ts';

/** Upon which rundown, and how far those of its items are that the act is about. */
interface RundownDoing extends Doing {
  readonly rundown: Rundown;
  readonly stages: ReadonlyMap<string, ItemStage>;
}
/** What is told of an act besides the rundown: to players, and new questions, which only admins know. */
interface Effect {
  readonly change?: Change;
  readonly added?: readonly QuestionRecord[];
}

/** What an act does, and what follows from it. */
export interface Act {
  /** Whether points are held may change with it, which must not happen within a count. */
  readonly locksScores?: true;
  /** Refused while another show is live: both would use the same phones. */
  readonly isExclusive?: true;
  /** Stores what is not in the rundown's own row. */
  readonly perform?: (doing: RundownDoing) => Promise<Effect | undefined>;
  /** What it changes of the rundown's own row. */
  readonly after?: (
    before: Rundown,
  ) => Partial<Pick<Rundown, 'title' | 'state' | 'homeDelaySeconds'>>;
  /** Tells other modules of it once it is stored. */
  readonly notify?: (services: ShowsServices, before: Rundown) => void;
}

type ActType = RundownAct['type'];
type ActsByType = { readonly [A in RundownAct as A['type']]: A };
type ItemAct = Extract<RundownAct, { itemId: string }>;

/** What this act does. */
export const actOf = (act: RundownAct): Act => planOf<ActType>(act.type, act);
const planOf = <T extends ActType>(type: T, act: ActsByType[T]): Act => ACTS[type](act);

const ACTS: { readonly [T in ActType]: (act: ActsByType[T]) => Act } = {
  rename: ({ title }) => ({ after: () => ({ title }) }),
  delay: ({ seconds }) => ({ after: () => ({ homeDelaySeconds: seconds }) }),
  end: () => ({ after: becomes('ended') }),
  reopen: () => ({ isExclusive: true, after: becomes('live') }),
  add: ({ questions }) => ({
    perform: async (doing) => {
      const { id, state } = doing.rundown;
      const added = await addQuestions(doing, id, questions);
      if (state !== 'rehearsal') return { added };
      const { services, tx } = doing;
      await services.rehearsal.mark(tx, added.map(sessionOf), true);
      return { added: await recordsOf(tx, added) };
    },
  }),
  suspense: ({ on }) => ({
    locksScores: true,
    perform: async ({ tx, rundown: { id, items } }) => {
      await writeSuspense(tx, id, on);
      await showPoints(tx, items.map(sessionOf));
    },
    notify: ({ pointsShown }, { items }) => {
      for (const { gameSessionId } of items) pointsShown(gameSessionId);
    },
  }),
  present: ({ scene }) => ({
    perform: async ({ services, tx, rundown }) => {
      await services.present(tx, scene, rundown.id);
    },
    notify: ({ presented, touch }, { id, state }) => {
      // Players' boards contain nothing of a rehearsal.
      if (state === 'rehearsal') touch(id);
      else presented();
    },
  }),
  rehearse: ({ players }) => ({
    perform: async ({ services: { rehearsal }, tx, at, rundown: { id, items } }) => {
      await rehearsal.begin(tx, id, players, at);
      await keepItems(tx, id, items);
      await rehearsal.mark(tx, items.map(sessionOf), true);
      return { added: await recordsOf(tx, items) };
    },
    after: becomes('rehearsal'),
    notify: rehearsalChanged,
  }),
  clear: () => ({
    locksScores: true,
    perform: clearRehearsal,
    after: becomes('draft'),
    notify: rehearsalChanged,
  }),
  goLive: () => ({
    locksScores: true,
    isExclusive: true,
    perform: async (doing) =>
      doing.rundown.state === 'rehearsal' ? clearRehearsal(doing) : undefined,
    after: becomes('live'),
    notify: rehearsalChanged,
  }),

  edit: ({ itemId, presets }) => ({
    perform: async ({ tx }) => {
      await writePresets(tx, itemId, presets);
    },
  }),
  move: ({ itemId, to }) => ({
    perform: async ({ tx, rundown: { items } }) => {
      const others = items.map(({ id }) => id).filter((id) => id !== itemId);
      await writeOrder(tx, others.toSpliced(to, 0, itemId));
    },
  }),
  skip: ({ itemId, skipped }) => ({
    perform: async ({ tx }) => {
      await writeItemState(tx, itemId, skipped ? 'skipped' : 'planned');
    },
  }),
  remove: (act) => ({
    locksScores: true,
    perform: async ({ services, tx, rundown }) => {
      const { id, gameSessionId } = itemOf(rundown, act);
      // No player has seen it: the question goes on as a real one of the house show.
      await services.rehearsal.mark(tx, [gameSessionId], false);
      await moveToHouse(tx, id);
      await showPoints(tx, [gameSessionId]);
    },
    notify: ({ pointsShown }, before) => {
      pointsShown(itemOf(before, act).gameSessionId);
    },
  }),
  arm: ({ itemId }) => ({
    perform: async ({ tx, rundown, stages }) => {
      const armed = armedOf(rundown);
      if (armed !== null && armed.id !== itemId) {
        const isOver = isFinished(stages.get(armed.id) ?? 'planned');
        await writeItemState(tx, armed.id, isOver ? 'done' : 'planned');
      }
      await writeItemState(tx, itemId, 'armed');
    },
  }),
  next: ({ itemId }) => ({
    perform: async ({ tx, rundown }) => {
      await writeItemState(tx, itemId, 'done');
      const next = nextPlanned(rundown, itemId);
      if (next !== null) await writeItemState(tx, next.id, 'armed');
    },
  }),
  release: (act) => ({
    perform: (doing) => releaseItem(doing, itemOf(doing.rundown, act), act.timers),
    notify: ({ touch }, { id }) => {
      touch(id);
    },
  }),
  extend: (act) => ({
    perform: (doing) =>
      moveEnds(
        doing,
        itemOf(doing.rundown, act),
        (closesAt) => closesAt && closesAt + act.seconds * 1_000,
      ),
  }),
  close: (act) => ({
    perform: (doing) =>
      // Home hears of it as late as its stream shows it.
      moveEnds(doing, itemOf(doing.rundown, act), (closesAt, delayMs) =>
        Math.min(closesAt ?? Infinity, doing.at + delayMs),
      ),
  }),

  allowName: ({ userId }) => naming(userId),
  renamePlayer: ({ userId, name }) => naming(userId, name),
  removePlayer: ({ userId }) => removing(userId, true),
  restorePlayer: ({ userId }) => removing(userId, false),
};

/** Shows a player's name, or another one, to others. */
function naming(userId: string, name?: string): Act {
  return {
    perform: async ({ tx, rundown }) => {
      // Before the player, as an own change of name locks them.
      await lockShow(tx, rundown.id);
      if (!(await giveName(tx, userId, name))) throw new Refused(404, MESSAGES.notFound);
      return undefined;
    },
    notify: ({ named }) => {
      named(userId);
    },
  };
}

function removing(userId: string, isRemoved: boolean): Act {
  return {
    locksScores: true,
    perform: async ({ tx, at, rundown: { id } }) => {
      if (!(await hasPlayer(tx, userId))) throw new Refused(404, MESSAGES.notFound);
      await writeRemoval(tx, { showId: id, userId }, isRemoved ? at : null);
      return undefined;
    },
    notify: ({ presented }) => {
      presented();
    },
  };
}

function becomes(state: Rundown['state']) {
  return () => ({ state });
}

function rehearsalChanged({ touch, rehearsal }: ShowsServices, { id }: Rundown): void {
  touch(id);
  rehearsal.changed();
}

function sessionOf({ gameSessionId }: Pick<RundownItem, 'gameSessionId'>): string {
  return gameSessionId;
}

/** @throws Refused 404 */
function itemOf({ items }: Rundown, { itemId }: ItemAct): RundownItem {
  const item = items.find(({ id }) => id === itemId);
  if (item === undefined) throw new Refused(404, PRODUCER_MESSAGES.rundown.unknown);
  return item;
}

async function recordsOf(
  tx: Tx,
  items: readonly Pick<RundownItem, 'gameSessionId'>[],
): Promise<QuestionRecord[]> {
  const records: QuestionRecord[] = [];
  for (const item of items) records.push(await recordOf(tx, item));
  return records;
}

/**
 * Clears the rehearsal: players lose its questions, and each item gets a new question with the same text. Items return to
 * their former state, except for changed texts and notes; added items stay at the end.
 */
async function clearRehearsal(doing: RundownDoing): Promise<Effect> {
  const {
    services,
    tx,
    at,
    rundown: { id, items },
  } = doing;
  const records: QuestionRecord[] = [];
  for (const item of items) {
    const record = await recordOf(tx, item);
    if (!wasReleased(record)) continue;
    records.push(record);
    const { gameSessionId } = await insertPlanned(doing, record.text, {
      showId: id,
      presets: null,
    });
    await replaceSession(tx, item.id, gameSessionId);
    await services.removeQuestion(tx, record);
  }
  const { items: now } = await rundownOf(tx, id);
  await services.rehearsal.mark(tx, now.map(sessionOf), false);
  await restoreItems(tx, id, now);
  await services.rehearsal.end(tx, id);
  await services.takeOut(tx, id);
  const added = await recordsOf(tx, now);
  if (records.length === 0) return { added };
  return { added, change: await storeChange(tx, at, { type: 'deleted', records }) };
}

/** Releases to all that are named in one act, and puts the question on the show page. */
async function releaseItem(
  { services, tx, at, by }: Doing,
  item: RundownItem,
  timers: Extract<RundownAct, { type: 'release' }>['timers'],
): Promise<Effect> {
  let record = await recordOf(tx, item);
  const together = timersTogether(timers);
  const windowEvents: Partial<Record<Audience, WindowEvent>> = {};
  for (const audience of AUDIENCES) {
    const seconds = together[audience];
    if (seconds === undefined) continue;
    record = await services.release(tx, record, audience, seconds, { at, by });
    windowEvents[audience] = 'question-released';
  }
  await services.putOnAir(tx, record.showId, item.gameSessionId);
  return { change: await storeChange(tx, at, { type: 'changed', record, windowEvents }) };
}

/**
 * Moves the end of every window that is open, or will be, to what `end` says; null: it stays as it is.
 * @throws Refused 409 when no end moves
 */
async function moveEnds(
  { services, tx, at }: Doing,
  item: RundownItem,
  end: (closesAt: number | null, delayMs: number) => number | null,
): Promise<Effect> {
  const before = await recordOf(tx, item);
  let record = before;
  for (const audience of openTo(windowsOf(before), at)) {
    const was = windowsOf(before)[audience].closesAt;
    const closesAt = end(was, audience === 'home' ? before.homeDelayMs : 0);
    if (closesAt === null || closesAt === was) continue;
    record = await services.moveEnd(tx, record, audience, closesAt, at);
  }
  if (record === before)
    throw new Refused(409, PRODUCER_MESSAGES.rundown.closing, { code: 'guard' });
  return { change: await storeChange(tx, at, { type: 'changed', record, windowEvents: {} }) };
}
