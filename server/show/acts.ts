import { m } from 'messages';
import type { ShowAct } from '#machines/show/calls.ts';
import type { Rundown, RundownItem } from '#machines/contract/rundown.ts';
import type { Result } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { isFinished, stageOf } from '#machines/show/rules/item.ts';
import { armedOf, nextPlanned } from '#machines/show/rules/rundown.ts';
import { ApiError } from '#server/http/route.ts';
import { giveByHand, undoByHand } from '#server/results/adjustments.ts';
import { announceSettled } from '#server/results/appeals.ts';
import { decideOnGroups } from '#server/results/grouping/desk-act.ts';
import { actOnResult, showPoints } from '#server/results/result-store.ts';
import { changeVisibleFrom } from '#machines/answering/rules/disclosure.ts';
import { readGameSession, storeDisclosure } from '#server/answering/feed-store.ts';
import type { QuestionRecord } from '#server/answering/view.ts';
import {
  type ActEffects,
  type Acts,
  type ActsByType,
  type ActType,
  announced,
  becomes,
  type Effect,
  type ItemAct,
  itemOf,
  recordsOf,
  type RundownDoing,
  sessionOf,
  touchStage,
} from './act-effects.ts';
import { addQuestions } from './add-questions.ts';
import { PLAYER_ACTS } from './joining/acts.ts';
import { newKey } from './link-key.ts';
import { readMedia, readMediaSize } from './media/store.ts';
import { questionDetails } from './questions/audit-details.ts';
import { updateText } from './questions/store.ts';
import { clearRehearsal, REHEARSAL_ACTS, rehearsalChanged } from './rehearsal/acts.ts';
import { markSessions } from './rehearsal/store.ts';
import { closeAll, RELEASE_ACTS } from './releases/acts.ts';
import { closeForAll } from './releases/own-windows.ts';
import { writeSeason } from './season.ts';
import { STAGE_ACTS } from './stage/acts.ts';
import { hideGroup, revealAll, revealGroup } from './stage/reveal.ts';
import { clearStages, readStage } from './stage/store.ts';
import { recordOf, type ShowsServices, type Tx } from './services.ts';
import {
  moveToHouse,
  type ItemMedia,
  writeItemMedia,
  writeItemState,
  writeOrder,
  writePresets,
  writeEntryFee,
  writeHoldPoints,
  writeShowLanguage,
  writeTieBreak,
} from './store.ts';

export const effectsOf = (act: ShowAct): ActEffects => planOf<ActType>(act.type, act);
const planOf = <T extends ActType>(type: T, act: ActsByType[T]): ActEffects => ACTS[type](act);

const ACTS: Acts<ActType> = {
  ...PLAYER_ACTS,
  ...STAGE_ACTS,
  ...REHEARSAL_ACTS,
  ...RELEASE_ACTS,
  rename: ({ title }) => ({ after: () => ({ title }) }),
  season: ({ season }) => ({
    perform: async ({ tx, at, rundown: { id } }) => {
      await writeSeason(tx, id, season, at);
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
    },
    notify: touchStage,
  }),
  tieBreak: ({ by }) => ({
    perform: async ({ tx, rundown: { id } }) => {
      await writeTieBreak(tx, id, by);
    },
    notify: ({ presented }, { join }) => {
      presented({ join });
    },
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
    notify: touchStage,
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
};

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
