import type { ShowAct } from '#machines/show/calls.ts';
import {
  type Audience,
  FINAL_SCENES,
  type Joining,
  type ReleaseWindows,
  type Rundown,
  type RundownItem,
  type Scene,
  type TeamsMode,
} from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
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
import { SCENE_WORDS } from './direction.ts';

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
  const { rundown: texts } = PRODUCER_MESSAGES;
  // Names may be changed in any state, as boards show them before, during and after the show.
  if ('userId' in act && act.type !== 'openFor') return null;
  if (act.type === 'givePoints' || act.type === 'undoPoints')
    return rundown.state === 'live' || rundown.state === 'ended'
      ? null
      : PRODUCER_MESSAGES.points.notPlayed;
  // A season may also get shows that have ended.
  if (act.type === 'season') return null;
  if (act.type === 'reopen') return rundown.state === 'ended' ? null : texts.notEnded;
  if (act.type === 'interlude') return null;
  if (isGuardedElsewhere(act) || (act.type === 'scene' && !isFinale(act))) return null;
  // The winner may be shown again, and a tie decided then.
  if (rundown.state === 'ended')
    return act.type === 'scene' || act.type === 'tieBreak' ? null : texts.ended;
  if (
    act.type === 'rename' ||
    act.type === 'holdPoints' ||
    act.type === 'tieBreak' ||
    act.type === 'entryFee' ||
    act.type === 'go'
  )
    return null;
  if (act.type === 'joining') return rundown.state === 'live' ? texts.joiningFixed : null;
  if (act.type === 'teams') {
    if (rundown.state === 'live') return texts.teamsFixed;
    return rundown.state === 'rehearsal' ? texts.inRehearsal : null;
  }
  const armed = armedOf(rundown);
  const isBusy = armed !== null && !isUntouched(stage(armed)) && !isFinished(stage(armed));
  if (act.type === 'delay')
    return armed !== null && stage(armed) === 'inPlay' ? texts.stillOpen : null;
  if (act.type === 'rehearse') {
    if (rundown.state !== 'draft') return texts.notDraft;
    if (rundown.items.length === 0) return texts.empty;
    return rundown.items.every((item) => isUntouched(stage(item))) ? null : texts.alreadyReleased;
  }
  if (act.type === 'clear') return rundown.state === 'rehearsal' ? null : texts.notRehearsed;
  if (act.type === 'goLive') return rundown.state === 'live' ? texts.alreadyLive : null;
  if (rundown.state === 'draft' && isAired(act)) return texts.draft;
  if (act.type === 'end' && rundown.state === 'rehearsal') return texts.inRehearsal;
  if (act.type === 'end' || act.type === 'scene') return isBusy ? texts.unfinished : null;
  if (act.type === 'add')
    return rundown.items.length + act.questions.length > LIMITS.rundownItems ? texts.full : null;
  const item = rundown.items.find(({ id }) => id === act.itemId);
  if (item === undefined) return texts.unknown;
  const own = stage(item);
  switch (act.type) {
    case 'edit':
    case 'move':
      return null;
    case 'skip':
    case 'remove':
      return stageAfter(own, act.type) === null ? texts.inPlay : null;
    case 'arm':
      if (stageAfter(own, 'arm') === null) return texts.skipped;
      return isBusy && armed.id !== item.id ? texts.unfinished : null;
    case 'release':
      if (item.state !== 'armed') return texts.notArmed;
      return stageAfter(own, 'release') === null ? texts.unfinished : null;
    case 'takeBack':
      return stageAfter(own, 'takeBack') === null ? texts.notOut : null;
    case 'openFor':
      return own === 'counting' ? null : WHY_NOT_FOR_ONE[own];
    case 'extend':
    case 'close':
      return stageAfter(own, act.type) === null ? texts.nothingOpen : null;
    case 'next':
      break;
  }
  if (item.state !== 'armed') return texts.notArmed;
  return stageAfter(own, 'next') === null ? texts.unfinished : null;
}

