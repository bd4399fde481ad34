import { z } from 'zod';
import {
  type Asked,
  found,
  type Question,
  Refusal,
  type Role,
  type Store,
  type User,
} from './store.ts';

/** By method and path, `#` a number. */
export type Calls = Readonly<Record<string, Handle>>;
type Handle = (asked: Asked) => unknown;

const HOUR_MS = 3_600_000;
const roleSchema = z.union([z.literal(1), z.literal(2), z.literal(3)]);
const signIn = z.strictObject({ email: z.string(), password: z.string() });
const account = z.strictObject({ name: z.string(), email: z.string(), role_id: roleSchema });
const release = z.union([
  z.strictObject({ timerMinutes: z.int(), timerSeconds: z.int() }),
  z.strictObject({}),
]);
const sessionOf = (questionId: number) => questionId * 100;
const shown = ({ id, name, email, role_id }: User) => ({ id, name, email, role_id });
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const signedIn = ({ user }: Asked): User => {
  if (user === null) throw new Refusal(401, 'Please log in.');
  return user;
};

const adminOf = (call: Asked): User => {
  const user = signedIn(call);
  if (user.role_id !== 1) throw new Refusal(403, 'Admins only.');
  return user;
};

const view = ({ id, text, start, end, released }: Question) => {
  const [home, studio] = [released.get(2), released.get(3)];
  return {
    id,
    question_text: text,
    game_session_id: sessionOf(id),
    start_time: start,
    end_time: end,
    created_at: start,
    ...(home ? { homeViewerTimer: home } : {}),
    ...(studio ? { contestantTimer: studio } : {}),
  };
};

/** Accounts and signing in. */
export function authCalls({
  users,
  tokens,
  nextId,
  read,
  mail,
  mailVerification,
  register,
}: Store): Calls {
  return {
    'POST /api/auth/register': (call) => {
      const body = read(z.strictObject({ name: z.string(), ...signIn.shape }), call);
      mailVerification(register({ ...body, role_id: 2, isVerified: false }));
      return { message: 'Registered.' };
    },
    'POST /api/auth/login': (call) => {
      const { email, password } = read(signIn, call);
      const user = users.find((each) => each.email === email && each.password === password);
      if (user === undefined) throw new Refusal(401, 'Wrong email or password.');
      if (!user.isVerified)
        throw new Refusal(403, 'Please verify your email first.', {
          requiresVerification: true,
          email,
          verificationEmailSent: false,
        });
      const exp = Math.floor((Date.now() + HOUR_MS) / 1_000);
      const token = `${base64({ alg: 'none' })}.${base64({ ...shown(user), exp })}.${nextId()}`;
      tokens.set(token, user);
      return { token, user: shown(user) };
    },
    'GET /api/auth/verify-email': ({ query }) => {
      const user = found(users.find(({ email }) => email === query.get('email')));
      if (query.get('hash') !== `h${user.id}`) throw new Refusal(400, 'This link is not valid.');
      user.isVerified = true;
      return { message: 'Verified.' };
    },
    'POST /api/auth/resend-verification': (call) => {
      const { email } = read(z.strictObject({ email: z.string() }), call);
      mailVerification(found(users.find((each) => each.email === email)));
      return {};
    },
    'POST /api/auth/forgot-password': (call) => {
      const { email } = read(z.strictObject({ email: z.string() }), call);
      const user = found(users.find((each) => each.email === email));
      mail(user, `/reset-password/reset${user.id}`);
      return { message: 'Sent.' };
    },
    'POST /api/auth/reset-password': (call) => {
      const schema = z.strictObject({ token: z.string(), newPassword: z.string() });
      const { token, newPassword } = read(schema, call);
      found(users.find(({ id }) => token === `reset${id}`)).password = newPassword;
      return { message: 'Changed.' };
    },
    'POST /api/auth/admin/create-gameshow-user': (call) => {
      adminOf(call);
      const body = read(z.strictObject({ ...account.shape, password: z.string() }), call);
      register({ ...body, isVerified: true });
      return {};
    },
    'PUT /api/auth/profile': (call) => {
      const schema = z.strictObject({
        name: z.string(),
        email: z.string(),
        password: z.string().optional(),
      });
      const user = Object.assign(signedIn(call), read(schema, call));
      return { user: shown(user) };
    },
  };
}

