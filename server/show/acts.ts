import { m } from 'messages';
import type { ShowAct } from '#machines/show/calls.ts';
import type { Rundown, RundownItem } from '#machines/contract/rundown.ts';
import type { Audience, Result } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { isFinished, stageOf } from '#machines/show/rules/item.ts';
import { armedOf, isFinale, nextPlanned, timersForBoth } from '#machines/show/rules/rundown.ts';
import { openTo } from '#machines/answering/rules/schedule.ts';
import { giveName } from '#server/db/aired-names.ts';
import { ApiError } from '#server/http/route.ts';
import {
  type Change,
  isSeen,
  wasReleased,
  type WindowEvent,
} from '#server/show/releases/change.ts';
import type { AuditDetails, AuditState } from '#server/db/audit-details.ts';
import { forgetSession } from '#server/results/boards/store.ts';
import { giveByHand, undoByHand } from '#server/results/adjustments.ts';
import { announceSettled } from '#server/results/appeals.ts';
import { decideOnGroups } from '#server/results/grouping/desk-act.ts';
import { actOnResult, showPoints } from '#server/results/result-store.ts';
import { changeVisibleFrom } from '#machines/answering/rules/disclosure.ts';
import { readGameSession, storeChange, storeDisclosure } from '#server/answering/feed-store.ts';
import { type QuestionRecord, windowsOf } from '#server/answering/view.ts';
import { addQuestions, type ChangeContext, insertPlanned } from './add-questions.ts';
import { endGuestAccess } from './joining/seats.ts';
import { writeJoining } from './joining/store.ts';
import { readTeamOf, writeTeam, writeTeams } from './joining/teams.ts';
import { newKey } from './link-key.ts';
import { readMedia, readMediaSize } from './media/store.ts';
import { questionDetails } from './questions/audit-details.ts';
import { deleteQuestion, updateText } from './questions/store.ts';
import { beginRehearsal, endRehearsal, markSessions } from './rehearsal/store.ts';
import { closeForAll, openForOne } from './releases/own-windows.ts';
import { moveEnd, restoreEnded, writeRelease } from './releases/store.ts';
import { writeSeason } from './season.ts';
import { hideGroup, revealAll, revealGroup } from './stage/reveal.ts';
import { clearStages, readStage, writeInterlude, writeScene } from './stage/store.ts';
import { recordOf, rundownOf, type ShowsServices, type Tx } from './services.ts';
import {
  hasPlayer,
  keepItems,
  moveToHouse,
  replaceSession,
  restoreItems,
  type ItemMedia,
  writeItemMedia,
  writeItemState,
  writeOrder,
  writePresets,
  writeRemoval,
  writeEntryFee,
  writeHoldPoints,
  writeShowLanguage,
  writeTieBreak,
} from './store.ts';

interface RundownDoing extends ChangeContext {
  readonly rundown: Rundown;
}
/** Effects of an act other than the changed show. */
interface Effect {
  /** Changes of what players see, in order. */
  readonly changes?: readonly Change[];
  /** Questions that only producers can see. */
  readonly added?: readonly QuestionRecord[];
  /** Additional audit details. */
  readonly details?: Pick<AuditDetails, 'before' | 'after'>;
  /** Keeps the version of the show, so that acts based on it are not refused as outdated. */
  readonly keepsVersion?: boolean;
  /** Notifies other modules after the transaction; the reply waits for it. */
  readonly announce?: () => Promise<void>;
}

/** The effects of an act. */
export interface ActEffects {
  /** The act may change whether points are held, which must not happen while points are counted. */
  readonly locksScores?: true;
  /** Rejected while another show is live, because both would use the same phones. */
  readonly isExclusive?: true;
  /** Stores data outside of the rundown's own row. */
  readonly perform?: (doing: RundownDoing, requestId: string) => Promise<Effect | undefined>;
  /** Returns the changed columns of the rundown's own row. */
  readonly after?: (
    before: Rundown,
  ) => Partial<Pick<Rundown, 'title' | 'state' | 'homeDelaySeconds'>>;
  /** Notifies other modules once the act is stored. */
  readonly notify?: (services: ShowsServices, before: Rundown) => void;
}

