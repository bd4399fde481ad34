/* The entities of specification §3, written by hand: each field with the type of its value. */

export const MESSAGE = { message: 'string' };
export const USER = { id: 'string', name: 'string', email: 'string', role_id: 'number' };
export const ENTRY = {
  rank: 'number',
  username: 'string',
  user_id: 'string',
  role_id: 'number',
  total_points: 'number',
};
export const TIMER = { durationMinutes: 'number', durationSeconds: 'number', endTime: 'number' };
export const TIMERS = { homeViewerTimer: TIMER, contestantTimer: TIMER };
export const CLOSED = { released: 'boolean', timed: 'boolean', closesAt: 'null' };
export const OPEN = { ...CLOSED, closesAt: 'number' };
export const RESULT = {
  state: 'string',
  version: 'number',
  lockedAt: 'null',
  publishedAt: 'null',
  correctedAt: 'null',
  reason: 'null',
};
export const ACTIVE_QUESTION = {
  id: 'string',
  question_id: 'string',
  question_text: 'string',
  game_session_id: 'string',
  start_time: 'string',
  end_time: 'string',
  created_at: 'string',
  windows: { studio: OPEN, home: OPEN },
  result: RESULT,
  ...TIMERS,
};
export const ADMIN_QUESTION = {
  id: 'string',
  question_id: 'string',
  game_session_id: 'string',
  show_id: 'string',
  item_id: 'string',
  question_text: 'string',
  session_date: 'string',
  shown_on_air: 'boolean',
  shown_to_home: 'boolean',
  start_time: 'string',
  end_time: 'string',
  created_at: 'string',
  windows: { studio: CLOSED, home: CLOSED },
  result: RESULT,
  answered: { studio: 'number', home: 'number' },
  points: 'number',
  mergesHeld: 'number',
  appeals: 'number',
  topGroups: [],
};
export const ANSWER = {
  gameSessionId: 'string',
  answer_text: 'string',
  awardedPoints: 'number',
  answeredAt: 'number',
};
/** A stage with a question, and a link to its screens. */
export const DIRECTION = {
  showId: 'string',
  scene: 'string',
  questionId: 'string',
  itemId: 'string',
  questionText: 'string',
  gameSessionId: 'string',
  groups: [
    {
      groupId: 'string',
      rank: 'number',
      representative: 'string',
      count: 'number',
      homePoints: 'number',
      contestantPoints: 'number',
      revealed: 'boolean',
    },
  ],
  link: { createdAt: 'number' },
  screens: 'number',
};
export const ERROR = { error: 'string' };

export const GROUPING = {
  showId: 'string',
  itemId: 'string',
  aiEnabled: 'boolean',
  totalAnswers: 'number',
  totalGroups: 'number',
  explanation: 'string',
  groupingDetails: [
    {
      groupId: 'string',
      representative: 'string',
      pointsPerAnswer: 'number',
      contestantPoints: 'number',
      count: 'number',
      madeBy: 'string',
      answers: [{ originalText: 'string', userId: 'string', matchReason: 'string' }],
    },
  ],
};
export const DESK = {
  gameSessionId: 'string',
  showId: 'string',
  itemId: 'string',
  question: 'string',
  version: 'number',
  state: 'string',
  groups: [
    {
      groupId: 'string',
      label: 'string',
      name: 'null',
      isHeld: 'boolean',
      isFlagged: 'boolean',
      texts: [
        {
          key: 'string',
          text: 'string',
          home: 'number',
          studio: 'number',
          matchReason: 'string',
          // Pairs of text and count; only the first entry of a list is described.
          spellings: [['string']],
        },
      ],
    },
  ],
  history: [
    {
      turn: 'number',
      kind: 'string',
      at: 'number',
      by: 'string',
      reason: 'null',
      about: ['string'],
      to: 'null',
      isUndone: 'boolean',
    },
  ],
  undo: 'number',
  redo: 'null',
  suggestions: [],
};

export const CONTROL_TOKEN = {
  id: 'string',
  name: 'string',
  createdAt: 'number',
  usedAt: 'null',
  showId: 'string',
  isOver: 'boolean',
};
export const CONTROL_STATE = {
  version: 'string',
  server_time: 'number',
  show_id: 'string',
  show_title: 'string',
  show_state: 'string',
  items: 'number',
  item_number: 'number',
  item_text: 'string',
  item_note: 'string',
  item_stage: 'string',
  next_text: 'string',
  go: 'string',
  go_text: 'string',
  can_go: 'boolean',
  go_why: 'string',
  undo: 'string',
  studio: 'string',
  studio_seconds_left: 'number',
  studio_answered: 'number',
  studio_connected: 'number',
  home: 'string',
  home_seconds_left: 'number',
  home_answered: 'number',
  home_connected: 'number',
  result: 'string',
  scene: 'string',
  on_air: 'boolean',
  groups: 'number',
  revealed: 'number',
  screens: 'number',
};