/** Points and leaderboards. */
export function boardCalls({
  users,
  answers,
  userBy,
  questionOf,
  pointsOf,
  pointsIn,
}: Store): Calls {
  const board =
    (...roles: readonly Role[]): Handle =>
    (call) => {
      signedIn(call);
      return users
        .filter(
          (user) => roles.includes(user.role_id) && answers.some((each) => each.user === user),
        )
        .map((user) => ({
          username: user.name,
          user_id: user.id,
          role_id: user.role_id,
          total_points: pointsIn(user),
        }))
        .toSorted((a, b) => b.total_points - a.total_points);
    };
  const points: Handle = (call) => {
    signedIn(call);
    return { total_points: pointsIn(userBy(call.ids[0])) };
  };

  return {
    'GET /api/game-sessions/user-points/#/daily': points,
    'GET /api/game-sessions/user-points/#/all-time': points,
    'GET /api/game-sessions/leaderboard-daily': board(2, 3),
    'GET /api/game-sessions/leaderboard-all': board(2, 3),
    'GET /api/game-sessions/leaderboard-daily-home': board(2),
    'GET /api/game-sessions/leaderboard-daily-studio': board(3),
    'GET /api/game-sessions/leaderboard-all-home': board(2),
    'GET /api/game-sessions/leaderboard-all-studio': board(3),
    'GET /api/game-sessions/leaderboard/#': ({ ids }) => {
      const { id } = questionOf(ids[0]);
      return answers
        .filter(({ questionId }) => questionId === id)
        .map((answer) => ({
          name: answer.user.name,
          id: answer.user.id,
          role_id: answer.user.role_id,
          awarded_points: pointsOf(answer),
        }));
    },
  };
}

/** What players see and answer. */
export function playerCalls({
  questions,
  answers,
  emit,
  questionBy,
  questionOf,
  read,
  groupsOf,
  pointsOf,
}: Store): Calls {
  const listed =
    (...roles: readonly (2 | 3)[]): Handle =>
    (call) => {
      signedIn(call);
      return questions.filter((each) => roles.some((role) => each.released.has(role))).map(view);
    };
  const distribution = (questionId: number) =>
    groupsOf(questionId).map((group) => ({ answer_text: group[0]?.text, count: group.length }));

  return {
    'GET /api/game-sessions/active-questions': (call) =>
      listed(...(signedIn(call).role_id === 1 ? ([2, 3] as const) : ([2] as const)))(call),
    'GET /api/game-sessions/contestant-questions': (call) => ({ questions: listed(3)(call) }),
    'GET /api/game-sessions/answer-distribution/#': (call) => {
      adminOf(call);
      return { distribution: distribution(questionOf(call.ids[0]).id) };
    },
    'GET /api/game-sessions/ai-grouping/#': (call) => {
      adminOf(call);
      const groups = groupsOf(questionOf(call.ids[0]).id);
      return {
        grouping: {
          aiEnabled: true,
          totalAnswers: groups.flat().length,
          totalGroups: groups.length,
          explanation: 'Answers are compared without case.',
          groupingDetails: groups.map((group, index) => ({
            groupId: index + 1,
            representative: group[0]?.text,
            pointsPerAnswer: group.filter(({ user }) => user.role_id === 2).length,
            answers: group.map(({ text, user }) => ({ originalText: text, userId: user.id })),
          })),
        },
      };
    },
    'GET /api/game-sessions/user-answer/#/#': (call) => {
      const user = signedIn(call);
      const { id } = questionOf(call.ids[0]);
      return { hasAnswered: answers.some((each) => each.user === user && each.questionId === id) };
    },
    'POST /api/game-sessions/answers': (call) => {
      const user = signedIn(call);
      const schema = z.strictObject({ gameSessionId: z.coerce.number(), answerText: z.string() });
      const { gameSessionId, answerText: text } = read(schema, call);
      const { id: questionId } = questionOf(gameSessionId);
      if (answers.some((each) => each.user === user && each.questionId === questionId))
        throw new Refusal(409, 'You have already answered this question.');
      const answer = { questionId, user, text };
      answers.push(answer);
      emit('questions-updated');
      return { awardedPoints: pointsOf(answer) };
    },
    'POST /api/game-sessions/my-last-answer': (call) => {
      const user = signedIn(call);
      const { questionId } = read(z.strictObject({ questionId: z.coerce.number() }), call);
      const own = answers.find((each) => each.user === user && each.questionId === questionId);
      return {
        answer: own === undefined ? null : { answer_text: own.text },
        question: view(questionBy(questionId)),
      };
    },
    'GET /api/game-sessions/timer-info/#': (call) => {
      signedIn(call);
      const { end, released } = questionBy(call.ids[0]);
      return { endTime: end, contestantTimer: released.get(3) ?? null };
    },
  };
}

