import type {
  ActiveQuestion,
  AdminQuestion,
  AdminUser,
  AuditEntry,
  Direction,
  OwnAnswer,
  ReleaseWindow,
  Show,
  User,
} from '#machines/contract/entities.ts';

/* What the examples of events are made of: one question, q1, aired as g1, and one viewer. */

/** The ids in examples, and what they are of. */
export const SAMPLE_IDS: ReadonlyMap<string, string> = new Map([
  ['g1', 'gamesession'],
  ['q1', 'question'],
  ['a1', 'group'],
  ['j1', 'join'],
  ['u1', 'user'],
]);

/** The instant at which it is aired, epoch ms, and the one at which it ends. */
const STARTS_AT = Date.parse('2030-01-01T20:00:00.000Z');
export const ENDS_AT = STARTS_AT + 3_600_000;

export const NO_RELEASE: ReleaseWindow = { released: false, timed: false, closesAt: null };
export const UNTIMED: ReleaseWindow = { released: true, timed: false, closesAt: null };
export const TIMED: ReleaseWindow = { released: true, timed: true, closesAt: ENDS_AT };
const WINDOWS = { studio: NO_RELEASE, home: UNTIMED };
const COUNTS = { studio: 2, home: 40 };
export const ABOUT = { gameSessionId: 'g1' } as const;

const PLAN = {
  id: 'q1',
  question_id: 'q1',
  game_session_id: 'g1',
  start_time: new Date(STARTS_AT).toISOString(),
  end_time: new Date(ENDS_AT).toISOString(),
  created_at: new Date(STARTS_AT - 86_400_000).toISOString(),
  windows: WINDOWS,
};
export const QUESTION: ActiveQuestion = { ...PLAN, question_text: 'Name a fruit.' };
export const ADMIN_QUESTION: AdminQuestion = {
  ...PLAN,
  question_text: 'Name a fruit.',
  session_date: PLAN.start_time.slice(0, 10),
  shown_on_air: true,
  shown_to_home: true,
  answered: COUNTS,
  topGroups: [{ representative: 'Apple', count: 12 }],
};
export const ANSWER: OwnAnswer = {
  gameSessionId: 'g1',
  answer_text: 'Apple',
  awardedPoints: 12,
  answeredAt: STARTS_AT + 60_000,
};
export const USER: User = { id: 'u1', name: 'Viewer', email: 'viewer@example.org', role_id: 2 };
export const ACCOUNT: AdminUser = { ...USER, total_score: 12, total_answers: 1 };
export const AUDIT_ENTRY: AuditEntry = {
  id: 'd1',
  at: ENDS_AT,
  by: { id: 'u1', name: 'Ada' },
  action: 'updateUser',
  target: { id: 'u2', name: 'Ann' },
  address: '127.0.0.1',
  status: 200,
  before: { role: 'Home Viewer' },
  after: { role: 'Admin' },
  reason: null,
};
export const SESSION = { user: USER, expiresAt: ENDS_AT };

const PLACE = {
  groupId: 'a1',
  rank: 1,
  representative: 'Apple',
  count: 12,
  homePoints: 12,
  contestantPoints: 5,
};
export const SHOW: Show = {
  serverTime: STARTS_AT,
  scene: 'question',
  question: {
    question_id: 'q1',
    game_session_id: 'g1',
    question_text: 'Name a fruit.',
    windows: WINDOWS,
    answered: COUNTS,
  },
  places: [PLACE, null],
  board: null,
};
export const DIRECTION: Direction = {
  scene: 'question',
  questionId: 'q1',
  gameSessionId: 'g1',
  places: [{ ...PLACE, revealed: false }],
  link: null,
  screens: 1,
};

/** A change as the server tells it. */
export const CHANGE = { version: 8, serverTime: STARTS_AT, ...ABOUT, question: QUESTION };
export const TIMER = { durationMinutes: 60, durationSeconds: 0, endTime: ENDS_AT };
export const COUNTED = { ...ABOUT, answered: COUNTS, connected: { studio: 3, home: 50 } };
export const SNAPSHOT = {
  version: 8,
  serverTime: STARTS_AT,
  questions: [QUESTION],
  answers: [ANSWER],
};
