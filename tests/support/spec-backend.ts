import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { Server } from 'socket.io';
import { z } from 'zod';

/*
 * A backend that speaks the specification's sections 3, 4 and 7 and nothing else: ids are numbers, replies and events
 * carry the specified fields alone, what is not specified is not there. In memory; nothing is read from the contract.
 */

const CLIENT = join(import.meta.dirname, '../../dist/client');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
const HOUR_MS = 3_600_000;

type Role = 1 | 2 | 3;
interface User {
  readonly id: number;
  name: string;
  email: string;
  password: string;
  role_id: Role;
  isVerified: boolean;
}
interface Timer {
  readonly durationMinutes: number;
  readonly durationSeconds: number;
  readonly endTime: number;
}
interface Question {
  readonly id: number;
  readonly text: string;
  readonly start: string;
  readonly end: string;
  /** By the role that answers; null: without a timer. */
  readonly released: Map<2 | 3, Timer | null>;
}
interface Answer {
  readonly questionId: number;
  readonly user: User;
  readonly text: string;
}
interface Asked {
  readonly user: User | null;
  readonly body: unknown;
  readonly query: URLSearchParams;
  /** The numbers in the path. */
  readonly ids: readonly number[];
}
type Handle = (asked: Asked) => unknown;
class Refusal extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, error: string, more: object = {}) {
    super(error);
    this.status = status;
    this.body = { error, ...more };
  }
}

export interface SpecBackend {
  readonly url: string;
  /** Calls that were not made as the specification says. */
  readonly breaches: readonly string[];
  /** Method and path of every call so far. */
  readonly asked: readonly string[];
  /** The newest link mailed to an address. */
  mailed(email: string): string;
  /** Tells everybody; without fields of its own. */
  emit(event: string): void;
  close(): Promise<void>;
}

export const PRODUCER = { email: 'producer@show.example', password: 'Producer-2026' } as const;

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

const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Refusal(404, 'Not found.');
  return value;
};

const itself = ({ user }: Asked): User => {
  if (user === null) throw new Refusal(401, 'Please log in.');
  return user;
};

async function serve(path: string, response: ServerResponse): Promise<void> {
  const isPage = extname(path) === '';
  const file = await readFile(join(CLIENT, isPage ? 'index.html' : path)).catch(() => null);
  const type = TYPES[isPage ? '.html' : extname(path)] ?? 'application/octet-stream';
  response.writeHead(file === null ? 404 : 200, { 'content-type': type });
  // Who hosts the page says by which key its card payments go.
  const keyed = '<meta name="payment-key" content="pk_test_of_the_host"';
  response.end(isPage ? String(file).replace('<meta name="payment-key" content=""', keyed) : file);
}

const isInternet = (at: string | AddressInfo | null): at is AddressInfo =>
  typeof at === 'object' && at !== null;

const admin = (call: Asked): User => {
  const user = itself(call);
  if (user.role_id !== 1) throw new Refusal(403, 'Admins only.');
  return user;
};

