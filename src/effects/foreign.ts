import type { CallName } from '#machines/contract/calls.ts';

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The reply in the contract's form. Where the specification leaves a backend several (§3, §7), ours has
 * one; whatever is of none of them comes back as it is, for the contract to refuse.
 */
export const inOurForm = (name: CallName, reply: unknown): unknown =>
  READINGS[name]?.(reply) ?? reply;

const questions = (reply: unknown): unknown => {
  if (Array.isArray(reply)) return reply.map(question);
  return isFields(reply) && Array.isArray(reply['questions'])
    ? { ...reply, questions: reply['questions'].map(question) }
    : reply;
};
const users = (reply: unknown): unknown => (Array.isArray(reply) ? { users: reply } : reply);
const board = (reply: unknown): unknown => (Array.isArray(reply) ? entries(reply) : reply);

const READINGS: Readonly<Partial<Record<CallName, (reply: unknown) => unknown>>> = {
  activeQuestions: questions,
  contestantQuestions: questions,
  adminUsers: users,
  leaderboardDaily: board,
  leaderboardAll: board,
  leaderboardDailyHome: board,
  leaderboardDailyStudio: board,
  leaderboardAllHome: board,
  leaderboardAllStudio: board,
  leaderboardSession: board,
};

/** `id` or `question_id`; without windows, what is listed is open until its timer's or its planned end. */
function question(value: unknown): unknown {
  if (!isFields(value)) return value;
  const id = value['id'] ?? value['question_id'];
  const end = Date.parse(String(value['end_time']));
  const window = (timer: unknown) => ({
    released: true,
    timed: isFields(timer),
    closesAt: isFields(timer) ? timer['endTime'] : end,
  });
  const windows = {
    studio: window(value['contestantTimer']),
    home: window(value['homeViewerTimer']),
  };
  return { windows, ...value, id, question_id: value['question_id'] ?? id };
}

/**
 * `username` or `name`, `user_id` or `id`, the points under either name; where no ranks are sent, those by points
 * within one's own audience (decisions §9).
 */
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
  const known = read.filter(isFields);
  const isAhead = (other: Fields, entry: Fields): boolean =>
    other['role_id'] === entry['role_id'] &&
    Number(other['total_points']) > Number(entry['total_points']);
  return read.map((entry) =>
    isFields(entry)
      ? { rank: 1 + known.filter((other) => isAhead(other, entry)).length, ...entry }
      : entry,
  );
}