type ActType = ShowAct['type'];
type ActsByType = { readonly [A in ShowAct as A['type']]: A };
type ItemAct = Extract<ShowAct, { itemId: string }>;

export const effectsOf = (act: ShowAct): ActEffects => planOf<ActType>(act.type, act);
const planOf = <T extends ActType>(type: T, act: ActsByType[T]): ActEffects => ACTS[type](act);

const ACTS: { readonly [T in ActType]: (act: ActsByType[T]) => ActEffects } = {
  rename: ({ title }) => ({ after: () => ({ title }) }),
  joining: ({ joining }) => ({
    perform: async ({ tx, rundown: { id, join } }) => {
      await writeJoining(tx, id, joining);
      return { details: { before: { joining: join?.joining ?? '' }, after: { joining } } };
    },
  }),
  teams: ({ teams }) => ({
    perform: async ({ tx, at, rundown: { id } }) => {
      await writeTeams(tx, id, teams, at);
      return undefined;
    },
  }),
  season: ({ season }) => ({
    perform: async ({ tx, at, rundown: { id } }) => {
      await writeSeason(tx, id, season, at);
      return undefined;
    },
  }),
  delay: ({ seconds }) => ({ after: () => ({ homeDelaySeconds: seconds }) }),
  end: () => ({
    perform: (doing) => announceEnd(doing, { endedAt: doing.at }),
    after: becomes('ended'),
  }),
  reopen: () => ({
    isExclusive: true,
    perform: (doing) => announceEnd(doing, {}),
    after: becomes('live'),
  }),
  add: ({ questions }) => ({
    perform: async (doing) => {
      const { id, state } = doing.rundown;
      const added = await addQuestions(doing, id, questions);
      if (state !== 'rehearsal') return { added };
      const { tx } = doing;
      await markSessions(tx, added.map(sessionOf), true);
      return { added: await recordsOf(tx, added) };
    },
  }),
  holdPoints: ({ on }) => ({
    locksScores: true,
    perform: async ({ tx, rundown: { id, items } }) => {
      await writeHoldPoints(tx, id, on);
      await showPoints(tx, items.map(sessionOf));
    },
    notify: ({ pointsShown }, { items }) => {
      for (const { gameSessionId } of items) pointsShown(gameSessionId);
    },
  }),
  entryFee: ({ on }) => ({
    perform: async ({ tx, rundown: { id } }) => {
      await writeEntryFee(tx, id, on);
    },
  }),
  language: ({ language }) => ({
    perform: async ({ tx, rundown: { id } }) => {
      await writeShowLanguage(tx, id, language);
      return undefined;
    },
    notify: ({ touch }, { id }) => {
      touch(id);
    },
  }),
  tieBreak: ({ by }) => ({
    perform: async ({ tx, rundown: { id } }) => {
      await writeTieBreak(tx, id, by);
      return undefined;
    },
    notify: ({ presented }, { join }) => {
      presented({ join });
    },
  }),
  scene: (act) => ({
    perform: async ({ tx, at, rundown: { id } }) => {
      const { scene: before } = await readStage(tx, id);
      await writeScene(tx, id, act.scene, { at });
      return { details: { before: { scene: before }, after: { scene: act.scene } } };
    },
    notify: ({ presented, touch }, { id, state, join }) => {
      // Players' boards contain no points of a rehearsal, so players need no update.
      if (isFinale(act) && state !== 'rehearsal') presented({ join });
      else touch(id);
    },
  }),
  interlude: ({ interlude, ...prepared }) => ({
    // A draft's picture must not replace the stage of the live show on the same screens.
    ...(interlude !== undefined && { isExclusive: true }),
    perform: async ({ tx, rundown: { id, season } }) => {
      if (interlude === 'season' && season === undefined)
        throw new ApiError(409, m.rundownNoSeason(), { code: 'guard' });
      const before = await readStage(tx, id);
      await writeInterlude(tx, id, { interlude, ...prepared });
      const after = await readStage(tx, id);
      if (interlude === 'countdown' && after.startsAt === null)
        throw new ApiError(409, m.rundownNoStart(), { code: 'guard' });
      return { details: { before: interludeAudit(before), after: interludeAudit(after) } };
    },
    notify: ({ touch }, { id }) => {
      touch(id);
    },
  }),
  question: (act) => ({
    perform: async ({ tx, at, rundown }) => {
      const { scene: before } = await readStage(tx, rundown.id);
      const { gameSessionId } = itemOf(rundown, act);
      await writeScene(tx, rundown.id, 'question', { at, gameSessionId });
      return { details: { before: { scene: before }, after: { scene: 'question' } } };
    },
    notify: ({ touch }, { id }) => {
      touch(id);
    },
  }),
  rehearse: ({ players }) => ({
    perform: async ({ tx, at, rundown: { id, items } }) => {
      await beginRehearsal(tx, id, players, at);
      await keepItems(tx, id, items);
      await markSessions(tx, items.map(sessionOf), true);
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

  edit: (act) => ({
    perform: async ({ tx, at, rundown }) => {
      await writePresets(tx, act.itemId, act.presets);
      const item = itemOf(rundown, act);
      const before = await recordOf(tx, item);
      const { text = before.text } = act;
      if (text !== before.text) await updateText(tx, before.id, text);
      if (act.media !== undefined) await changeMedia(tx, rundown.id, item, act.media);
      else if (text === before.text) return undefined;
      const record = await recordOf(tx, item);
      return { details: questionDetails(before, record), ...(await announced(tx, record, at)) };
    },
    notify: ({ touch }, { id }) => {
      touch(id);
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
    perform: async ({ tx, rundown }) => {
      const { id, gameSessionId } = itemOf(rundown, act);
      // No player has seen the question, so it can go on as a real question of the house show.
      await markSessions(tx, [gameSessionId], false);
      await moveToHouse(tx, id);
      await showPoints(tx, [gameSessionId]);
    },
    notify: ({ pointsShown }, before) => {
      pointsShown(itemOf(before, act).gameSessionId);
    },
  }),
  arm: ({ itemId }) => ({
    perform: async ({ tx, at, rundown }) => {
      const armed = armedOf(rundown);
      if (armed !== null && armed.id !== itemId) {
        const isOver = isFinished(stageOf(armed, at));
        await writeItemState(tx, armed.id, isOver ? 'done' : 'planned');
      }
      // An armed item keeps the key of the bytes that phones have loaded.
      if (armed?.id !== itemId) await writeItemState(tx, itemId, 'armed');
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
  releaseTo: (act) => onWindow(act, releaseOne),
  revoke: (act) => onWindow(act, revokeOne),
  takeBack: (act) => ({
    perform: (doing) => takeBack(doing, itemOf(doing.rundown, act)),
    notify: ({ touch }, { id }) => {
      touch(id);
    },
  }),
  restore: (act) => onWindow(act, restoreOne),
  extend: (act) => ({
    perform: (doing) =>
      moveEnds(
        doing,
        itemOf(doing.rundown, act),
        (closesAt) => closesAt && closesAt + act.seconds * 1_000,
      ),
  }),
  close: (act) => ({
    perform: (doing) => moveEnds(doing, itemOf(doing.rundown, act), closingAt(doing.at)),
  }),

  openFor: (act) => ({
    perform: async ({ tx, at, rundown }) => {
      const before = await recordOf(tx, itemOf(rundown, act));
      const { userId, seconds } = act;
      const { record, name } = await openForOne(tx, before, { userId, seconds, at });
      const event = { type: 'changed', record, windowEvents: {}, openedFor: userId } as const;
      return {
        details: { before: {}, after: { name, seconds } },
        changes: [await storeChange(tx, at, event)],
      };
    },
  }),

  lock: onResult,
  unlock: onResult,
  publish: onResult,
  void: (act) => ({ ...onResult(act), notify: showsPointsOnStage(act) }),
  unvoid: onResult,
  reveal: (act) => ({
    perform: async ({ tx, at, by, rundown }) => {
      const item = itemOf(rundown, act);
      if (act.all) return revealAll(tx, { ...item, at, by });
      return revealGroup(tx, { ...item, groupId: act.groupId, at, by });
    },
    notify: showsPoints(act),
  }),
  hide: (act) => ({
    perform: async ({ tx, at, rundown }) =>
      hideGroup(tx, { ...itemOf(rundown, act), groupId: act.groupId, at }),
    notify: showsPointsOnStage(act),
  }),
  decide: (act) => ({
    perform: async ({ services, tx, at, by, rundown }, requestId) => {
      const record = await recordOf(tx, itemOf(rundown, act));
      const decided = await decideOnGroups(tx, record, {
        ...act,
        reason: act.reason ?? null,
        requestId,
        at,
        by,
      });
      if (decided === null) return { keepsVersion: true };
      const { details, correction, settled } = decided;
      return {
        details,
        changes: correction === null ? [] : [correction],
        keepsVersion: correction === null,
        announce: async () => {
          if (settled !== null) await announceSettled(services, settled);
          const counted = services.decided(record.gameSessionId);
          // The grouping desk reloads the groups after this reply, so wait for the recount. Other acts must not wait.
          if (act.upon !== undefined) await counted;
        },
      };
    },
  }),
  go: () => {
    throw new Error('go is replaced by the act that it stands for');
  },

  allowName: ({ userId }) => naming(userId),
  muteName: ({ userId }) => naming(userId, { isMasked: true }),
  renamePlayer: ({ userId, name }) => naming(userId, { given: name }),
  removePlayer: ({ userId }) => removing(userId, true),
  restorePlayer: ({ userId }) => removing(userId, false),
  givePoints: (act) => ({
    locksScores: true,
    perform: async ({ tx, at, by, rundown: { id, homeDelaySeconds } }) => {
      const adjusting = { showId: id, homeDelayMs: homeDelaySeconds * 1_000, at, by };
      const { to, points } = await giveByHand(tx, act, adjusting);
      return { details: { before: {}, after: { to, points } }, keepsVersion: true };
    },
    notify: ({ boardsChanged }) => boardsChanged(),
  }),
  undoPoints: ({ adjustmentId }) => ({
    locksScores: true,
    perform: async ({ tx, at, by, rundown: { id } }) => {
      const { to, points, reason } = await undoByHand(tx, adjustmentId, { showId: id, at, by });
      return {
        details: { before: { to, points, 'given for': reason }, after: {} },
        keepsVersion: true,
      };
    },
    notify: ({ boardsChanged }) => boardsChanged(),
  }),
  movePlayer: ({ userId, teamId }) => ({
    perform: async ({ tx, rundown: { id, teams } }) => {
      const nameOf = (wanted: string | null): string =>
        teams?.list.find((team) => team.id === wanted)?.name ?? '';
      const before = await readTeamOf(tx, { showId: id, userId });
      if (!(await writeTeam(tx, { showId: id, userId }, teamId)))
        throw new ApiError(404, m.rundownNoTeam());
      return {
        details: { before: { team: nameOf(before) }, after: { team: nameOf(teamId) } },
      };
    },
    notify: ({ named }) => {
      named(userId);
    },
  }),
};

const interludeAudit = ({
  scene,
  holdingText,
  startsAt,
}: Awaited<ReturnType<typeof readStage>>): AuditState => ({
  scene,
  'holding text': holdingText,
  'starts at': startsAt === null ? null : new Date(startsAt).toISOString(),
});

type WindowAct = Extract<ShowAct, { type: 'releaseTo' | 'revoke' | 'restore' }>;
/** Returns the question after the act, and the name of the event to send; null: no change. */
type WindowChange<A extends WindowAct> = (
  doing: RundownDoing,
  before: QuestionRecord,
  act: A,
) => Promise<{ readonly record: QuestionRecord; readonly name?: WindowEvent } | null>;

/** Changes an audience's window of an item; of two concurrent acts the later one wins as a whole (decisions §4). */
const onWindow = <A extends WindowAct>(act: A, change: WindowChange<A>): ActEffects => ({
  perform: async (doing) => {
    const before = await recordOf(doing.tx, itemOf(doing.rundown, act));
    const changed = await change(doing, before, act);
    if (changed === null) return undefined;
    const { record, name } = changed;
    const windowEvents = name === undefined ? {} : { [act.audience]: name };
    const event = { type: 'changed', record, windowEvents } as const;
    const details = questionDetails(before, record);
    return { details, changes: [await storeChange(doing.tx, doing.at, event)] };
  },
});

const releaseOne: WindowChange<Extract<ShowAct, { type: 'releaseTo' }>> = async (
  { tx, at, by },
  before,
  { audience, seconds, reason = null, opensAt },
) => {
  const timer = seconds === null ? null : timerOf(seconds);
  const release = { type: 'release', timer, reopening: { by, reason }, opensAt } as const;
  const record = await writeRelease(tx, before, audience, release, at);
  return { record, name: 'question-released' };
};

const revokeOne: WindowChange<Extract<ShowAct, { type: 'revoke' }>> = async (
  { tx, at },
  before,
  { audience },
) => {
  if (!windowsOf(before)[audience].released) return null;
  const record = await writeRelease(tx, before, audience, { type: 'revoke' }, at);
  return { record, name: 'question-revoked' };
};

/**
 * Shows a revoked question again after its window has ended. Players cannot answer, so no chime plays.
 * @throws ApiError 409 if the audience has no revoked release that has ended
 */
const restoreOne: WindowChange<Extract<ShowAct, { type: 'restore' }>> = async (
  { tx, at },
  before,
  { audience },
) => {
  const record = await restoreEnded(tx, before, audience, at);
  if (record === null) throw new ApiError(409, m.releaseNothingLeft());
  return { record };
};

const timerOf = (seconds: number) => ({ minutes: Math.floor(seconds / 60), seconds: seconds % 60 });

/** Locks, unlocks, publishes or voids the result of an item, or counts it again. */
function onResult(
  act: Extract<ShowAct, { type: 'lock' | 'unlock' | 'publish' | 'void' | 'unvoid' }>,
): ActEffects {
  return {
    perform: async (doing) => {
      const { tx, at, by, rundown } = doing;
      const item = itemOf(rundown, act);
      const before = await recordOf(tx, item);
      const reason = 'reason' in act ? act.reason : null;
      const ended =
        act.type === 'void' ? await closeForAll(tx, await closeAll(doing, before)) : before;
      const record = await actOnResult(tx, ended, { act: act.type, at, by, reason });
      // A board that was shown stays, without its points, and counting it again leaves nothing to restore.
      if (act.type === 'void' && !isShown(before.result)) await clearStages(tx, item.gameSessionId);
      const details = {
        before: { result: stateIn(before) },
        after: { result: stateIn(record) },
      };
      if (record.result.version === before.result.version) return { details };
      return { details, ...(await announced(tx, record, at)) };
    },
    notify: showsPoints(act),
  };
}

/** Whether the stage has shown groups of a result. */
const isShown = ({ state }: Pick<Result, 'state'>): boolean =>
  state !== 'counting' && state !== 'locked';

/**
 * Gives an item an uploaded picture or sound, or none.
 * @throws ApiError 409 if it is no longer stored, or too much for the show
 */
async function changeMedia(
  tx: Tx,
  showId: string,
  item: RundownItem,
  media: ItemMedia | null,
): Promise<void> {
  if (media !== null && (await readMedia(tx, media.id)) === null)
    throw new ApiError(409, m.mediaGone());
  const isSame = media?.id === item.media?.id;
  await writeItemMedia(tx, item.id, media, isSame ? undefined : newKey());
  if (media !== null && !isSame && (await readMediaSize(tx, showId)) > LIMITS.showMediaBytes)
    throw new ApiError(409, m.mediaShowFull(), { code: 'guard' });
}

/** How a changed question is announced: as a change if players can see it, otherwise to producers only. */
async function announced(
  tx: Tx,
  record: QuestionRecord,
  at: number,
): Promise<Pick<Effect, 'added' | 'changes'>> {
  if (!isSeen(record, at)) return { added: [record] };
  const event = { type: 'changed', record, windowEvents: {} } as const;
  return { changes: [await storeChange(tx, at, event)] };
}

/** Announces with the question shown last that its show has ended, or goes on. */
async function announceEnd(
  { tx, at, rundown }: RundownDoing,
  end: Pick<QuestionRecord, 'endedAt'>,
): Promise<Effect> {
  const { gameSessionId } = await readStage(tx, rundown.id);
  const shown = gameSessionId === null ? null : await readGameSession(tx, gameSessionId);
  if (shown === null) return {};
  const { board: _board, endedAt: _endedAt, ...record } = shown;
  const { showId, homeDelayMs } = record;
  if (end.endedAt !== undefined && homeDelayMs > 0) {
    const knownAt = changeVisibleFrom('home', at, homeDelayMs);
    await storeDisclosure(tx, { at: knownAt, showId, gameSessionId: record.gameSessionId });
  }
  return announced(tx, { ...record, ...end }, at);
}

const stateIn = ({ result: { state, voided } }: QuestionRecord): string =>
  voided === undefined ? state : 'void';

function showsPoints(act: ItemAct) {
  return ({ pointsShown }: ShowsServices, rundown: Rundown): void => {
    pointsShown(itemOf(rundown, act).gameSessionId);
  };
}

/** Notifies the stage, too. */
const showsPointsOnStage =
  (act: ItemAct) =>
  (services: ShowsServices, rundown: Rundown): void => {
    services.touch(rundown.id);
    showsPoints(act)(services, rundown);
  };

/** Allows a player's name, masks it, or sets another name. */
function naming(userId: string, name?: Parameters<typeof giveName>[2]): ActEffects {
  return {
    perform: async ({ tx }) => {
      if (!(await giveName(tx, userId, name))) throw new ApiError(404, m.notFound());
      return undefined;
    },
    notify: ({ named }) => {
      named(userId);
    },
  };
}

function removing(userId: string, isRemoved: boolean): ActEffects {
  return {
    locksScores: true,
    perform: async ({ tx, at, rundown: { id } }) => {
      if (!(await hasPlayer(tx, userId))) throw new ApiError(404, m.notFound());
      await writeRemoval(tx, { showId: id, userId }, isRemoved ? at : null);
      if (isRemoved) await endGuestAccess(tx, { showId: id, userId });
      return undefined;
    },
    notify: ({ presented, named, broadcaster }, { join }) => {
      presented({ join });
      named(userId);
      broadcaster.dropUser(userId);
    },
  };
}

function becomes(state: Rundown['state']) {
  return () => ({ state });
}

function rehearsalChanged(services: ShowsServices, { id }: Rundown): void {
  services.touch(id);
  services.rehearsalChanged();
}

function sessionOf({ gameSessionId }: Pick<RundownItem, 'gameSessionId'>): string {
  return gameSessionId;
}

/** @throws ApiError 404 */
function itemOf({ items }: Rundown, { itemId }: ItemAct): RundownItem {
  const item = items.find(({ id }) => id === itemId);
  if (item === undefined) throw new ApiError(404, m.rundownUnknown());
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
 * Clears the rehearsal: players lose its questions, and each released item gets a new question with the same text.
 * Items return to their former state, except for changed texts and notes; added items stay at the end.
 */
async function clearRehearsal(doing: RundownDoing): Promise<Effect> {
  const {
    tx,
    at,
    rundown: { id, items },
  } = doing;
  const changes: Change[] = [];
  for (const item of items) {
    const record = await recordOf(tx, item);
    if (!wasReleased(record)) continue;
    const { gameSessionId } = await insertPlanned(doing, record.text, {
      showId: id,
      presets: null,
    });
    await replaceSession(tx, item.id, gameSessionId);
    await forgetSession(tx, record.gameSessionId);
    await deleteQuestion(tx, record.id);
    changes.push(await storeChange(tx, at, { type: 'deleted', record }));
  }
  const { items: now } = await rundownOf(tx, id);
  await markSessions(tx, now.map(sessionOf), false);
  await restoreItems(tx, id, now);
  await endRehearsal(tx, id);
  await writeScene(tx, id, 'idle', { at });
  return { added: await recordsOf(tx, now), changes };
}

/** Releases to all named audiences in one act, and puts the question on the stage screen. */
async function releaseItem(
  { tx, at, by }: ChangeContext,
  item: RundownItem,
  timers: Extract<ShowAct, { type: 'release' }>['timers'],
): Promise<Effect> {
  let record = await recordOf(tx, item);
  const together = timersForBoth(timers);
  const windowEvents: Partial<Record<Audience, WindowEvent>> = {};
  for (const audience of AUDIENCES) {
    const seconds = together[audience];
    if (seconds === undefined) continue;
    const timer = seconds === null ? null : timerOf(seconds);
    const act = { type: 'release', timer, reopening: { by, reason: null } } as const;
    record = await writeRelease(tx, record, audience, act, at);
    windowEvents[audience] = 'question-released';
  }
  await writeScene(tx, record.showId, 'question', { at, gameSessionId: item.gameSessionId });
  return { changes: [await storeChange(tx, at, { type: 'changed', record, windowEvents })] };
}

/** The new end of a window, epoch ms; null: it stays open. `delayMs`: how far the audience is behind the studio. */
type End = (closesAt: number | null, delayMs: number) => number | null;

async function withEnds(
  { tx, at }: ChangeContext,
  before: QuestionRecord,
  end: End,
): Promise<QuestionRecord> {
  let record = before;
  for (const audience of openTo(windowsOf(before), at)) {
    const was = windowsOf(before)[audience].closesAt;
    const closesAt = end(was, audience === 'home' ? before.homeDelayMs : 0);
    if (closesAt === null || closesAt === was) continue;
    record = await moveEnd(tx, record, audience, closesAt, at);
  }
  return record;
}

/** Closes every current or future window at once; for Home it ends later, by the delay of its stream. */
const closeAll = (doing: ChangeContext, before: QuestionRecord): Promise<QuestionRecord> =>
  withEnds(doing, before, closingAt(doing.at));

const closingAt =
  (at: number): End =>
  (closesAt, delayMs) =>
    Math.min(closesAt ?? Infinity, at + delayMs);

/** Revokes an item from everybody in one act. */
async function takeBack({ tx, at }: ChangeContext, item: RundownItem): Promise<Effect> {
  const before = await recordOf(tx, item);
  let record = before;
  const windowEvents: Partial<Record<Audience, WindowEvent>> = {};
  for (const audience of AUDIENCES) {
    if (!windowsOf(before)[audience].released) continue;
    record = await writeRelease(tx, record, audience, { type: 'revoke' }, at);
    windowEvents[audience] = 'question-revoked';
  }
  const event = { type: 'changed', record, windowEvents } as const;
  return { details: questionDetails(before, record), changes: [await storeChange(tx, at, event)] };
}

/**
 * Moves the end of every current or future window to the time that `end` returns; null: unchanged.
 * @throws ApiError 409 when no end moves
 */
async function moveEnds(doing: ChangeContext, item: RundownItem, end: End): Promise<Effect> {
  const { tx, at } = doing;
  const before = await recordOf(tx, item);
  const record = await withEnds(doing, before, end);
  if (record === before) throw new ApiError(409, m.rundownClosing(), { code: 'guard' });
  return { changes: [await storeChange(tx, at, { type: 'changed', record, windowEvents: {} })] };
}
