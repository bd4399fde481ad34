import type { Rundown, RundownItem } from '#machines/contract/rundown.ts';
import type { Direction } from '#machines/contract/stage.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import type { ShowView } from '#machines/show/calls.ts';

/** An item of the question `q<id>`, planned unless `more` says otherwise. */
export const item = (id: string, more: Partial<RundownItem> = {}): RundownItem => ({
  id,
  questionId: `q${id}`,
  gameSessionId: `game-q${id}`,
  text: `Question ${id}`,
  state: 'planned',
  windows: { studio: NO_WINDOW, home: NO_WINDOW },
  result: NEW_RESULT,
  studioSeconds: 30,
  homeSeconds: 30,
  order: 'both',
  note: '',
  ...more,
});

/** A draft without questions. */
export const rundown = (more: Partial<Rundown> = {}): Rundown => ({
  id: 's1',
  title: 'Friday',
  state: 'draft',
  version: 1,
  createdAt: 1,
  homeDelaySeconds: 0,
  holdPoints: true,
  tieBreak: 'shared',
  language: 'en',
  items: [],
  ...more,
});

const IDLE: Direction = {
  showId: 's1',
  scene: 'idle',
  questionId: null,
  itemId: null,
  gameSessionId: null,
  groups: [],
  link: null,
  screens: 0,
};

/** A draft with nothing on air and nothing to do. */
export const showView = (more: Partial<ShowView> = {}): ShowView => ({
  serverTime: 1,
  rundown: rundown(),
  direction: IDLE,
  next: { act: null, waitsFor: null },
  ...more,
});
