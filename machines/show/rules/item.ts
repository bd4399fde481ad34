import type { ReleaseWindows, Result, RundownItem } from '#machines/contract/entities.ts';
import { openTo } from '#machines/answering/rules/schedule.ts';

/** The life of an item: what the producer made of it, and what has become of its question. */
export type ItemStage =
  | 'planned'
  | 'skipped'
  | 'armed'
  | 'inPlay'
  | 'counting'
  | 'locked'
  | 'revealed'
  | 'published'
  | 'corrected';

/** What moves an item through its life. `lapse`: its last window is over; `drop`: another one is armed. */
export type ItemAct =
  | 'arm'
  | 'drop'
  | 'skip'
  | 'plan'
  | 'remove'
  | 'release'
  | 'extend'
  | 'close'
  | 'lapse'
  | 'lock'
  | 'unlock'
  | 'reveal'
  | 'publish'
  | 'correct'
  | 'next';

/** The question of an item, as it is. */
export interface ItemFacts {
  readonly windows: ReleaseWindows;
  readonly result?: Pick<Result, 'state'> | undefined;
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
  },
  counting: { arm: 'counting', release: 'inPlay', lock: 'locked', reveal: 'revealed' },
  locked: { arm: 'locked', unlock: 'counting', reveal: 'revealed', publish: 'published' },
  revealed: { arm: 'revealed', reveal: 'revealed', publish: 'published' },
  published: { arm: 'published', reveal: 'published', correct: 'corrected', next: 'published' },
  corrected: { arm: 'corrected', reveal: 'corrected', correct: 'corrected', next: 'corrected' },
} as const satisfies Record<ItemStage, Partial<Record<ItemAct, ItemStage>>>;

/** What an act makes of an item; null: it cannot be done upon it. What is skipped or removed leaves no other trace. */
export function itemAfter(stage: ItemStage, act: ItemAct): ItemStage | null {
  const after: Partial<Record<ItemAct, ItemStage>> = AFTER[stage];
  return after[act] ?? null;
}

/** How far an item is at `now` (epoch ms). */
export function stageOf(
  { state, windows, result }: ItemFacts & Pick<RundownItem, 'state'>,
  now: number,
): ItemStage {
  if (state === 'skipped') return 'skipped';
  if (openTo(windows, now).length > 0) return 'inPlay';
  if (result !== undefined && result.state !== 'counting') return result.state;
  if (windows.studio.released || windows.home.released) return 'counting';
  return state === 'armed' ? 'armed' : 'planned';
}

/** Whether nothing of it has been seen by a player. */
export const isUntouched = (stage: ItemStage): boolean =>
  stage === 'planned' || stage === 'armed' || stage === 'skipped';
/** Whether its points are final. */
export const isFinished = (stage: ItemStage): boolean =>
  stage === 'published' || stage === 'corrected';
