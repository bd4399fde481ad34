import { m } from 'messages';
import type { Presets, RundownItem } from '#machines/contract/rundown.ts';
import type { ReleaseWindows, Result } from '#machines/contract/entities.ts';
import { audienceLabel, otherAudience } from '#machines/contract/audience.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { openTo } from '#machines/answering/rules/schedule.ts';

/** Presets of a new item. */
export const DEFAULT_PRESETS: Presets = {
  studioSeconds: 30,
  homeSeconds: 30,
  order: 'both',
  note: '',
};

/** The shortest timer that leaves time to read a question and type an answer, in seconds. */
const LEAST_SECONDS = 5;

/** Says how presets keep an audience from answering, or null. */
export function presetsWarning({
  studioSeconds,
  homeSeconds,
  order,
}: Pick<Presets, 'studioSeconds' | 'homeSeconds' | 'order'>): string | null {
  const seconds = { studio: studioSeconds, home: homeSeconds };
  if (order !== 'both' && seconds[order] === null)
    return m.showHasNoTimerSo({
      order: audienceLabel(order),
      audienceLabel: audienceLabel(otherAudience(order)),
    });
  for (const audience of AUDIENCES) {
    const left = seconds[audience];
    if (left !== null && left < LEAST_SECONDS)
      return m.showHasOnlySHardly({ audience: audienceLabel(audience), left });
  }
  return null;
}

/** How far an item is, from the producer's decisions and the state of its question. */
export type ItemStage =
  | 'planned'
  | 'skipped'
  | 'armed'
  | 'inPlay'
  | 'counting'
  | 'locked'
  | 'revealed'
  | 'published'
  | 'corrected'
  | 'voided';

/** Acts that change the stage of an item. `lapse`: its last window has closed; `drop`: another item is armed. */
export type ItemAct =
  | 'arm'
  | 'drop'
  | 'skip'
  | 'plan'
  | 'remove'
  | 'release'
  | 'takeBack'
  | 'extend'
  | 'close'
  | 'lapse'
  | 'lock'
  | 'unlock'
  | 'reveal'
  | 'publish'
  | 'correct'
  | 'next';

/** The state of an item's question. */
export interface ItemFacts {
  readonly windows: ReleaseWindows;
  readonly result?: Pick<Result, 'state' | 'voided'> | undefined;
}

const AFTER = {
  planned: { arm: 'armed', skip: 'skipped', remove: 'planned', release: 'inPlay' },
  skipped: { plan: 'planned', skip: 'skipped', remove: 'skipped' },
  armed: { arm: 'armed', drop: 'planned', skip: 'skipped', remove: 'armed', release: 'inPlay' },
  inPlay: {
    arm: 'inPlay',
    release: 'inPlay',
    extend: 'inPlay',
    close: 'counting',
    lapse: 'counting',
    takeBack: 'skipped',
  },
  counting: {
    arm: 'counting',
    release: 'inPlay',
    takeBack: 'skipped',
    lock: 'locked',
    reveal: 'revealed',
  },
  locked: { arm: 'locked', unlock: 'counting', reveal: 'revealed', publish: 'published' },
  revealed: { arm: 'revealed', reveal: 'revealed', publish: 'published' },
  published: { arm: 'published', reveal: 'published', correct: 'corrected', next: 'published' },
  corrected: { arm: 'corrected', reveal: 'corrected', correct: 'corrected', next: 'corrected' },
  voided: { arm: 'voided', next: 'voided' },
} as const satisfies Record<ItemStage, Partial<Record<ItemAct, ItemStage>>>;

/** The stage after an act; null: the act is not allowed. */
export function stageAfter(stage: ItemStage, act: ItemAct): ItemStage | null {
  const after: Partial<Record<ItemAct, ItemStage>> = AFTER[stage];
  return after[act] ?? null;
}

/** The stage of an item at `now` (epoch ms). */
export function stageOf(
  { state, windows, result }: ItemFacts & Pick<RundownItem, 'state'>,
  now: number,
): ItemStage {
  if (result?.voided !== undefined) return 'voided';
  if (state === 'skipped') return 'skipped';
  if (openTo(windows, now).length > 0) return 'inPlay';
  if (result !== undefined && result.state !== 'counting') return result.state;
  if (windows.studio.released || windows.home.released) return 'counting';
  return state === 'armed' ? 'armed' : 'planned';
}

/** Whether no player has seen anything of the item. */
export const isUntouched = (stage: ItemStage): boolean =>
  stage === 'planned' || stage === 'armed' || stage === 'skipped';
/** Whether nothing is left to do for the item: its points are final, or it has none because it is void. */
export const isFinished = (stage: ItemStage): boolean =>
  stage === 'published' || stage === 'corrected' || stage === 'voided';
