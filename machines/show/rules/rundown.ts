import { listText } from 'messages/format';
import { languageName } from 'messages/language-name';
import { m } from 'messages';
import type { ShowAct, ShowView } from '#machines/show/calls.ts';
import type { Joining, Rundown, RundownItem, TeamsMode } from '#machines/contract/rundown.ts';
import { FINAL_SCENES, type Scene } from '#machines/contract/stage.ts';
import type { Audience, ReleaseWindows } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { stillOpenFor } from '#machines/answering/rules/own-window.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import {
  isFinished,
  isUntouched,
  stageAfter,
  type ItemFacts,
  type ItemStage,
  stageOf,
} from './item.ts';
import { isAnswerable } from '#machines/results/rules/ranked-groups.ts';
import { publicLabel } from '#machines/results/rules/ranked-groups.ts';
import { airLabel } from './labels.ts';
import { SCENE_WORDS } from './direction.ts';

/** Whether a show is rehearsed or live. */
export const isRunning = ({ state }: Pick<Rundown, 'state'>): boolean =>
  state === 'rehearsal' || state === 'live';

export const armedOf = ({ items }: Pick<Rundown, 'items'>): RundownItem | null =>
  items.find(({ state }) => state === 'armed') ?? null;

const isPlanned = ({ state }: RundownItem): boolean => state === 'planned';

/** The next planned item after the item `after`, otherwise the first planned item; null: none is planned. */
export function nextPlanned({ items }: Pick<Rundown, 'items'>, after: string): RundownItem | null {
  const at = items.findIndex(({ id }) => id === after);
  return items.slice(at + 1).find(isPlanned) ?? items.find(isPlanned) ?? null;
}

/**
 * The item that was taken back last, while no item is armed; null: there is none. It is skipped, and the next act goes on
 * to another item.
 */
export function takenBackOf(rundown: Pick<Rundown, 'items'>): RundownItem | null {
  if (armedOf(rundown) !== null) return null;
  const [last] = rundown.items
    .filter(({ takenBackAt }) => takenBackAt !== undefined)
    .toSorted((a, b) => (b.takenBackAt ?? 0) - (a.takenBackAt ?? 0));
  return last ?? null;
}

/** The audiences of an item's next release, by its presets; empty: both already have the question. */
export function nextReleaseAudiences(
  { order }: Pick<RundownItem, 'order'>,
  windows: ReleaseWindows,
): readonly Audience[] {
  const missing = AUDIENCES.filter((audience) => !windows[audience].released);
  if (order === 'both' || missing.length < AUDIENCES.length) return missing;
  return [order];
}

/**
 * Why an act on a show is not allowed at `now` (epoch ms), or null. One item is armed at a time, until its points are
 * final; items that players have seen stay in the rundown.
 */
