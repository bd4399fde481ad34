import type { RundownAct } from '#machines/show/calls.ts';
import {
  type Audience,
  FINALE,
  type Finale,
  type ReleaseWindows,
  type Rundown,
  type RundownItem,
  type Scene,
} from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import {
  isFinished,
  isUntouched,
  itemAfter,
  type ItemFacts,
  type ItemStage,
  stageOf,
} from './item.ts';
import { isAnswerable } from '#machines/results/rules/ranked-groups.ts';
import { SCENE_WORDS } from './show.ts';

export const armedOf = ({ items }: Pick<Rundown, 'items'>): RundownItem | null =>
  items.find(({ state }) => state === 'armed') ?? null;

const isPlanned = ({ state }: RundownItem): boolean => state === 'planned';

/** The first planned item after this one, else the first of all; null: there is none. */
export function nextPlanned({ items }: Pick<Rundown, 'items'>, after: string): RundownItem | null {
  const at = items.findIndex(({ id }) => id === after);
  return items.slice(at + 1).find(isPlanned) ?? items.find(isPlanned) ?? null;
}

/** Whom an item is released to next, by its presets; empty: both have it. */
export function releasedNext(
  { order }: Pick<RundownItem, 'order'>,
  windows: ReleaseWindows,
): readonly Audience[] {
  const missing = AUDIENCES.filter((audience) => !windows[audience].released);
  if (order === 'both' || missing.length < AUDIENCES.length) return missing;
  return [order];
}

/**
 * Why an act upon a show cannot be done at `now` (epoch ms), or null. `stage` says how far an item is. One item
 * is armed at a time, and stays so until its points are final; what players have seen stays in the rundown.
 */
export function whyNotAct(
  rundown: Pick<Rundown, 'state' | 'items'>,
  act: RundownAct,
  stage: (item: RundownItem) => ItemStage,
): string | null {
  const { rundown: texts } = PRODUCER_MESSAGES;
  // Names are on boards before, during and after the show.
  if ('userId' in act) return null;
  if (act.type === 'reopen') return rundown.state === 'ended' ? null : texts.notEnded;
  // The winner may be seen again.
  if (rundown.state === 'ended') return act.type === 'present' ? null : texts.ended;
  if (act.type === 'rename' || act.type === 'suspense') return null;
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
  if (act.type === 'end' || act.type === 'present') return isBusy ? texts.unfinished : null;
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
      return itemAfter(own, act.type) === null ? texts.inPlay : null;
    case 'arm':
      if (itemAfter(own, 'arm') === null) return texts.skipped;
      return isBusy && armed.id !== item.id ? texts.unfinished : null;
    case 'release':
      if (item.state !== 'armed') return texts.notArmed;
      return itemAfter(own, 'release') === null ? texts.unfinished : null;
    case 'extend':
    case 'close':
      return itemAfter(own, act.type) === null ? texts.nothingOpen : null;
    case 'next':
      break;
  }
  if (item.state !== 'armed') return texts.notArmed;
  return itemAfter(own, 'next') === null ? texts.unfinished : null;
}

/**
 * Why a question cannot be deleted at `now` (epoch ms), or null. A question that will open by itself counts as in play.
 * `item`: its item in a live or rehearsed show; null: none.
 */
export function whyNotDelete(
  facts: ItemFacts,
  item: Pick<RundownItem, 'state'> | null,
  now: number,
): string | null {
  const { rundown: texts } = PRODUCER_MESSAGES;
  if (isAnswerable(facts.windows, now)) return texts.deleteOpen;
  if (item === null) return null;
  const stage = stageOf(item, facts, now);
  if (stage === 'armed') return texts.deleteArmed;
  return isUntouched(stage) || isFinished(stage) ? null : texts.deleteUnfinished;
}

/** Whether an act shows something to players or on the show page: a draft must go live or be rehearsed first. */
const isAired = ({ type }: RundownAct): boolean => type === 'release' || type === 'present';

/** The show on air: the live one, else the rehearsed one. */
export const runningShow = <S extends Pick<Rundown, 'state'>>(shows: readonly S[]): S | undefined =>
  shows.find(({ state }) => state === 'live') ?? shows.find(({ state }) => state === 'rehearsal');

/** The show that the control room opens with: the running one, else the newest draft. `shows`: newest first. */
export const currentShow = <S extends Pick<Rundown, 'state'>>(shows: readonly S[]): S | undefined =>
  runningShow(shows) ?? shows.find(({ state }) => state === 'draft');

/** What the main button does next; `why`: why it must wait, or null. */
export type MainAct =
  | { readonly type: 'arm' | 'next'; readonly item: RundownItem; readonly to: RundownItem | null }
  | {
      readonly type: 'release';
      readonly item: RundownItem;
      readonly audiences: readonly Audience[];
    }
  | { readonly type: 'wait'; readonly item: RundownItem; readonly why: string }
  | { readonly type: 'lock' | 'air' | 'publish'; readonly item: RundownItem }
  | { readonly type: 'reveal'; readonly item: RundownItem; readonly groupId: string }
  | { readonly type: 'present'; readonly scene: Finale }
  | { readonly type: 'goLive' | 'end' | 'clear' | 'none' };

/** What the show page shows, and could still do for the armed item. */
export interface AirFacts {
  /** Null: not known. */
  readonly scene: Scene | null;
  /** It is the armed item's question that is shown. */
  readonly isShown: boolean;
  /** The group to reveal next; null: all are revealed, or there are none. */
  readonly nextGroup: string | null;
}

/** After the last item: standings, podium, winner, then the end, of a rehearsal with all that it was. */
function finale({ state }: Pick<Rundown, 'state'>, scene: Scene | null): MainAct {
  const next = FINALE[FINALE.findIndex((each) => each === scene) + 1];
  if (next !== undefined) return { type: 'present', scene: next };
  return { type: state === 'rehearsal' ? 'clear' : 'end' };
}

