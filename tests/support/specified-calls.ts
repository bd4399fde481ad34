import { png } from './media.ts';
import { newEmail, PASSWORD } from './server.ts';
import {
  ACTIVE_QUESTION,
  ADMIN_QUESTION,
  ANSWER,
  CONTROL_STATE,
  CONTROL_TOKEN,
  CLOSED,
  DESK,
  DIRECTION,
  ENTRY,
  ERROR,
  GROUPING,
  MESSAGE,
  OPEN,
  RESULT,
  TIMER,
  TIMERS,
  USER,
} from './specified-fields.ts';
import {
  beginPayment,
  END,
  holdMerge,
  linkTo,
  pay,
  putOnScreen,
  joinCode,
  rehearse,
  type Sent,
  type Show,
  START,
} from './specified-show.ts';

/*
 * The calls of specification §7, written by hand and not derived from the contract, so that a wrong contract is
 * detected.
 */

/** A call: who makes it, with what, and what comes back. */
export interface SpecifiedCall {
  readonly by: 'nobody' | 'viewer' | 'contestant' | 'admin' | 'controller';
  readonly send: (show: Show) => Sent | Promise<Sent>;
  /** The expected status; 200 by default. */
  readonly status?: number;
  /** The fields, each with the type of its value; lists with one entry. */
  readonly reply: unknown;
}

const SHOW_FIELDS = {
  id: 'string',
  title: 'string',
  state: 'string',
  version: 'number',
  createdAt: 'number',
  homeDelaySeconds: 'number',
  holdPoints: 'boolean',
};
/** A show as its producers see it. */
const showView = (items: readonly object[], act: unknown) => ({
  serverTime: 'number',
  rundown: {
    ...SHOW_FIELDS,
    tieBreak: 'string',
    language: 'string',
    items,
    join: { code: 'string', joining: 'string' },
  },
  direction: {
    showId: 'string',
    scene: 'string',
    questionId: 'null',
    itemId: 'null',
    gameSessionId: 'null',
    questionText: 'null',
    groups: [],
    link: 'null',
    screens: 'number',
  },
  next: { act, waitsFor: 'null' },
});
/** The house show with a question on air. */
const HOUSE_VIEW = {
  ...showView([], 'null'),
  rundown: { ...SHOW_FIELDS, tieBreak: 'string', language: 'string', items: [] },
  direction: DIRECTION,
};
/** A show without items. */
async function planShow({ server, admin: { token } }: Show) {
  const made = await server.ok('createShow', { token, body: { title: 'Friday' } });
  return made.show.rundown;
}
const RUN_SHEET = { title: 'string', startsAt: 'null', items: [] };
/** A show with a link to its run sheet, and the link's key. */
async function shareRunSheet(show: Show) {
  const { id } = await planShow(show);
  const { token } = show.admin;
  return { id, ...(await show.server.ok('shareRunSheet', { token, params: { id } })) };
}
const SHOW_PRODUCER = { id: 'string', email: 'string', name: 'null', since: 'number' };
/** The ids of a show and of the invitation of a producer. */
async function inviteProducer(show: Show) {
  const { id } = await planShow(show);
  const { token } = show.admin;
  const sent = { token, params: { id }, body: { email: newEmail() } };
  const { producers } = await show.server.ok('addProducer', sent);
  return { id, producerId: producers[0]?.id ?? '' };
}
const SEAT = { userId: 'string', name: 'string', key: 'string' };
/** The ids of a seat of a show. */
async function seatOf(show: Show) {
  const { id } = await planShow(show);
  const { token } = show.admin;
  const body = { name: 'Desk 1' };
  const { userId } = await show.server.ok('addSeat', { token, params: { id }, body });
  return { id, userId };
}
const NOTHING = (): Sent => ({});
const board: SpecifiedCall = { by: 'viewer', send: NOTHING, reply: [ENTRY] };
const points = (): SpecifiedCall => ({
  by: 'viewer',
  send: ({ viewer }) => ({ params: { userId: viewer.id } }),
  reply: { total_points: 'number', rank: 'number' },
});
const questions = (by: 'viewer' | 'contestant'): SpecifiedCall => ({
  by,
  send: () => ({ query: { filter: 'active', t: '1780315200000' } }),
  reply: {
    // The house show keeps the entry fee of home viewers.
    questions: [by === 'viewer' ? { ...ACTIVE_QUESTION, entryFee: 'boolean' } : ACTIVE_QUESTION],
    answers: [ANSWER],
    versions: { house: 'number' },
    serverTime: 'number',
  },
});
const airing = ({ question }: Show): Sent => ({
  params: { gameSessionId: question.gameSessionId },
});
const newQuestion = async ({ ask }: Show): Promise<Sent> => ({ params: { id: (await ask()).id } });
const unprovided = (by: SpecifiedCall['by'], send: SpecifiedCall['send']): SpecifiedCall => ({
  by,
  send,
  status: 503,
  reply: ERROR,
});