export function whyNotAct(
  rundown: Pick<Rundown, 'state' | 'items'>,
  act: ShowAct,
  now: number,
): string | null {
  const stage = (item: RundownItem): ItemStage => stageOf(item, now);
  // Names may be changed in any state, as boards show them before, during and after the show.
  if ('userId' in act && act.type !== 'openFor') return null;
  if (act.type === 'givePoints' || act.type === 'undoPoints')
    return rundown.state === 'live' || rundown.state === 'ended' ? null : m.pointsNotPlayed();
  // A season may also get shows that have ended.
  if (act.type === 'season') return null;
  if (act.type === 'reopen') return rundown.state === 'ended' ? null : m.rundownNotEnded();
  if (act.type === 'interlude') return null;
  if (isGuardedElsewhere(act) || (act.type === 'scene' && !isFinale(act))) return null;
  // The winner may be shown again, and a tie decided then.
  if (rundown.state === 'ended')
    return act.type === 'scene' || act.type === 'tieBreak' ? null : m.rundownEnded();
  if (
    act.type === 'rename' ||
    act.type === 'holdPoints' ||
    act.type === 'tieBreak' ||
    act.type === 'entryFee' ||
    act.type === 'go'
  )
    return null;
  if (act.type === 'joining') return rundown.state === 'live' ? m.rundownJoiningFixed() : null;
  if (act.type === 'teams') {
    if (rundown.state === 'live') return m.rundownTeamsFixed();
    return rundown.state === 'rehearsal' ? m.rundownInRehearsal() : null;
  }
  const armed = armedOf(rundown);
  const isUnplayed = rundown.items.every((item) => isUntouched(stage(item)));
  const isBusy = armed !== null && !isUntouched(stage(armed)) && !isFinished(stage(armed));
  if (act.type === 'delay')
    return armed !== null && stage(armed) === 'inPlay' ? m.rundownStillOpen() : null;
  if (act.type === 'rehearse') {
    if (rundown.state !== 'draft') return m.rundownNotDraft();
    if (rundown.items.length === 0) return m.rundownEmpty();
    return isUnplayed ? null : m.rundownAlreadyReleased();
  }
  // Answers are compared in the language in which they were stored.
  if (act.type === 'language') return isUnplayed ? null : m.rundownAlreadyReleased();
  if (act.type === 'clear') return rundown.state === 'rehearsal' ? null : m.rundownNotRehearsed();
  if (act.type === 'goLive') return rundown.state === 'live' ? m.rundownAlreadyLive() : null;
  if (rundown.state === 'draft' && isAired(act)) return m.rundownDraft();
  if (act.type === 'end' && rundown.state === 'rehearsal') return m.rundownInRehearsal();
  if (act.type === 'end' || act.type === 'scene') return isBusy ? m.rundownUnfinished() : null;
  if (act.type === 'add')
    return rundown.items.length + act.questions.length > LIMITS.rundownItems
      ? m.rundownFull()
      : null;
  const item = rundown.items.find(({ id }) => id === act.itemId);
  if (item === undefined) return m.rundownUnknown();
  const own = stage(item);
  switch (act.type) {
    case 'edit':
    case 'move':
      return null;
    case 'skip':
    case 'remove':
      return stageAfter(own, act.type) === null ? m.rundownInPlay() : null;
    case 'arm':
      if (stageAfter(own, 'arm') === null) return m.rundownSkipped();
      return isBusy && armed.id !== item.id ? m.rundownUnfinished() : null;
    case 'release':
      if (item.state !== 'armed') return m.rundownNotArmed();
      return stageAfter(own, 'release') === null ? m.rundownUnfinished() : null;
    case 'takeBack':
      return stageAfter(own, 'takeBack') === null ? m.rundownNotOut() : null;
    case 'openFor':
      return own === 'counting' ? null : WHY_NOT_FOR_ONE[own]();
    case 'extend':
    case 'close':
      return stageAfter(own, act.type) === null ? m.rundownNothingOpen() : null;
    case 'next':
      break;
  }
  if (item.state !== 'armed') return m.rundownNotArmed();
  return stageAfter(own, 'next') === null ? m.rundownUnfinished() : null;
}

/** Why an item cannot be opened for one person, by its stage, and what can be done instead. */
const WHY_NOT_FOR_ONE: Readonly<Record<Exclude<ItemStage, 'counting'>, () => string>> = {
  planned: m.resultNeverReleased,
  skipped: m.resultNeverReleased,
  armed: m.resultNeverReleased,
  inPlay: m.rundownOpenToAll,
  locked: m.rundownUnlockFirst,
  revealed: m.rundownTooLateForOne,
  published: m.rundownTooLateForOne,
  corrected: m.rundownTooLateForOne,
  voided: m.resultVoid,
};

/**
 * Why a question cannot be deleted at `now` (epoch ms), or null. A question whose window will open by itself counts as
 * being played. `item`: its item in a live or rehearsed show; null: none.
 */
export function whyNotDelete(
  facts: ItemFacts,
  item: Pick<RundownItem, 'state'> | null,
  now: number,
): string | null {
  if (isAnswerable(facts.windows, now)) return m.rundownDeleteOpen();
  if (item === null) return null;
  const stage = stageOf({ ...facts, state: item.state }, now);
  if (stage === 'armed') return m.rundownDeleteArmed();
  return isUntouched(stage) || isFinished(stage) ? null : m.rundownDeleteUnfinished();
}

/** Whether an act shows something to players or on the stage, so that a draft must go live or be rehearsed first. */
const isAired = (act: ShowAct): boolean => act.type === 'release' || isFinale(act);