export async function startSpecBackend(): Promise<SpecBackend> {
  const users: User[] = [
    { id: 1, name: 'Pia Producer', ...PRODUCER, role_id: 1, isVerified: true },
  ];
  const questions: Question[] = [];
  const answers: Answer[] = [];
  const mails = new Map<string, string>();
  const tokens = new Map<string, User>();
  const breaches: string[] = [];
  const asked: string[] = [];
  let lastId = 1;
  const nextId = () => (lastId += 1);

  const userBy = (id: number | undefined) => found(users.find((each) => each.id === id));
  const questionBy = (id: number | undefined) => found(questions.find((each) => each.id === id));
  const questionOf = (session: number | undefined) => questionBy((session ?? 0) / 100);
  const read = <T>(schema: z.ZodType<T>, { body }: Asked): T => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    breaches.push(`${asked.at(-1)} sent ${JSON.stringify(body)}`);
    throw new Refusal(400, 'Malformed.');
  };
  const mail = (user: User, path: string) => mails.set(user.email, path);
  const mailVerification = (user: User) =>
    mail(user, `/verify-email?email=${encodeURIComponent(user.email)}&hash=h${user.id}`);
  const register = (body: Omit<User, 'id'>): User => {
    if (users.some(({ email }) => email === body.email)) throw new Refusal(409, 'Taken.');
    const user = { id: nextId(), ...body };
    users.push(user);
    return user;
  };

  /** Groups are texts without case; ours and theirs. */
  const groupsOf = (questionId: number) => {
    const groups = new Map<string, Answer[]>();
    for (const answer of answers.filter((each) => each.questionId === questionId)) {
      const key = answer.text.toLowerCase();
      groups.set(key, [...(groups.get(key) ?? []), answer]);
    }
    return [...groups.values()].toSorted((a, b) => b.length - a.length);
  };
  const pointsOf = ({ questionId, user, text }: Answer): number => {
    const groups = groupsOf(questionId);
    const own = groups.find(([first]) => first?.text.toLowerCase() === text.toLowerCase()) ?? [];
    if (user.role_id === 2) return own.filter((each) => each.user.role_id === 2).length;
    return Math.max(0, 5 - groups.filter(({ length }) => length > own.length).length);
  };
  const pointsIn = (user: User) =>
    answers.filter((each) => each.user === user).reduce((sum, each) => sum + pointsOf(each), 0);
  const board =
    (...roles: readonly Role[]): Handle =>
    (call) => {
      itself(call);
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
    itself(call);
    return { total_points: pointsIn(userBy(call.ids[0])) };
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
  const listed =
    (...roles: readonly (2 | 3)[]): Handle =>
    (call) => {
      itself(call);
      return questions.filter((each) => roles.some((role) => each.released.has(role))).map(view);
    };
  const tell = (event: string, payload?: object) => io.emit(event, ...(payload ? [payload] : []));
  const TYPE = { 2: 'home', 3: 'contestant' } as const;
  const releaseTo =
    (role: 2 | 3): Handle =>
    (call) => {
      admin(call);
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
      tell('question-released', { type: TYPE[role] });
      if (timer) tell('timer-started');
      const key = role === 2 ? 'homeViewerTimer' : 'contestantTimer';
      return { message: 'Released.', [key]: timer };
    };
  const revokeFrom =
    (role: 2 | 3): Handle =>
    (call) => {
      admin(call);
      questionBy(call.ids[0]).released.delete(role);
      tell('question-revoked', { type: TYPE[role] });
      return {};
    };
  const distribution = (questionId: number) =>
    groupsOf(questionId).map((group) => ({ answer_text: group[0]?.text, count: group.length }));

  /** By method and path, `#` a number. */
  const calls: Readonly<Record<string, Handle>> = {
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
      admin(call);
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
      const user = Object.assign(itself(call), read(schema, call));
      return { user: shown(user) };
    },

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

    'GET /api/game-sessions/active-questions': (call) =>
      listed(...(itself(call).role_id === 1 ? ([2, 3] as const) : ([2] as const)))(call),
    'GET /api/game-sessions/contestant-questions': (call) => ({ questions: listed(3)(call) }),
    'GET /api/game-sessions/answer-distribution/#': (call) => {
      admin(call);
      return { distribution: distribution(questionOf(call.ids[0]).id) };
    },
    'GET /api/game-sessions/ai-grouping/#': (call) => {
      admin(call);
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
      const user = itself(call);
      const { id } = questionOf(call.ids[0]);
      return { hasAnswered: answers.some((each) => each.user === user && each.questionId === id) };
    },
    'POST /api/game-sessions/answers': (call) => {
      const user = itself(call);
      const schema = z.strictObject({ gameSessionId: z.coerce.number(), answerText: z.string() });
      const { gameSessionId, answerText: text } = read(schema, call);
      const { id: questionId } = questionOf(gameSessionId);
      if (answers.some((each) => each.user === user && each.questionId === questionId))
        throw new Refusal(409, 'You have already answered this question.');
      const answer = { questionId, user, text };
      answers.push(answer);
      tell('questions-updated');
      return { awardedPoints: pointsOf(answer) };
    },
    'POST /api/game-sessions/my-last-answer': (call) => {
      const user = itself(call);
      const { questionId } = read(z.strictObject({ questionId: z.coerce.number() }), call);
      const own = answers.find((each) => each.user === user && each.questionId === questionId);
      return {
        answer: own === undefined ? null : { answer_text: own.text },
        question: view(questionBy(questionId)),
      };
    },
    'GET /api/game-sessions/timer-info/#': (call) => {
      itself(call);
      const { end, released } = questionBy(call.ids[0]);
      return { endTime: end, contestantTimer: released.get(3) ?? null };
    },

    'GET /api/game-sessions/admin/stats': (call) => {
      admin(call);
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
      admin(call);
      return users.map((user) => ({
        ...shown(user),
        total_score: pointsIn(user),
        total_answers: answers.filter((each) => each.user === user).length,
      }));
    },
    'PUT /api/game-sessions/admin/users/#': (call) => {
      admin(call);
      return { user: shown(Object.assign(userBy(call.ids[0]), read(account, call))) };
    },
    'DELETE /api/game-sessions/admin/users/#': (call) => {
      admin(call);
      users.splice(users.indexOf(userBy(call.ids[0])), 1);
      return {};
    },
    'GET /api/game-sessions/admin/questions': (call) => {
      admin(call);
      return questions.map(({ id, text, start, released }) => ({
        id,
        question_text: text,
        session_date: start,
        shown_on_air: released.has(3),
        shown_to_home: released.has(2),
      }));
    },
    'DELETE /api/game-sessions/admin/questions/#': (call) => {
      admin(call);
      questions.splice(questions.indexOf(questionBy(call.ids[0])), 1);
      tell('questions-updated');
      return {};
    },
    'POST /api/game-sessions/ai-generate': (call) => {
      admin(call);
      const { topic } = read(z.strictObject({ topic: z.string() }), call);
      return { question: `Name something about ${topic}` };
    },
    'POST /api/game-sessions/generate': (call) => {
      admin(call);
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

    'POST /api/game-sessions/create-payment-intent': (call) => {
      read(z.object({ amount: z.int(), currency: z.string() }), call);
      return { clientSecret: `pi_${nextId()}_secret_1` };
    },
    'POST /api/game-sessions/confirm-payment': (call) => {
      read(z.strictObject({ paymentIntentId: z.string() }), call);
      return {};
    },
  };
  /** Calls that carry no bearer, whoever is signed in (specification §7); of payments and a question's board decisions §6 and §9 say otherwise. */
  const WITHOUT_BEARER = /verify-email|resend-verification/u;

  async function replyTo(request: IncomingMessage, path: string, query: URLSearchParams) {
    const ids = [...path.matchAll(/\/(?<id>\d+)/gu)].map(({ groups }) => Number(groups?.['id']));
    const name = `${request.method} ${path.replaceAll(/\/\d+/gu, '/#')}`;
    const handle = calls[name];
    if (handle === undefined) throw new Refusal(404, 'Not found.');
    asked.push(`${request.method} ${path}`);
    const { authorization, 'content-type': type } = request.headers;
    if (type !== 'application/json') breaches.push(`${name} is ${type}`);
    if (authorization !== undefined && WITHOUT_BEARER.test(path))
      breaches.push(`${name} carries a bearer`);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const user = tokens.get(authorization?.replace('Bearer ', '') ?? '') ?? null;
    return handle({ user, query, ids, body: text === '' ? undefined : JSON.parse(text) });
  }

  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (!pathname.startsWith('/api/')) {
      void serve(pathname, response);
      return;
    }
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    replyTo(request, pathname, searchParams).then(
      (body) => reply(200, body),
      (error: unknown) => {
        if (error instanceof Refusal) reply(error.status, error.body);
        else reply(500, {});
      },
    );
  });
  const io = new Server(http, { serveClient: false });
  io.on('connection', (socket) =>
    socket.on('join-user-room', (userId: unknown) => void socket.join(`user ${String(userId)}`)),
  );
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const address = http.address();
  if (!isInternet(address)) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    breaches,
    asked,
    mailed: (email) => found(mails.get(email)),
    emit: (event) => void tell(event),
    close: async () => {
      await io.close();
      http.closeAllConnections();
    },
  };
}