const GUEST = {
  token: 'string',
  user: { id: 'string', name: 'string', email: 'string', role_id: 'number' },
  personalCode: 'string',
};

/** The calls by method and path. */
export const SPECIFIED_CALLS: Readonly<Record<string, SpecifiedCall>> = {
  'POST /api/auth/register': {
    by: 'nobody',
    send: () => ({ body: { name: 'Nora New', email: newEmail(), password: PASSWORD } }),
    status: 201,
    reply: MESSAGE,
  },
  'POST /api/auth/login': {
    by: 'nobody',
    send: ({ viewer: { email, password } }) => ({ body: { email, password } }),
    reply: { token: 'string', user: USER },
  },
  'GET /api/auth/verify-email': {
    by: 'nobody',
    send: async ({ server }) => {
      const email = newEmail();
      await server.ok('register', { body: { name: 'Nora New', email, password: PASSWORD } });
      return { query: Object.fromEntries(new URL(await linkTo(server, email)).searchParams) };
    },
    reply: MESSAGE,
  },
  'POST /api/auth/resend-verification': {
    by: 'nobody',
    send: ({ viewer: { email } }) => ({ body: { email } }),
    reply: MESSAGE,
  },
  'POST /api/auth/forgot-password': {
    by: 'nobody',
    send: ({ viewer: { email } }) => ({ body: { email } }),
    reply: MESSAGE,
  },
  'POST /api/auth/reset-password': {
    by: 'nobody',
    send: async ({ server }) => {
      const { email } = await server.signUp();
      await server.ok('forgotPassword', { body: { email } });
      const token = (await linkTo(server, email)).split('/').at(-1);
      return { body: { token, newPassword: 'Another1Password' } };
    },
    reply: MESSAGE,
  },
  'POST /api/auth/renew': {
    by: 'nobody',
    send: async ({ server }) => ({ body: { token: (await server.signUp()).token } }),
    reply: { token: 'string', user: USER },
  },
  'POST /api/auth/cancel-email-change': {
    by: 'nobody',
    send: async ({ server }) => {
      const { name, email, token } = await server.signUp();
      await server.ok('updateProfile', { token, body: { name, email: newEmail() } });
      return { body: { token: (await linkTo(server, email)).split('/').at(-1) } };
    },
    reply: MESSAGE,
  },
  'POST /api/auth/admin/create-{product}-user': {
    by: 'admin',
    send: () => ({ body: { name: 'Nora', email: newEmail(), password: PASSWORD, role_id: 3 } }),
    status: 201,
    reply: { message: 'string', user: USER },
  },
  'PUT /api/auth/profile': {
    by: 'viewer',
    send: ({ viewer: { name, email } }) => ({ body: { name, email } }),
    reply: { user: USER, message: 'string' },
  },

  'GET /api/game-sessions/user-points/{userId}/daily': points(),
  'GET /api/game-sessions/user-points/{userId}/all-time': points(),
  'GET /api/game-sessions/leaderboard-daily': board,
  'GET /api/game-sessions/leaderboard-all': board,
  'GET /api/game-sessions/leaderboard-daily-home': board,
  'GET /api/game-sessions/leaderboard-daily-studio': board,
  'GET /api/game-sessions/leaderboard-all-home': board,
  'GET /api/game-sessions/leaderboard-all-studio': board,
  'GET /api/game-sessions/leaderboard-show': {
    by: 'viewer',
    send: () => ({}),
    reply: {
      show: 'null',
      studio: { entries: [], people: 'number' },
      home: { entries: [], people: 'number' },
    },
  },
  'GET /api/game-sessions/leaderboard-season': {
    by: 'viewer',
    send: () => ({}),
    reply: {
      seasons: [],
      season: 'null',
      studio: { entries: [], people: 'number' },
      home: { entries: [], people: 'number' },
    },
  },
  'GET /api/game-sessions/leaderboard/{gameSessionId}': {
    ...board,
    by: 'nobody',
    send: airing,
  },

  'GET /api/game-sessions/active-questions': questions('viewer'),
  'GET /api/game-sessions/contestant-questions': questions('contestant'),
  'GET /api/game-sessions/answer-distribution/{gameSessionId}': {
    by: 'admin',
    send: airing,
    reply: { distribution: [{ answer_text: 'string', count: 'number' }] },
  },
  'GET /api/game-sessions/ai-grouping/{gameSessionId}': {
    by: 'admin',
    send: async (show) => ({ params: { gameSessionId: (await holdMerge(show)).gameSessionId } }),
    reply: {
      grouping: {
        ...GROUPING,
        merges: [
          {
            mergeId: 'string',
            state: 'string',
            judgedAt: 'number',
            texts: ['string'],
            groups: [{ groupId: 'string', representative: 'string', count: 'number' }],
          },
        ],
      },
    },
  },
  'GET /api/game-sessions/grouping-desk/{gameSessionId}': {
    by: 'admin',
    send: async (show) => {
      const { gameSessionId, mergeId } = await holdMerge(show);
      const { server, admin } = show;
      const params = { gameSessionId };
      const { desk } = await server.ok('groupingDesk', { token: admin.token, params });
      const decision = { kind: 'dismiss' as const, mergeIds: [mergeId] };
      await server.ok('actOnShow', {
        token: admin.token,
        params: { id: desk.showId },
        body: {
          requestId: `dismiss ${mergeId}`,
          act: { type: 'decide', itemId: desk.itemId, decision, upon: desk.version },
        },
      });
      return { params };
    },
    reply: { desk: DESK },
  },
  'GET /api/game-sessions/grouping-desk/{gameSessionId}/suggestions': {
    by: 'admin',
    send: async (show) => ({ params: { gameSessionId: (await holdMerge(show)).gameSessionId } }),
    reply: { count: 'number' },
  },
  'GET /api/game-sessions/user-answer/{gameSessionId}/{userId}': {
    by: 'viewer',
    send: ({ question: { gameSessionId }, viewer }) => ({
      params: { gameSessionId, userId: viewer.id },
    }),
    reply: { hasAnswered: 'boolean', answer: ANSWER },
  },
  'POST /api/game-sessions/answers': {
    by: 'viewer',
    send: async ({ ask }) => ({
      body: { gameSessionId: (await ask(true)).gameSessionId, answerText: 'lemon' },
    }),
    status: 201,
    reply: { awardedPoints: 'number', answer: ANSWER },
  },
  'POST /api/game-sessions/my-last-answer': {
    by: 'viewer',
    send: ({ question }) => ({ body: { questionId: question.id } }),
    reply: { answer: ANSWER, question: { ...ACTIVE_QUESTION, entryFee: 'boolean' } },
  },
  'GET /api/game-sessions/timer-info/{id}': {
    by: 'viewer',
    send: ({ question: { id } }) => ({ params: { id } }),
    reply: { endTime: 'number', ...TIMERS },
  },

  'GET /api/game-sessions/admin/stats': {
    by: 'admin',
    send: NOTHING,
    reply: {
      stats: {
        total_users: 'number',
        total_questions: 'number',
        total_game_sessions: 'number',
        total_points: 'number',
        user_breakdown: {
          admins: 'number',
          home_viewers: 'number',
          contestants: 'number',
          guests: 'number',
        },
        question_breakdown: { on_air: 'number', to_home: 'number' },
      },
    },
  },
  'GET /api/game-sessions/admin/users': {
    by: 'admin',
    send: NOTHING,
    reply: {
      users: [{ ...USER, total_score: 'number', total_answers: 'number' }],
      total: 'number',
    },
  },
  'GET /api/game-sessions/admin/audit': {
    by: 'admin',
    send: async ({ server, admin }) => {
      const { id, email } = await server.signInAs('home', 'Audrey');
      const body = { name: 'Audrey Renamed', email, role_id: 2 } as const;
      await server.ok('updateUser', { token: admin.token, params: { id }, body });
      return { query: { person: id, action: 'updateUser' } };
    },
    reply: {
      entries: [
        {
          id: 'string',
          at: 'number',
          by: { id: 'string', name: 'string' },
          action: 'string',
          target: { id: 'string', name: 'string' },
          address: 'string',
          status: 'number',
          before: { name: 'string', email: 'string', role: 'string' },
          after: { name: 'string', email: 'string', role: 'string' },
          reason: 'null',
        },
      ],
      total: 'number',
    },
  },
  'PUT /api/game-sessions/admin/users/{id}': {
    by: 'admin',
    send: async ({ server }) => {
      const { id, email } = await server.signInAs('home');
      return { params: { id }, body: { name: 'Renamed', email, role_id: 3 } };
    },
    reply: { user: USER, message: 'string' },
  },
  'DELETE /api/game-sessions/admin/users/{id}': {
    by: 'admin',
    send: async ({ server }) => ({ params: { id: (await server.signInAs('home')).id } }),
    reply: MESSAGE,
  },
  'GET /api/game-sessions/admin/questions': {
    by: 'admin',
    send: NOTHING,
    reply: {
      questions: [
        {
          ...ADMIN_QUESTION,
          windows: { studio: OPEN, home: OPEN },
          ...TIMERS,
          topGroups: [{ representative: 'string', count: 'number' }],
        },
      ],
      total: 'number',
      versions: { house: 'number' },
      connected: { studio: 'number', home: 'number' },
    },
  },
  // Corrects a defect of the specification (decisions §6).
  'PUT /api/game-sessions/admin/questions/{id}': {
    by: 'admin',
    send: async (show) => ({
      ...(await newQuestion(show)),
      body: { question_text: 'Renamed?', shown_on_air: false, shown_to_home: false },
    }),
    reply: { question: ADMIN_QUESTION, message: 'string' },
  },
  'DELETE /api/game-sessions/admin/questions/{id}': {
    by: 'admin',
    send: newQuestion,
    reply: MESSAGE,
  },
  'POST /api/game-sessions/ai-generate': unprovided('admin', () => ({ body: { topic: 'fruit' } })),
  'POST /api/game-sessions/generate': {
    by: 'admin',
    send: () => ({ body: { question: 'Name a bird.', startTime: START, endTime: END } }),
    status: 201,
    reply: { message: 'string', question: ADMIN_QUESTION },
  },
  'POST /api/game-sessions/release-question/{id}': {
    by: 'admin',
    send: async (show) => ({
      ...(await newQuestion(show)),
      body: { timerMinutes: 5, timerSeconds: 30 },
    }),
    reply: {
      message: 'string',
      contestantTimer: TIMER,
      question: {
        ...ADMIN_QUESTION,
        windows: { studio: OPEN, home: CLOSED },
        contestantTimer: TIMER,
      },
    },
  },
  'POST /api/game-sessions/release-question-home/{id}': {
    by: 'admin',
    send: async (show) => ({ ...(await newQuestion(show)), body: { timerSeconds: 30 } }),
    reply: {
      message: 'string',
      homeViewerTimer: TIMER,
      question: {
        ...ADMIN_QUESTION,
        windows: { studio: CLOSED, home: OPEN },
        homeViewerTimer: TIMER,
      },
    },
  },
  'POST /api/game-sessions/revoke-question/{id}': {
    by: 'admin',
    send: newQuestion,
    reply: { message: 'string', question: ADMIN_QUESTION },
  },
  'POST /api/game-sessions/revoke-question-home/{id}': {
    by: 'admin',
    send: async ({ ask }) => ({ params: { id: (await ask(true)).id } }),
    reply: { message: 'string', question: ADMIN_QUESTION },
  },

  // The settings that are public before sign-in (decisions §8).
  'GET /api/config': {
    by: 'nobody',
    send: NOTHING,
    reply: {
      brand: { name: 'string', slug: 'string' },
      entryFee: { amount: 'number', currency: 'string', label: 'string' },
      payments: 'string',
      stripePublishableKey: 'string',
      model: 'boolean',
      inspector: 'string',
      joinOrigin: 'string',
      hosts: [],
      terms: {},
      days: [{ from: 'number', zone: 'string' }],
      serverTime: 'number',
    },
  },

  'POST /api/game-sessions/create-payment-intent': {
    by: 'nobody',
    send: () => ({ body: { amount: 50, currency: 'usd' } }),
    reply: { clientSecret: 'string' },
  },
  'POST /api/game-sessions/confirm-payment': {
    by: 'nobody',
    send: async (show) => ({ body: { paymentIntentId: await beginPayment(show) } }),
    reply: { message: 'string', status: 'string' },
  },
  'GET /api/game-sessions/my-payments': {
    by: 'viewer',
    send: async (show) => {
      await pay(show);
      return {};
    },
    reply: [{ game_session_id: 'string', paid_at: 'string' }],
  },
  'GET /api/game-sessions/admin/payments/{gameSessionId}': {
    by: 'admin',
    send: async (show) => ({ params: { gameSessionId: await pay(show) } }),
    reply: {
      payments: [
        {
          id: 'string',
          user_id: 'string',
          username: 'string',
          amount: 'number',
          currency: 'string',
          status: 'string',
          created_at: 'string',
          paid_at: 'string',
          refunded_at: 'null',
          amount_refunded: 'number',
          provider_url: 'null',
        },
      ],
      paid: 'number',
      total: 'number',
    },
  },

  'GET /api/admin/time-zone': {
    by: 'admin',
    send: NOTHING,
    reply: { zone: 'string', isFixed: 'boolean', isDefault: 'boolean' },
  },
  'PUT /api/admin/time-zone': {
    by: 'admin',
    send: () => ({ body: { zone: 'UTC' } }),
    reply: { zone: 'string', isFixed: 'boolean', isDefault: 'boolean' },
  },
  'GET /api/admin/inspector': {
    by: 'admin',
    send: NOTHING,
    reply: { inspector: 'string', until: 'null' },
  },
  // Only used in production; see 'tests/server/inspector.test.ts'.
  'PUT /api/admin/inspector': {
    by: 'admin',
    send: () => ({ body: { on: true } }),
    status: 409,
    reply: { error: 'string' },
  },

  'GET /api/game-sessions/my-result/{gameSessionId}': {
    by: 'viewer',
    send: async (show) => ({ params: { gameSessionId: (await putOnScreen(show)).gameSessionId } }),
    reply: {
      explanation: {
        gameSessionId: 'string',
        result: RESULT,
        answer_text: 'string',
        audience: 'string',
        group: 'string',
        others: [],
        people: 'number',
        rank: 'number',
        points: 'number',
        before: 'null',
        appeal: 'null',
        mayAppeal: 'boolean',
        choices: [],
      },
    },
  },
  'POST /api/game-sessions/appeals/{gameSessionId}': {
    by: 'viewer',
    send: async (show) => {
      const { gameSessionId } = await putOnScreen(show);
      return { params: { gameSessionId }, body: { wanted: 'plantain' } };
    },
    status: 201,
    reply: { appeal: { wanted: 'string', state: 'string' } },
  },
  'GET /api/shows': {
    by: 'admin',
    send: async (show) => {
      await putOnScreen(show);
      return { query: { show: (await planShow(show)).id } };
    },
    reply: {
      shows: [{ ...SHOW_FIELDS, itemCount: 'number' }],
      show: showView([], 'null'),
      house: HOUSE_VIEW,
    },
  },
  'POST /api/shows': {
    by: 'admin',
    send: () => ({ body: { title: 'Friday' } }),
    status: 201,
    reply: { show: showView([], 'null') },
  },
  'GET /api/shows/{id}': {
    by: 'admin',
    send: async (show) => ({ params: { id: (await planShow(show)).id } }),
    reply: { show: showView([], 'null') },
  },
  'GET /api/shows/{id}/export/{format}': {
    by: 'admin',
    send: async (show) => ({ params: { id: (await planShow(show)).id, format: 'csv' } }),
    reply: 'string',
  },
  'GET /api/control-tokens': {
    by: 'admin',
    send: () => ({}),
    reply: { tokens: [CONTROL_TOKEN] },
  },
  'POST /api/control-tokens': {
    by: 'admin',
    send: () => ({ body: { name: 'Stream Deck' } }),
    status: 201,
    reply: { tokens: [CONTROL_TOKEN], token: 'string' },
  },
  'DELETE /api/control-tokens/{id}': {
    by: 'admin',
    send: async ({ server, admin }) => {
      const { tokens } = await server.ok('createControlToken', {
        token: admin.token,
        body: { name: 'Other' },
      });
      return { params: { id: tokens[0]?.id ?? '' } };
    },
    reply: { tokens: [CONTROL_TOKEN] },
  },
  'GET /api/v1/state': {
    by: 'controller',
    send: () => ({}),
    reply: CONTROL_STATE,
  },
  'POST /api/v1/control/{act}': {
    by: 'controller',
    send: () => ({ params: { act: 'take-out' } }),
    reply: CONTROL_STATE,
  },
  'POST /api/shows/{id}/acts': {
    by: 'admin',
    send: async (show) => {
      const { id, version } = await planShow(show);
      const act = { type: 'add', questions: [{ text: 'Name a fruit' }] };
      return { params: { id }, body: { version, requestId: 'request-1', act } };
    },
    reply: {
      show: showView(
        [
          {
            id: 'string',
            questionId: 'string',
            gameSessionId: 'string',
            text: 'string',
            state: 'string',
            windows: { studio: CLOSED, home: CLOSED },
            result: RESULT,
            studioSeconds: 'number',
            homeSeconds: 'number',
            order: 'string',
            note: 'string',
          },
        ],
        { type: 'string', itemId: 'string' },
      ),
    },
  },

  'POST /api/game-sessions/show-link': {
    by: 'admin',
    send: async (show) => {
      await putOnScreen(show);
      return {};
    },
    status: 201,
    reply: { show: HOUSE_VIEW, key: 'string' },
  },
  'DELETE /api/game-sessions/show-link': {
    by: 'admin',
    send: async (show) => {
      await putOnScreen(show);
      return {};
    },
    reply: { show: { ...HOUSE_VIEW, direction: { ...DIRECTION, link: 'null' } } },
  },

  'GET /api/join/{code}': {
    by: 'nobody',
    send: async (show) => ({ params: { code: await joinCode(show) } }),
    reply: { show: { id: 'string', title: 'string', state: 'string', joining: 'string' } },
  },
  'POST /api/join': {
    by: 'nobody',
    send: async (show) => ({
      body: { code: await joinCode(show), name: 'Guest', requestId: 'a-request-of-a-guest' },
    }),
    status: 201,
    reply: { show: { id: 'string', title: 'string' }, session: GUEST },
  },
  'POST /api/join/return': {
    by: 'nobody',
    send: async (show) => {
      const body = { code: await joinCode(show), name: 'Back', requestId: 'a-guest-who-returns' };
      const { session } = await show.server.ok('joinShow', { body });
      return { body: { personalCode: session?.personalCode ?? '' } };
    },
    reply: { show: { id: 'string', title: 'string' }, session: GUEST },
  },
  'GET /api/join': {
    by: 'viewer',
    send: async (show) => {
      const body = { code: await joinCode(show), requestId: 'a-request-of-an-account' };
      await show.server.ok('joinShow', { token: show.viewer.token, body });
      return {};
    },
    reply: { shows: [{ id: 'string', title: 'string', state: 'string' }] },
  },
  'GET /api/shows/{id}/people': {
    by: 'admin',
    send: async (show) => ({ params: { id: (await seatOf(show)).id } }),
    reply: {
      people: [
        {
          userId: 'string',
          name: 'string',
          shownName: 'string',
          role_id: 'number',
          isGuest: 'boolean',
          isHere: 'boolean',
          hasAnswered: 'boolean',
        },
      ],
      adjustments: [],
    },
  },
  'GET /api/shows/{id}/producers': {
    by: 'admin',
    send: async (show) => ({ params: { id: (await inviteProducer(show)).id } }),
    reply: { producers: [SHOW_PRODUCER] },
  },
  'POST /api/shows/{id}/producers': {
    by: 'admin',
    send: async (show) => ({
      params: { id: (await planShow(show)).id },
      body: { email: newEmail() },
    }),
    status: 201,
    reply: { producers: [SHOW_PRODUCER] },
  },
  'DELETE /api/shows/{id}/producers/{producerId}': {
    by: 'admin',
    send: async (show) => ({ params: await inviteProducer(show) }),
    reply: { producers: [] },
  },
  'POST /api/shows/{id}/seats': {
    by: 'admin',
    send: async (show) => ({
      params: { id: (await planShow(show)).id },
      body: { name: 'Desk 1' },
    }),
    status: 201,
    reply: SEAT,
  },
  'POST /api/shows/{id}/seats/{userId}/link': {
    by: 'admin',
    send: async (show) => ({ params: await seatOf(show), body: { points: 'keep' } }),
    status: 201,
    reply: SEAT,
  },
  'DELETE /api/shows/{id}/seats/{userId}': {
    by: 'admin',
    send: async (show) => ({ params: await seatOf(show) }),
    reply: { userId: 'string' },
  },
  'GET /api/shows/{id}/run-sheet': {
    by: 'admin',
    send: async (show) => ({ params: { id: (await planShow(show)).id } }),
    reply: { sheet: RUN_SHEET, sharedAt: 'null' },
  },
  'POST /api/shows/{id}/run-sheet/link': {
    by: 'admin',
    send: async (show) => ({ params: { id: (await planShow(show)).id } }),
    status: 201,
    reply: { key: 'string' },
  },
  'DELETE /api/shows/{id}/run-sheet/link': {
    by: 'admin',
    send: async (show) => ({ params: { id: (await shareRunSheet(show)).id } }),
    reply: { message: 'string' },
  },
  'POST /api/media': {
    by: 'admin',
    send: () => ({ body: new Uint8Array(png()) }),
    status: 201,
    reply: { media: { id: 'string', kind: 'string', width: 'number', height: 'number' } },
  },
  'POST /api/run-sheet': {
    by: 'nobody',
    send: async (show) => ({ body: { key: (await shareRunSheet(show)).key } }),
    reply: { sheet: RUN_SHEET },
  },
  'POST /api/rehearsal/invitation': {
    by: 'admin',
    send: async (show) => {
      await rehearse(show);
      return {};
    },
    status: 201,
    reply: { key: 'string' },
  },
  'POST /api/rehearsal/members': {
    by: 'viewer',
    send: async (show) => ({ body: { key: await rehearse(show) } }),
    status: 201,
    reply: { message: 'string' },
  },
};