/** Whether an act is checked elsewhere: acts on a result, its groups, one window, or the question on the stage. */
const isGuardedElsewhere = (
  act: ShowAct,
): act is Extract<ShowAct, { type: (typeof GUARDED_ELSEWHERE)[number] }> =>
  GUARDED_ELSEWHERE.some((type) => type === act.type);
const GUARDED_ELSEWHERE = [
  'lock',
  'unlock',
  'publish',
  'void',
  'unvoid',
  'reveal',
  'hide',
  'decide',
  'releaseTo',
  'revoke',
  'restore',
  'question',
] as const;

/** Whether an act puts the board of the show on the stage. */
export const isFinale = (act: ShowAct): boolean =>
  act.type === 'scene' && FINAL_SCENES.some((scene) => scene === act.scene);

/** The show that is running: the live show, otherwise the show in rehearsal. */
export const runningShow = <S extends Pick<Rundown, 'state'>>(shows: readonly S[]): S | undefined =>
  shows.find(({ state }) => state === 'live') ?? shows.find(({ state }) => state === 'rehearsal');

/** The show that the control room opens with: the running show, otherwise the newest draft. `shows`: newest first. */
export const currentShow = <S extends Pick<Rundown, 'state'>>(shows: readonly S[]): S | undefined =>
  runningShow(shows) ?? shows.find(({ state }) => state === 'draft');

/** The next act of a show, and who can still answer, so that it has to wait. `act` null: nothing is left to do. */
export interface NextAct {
  readonly act: ShowAct | null;
  /** Names; empty: everybody; null: the act need not wait. */
  readonly waitsFor: string[] | null;
}

/** Why the next act has to wait, or null. */
export function whyWait({ waitsFor }: Pick<NextAct, 'waitsFor'>): string | null {
  if (waitsFor === null) return null;
  return waitsFor.length === 0
    ? m.rundownStillOpen()
    : m.rundownOpenFor({ names: listText(waitsFor) });
}

/** What the stage displays, and what is left to reveal for the armed item. */
export interface StageFacts {
  /** The scene, behind an interlude if there is one. Null: not known. */
  readonly scene: Scene | null;
  /** Whether the armed item's question is displayed. */
  readonly isShown: boolean;
  /** The group to reveal next; null: all are revealed, or there are none. */
  readonly nextGroup: string | null;
}

const DONE: NextAct = { act: null, waitsFor: null };
/** An act that is possible at once. */
const ready = (act: ShowAct): NextAct => ({ act, waitsFor: null });

/** After the last item: standings, podium, winner, then the end. The end of a rehearsal clears its data. */
function finale({ state }: Pick<Rundown, 'state'>, scene: Scene | null): NextAct {
  const next = FINAL_SCENES[FINAL_SCENES.findIndex((each) => each === scene) + 1];
  if (next !== undefined) return ready({ type: 'scene', scene: next });
  return ready({ type: state === 'rehearsal' ? 'clear' : 'end' });
}

/**
 * The next act of a show, performed by Space, the main button and `go`: arm, release by the presets, lock, reveal group
 * by group, publish, next item, and the finale after the last item. A draft goes live after its first item is armed.
 * `now`: epoch ms.
 */
export function nextAct(
  rundown: Pick<Rundown, 'state' | 'items'>,
  air: StageFacts,
  now: number,
): NextAct {
  const item = armedOf(rundown);
  if (rundown.state === 'ended') return DONE;
  if (item === null) {
    const to = nextPlanned(rundown, '');
    if (to !== null) return ready({ type: 'arm', itemId: to.id });
    return rundown.items.length === 0 || rundown.state === 'draft'
      ? DONE
      : finale(rundown, air.scene);
  }
  if (rundown.state === 'draft') return ready({ type: 'goLive' });
  const { id: itemId, windows, order } = item;
  const stage = stageOf(item, now);
  const missing = nextReleaseAudiences(item, windows);
  const release = (): NextAct =>
    ready({ type: 'release', itemId, timers: timersFor(item, missing) });
  if (stage === 'inPlay') return { act: { type: 'lock', itemId }, waitsFor: [] };
  if (isUntouched(stage)) return release();
  if (stage === 'counting') {
    const open = stillOpenFor(item.openFor, now).map(({ name }) => name);
    const act = { type: 'lock', itemId } as const;
    if (open.length > 0) return { act, waitsFor: open };
    return missing.length === 0 || order === 'both' ? ready(act) : release();
  }
  if (isFinished(stage))
    return nextPlanned(rundown, itemId) === null
      ? finale(rundown, air.scene)
      : ready({ type: 'next', itemId });
  if (!air.isShown) return ready({ type: 'question', itemId });
  return air.nextGroup === null
    ? ready({ type: 'publish', itemId })
    : ready({ type: 'reveal', itemId, groupId: air.nextGroup });
}

