import type { CallName } from '#machines/contract/calls.ts';
import { audienceTypeSchema } from '#machines/contract/entities.ts';
import type { ServerEventName } from '#machines/contract/events.ts';
import { scoreGroups } from '#machines/rules/scoring.ts';

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The reply in the contract's form. Where the specification leaves a backend several (§3, §7), ours has
 * one; whatever is of none of them comes back as it is, for the contract to refuse.
 */
export function inOurForm(name: CallName, reply: unknown): unknown {
  const read = withTextIds(reply);
  return READINGS[name]?.(read) ?? read;
}

/** Every id as a text: other backends may number things. A role is a number, as a text too. */
export function withTextIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTextIds);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => {
      if (key === 'role_id') return [key, typeof held === 'string' ? Number(held) : held];
      if (typeof held === 'number' && ID.test(key)) return [key, String(held)];
      return [key, withTextIds(held)];
    }),
  );
}
const ID = /(?:^i|_i|I)d$/u;

/** What the client hears of the events of specification §4 from a backend that sends no versions. */
const CHANGES: ReadonlySet<ServerEventName> = new Set<ServerEventName>([
  'question-released',
  'question-revoked',
  'timer-started',
  'timer-expired',
  'questions-updated',
  'show-answers',
]);

/**
 * The payload of an event in the contract's form. A version marks a backend that tells what has changed; any other
 * says at most whom it is for and which question it is about, and the list is asked for the rest.
 */
export function eventInOurForm(name: ServerEventName, payload: unknown): unknown {
  const read = withTextIds(payload ?? {});
  if (!isFields(read) || 'version' in read || !CHANGES.has(name)) return read;
  const type = AUDIENCE_TYPES.find((word) => String(read['type']).startsWith(word));
  const ids = { questionId: read['questionId'], gameSessionId: read['gameSessionId'] };
  return { ...ids, ...(type === undefined ? {} : { type }) };
}
const AUDIENCE_TYPES = audienceTypeSchema.options;

const listed =
  (key: string, read: (value: unknown) => unknown) =>
  (reply: unknown): unknown => {
    if (Array.isArray(reply)) return { [key]: reply.map(read) };
    return isFields(reply) && Array.isArray(reply[key])
      ? { ...reply, [key]: reply[key].map(read) }
      : reply;
  };
const questions = (reply: unknown): unknown =>
  Array.isArray(reply) ? reply.map(question) : listed('questions', question)(reply);
const board = (reply: unknown): unknown => (Array.isArray(reply) ? entries(reply) : reply);

const READINGS: Readonly<Partial<Record<CallName, (reply: unknown) => unknown>>> = {
  activeQuestions: questions,
  contestantQuestions: questions,
  adminQuestions: listed('questions', adminQuestion),
  adminUsers: listed('users', user),
  leaderboardDaily: board,
  leaderboardAll: board,
  leaderboardDailyHome: board,
  leaderboardDailyStudio: board,
  leaderboardAllHome: board,
  leaderboardAllStudio: board,
  leaderboardSession: board,
  aiGrouping: (reply) =>
    isFields(reply) ? { ...reply, grouping: grouping(reply['grouping']) } : reply,
  myLastAnswer: lastAnswer,
  timerInfo: (reply) =>
    isFields(reply) ? { ...withTimers(reply), endTime: instant(reply['endTime']) } : reply,
};

/** Epoch ms of a moment in whatever form; null: it is none. */
function instant(moment: unknown): number | null {
  const at = typeof moment === 'number' ? moment : Date.parse(String(moment));
  return Number.isNaN(at) ? null : at;
}
/** A moment as the contract has it. */
function iso(moment: unknown): unknown {
  const at = instant(moment);
  return at === null ? moment : new Date(at).toISOString();
}

/** Without a timer that is null: some say so of a question that has none. */
function withTimers({ contestantTimer, homeViewerTimer, ...rest }: Fields): Fields {
  return {
    ...rest,
    ...(isFields(contestantTimer) ? { contestantTimer } : {}),
    ...(isFields(homeViewerTimer) ? { homeViewerTimer } : {}),
  };
}

