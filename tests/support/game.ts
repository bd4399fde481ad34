import type {
  ActiveQuestion,
  Audience,
  BoardTops,
  OwnAnswer,
  ReleaseWindow,
  RoleId,
  User,
} from '#machines/contract/entities.ts';
import type { ServerEvent, ServerEventName } from '#machines/contract/events.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';

/** The time at which these tests begin, epoch ms. */
export const T0 = Date.parse('2026-03-01T10:00:00.000Z');

export const timed = (seconds: number, from: number = T0): ReleaseWindow => ({
  released: true,
  timed: true,
  closesAt: from + seconds * 1_000,
});
/** Open until revoked. */
export const untimed: ReleaseWindow = { released: true, timed: false, closesAt: null };

/** Question `q<n>`, aired as `g<n>`, planned from T0 for an hour. */
export const question = (
  n: number,
  windows: Partial<Record<Audience, ReleaseWindow>> = {},
  more: Partial<ActiveQuestion> = {},
): ActiveQuestion => ({
  id: `q${n}`,
  question_id: `q${n}`,
  game_session_id: `g${n}`,
  question_text: `Question ${n}?`,
  start_time: new Date(T0).toISOString(),
  end_time: new Date(T0 + 3_600_000).toISOString(),
  created_at: new Date(T0 - 60_000 + n).toISOString(),
  windows: { studio: NO_WINDOW, home: NO_WINDOW, ...windows },
  ...more,
});

export const answerTo = (n: number, more: Partial<OwnAnswer> = {}): OwnAnswer => ({
  gameSessionId: `g${n}`,
  answer_text: 'Apple',
  awardedPoints: 1,
  answeredAt: T0,
  ...more,
});

const user = (id: string, role_id: RoleId): User => ({
  id,
  name: id,
  email: `${id}@example.org`,
  role_id,
});
export const viewer = user('viewer', 2);
export const contestant = user('contestant', 3);
export const admin = user('admin', 1);

/** A server event as charts receive it. */
export const realtime = <N extends ServerEventName>(name: N, payload: ServerEvent<N>) =>
  ({ type: `realtime.${name}`, payload }) as const;

/** The top rows of boards before any answer. */
export const NO_TOPS: BoardTops = {
  daily: { entries: [], people: 0 },
  'all-time': { entries: [], people: 0 },
  sessions: {},
};

/** For models: no examples of server events that a chart ignores. */
export const NO_EVENTS = {
  'realtime.question-released': [],
  'realtime.question-revoked': [],
  'realtime.timer-started': [],
  'realtime.timer-expired': [],
  'realtime.questions-updated': [],
  'realtime.feed-moved': [],
  'realtime.question-list-updated': [],
  'realtime.show-answers': [],
  'realtime.answer-updated': [],
  'realtime.boards-updated': [],
  'realtime.standing-updated': [],
  'realtime.show-updated': [],
  'realtime.show-changed': [],
  'realtime.answers-counted': [],
  'realtime.players-counted': [],
  'realtime.players-ready': [],
  'realtime.snapshot': [],
  'realtime.days-changed': [],
  'realtime.signed-out': [],
} as const;
