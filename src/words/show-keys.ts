/** The single keys of the screens that run a show: a letter does the same on each of them. */
export const SHOW_KEYS = {
  studio: { release: 'S', revoke: 'D', undo: 'U' },
  home: { release: 'H', revoke: 'J', undo: 'I' },
  question: 'Q',
  reveal: 'R',
  revealAll: 'A',
  hide: 'T',
  again: 'W',
  extend: 'E',
  close: 'X',
  desk: 'G',
  clear: 'C',
  /** Pictures for the stage. */
  board: 'B',
  season: 'N',
  holding: 'P',
  test: 'K',
  countdown: 'O',
} as const;