const timeText = (seconds: number | null): string =>
  seconds === null ? m.showNoTimer() : shortClockText(seconds);

/** Describes timers, for example 'Studio 0:30 and Home 0:30'. */
export const timersText = (timers: Partial<Record<Audience, number | null | undefined>>): string =>
  listText(
    AUDIENCES.flatMap((audience) => {
      const seconds = timers[audience];
      return seconds === undefined ? [] : [`${audienceLabel(audience)} ${timeText(seconds)}`];
    }),
  );

function playerText(act: Extract<ShowAct, { userId: string }>): string {
  switch (act.type) {
    case 'allowName':
      return m.showNameShown();
    case 'muteName':
      return m.showNameHidden();
    case 'renamePlayer':
      return m.showPlayerNow({ name: act.name });
    case 'removePlayer':
      return m.showRemovedPlayerFromShow();
    case 'movePlayer':
      return m.showPlayerNowOtherTeam();
    case 'openFor':
      return m.showOpenPlayerS({ seconds: act.seconds });
    case 'restorePlayer':
      break;
  }
  return m.showPlayerBackBoards();
}

const pointsText = (points: number): string =>
  points > 0 ? m.showGavePoints({ count: points }) : m.showTookPoints({ count: Math.abs(points) });

const JOINING_DONE: Readonly<Record<Joining, () => string>> = {
  anybody: m.showAnyoneCanJoinWith,
  accounts: m.showOnlyPlayersWithAccount,
  code: m.showOnlyPeopleWithCode,
  invited: m.showOnlyInvitedPlayersCan,
};

const TEAMS_DONE: Readonly<Record<TeamsMode | 'off', () => string>> = {
  off: m.showHomeViewersPlayWithout,
  chosen: m.showHomeViewersChooseTeam,
  dealt: m.showHomeViewersGetTeam,
};

/** Describes to the producer what an act on a show has done; null: the screen already shows it. */
export function actDoneText(act: ShowAct, { items }: Pick<Rundown, 'items'>): string | null {
  if (act.type === 'end') return m.showShowHasEnded();
  if (act.type === 'rehearse') return m.showRehearsalWithSimulatedPlayers({ players: act.players });
  if (act.type === 'clear') return m.showRehearsalHasEndedCleared();
  if (act.type === 'goLive') return m.showShowLive();
  if (act.type === 'reopen') return m.showShowOpenAgain();
  if (act.type === 'scene') return m.showOnStage({ scene: SCENE_WORDS[act.scene]() });
  if (act.type === 'interlude') return act.interlude === undefined ? m.showSavedStage() : null;
  if (act.type === 'add') return m.showAddedRundown({ length: act.questions.length });
  if (act.type === 'delay')
    return act.seconds === 0
      ? m.showHomeHasNoDelay()
      : m.showHomeSBehindStudio({ seconds: act.seconds });
  if (act.type === 'givePoints') return pointsText(act.points);
  if (act.type === 'undoPoints') return m.showPointsUndone();
  if (act.type === 'holdPoints')
    return act.on ? m.showPointsHeldUntilReveal() : m.showPointsShownAsAnswers();
  if (act.type === 'entryFee')
    return act.on ? m.showHomeViewersSeeEntry() : m.showNobodySeesEntryFee();
  if (act.type === 'language') return m.showStageIn({ language: languageName(act.language) });
  if (act.type === 'tieBreak')
    return act.by === 'earlier' ? m.showEarlierAnswerWinsTie() : m.showTieFirstPlaceShared();
  if (act.type === 'joining') return JOINING_DONE[act.joining]();
  if (act.type === 'teams') return TEAMS_DONE[act.teams?.mode ?? 'off']();
  if (act.type === 'season')
    return act.season === null ? m.showShowNoSeason() : m.showShowCounts({ name: act.season.name });
  if (
    act.type === 'rename' ||
    act.type === 'edit' ||
    act.type === 'move' ||
    act.type === 'decide' ||
    act.type === 'go'
  )
    return null;
  if ('userId' in act) return playerText(act);
  const item = items.find(({ id }) => id === act.itemId);
  const text = item?.text ?? '';
  switch (act.type) {
    case 'release':
      return m.showReleased({ text, timers: timersText(timersForBoth(act.timers)) });
    case 'releaseTo':
      return m.showReleased({ text, timers: timersText({ [act.audience]: act.seconds }) });
    case 'revoke':
      return m.showRevokedFrom({ text, audienceLabel: audienceLabel(act.audience) });
    case 'takeBack':
      return m.showTookBackSkipped({ text });
    case 'restore':
      return m.showShowedAgain({ text, audienceLabel: audienceLabel(act.audience) });
    case 'extend':
      return m.showMoreSeconds({ seconds: act.seconds, text });
    case 'close':
      return m.showClosed({ text });
    case 'arm':
      return m.showArmed({ text });
    case 'skip':
      return act.skipped ? m.showSkipped({ text }) : m.showPlannedAgain({ text });
    case 'remove':
      return m.showRemovedFromRundown({ text });
    case 'lock':
      return m.showLocked({ text });
    case 'unlock':
      return m.showUnlocked({ text });
    case 'publish':
      return m.showPublished({ text });
    case 'void':
      return m.showVoidPointsTakenBack({ text });
    case 'unvoid':
      return m.showCountsAgain({ text });
    case 'question':
      return m.showStage({ questionText: text });
    case 'reveal':
    case 'hide':
      return null;
    case 'next':
      break;
  }
  return m.showDone({ text });
}