/** Why an item cannot be opened for one person, by its stage, and what can be done instead. */
const WHY_NOT_FOR_ONE: Readonly<Record<Exclude<ItemStage, 'counting'>, string>> = {
  planned: PRODUCER_MESSAGES.result.neverReleased,
  skipped: PRODUCER_MESSAGES.result.neverReleased,
  armed: PRODUCER_MESSAGES.result.neverReleased,
  inPlay: PRODUCER_MESSAGES.rundown.openToAll,
  locked: PRODUCER_MESSAGES.rundown.unlockFirst,
  revealed: PRODUCER_MESSAGES.rundown.tooLateForOne,
  published: PRODUCER_MESSAGES.rundown.tooLateForOne,
  corrected: PRODUCER_MESSAGES.rundown.tooLateForOne,
  voided: PRODUCER_MESSAGES.result.void,
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
  const { rundown: texts } = PRODUCER_MESSAGES;
  if (isAnswerable(facts.windows, now)) return texts.deleteOpen;
  if (item === null) return null;
  const stage = stageOf({ ...facts, state: item.state }, now);
  if (stage === 'armed') return texts.deleteArmed;
  return isUntouched(stage) || isFinished(stage) ? null : texts.deleteUnfinished;
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

/** The next act of a show, and why it has to wait, or null. `act` null: nothing is left to do. */
export interface NextAct {
  readonly act: ShowAct | null;
  readonly why: string | null;
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

const NAMES = new Intl.ListFormat('en', { type: 'conjunction' });

const DONE: NextAct = { act: null, why: null };
/** An act that is possible at once. */
const ready = (act: ShowAct): NextAct => ({ act, why: null });

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
  if (stage === 'inPlay')
    return { act: { type: 'lock', itemId }, why: PRODUCER_MESSAGES.rundown.stillOpen };
  if (isUntouched(stage)) return release();
  if (stage === 'counting') {
    const open = stillOpenFor(item.openFor, now).map(({ name }) => name);
    const act = { type: 'lock', itemId } as const;
    if (open.length > 0) return { act, why: PRODUCER_MESSAGES.rundown.openFor(NAMES.format(open)) };
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
  seconds === null ? 'no timer' : shortClockText(seconds);

/** Describes timers, for example 'Studio 0:30 and Home 0:30'. */
export const timersText = (timers: Partial<Record<Audience, number | null | undefined>>): string =>
  AUDIENCES.flatMap((audience) => {
    const seconds = timers[audience];
    return seconds === undefined ? [] : [`${audienceLabel(audience)} ${timeText(seconds)}`];
  }).join(' and ');

function playerText(act: Extract<ShowAct, { userId: string }>): string {
  switch (act.type) {
    case 'allowName':
      return 'The name is shown';
    case 'muteName':
      return 'The name is hidden';
    case 'renamePlayer':
      return `The player is now "${act.name}"`;
    case 'removePlayer':
      return 'Removed the player from the show';
    case 'movePlayer':
      return 'The player is now in the other team';
    case 'openFor':
      return `Open for this player for ${act.seconds} s`;
    case 'restorePlayer':
      break;
  }
  return 'The player is back on the boards';
}

const pointsText = (points: number): string => {
  const count = Math.abs(points);
  const what = `${count.toLocaleString('en')} ${count === 1 ? 'point' : 'points'}`;
  return points > 0 ? `Gave ${what}` : `Took ${what}`;
};

const JOINING_DONE: Readonly<Record<Joining, string>> = {
  anybody: 'Anyone can join: with an account, or as a guest with the code',
  accounts: 'Only players with an account can join',
  code: 'Only people with the code can join',
  invited: 'Only invited players can join',
};

const TEAMS_DONE: Readonly<Record<TeamsMode | 'off', string>> = {
  off: 'Home viewers play without teams',
  chosen: 'Home viewers choose a team when they join',
  dealt: 'Home viewers get a team when they join',
};

/** Describes to the producer what an act on a show has done; null: the screen already shows it. */
export function actDoneText(act: ShowAct, { items }: Pick<Rundown, 'items'>): string | null {
  if (act.type === 'end') return 'The show has ended';
  if (act.type === 'rehearse') return `Rehearsal with ${act.players} simulated players`;
  if (act.type === 'clear') return 'The rehearsal has ended and is cleared';
  if (act.type === 'goLive') return 'The show is live';
  if (act.type === 'reopen') return 'The show is open again';
  if (act.type === 'scene') return `The stage shows ${SCENE_WORDS[act.scene]}`;
  if (act.type === 'interlude') return act.interlude === undefined ? 'Saved for the stage' : null;
  if (act.type === 'add') return `Added ${act.questions.length} to the rundown`;
  if (act.type === 'delay')
    return act.seconds === 0
      ? 'Home has no delay now'
      : `Home is ${act.seconds} s behind the studio, from the next release`;
  if (act.type === 'givePoints') return pointsText(act.points);
  if (act.type === 'undoPoints') return 'The points are undone';
  if (act.type === 'holdPoints')
    return act.on ? 'Points are held until the reveal' : 'Points are shown as answers arrive';
  if (act.type === 'entryFee')
    return act.on ? 'Home viewers see the entry fee' : 'Nobody sees an entry fee';
  if (act.type === 'tieBreak')
    return act.by === 'earlier'
      ? 'The earlier answer wins a tie for first place'
      : 'A tie for first place is shared';
  if (act.type === 'joining') return JOINING_DONE[act.joining];
  if (act.type === 'teams') return TEAMS_DONE[act.teams?.mode ?? 'off'];
  if (act.type === 'season')
    return act.season === null
      ? 'The show is in no season'
      : `The show counts for "${act.season.name}"`;
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
  const text = `"${item?.text ?? ''}"`;
  switch (act.type) {
    case 'release':
      return `Released ${text} to ${timersText(timersForBoth(act.timers))}`;
    case 'releaseTo':
      return `Released ${text} to ${timersText({ [act.audience]: act.seconds })}`;
    case 'revoke':
      return `Revoked ${text} from ${audienceLabel(act.audience)}`;
    case 'takeBack':
      return `Took ${text} back. It's skipped`;
    case 'restore':
      return `Showed ${text} to ${audienceLabel(act.audience)} again`;
    case 'extend':
      return `${act.seconds} more seconds for ${text}`;
    case 'close':
      return `Closed ${text}`;
    case 'arm':
      return `Armed ${text}`;
    case 'skip':
      return act.skipped ? `Skipped ${text}` : `${text} is planned again`;
    case 'remove':
      return `Removed ${text} from the rundown`;
    case 'lock':
      return `Locked ${text}`;
    case 'unlock':
      return `Unlocked ${text}`;
    case 'publish':
      return `Published ${text}`;
    case 'void':
      return `${text} is void: its points are taken back`;
    case 'unvoid':
      return `${text} counts again`;
    case 'question':
      return `${text} is on the stage`;
    case 'reveal':
    case 'hide':
      return null;
    case 'next':
      break;
  }
  return `Done: ${text}`;
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

const PLAIN_ACTS: Partial<Record<ShowAct['type'], string>> = {
  lock: 'Lock the answers',
  question: 'Show the question on air',
  publish: 'Publish the points',
  goLive: 'Go live',
  end: 'End the show',
  clear: 'End rehearsal and clear',
};

/** Describes the next act to the producer. */
export function nextActText(
  { act }: NextAct,
  rundown: Pick<Rundown, 'state' | 'items'>,
  nameOf: (groupId: string) => string,
): string {
  if (act === null) return rundown.state === 'ended' ? 'The show has ended' : 'Nothing to do';
  if (act.type === 'arm')
    return `Arm "${rundown.items.find(({ id }) => id === act.itemId)?.text ?? ''}"`;
  if (act.type === 'next') return `Next: "${nextPlanned(rundown, act.itemId)?.text ?? ''}"`;
  if (act.type === 'release') return `Release to ${timersText(act.timers)}`;
  if (act.type === 'reveal') return `Reveal "${nameOf(act.groupId ?? '')}"`;
  // The standings are the next act only after the last question.
  if (act.type === 'scene')
    return act.scene === 'standings'
      ? 'Show the final standings'
      : `Show ${SCENE_WORDS[act.scene]}`;
  return PLAIN_ACTS[act.type] ?? '';
}
