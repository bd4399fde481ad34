import { m } from 'messages';
import type { ShowAct } from '#machines/show/calls.ts';
import type { RundownItem } from '#machines/contract/rundown.ts';
import type { Audience } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { openTo } from '#machines/answering/rules/schedule.ts';
import { timersForBoth } from '#machines/show/rules/rundown.ts';
import { storeChange } from '#server/answering/feed-store.ts';
import { type QuestionRecord, windowsOf } from '#server/answering/view.ts';
import { ApiError } from '#server/http/route.ts';
import {
  type ActEffects,
  type Acts,
  type Effect,
  itemOf,
  type RundownDoing,
  touchStage,
} from '#server/show/act-effects.ts';
import type { ChangeContext } from '#server/show/add-questions.ts';
import { questionDetails } from '#server/show/questions/audit-details.ts';
import { recordOf } from '#server/show/services.ts';
import { writeScene } from '#server/show/stage/store.ts';
import type { WindowEvent } from './change.ts';
import { openForOne } from './own-windows.ts';
import { moveEnd, restoreEnded, writeRelease } from './store.ts';

/** Acts on the windows in which players may answer. */
export const RELEASE_ACTS: Acts<
  'release' | 'releaseTo' | 'revoke' | 'takeBack' | 'restore' | 'extend' | 'close' | 'openFor'
> = {
  release: (act) => ({
    perform: (doing) => releaseItem(doing, itemOf(doing.rundown, act), act.timers),
    notify: touchStage,
  }),
  releaseTo: (act) => onWindow(act, releaseOne),
  revoke: (act) => onWindow(act, revokeOne),
  takeBack: (act) => ({
    perform: (doing) => takeBack(doing, itemOf(doing.rundown, act)),
    notify: touchStage,
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
};

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
export const closeAll = (doing: ChangeContext, before: QuestionRecord): Promise<QuestionRecord> =>
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