const TYPE = { 2: 'home', 3: 'contestant' } as const;
/** What producers see and do. */
export function producerCalls({
  users,
  questions,
  answers,
  emit,
  nextId,
  userBy,
  questionBy,
  read,
  pointsIn,
}: Store): Calls {
  const releaseTo =
    (role: 2 | 3): Handle =>
    (call) => {
      adminOf(call);
      const question = questionBy(call.ids[0]);
      const body = read(release, call);
      const timer =
        'timerMinutes' in body
          ? {
              durationMinutes: body.timerMinutes,
              durationSeconds: body.timerSeconds,
              endTime: Date.now() + (body.timerMinutes * 60 + body.timerSeconds) * 1_000,
            }
          : null;
      question.released.set(role, timer);
      emit('question-released', { type: TYPE[role] });
      if (timer) emit('timer-started');
      const key = role === 2 ? 'homeViewerTimer' : 'contestantTimer';
      return { message: 'Released.', [key]: timer };
    };
  const revokeFrom =
    (role: 2 | 3): Handle =>
    (call) => {
      adminOf(call);
      questionBy(call.ids[0]).released.delete(role);
      emit('question-revoked', { type: TYPE[role] });
      return {};
    };
  return {
    'GET /api/game-sessions/admin/stats': (call) => {
      adminOf(call);
      const count = (role: Role) => users.filter(({ role_id }) => role_id === role).length;
      const to = (role: 2 | 3) => questions.filter(({ released }) => released.has(role)).length;
      return {
        stats: {
          total_users: users.length,
          total_questions: questions.length,
          total_game_sessions: questions.length,
          total_points: users.reduce((sum, user) => sum + pointsIn(user), 0),
          user_breakdown: { admins: count(1), home_viewers: count(2), contestants: count(3) },
          question_breakdown: { on_air: to(3), to_home: to(2) },
        },
      };
    },
    'GET /api/game-sessions/admin/users': (call) => {
      adminOf(call);
      return users.map((user) => ({
        ...shown(user),
        total_score: pointsIn(user),
        total_answers: answers.filter((each) => each.user === user).length,
      }));
    },
    'PUT /api/game-sessions/admin/users/#': (call) => {
      adminOf(call);
      return { user: shown(Object.assign(userBy(call.ids[0]), read(account, call))) };
    },
    'DELETE /api/game-sessions/admin/users/#': (call) => {
      adminOf(call);
      users.splice(users.indexOf(userBy(call.ids[0])), 1);
      return {};
    },
    'GET /api/game-sessions/admin/questions': (call) => {
      adminOf(call);
      return questions.map(({ id, text, start, released }) => ({
        id,
        question_text: text,
        session_date: start,
        shown_on_air: released.has(3),
        shown_to_home: released.has(2),
      }));
    },
    'DELETE /api/game-sessions/admin/questions/#': (call) => {
      adminOf(call);
      questions.splice(questions.indexOf(questionBy(call.ids[0])), 1);
      emit('questions-updated');
      return {};
    },
    'POST /api/game-sessions/ai-generate': (call) => {
      adminOf(call);
      const { topic } = read(z.strictObject({ topic: z.string() }), call);
      return { question: `Name something about ${topic}` };
    },
    'POST /api/game-sessions/generate': (call) => {
      adminOf(call);
      const schema = z.strictObject({
        question: z.string(),
        startTime: z.string(),
        endTime: z.string(),
      });
      const { question: text, startTime: start, endTime: end } = read(schema, call);
      questions.push({ id: nextId(), text, start, end, released: new Map() });
      return {};
    },
    'POST /api/game-sessions/release-question/#': releaseTo(3),
    'POST /api/game-sessions/release-question-home/#': releaseTo(2),
    'POST /api/game-sessions/revoke-question/#': revokeFrom(3),
    'POST /api/game-sessions/revoke-question-home/#': revokeFrom(2),
  };
}

/** Entry fees. */
export function paymentCalls({ nextId, read }: Store): Calls {
  return {
    'POST /api/game-sessions/create-payment-intent': (call) => {
      read(z.object({ amount: z.int(), currency: z.string() }), call);
      return { clientSecret: `pi_${nextId()}_secret_1` };
    },
    'POST /api/game-sessions/confirm-payment': (call) => {
      read(z.strictObject({ paymentIntentId: z.string() }), call);
      return {};
    },
  };
}