/** `id` or `question_id`; without windows, what is listed is open until its timer's or its planned end. */
function question(value: unknown): unknown {
  if (!isFields(value)) return value;
  const id = value['id'] ?? value['question_id'];
  const window = windowUntil(instant(value['end_time']));
  const read = withTimers(value);
  return {
    windows: { studio: window(read['contestantTimer']), home: window(read['homeViewerTimer']) },
    ...read,
    id,
    question_id: value['question_id'] ?? id,
    start_time: iso(value['start_time']),
    end_time: iso(value['end_time']),
    created_at: iso(value['created_at']),
  };
}
const windowUntil =
  (end: number | null) =>
  (timer: unknown, released: unknown = true) => {
    const isTimed = isFields(timer);
    return { released, timed: isTimed, closesAt: isTimed ? timer['endTime'] : end };
  };

/** A question of the admin: what is known of it alone is its date and to whom it is released. */
function adminQuestion(value: unknown): unknown {
  if (!isFields(value) || 'windows' in value) return value;
  const { id, session_date: date, shown_on_air: studio, shown_to_home: home } = value;
  const read = withTimers(value);
  const window = windowUntil(null);
  const at = iso(date);
  return {
    question_id: id,
    // A key, until the list of active questions names the game session.
    game_session_id: id,
    start_time: at,
    end_time: at,
    created_at: at,
    windows: {
      studio: window(read['contestantTimer'], studio),
      home: window(read['homeViewerTimer'], home),
    },
    answered: { studio: 0, home: 0 },
    topGroups: [],
    ...read,
  };
}

function user(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { total_score = 0, total_answers = 0 } = value;
  return { ...value, total_score, total_answers };
}

/** One's answer is to the question beside it; an answer of nobody is none. */
function lastAnswer(reply: unknown): unknown {
  if (!isFields(reply)) return reply;
  const asked = question(reply['question'] ?? null);
  const { answer = null } = reply;
  return {
    question: asked,
    answer:
      isFields(answer) && isFields(asked)
        ? {
            gameSessionId: asked['game_session_id'],
            awardedPoints: null,
            answeredAt: null,
            ...answer,
          }
        : answer,
  };
}

/** A group counts its answers; what a contestant gets for it follows from how many others are larger. */
function grouping(value: unknown): unknown {
  if (!isFields(value) || !Array.isArray(value['groupingDetails'])) return value;
  const groups = value['groupingDetails'].map((group: unknown) =>
    isFields(group) && Array.isArray(group['answers'])
      ? { count: group['answers'].length, ...group }
      : group,
  );
  const sizes = groups.flatMap((group, index) =>
    isFields(group) ? [{ groupId: String(index), home: 0, studio: Number(group['count']) }] : [],
  );
  const scores = scoreGroups(sizes);
  return {
    ...value,
    groupingDetails: groups.map((group, index) =>
      isFields(group) ? { ...scores.get(String(index)), ...group } : group,
    ),
  };
}

const rankIn = (entry: unknown): number => (isFields(entry) ? Number(entry['rank']) : 0);

/** `username` or `name`, `user_id` or `id`, the points under either name; ranks by points where none are sent. */
function entries(values: readonly unknown[]): unknown {
  const read = values.map((value) =>
    isFields(value)
      ? {
          ...value,
          username: value['username'] ?? value['name'],
          user_id: value['user_id'] ?? value['id'],
          total_points: value['total_points'] ?? value['awarded_points'] ?? value['total_score'],
        }
      : value,
  );
  const points = read.map((entry) => (isFields(entry) ? Number(entry['total_points']) : NaN));
  const ranked = read.map((entry, index) => {
    const own = points[index] ?? NaN;
    return isFields(entry)
      ? { rank: 1 + points.filter((other) => other > own).length, ...entry }
      : entry;
  });
  return ranked.toSorted((a, b) => rankIn(a) - rankIn(b));
}