/**
 * The next act of the main button: arm, release by the presets, lock, reveal group by group, publish, next item, and the finale
 * after the last one. A draft goes live after its first item is armed.
 */
export function mainAct(
  rundown: Pick<Rundown, 'state' | 'items'>,
  facts: ItemFacts | null,
  air: AirFacts,
  now: number,
): MainAct {
  const item = armedOf(rundown);
  if (rundown.state === 'ended') return { type: 'none' };
  if (item === null || facts === null) {
    const to = nextPlanned(rundown, '');
    if (to !== null) return { type: 'arm', item: to, to };
    return rundown.items.length === 0 || rundown.state === 'draft'
      ? { type: 'none' }
      : finale(rundown, air.scene);
  }
  if (rundown.state === 'draft') return { type: 'goLive' };
  const stage = stageOf(item, facts, now);
  const missing = releasedNext(item, facts.windows);
  if (stage === 'inPlay') return { type: 'wait', item, why: PRODUCER_MESSAGES.rundown.stillOpen };
  if (isUntouched(stage)) return { type: 'release', item, audiences: missing };
  if (stage === 'counting')
    return missing.length === 0 || item.order === 'both'
      ? { type: 'lock', item }
      : { type: 'release', item, audiences: missing };
  if (isFinished(stage)) {
    const to = nextPlanned(rundown, item.id);
    return to === null ? finale(rundown, air.scene) : { type: 'next', item, to };
  }
  if (!air.isShown) return { type: 'air', item };
  return air.nextGroup === null
    ? { type: 'publish', item }
    : { type: 'reveal', item, groupId: air.nextGroup };
}

const timeText = (seconds: number | null): string =>
  seconds === null ? 'no timer' : shortClockText(seconds);

/** 'Studio 0:30 and Home 0:30'. */
export const timersText = (timers: Partial<Record<Audience, number | null | undefined>>): string =>
  AUDIENCES.flatMap((audience) => {
    const seconds = timers[audience];
    return seconds === undefined ? [] : [`${audienceLabel(audience)} ${timeText(seconds)}`];
  }).join(' and ');

function playerText(act: Extract<RundownAct, { userId: string }>): string {
  switch (act.type) {
    case 'allowName':
      return 'The name is shown';
    case 'renamePlayer':
      return `The player is now "${act.name}"`;
    case 'removePlayer':
      return 'Removed the player from boards and the show page';
    case 'restorePlayer':
      break;
  }
  return 'The player is on the boards again';
}

/** What an act upon a show has done, named for a producer; null: the screen shows it. */
export function actText(act: RundownAct, { items }: Pick<Rundown, 'items'>): string | null {
  if (act.type === 'end') return 'The show has ended';
  if (act.type === 'rehearse') return `Rehearsal with ${act.players} simulated players`;
  if (act.type === 'clear') return 'The rehearsal has ended, and all of it is cleared';
  if (act.type === 'goLive') return 'The show is live';
  if (act.type === 'reopen') return 'The show is open again';
  if (act.type === 'present') return `The show page shows ${SCENE_WORDS[act.scene]}`;
  if (act.type === 'add') return `Added ${act.questions.length} to the rundown`;
  if (act.type === 'delay')
    return act.seconds === 0
      ? 'Home has no delay any more'
      : `Home is ${act.seconds} s behind the studio from the next release on`;
  if (act.type === 'suspense')
    return act.on ? 'Points wait for the board' : 'Points are shown while answers come';
  if (act.type === 'rename' || act.type === 'edit' || act.type === 'move') return null;
  if ('userId' in act) return playerText(act);
  const item = items.find(({ id }) => id === act.itemId);
  const text = `"${item?.text ?? ''}"`;
  switch (act.type) {
    case 'release':
      return `Released ${text} to ${timersText(timersTogether(act.timers))}`;
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
    case 'next':
      break;
  }
  return `Done: ${text}`;
}

/** Timers by audience, in seconds; null: no timer; absent: not released to that audience. */
type Timers = Extract<RundownAct, { type: 'release' }>['timers'];

/**
 * The timers of one release. An audience without a timer gets the other audience's: that timer would lock it out anyway
 * (decisions §4).
 */
export function timersTogether(timers: Timers): Timers {
  const { studio, home } = timers;
  if (studio === undefined || home === undefined) return timers;
  return { studio: studio ?? home, home: home ?? studio };
}

/** The seconds of an item's timers for those who get it next. */
export const timersFor = (item: RundownItem, audiences: readonly Audience[]): Timers =>
  timersTogether({
    ...(audiences.includes('studio') && { studio: item.studioSeconds }),
    ...(audiences.includes('home') && { home: item.homeSeconds }),
  });

/** What the main button will do, in the producer's words. */
export function mainText(main: MainAct, nameOf: (groupId: string) => string): string {
  switch (main.type) {
    case 'arm':
      return `Arm "${main.item.text}"`;
    case 'release':
      return `Release to ${timersText(timersFor(main.item, main.audiences))}`;
    case 'wait':
      return 'Lock the answers';
    case 'lock':
      return 'Lock the answers';
    case 'air':
      return 'Show the question on air';
    case 'reveal':
      return `Reveal "${nameOf(main.groupId)}"`;
    case 'publish':
      return 'Publish the points';
    case 'next':
      return `Next: "${main.to?.text ?? ''}"`;
    case 'present':
      return `Show ${SCENE_WORDS[main.scene]}`;
    case 'goLive':
      return 'Go live';
    case 'end':
      return 'End the show';
    case 'clear':
      return 'End rehearsal and clear';
    case 'none':
      break;
  }
  return 'Nothing to do';
}