/** Timers by audience, in seconds; null: no timer; absent: not released to that audience. */
type Timers = Extract<ShowAct, { type: 'release' }>['timers'];

/**
 * The timers of one release to both audiences. An audience without a timer gets the timer of the other audience, which
 * would lock it out anyway (decisions §4).
 */
export function timersForBoth(timers: Timers): Timers {
  const { studio, home } = timers;
  if (studio === undefined || home === undefined) return timers;
  return { studio: studio ?? home, home: home ?? studio };
}

/** The timers of an item for the given audiences, in seconds. */
export const timersFor = (item: RundownItem, audiences: readonly Audience[]): Timers =>
  timersForBoth({
    ...(audiences.includes('studio') && { studio: item.studioSeconds }),
    ...(audiences.includes('home') && { home: item.homeSeconds }),
  });

const PLAIN_ACTS: Partial<Record<ShowAct['type'], () => string>> = {
  lock: m.showLockAnswers,
  question: m.showShowQuestionAir,
  publish: m.showPublishPoints,
  goLive: m.showGoLive,
  end: m.showEndShow,
  clear: m.showEndRehearsalClear,
};

/** Describes the next act to the producer. */
export function nextActText(
  { act }: Pick<NextAct, 'act'>,
  rundown: Pick<Rundown, 'state' | 'items'>,
  nameOf: (groupId: string) => string,
): string {
  if (act === null) return rundown.state === 'ended' ? m.showShowHasEnded() : m.showNothingDo();
  if (act.type === 'arm')
    return m.showArm({ text: rundown.items.find(({ id }) => id === act.itemId)?.text ?? '' });
  if (act.type === 'next')
    return m.showNext({ text: nextPlanned(rundown, act.itemId)?.text ?? '' });
  if (act.type === 'release') return m.showReleaseWithTimers({ timers: timersText(act.timers) });
  if (act.type === 'reveal') return m.showReveal({ name: nameOf(act.groupId ?? '') });
  // The standings are the next act only after the last question.
  if (act.type === 'scene') {
    if (act.scene === 'podium') return m.showShowPodium();
    return act.scene === 'winner' ? m.showShowWinner() : m.showShowFinalStandings();
  }
  return PLAIN_ACTS[act.type]?.() ?? '';
}

/** Describes the next act of a show to its producer. */
export const nextText = ({
  next,
  rundown,
  direction,
}: Pick<ShowView, 'next' | 'rundown' | 'direction'>): string =>
  nextActText(next, rundown, (id) => {
    const group = direction.groups.find(({ groupId }) => groupId === id);
    return group === undefined ? '' : airLabel(publicLabel(group));
  });
