import * as z from 'zod/mini';
import type { Brand } from './brand.ts';
import { brandSchema } from './brand-schema.ts';
import {
  adminAppealSchema,
  appealSchema,
  audienceSchema,
  controlActSchema,
  controlStateSchema,
  controlTokenSchema,
  activeQuestionSchema,
  adminPaymentSchema,
  adminQuestionSchema,
  adminUserSchema,
  auditEntrySchema,
  directionSchema,
  distributionItemSchema,
  emailSchema,
  dayZonesSchema,
  epochMsSchema,
  explanationSchema,
  finaleSchema,
  groupingSchema,
  knownAnswerSchema,
  idSchema,
  inspectorAccessSchema,
  leaderboardEntrySchema,
  momentSchema,
  nameSchema,
  ownAnswerSchema,
  paymentStateSchema,
  presetsSchema,
  roleIdSchema,
  rundownSchema,
  sceneSchema,
  showBoardSchema,
  showSummarySchema,
  textSchema,
  timerSchema,
  timerSecondsSchema,
  userSchema,
} from './entities.ts';
import { deskBodySchema, deskSchema } from './desk.ts';
import {
  LIMITS,
  MAX_PAGE,
  MAX_TIMER_MINUTES,
  MAX_TIMER_SECONDS,
  REHEARSAL_PLAYERS,
} from './limits.ts';
import { MESSAGES } from './messages.ts';
import { PRODUCER_MESSAGES } from './producer-messages.ts';
import { isCleanText, UNCLEAN_TEXT } from './text.ts';

/** Which rate limit applies: `address` protects the server, the others one account or one costly call. */
export type LimitName =
  | 'address'
  | 'login'
  | 'mail'
  | 'account'
  | 'answer'
  | 'payment'
  | 'model'
  | 'control';

/** One call of specification §7. Paths are templates: `{id}` is a parameter, `{product}` the slug. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly limit: LimitName;
  readonly status?: 201;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  /** Of a call that changes something it is strict: a field that nobody knows is a wish that nobody would grant. */
  readonly body?: z.ZodMiniType;
  readonly reply: z.ZodMiniType;
  /** What the client needs of the reply, where the specification lets a backend say less than ours does. */
  readonly accepts?: z.ZodMiniType;
}
const call = <const C extends Call>(definition: C): C => definition;

/** How many people a board has, where the reply holds the best and the reader alone. */
export const TOTAL_HEADER = 'x-total-count';

const messageReply = z.object({ message: z.string() });
const anyMessage = z.object({ message: z.optional(z.string()) });
const anyQuestion = z.object({ question: z.optional(adminQuestionSchema) });
const idParams = z.object({ id: idSchema });
const sessionParams = z.object({ gameSessionId: idSchema });
const boardReply = z.array(leaderboardEntrySchema);
const pointsReply = z.object({
  total_points: z.int().check(z.nonnegative()),
  rank: z.optional(z.nullable(z.int().check(z.positive()))),
});

const passwordSchema = z
  .string()
  .check(z.maxLength(LIMITS.passwordLength, MESSAGES.password.tooLong));
/** Of a mailed link. */
const mailedTokenSchema = z.string().check(z.minLength(1), z.maxLength(200));
/** A password as typed at sign-in: any length, so that a wrong one is simply wrong. */
const typedPasswordSchema = z
  .string()
  .check(z.minLength(1, MESSAGES.login.required), z.maxLength(1_000));

/** `until`: when it ends by itself; null: it has no end, or nobody may. */
const inspectorReply = z.object({
  inspector: inspectorAccessSchema,
  until: z.nullable(epochMsSchema),
});
const directionReply = z.object({ direction: directionSchema });
const rundownReply = z.object({ rundown: rundownSchema });
const controlTokensReply = z.object({ tokens: z.array(controlTokenSchema) });
const ofItem = { itemId: idSchema };
const questionText = textSchema(LIMITS.questionLength, PRODUCER_MESSAGES.generate.noQuestion);
/** What a producer does to a show. */
export const rundownActSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('rename'),
    title: textSchema(LIMITS.titleLength, PRODUCER_MESSAGES.rundown.noTitle),
  }),
  z.strictObject({
    type: z.literal('delay'),
    seconds: z
      .int(PRODUCER_MESSAGES.rundown.badDelay)
      .check(
        z.gte(0, PRODUCER_MESSAGES.rundown.badDelay),
        z.lte(LIMITS.homeDelaySeconds, PRODUCER_MESSAGES.rundown.badDelay),
      ),
  }),
  z.strictObject({
    type: z.literal('add'),
    questions: z
      .array(z.strictObject({ text: questionText, presets: z.optional(presetsSchema) }))
      .check(
        z.minLength(1, PRODUCER_MESSAGES.rundown.noQuestion),
        z.maxLength(LIMITS.rundownItems, PRODUCER_MESSAGES.rundown.full),
      ),
  }),
  z.strictObject({ type: z.literal('edit'), ...ofItem, presets: presetsSchema }),
  z.strictObject({ type: z.literal('move'), ...ofItem, to: z.int().check(z.nonnegative()) }),
  z.strictObject({ type: z.literal('skip'), ...ofItem, skipped: z.boolean() }),
  z.strictObject({ type: z.literal('remove'), ...ofItem }),
  z.strictObject({ type: z.literal('arm'), ...ofItem }),
  /** With the seconds of its timer, or null, for each audience that gets it. */
  z.strictObject({
    type: z.literal('release'),
    ...ofItem,
    timers: z
      .strictObject({
        studio: z.optional(timerSecondsSchema),
        home: z.optional(timerSecondsSchema),
      })
      .check(z.refine((timers) => Object.keys(timers).length > 0, MESSAGES.unexpected)),
  }),
  z.strictObject({
    type: z.literal('extend'),
    ...ofItem,
    seconds: z.int().check(z.gte(1), z.lte(600)),
  }),
  z.strictObject({ type: z.literal('close'), ...ofItem }),
  z.strictObject({ type: z.literal('next'), ...ofItem }),
  /** Whether points wait until they are revealed on air. */
  z.strictObject({ type: z.literal('suspense'), on: z.boolean() }),
  /** Puts the board of the show on air. */
  z.strictObject({ type: z.literal('present'), scene: finaleSchema }),
  /** With so many simulated players. */
  z.strictObject({
    type: z.literal('rehearse'),
    players: z
      .int(PRODUCER_MESSAGES.rundown.players)
      .check(
        z.gte(REHEARSAL_PLAYERS.least, PRODUCER_MESSAGES.rundown.players),
        z.lte(REHEARSAL_PLAYERS.most, PRODUCER_MESSAGES.rundown.players),
      ),
  }),
  /** Ends the rehearsal, and forgets all of it. */
  z.strictObject({ type: z.literal('clear') }),
  z.strictObject({ type: z.literal('goLive') }),
  z.strictObject({ type: z.literal('end') }),
  z.strictObject({
    type: z.literal('reopen'),
    reason: textSchema(LIMITS.reasonLength, PRODUCER_MESSAGES.rundown.noReason),
  }),
]);
export type RundownAct = z.infer<typeof rundownActSchema>;
const groupBody = z.strictObject({ groupId: z.optional(idSchema) });

/** Why a producer does what others see. */
export const reasonSchema = textSchema(LIMITS.reasonLength, PRODUCER_MESSAGES.result.noReason);

const releaseBody = z
  .strictObject({
    /** Of what was locked before: why it opens again. */
    reason: z.optional(reasonSchema),
    /** When it opens, where it takes a revoke back; else Home gets it by its show's delay later. */
    opensAt: z.optional(epochMsSchema),
    timerMinutes: z.optional(
      z
        .int()
        .check(
          z.gte(0, MESSAGES.release.minutes),
          z.lte(MAX_TIMER_MINUTES, MESSAGES.release.minutes),
        ),
    ),
    timerSeconds: z.optional(
      z
        .int()
        .check(
          z.gte(0, MESSAGES.release.seconds),
          z.lte(MAX_TIMER_SECONDS, MESSAGES.release.seconds),
        ),
    ),
  })
  .check(
    z.refine(
      ({ timerMinutes, timerSeconds }) =>
        (timerMinutes === undefined && timerSeconds === undefined) ||
        (timerMinutes ?? 0) + (timerSeconds ?? 0) > 0,
      MESSAGES.release.noTime,
    ),
  );
export type ReleaseBody = z.infer<typeof releaseBody>;

const FIRST_PLANNED = '1971';
const AFTER_PLANNED = '9999';
/** A planned moment; without a zone it is UTC. In any zone its year has four digits, so that it can be read again. */
const plannedSchema = z
  .union([momentSchema, z.iso.datetime({ local: true })], {
    error: PRODUCER_MESSAGES.generate.noTimes,
  })
  .check(
    z.refine(
      (moment) => moment >= FIRST_PLANNED && moment < AFTER_PLANNED,
      PRODUCER_MESSAGES.generate.farTimes,
    ),
  );

const activeQuestionsReply = z.union([
  z.object({
    questions: z.array(activeQuestionSchema),
    answers: z.optional(z.array(ownAnswerSchema)),
    version: z.optional(z.int()),
    serverTime: z.optional(epochMsSchema),
  }),
  z.array(activeQuestionSchema),
]);
const activeQuestionsQuery = z.object({
  filter: z._default(z.enum(['all', 'active', 'expired']), 'all'),
  t: z.optional(z.string().check(z.maxLength(40))),
});
export type QuestionFilter = z.infer<typeof activeQuestionsQuery>['filter'];

/** What a client may know before sign-in (decisions §8). */
export const configReplySchema = z.object({
  brand: brandSchema,
  entryFee: z.object({ amount: z.int(), currency: z.string(), label: z.string() }),
  payments: z.enum(['stripe', 'test', 'off']),
  stripePublishableKey: z.optional(z.string()),
  model: z.boolean(),
  /** A server that says nothing of it lets nobody. */
  inspector: z._default(inspectorAccessSchema, 'nobody'),
  /** In development: the server's names in its network; none: it listens to its own machine alone. */
  hosts: z.optional(z.array(z.string())),
  /** The title of the show that is live, or has ended last; absent: there is none. */
  show: z.optional(z.string()),
  /** When the days of 'daily' begin; absent: at midnight UTC. */
  days: z.optional(z.readonly(dayZonesSchema)),
  serverTime: epochMsSchema,
});
export type PublicConfig = z.infer<typeof configReplySchema>;

/** Every error of the API (decisions §8). */
export const errorReplySchema = z.object({
  error: z.string(),
  code: z.optional(z.string()),
  details: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
});
export type ErrorReply = z.infer<typeof errorReplySchema>;

/** 403 of a login whose address is not verified; only after the right password. */
export const needsVerificationSchema = z.extend(errorReplySchema, {
  requiresVerification: z.literal(true),
  email: z.string(),
  verificationEmailSent: z.boolean(),
});

export const signedInSchema = z.object({ token: z.string(), user: userSchema });

/** Every call of the product, for server, client, description and tests; who may make it says `rights.ts`. */
export const calls = {
  config: call({
    method: 'GET',
    path: '/api/config',
    limit: 'address',
    summary: 'What a client may know before sign-in',
    reply: configReplySchema,
  }),

  register: call({
    method: 'POST',
    path: '/api/auth/register',
    limit: 'mail',
    status: 201,
    summary: 'Create a home viewer account and mail a verification link',
    body: z.strictObject({ name: nameSchema, email: emailSchema, password: passwordSchema }),
    reply: messageReply,
    accepts: anyMessage,
  }),
  login: call({
    method: 'POST',
    path: '/api/auth/login',
    limit: 'login',
    summary: 'Sign in',
    body: z.strictObject({ email: emailSchema, password: typedPasswordSchema }),
    reply: signedInSchema,
  }),
  renewSession: call({
    method: 'POST',
    path: '/api/auth/renew',
    limit: 'address',
    summary: 'Exchange a token for one with the role of today; it ends when the old one would have',
    body: z.strictObject({ token: z.string().check(z.maxLength(LIMITS.tokenLength)) }),
    reply: signedInSchema,
  }),
  verifyEmail: call({
    method: 'GET',
    path: '/api/auth/verify-email',
    limit: 'address',
    summary: 'Verify an address with the mailed link',
    query: z.object({
      email: emailSchema,
      hash: mailedTokenSchema,
    }),
    reply: messageReply,
    accepts: anyMessage,
  }),
  resendVerification: call({
    method: 'POST',
    path: '/api/auth/resend-verification',
    limit: 'mail',
    summary: 'Mail the verification link again',
    body: z.strictObject({ email: emailSchema }),
    reply: messageReply,
    accepts: anyMessage,
  }),
  forgotPassword: call({
    method: 'POST',
    path: '/api/auth/forgot-password',
    limit: 'mail',
    summary: 'Mail a link to choose a new password',
    body: z.strictObject({ email: emailSchema }),
    reply: messageReply,
    accepts: anyMessage,
  }),
  resetPassword: call({
    method: 'POST',
    path: '/api/auth/reset-password',
    limit: 'login',
    summary: 'Choose a new password with the mailed token',
    body: z.strictObject({
      token: mailedTokenSchema,
      newPassword: passwordSchema,
    }),
    reply: messageReply,
    accepts: anyMessage,
  }),
  cancelEmailChange: call({
    method: 'POST',
    path: '/api/auth/cancel-email-change',
    limit: 'login',
    summary: 'Take an account back with the token mailed to its old address',
    body: z.strictObject({ token: mailedTokenSchema }),
    reply: messageReply,
    accepts: anyMessage,
  }),
  createUser: call({
    method: 'POST',
    path: '/api/auth/admin/create-{product}-user',
    limit: 'account',
    status: 201,
    summary: 'Create a verified account of any role',
    body: z.strictObject({
      name: nameSchema,
      email: emailSchema,
      password: passwordSchema,
      role_id: roleIdSchema,
    }),
    reply: z.object({ message: z.string(), user: userSchema }),
    accepts: anyMessage,
  }),
  updateProfile: call({
    method: 'PUT',
    path: '/api/auth/profile',
    limit: 'account',
    summary: "Change one's own name, address or password",
    body: z.strictObject({
      name: nameSchema,
      email: emailSchema,
      password: z.optional(passwordSchema),
    }),
    reply: z.object({
      user: userSchema,
      token: z.optional(z.string()),
      message: z.optional(z.string()),
    }),
  }),

  pointsDaily: call({
    method: 'GET',
    path: '/api/game-sessions/user-points/{userId}/daily',
    limit: 'account',
    summary: 'Points and rank of today',
    params: z.object({ userId: idSchema }),
    reply: pointsReply,
  }),
  pointsAllTime: call({
    method: 'GET',
    path: '/api/game-sessions/user-points/{userId}/all-time',
    limit: 'account',
    summary: 'Points and rank of all time',
    params: z.object({ userId: idSchema }),
    reply: pointsReply,
  }),
  leaderboardDaily: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-daily',
    limit: 'account',
    summary: 'Today, everybody',
    reply: boardReply,
  }),
  leaderboardAll: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-all',
    limit: 'account',
    summary: 'All time, everybody',
    reply: boardReply,
  }),
  leaderboardDailyHome: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-daily-home',
    limit: 'account',
    summary: 'Today, home viewers',
    reply: boardReply,
  }),
  leaderboardDailyStudio: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-daily-studio',
    limit: 'account',
    summary: 'Today, contestants',
    reply: boardReply,
  }),
  leaderboardAllHome: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-all-home',
    limit: 'account',
    summary: 'All time, home viewers',
    reply: boardReply,
  }),
  leaderboardAllStudio: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-all-studio',
    limit: 'account',
    summary: 'All time, contestants',
    reply: boardReply,
  }),
  leaderboardShow: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-show',
    limit: 'account',
    summary: 'The show that runs, or ended last: the published points of its questions',
    reply: showBoardSchema,
  }),
  leaderboardSession: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard/{gameSessionId}',
    limit: 'address',
    summary: 'One question',
    params: sessionParams,
    reply: boardReply,
  }),

  activeQuestions: call({
    method: 'GET',
    path: '/api/game-sessions/active-questions',
    limit: 'account',
    summary: 'The questions a home viewer or an admin may see',
    query: activeQuestionsQuery,
    reply: activeQuestionsReply,
  }),
  contestantQuestions: call({
    method: 'GET',
    path: '/api/game-sessions/contestant-questions',
    limit: 'account',
    summary: 'The questions a contestant may see',
    query: activeQuestionsQuery,
    reply: activeQuestionsReply,
  }),
  answerDistribution: call({
    method: 'GET',
    path: '/api/game-sessions/answer-distribution/{gameSessionId}',
    limit: 'account',
    summary: 'How often each text was given',
    params: sessionParams,
    reply: z.object({ distribution: z.array(distributionItemSchema) }),
  }),
  aiGrouping: call({
    method: 'GET',
    path: '/api/game-sessions/ai-grouping/{gameSessionId}',
    limit: 'account',
    summary: 'The groups and why',
    params: sessionParams,
    reply: z.object({ grouping: groupingSchema }),
  }),
  decideJoins: call({
    method: 'PUT',
    path: '/api/game-sessions/ai-grouping/{gameSessionId}/joins',
    limit: 'account',
    summary:
      'Accept or dismiss what a model has joined or wanted to, all of them or none; may be decided anew',
    params: sessionParams,
    body: z.strictObject({
      joinIds: z.array(idSchema).check(z.minLength(1), z.maxLength(LIMITS.joins)),
      accepted: z.boolean(),
      /** Of what is published: why it is corrected. */
      reason: z.optional(reasonSchema),
    }),
    reply: z.object({ grouping: groupingSchema }),
  }),
  groupingDesk: call({
    method: 'GET',
    path: '/api/game-sessions/grouping-desk/{gameSessionId}',
    limit: 'account',
    summary: 'All groups with every text, the decisions made by hand, and what to decide next',
    params: sessionParams,
    reply: z.object({ desk: deskSchema }),
  }),
  actOnGroups: call({
    method: 'POST',
    path: '/api/game-sessions/grouping-desk/{gameSessionId}',
    limit: 'account',
    summary:
      'Decide about groups by hand, which wins over matching and model; 409 with what changed when made upon an older version',
    params: sessionParams,
    body: deskBodySchema,
    reply: z.object({ desk: deskSchema }),
  }),
  userAnswer: call({
    method: 'GET',
    path: '/api/game-sessions/user-answer/{gameSessionId}/{userId}',
    limit: 'account',
    summary: 'Whether one has answered',
    params: z.object({ gameSessionId: idSchema, userId: idSchema }),
    reply: z.object({ hasAnswered: z.boolean(), answer: z.optional(ownAnswerSchema) }),
  }),
  submitAnswer: call({
    method: 'POST',
    path: '/api/game-sessions/answers',
    limit: 'answer',
    status: 201,
    summary: 'Answer, once and finally; the same text again gets the first result',
    body: z.strictObject({
      gameSessionId: idSchema,
      answerText: textSchema(LIMITS.answerLength, MESSAGES.answer.empty),
    }),
    reply: z.object({
      awardedPoints: z.int().check(z.nonnegative()),
      answer: z.optional(ownAnswerSchema),
    }),
  }),
  myLastAnswer: call({
    method: 'POST',
    path: '/api/game-sessions/my-last-answer',
    limit: 'account',
    summary:
      "One's answer to a question; without an id, to the newest one released to one's audience",
    body: z.object({ questionId: z.nullish(idSchema) }),
    reply: z.object({
      answer: z.nullable(ownAnswerSchema),
      question: z.nullable(activeQuestionSchema),
    }),
    accepts: z.object({
      answer: z.nullable(knownAnswerSchema),
      question: z.nullable(activeQuestionSchema),
    }),
  }),
  timerInfo: call({
    method: 'GET',
    path: '/api/game-sessions/timer-info/{id}',
    limit: 'account',
    summary: 'When a question closes for the caller',
    params: idParams,
    reply: z.object({
      endTime: z.nullable(epochMsSchema),
      contestantTimer: z.optional(timerSchema),
      homeViewerTimer: z.optional(timerSchema),
    }),
  }),

  adminStats: call({
    method: 'GET',
    path: '/api/game-sessions/admin/stats',
    limit: 'account',
    summary: 'Totals for the dashboard',
    reply: z.object({
      stats: z.object({
        total_users: z.int(),
        total_questions: z.int(),
        total_game_sessions: z.int(),
        total_points: z.int(),
        user_breakdown: z.object({
          admins: z.int(),
          home_viewers: z.int(),
          contestants: z.int(),
        }),
        question_breakdown: z.object({ on_air: z.int(), to_home: z.int() }),
      }),
      /** What the operator should change, in sentences. */
      notices: z.optional(z.array(z.string())),
    }),
  }),
  adminUsers: call({
    method: 'GET',
    path: '/api/game-sessions/admin/users',
    limit: 'account',
    summary: 'Accounts, the newest first, 20 a page',
    query: z.object({
      search: z.optional(
        z.string().check(z.maxLength(LIMITS.searchLength), z.refine(isCleanText, UNCLEAN_TEXT)),
      ),
      /** `name`: of name and address alone; `all`: of role and id as well. */
      by: z._default(z.enum(['name', 'all']), 'all'),
      role: z.optional(z.pipe(z.coerce.number(), roleIdSchema)),
      page: z._default(z.pipe(z.coerce.number(), z.int().check(z.gte(1), z.lte(MAX_PAGE))), 1),
    }),
    reply: z.object({ users: z.array(adminUserSchema), total: z.optional(z.int()) }),
  }),
  adminAudit: call({
    method: 'GET',
    path: '/api/game-sessions/admin/audit',
    limit: 'account',
    summary: 'What admins did, the newest first, 20 a page',
    query: z.object({
      /** A piece of the name or address of who did it or whom it was done to, or the id of either. */
      person: z.optional(
        z.string().check(z.maxLength(LIMITS.searchLength), z.refine(isCleanText, UNCLEAN_TEXT)),
      ),
      /** The name of a call, or 'inspect'. */
      action: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,64}$/, 'Unknown act.'))),
      /** Days of UTC, both included. */
      from: z.optional(z.iso.date()),
      to: z.optional(z.iso.date()),
      /** With it what was only read is listed as well. */
      reads: z.optional(z.literal('true')),
      page: z._default(z.pipe(z.coerce.number(), z.int().check(z.gte(1), z.lte(MAX_PAGE))), 1),
    }),
    reply: z.object({ entries: z.array(auditEntrySchema), total: z.int() }),
  }),
  updateUser: call({
    method: 'PUT',
    path: '/api/game-sessions/admin/users/{id}',
    limit: 'account',
    summary: 'Change an account',
    params: idParams,
    /** With it another role is refused (409, `answering`) while a question is open that they have not answered. */
    query: z.object({ unlessAnswering: z.optional(z.literal('true')) }),
    body: z.strictObject({ name: nameSchema, email: emailSchema, role_id: roleIdSchema }),
    reply: z.object({ user: userSchema, message: z.optional(z.string()) }),
    accepts: anyMessage,
  }),
  deleteUser: call({
    method: 'DELETE',
    path: '/api/game-sessions/admin/users/{id}',
    limit: 'account',
    summary: 'Delete an account; its answers stay without a name',
    params: idParams,
    reply: messageReply,
    accepts: anyMessage,
  }),
  adminQuestions: call({
    method: 'GET',
    path: '/api/game-sessions/admin/questions',
    limit: 'account',
    summary: 'The newest 500 questions with the releases to both audiences',
    reply: z.object({
      questions: z.array(adminQuestionSchema),
      /** Of all, listed or not. */
      total: z.optional(z.int()),
      version: z.optional(z.int()),
      /** Who is there now, by audience. */
      connected: z.optional(z.object({ studio: z.int(), home: z.int() })),
    }),
  }),
  updateQuestion: call({
    method: 'PUT',
    path: '/api/game-sessions/admin/questions/{id}',
    limit: 'account',
    summary: 'Change the text and what it is shown to',
    params: idParams,
    body: z.strictObject({
      question_text: textSchema(LIMITS.questionLength, PRODUCER_MESSAGES.generate.noQuestion),
      shown_on_air: z.boolean(),
      shown_to_home: z.boolean(),
    }),
    reply: z.object({ question: adminQuestionSchema, message: z.optional(z.string()) }),
  }),
  deleteQuestion: call({
    method: 'DELETE',
    path: '/api/game-sessions/admin/questions/{id}',
    limit: 'account',
    summary: 'Delete a question with its answers',
    params: idParams,
    reply: messageReply,
    accepts: anyMessage,
  }),
  aiGenerate: call({
    method: 'POST',
    path: '/api/game-sessions/ai-generate',
    limit: 'model',
    summary: 'Write a question about a topic',
    body: z.strictObject({
      topic: textSchema(LIMITS.topicLength, PRODUCER_MESSAGES.generate.noTopic),
    }),
    reply: z.object({ question: z.string() }),
  }),
  generate: call({
    method: 'POST',
    path: '/api/game-sessions/generate',
    limit: 'account',
    status: 201,
    summary: 'Create a question and its game session',
    body: z.strictObject({
      question: textSchema(LIMITS.questionLength, PRODUCER_MESSAGES.generate.noQuestion),
      startTime: plannedSchema,
      endTime: plannedSchema,
    }),
    reply: z.object({ message: z.string(), question: adminQuestionSchema }),
    accepts: anyMessage,
  }),
  release: call({
    method: 'POST',
    path: '/api/game-sessions/release-question/{id}',
    limit: 'account',
    summary: 'Release to contestants',
    params: idParams,
    body: releaseBody,
    reply: z.object({
      message: z.string(),
      contestantTimer: z.optional(timerSchema),
      question: z.optional(adminQuestionSchema),
    }),
  }),
  releaseHome: call({
    method: 'POST',
    path: '/api/game-sessions/release-question-home/{id}',
    limit: 'account',
    summary: 'Release to home viewers',
    params: idParams,
    body: releaseBody,
    reply: z.object({
      message: z.string(),
      homeViewerTimer: z.optional(timerSchema),
      question: z.optional(adminQuestionSchema),
    }),
  }),
  revoke: call({
    method: 'POST',
    path: '/api/game-sessions/revoke-question/{id}',
    limit: 'account',
    summary: 'Revoke from contestants',
    params: idParams,
    reply: z.object({ message: z.string(), question: z.optional(adminQuestionSchema) }),
    accepts: anyQuestion,
  }),
  revokeHome: call({
    method: 'POST',
    path: '/api/game-sessions/revoke-question-home/{id}',
    limit: 'account',
    summary: 'Revoke from home viewers',
    params: idParams,
    reply: z.object({ message: z.string(), question: z.optional(adminQuestionSchema) }),
    accepts: anyQuestion,
  }),
  restoreEnded: call({
    method: 'POST',
    path: '/api/game-sessions/restore-question/{id}',
    limit: 'account',
    summary: 'Undo a revoke of what has ended: it is shown again, as ended as it was',
    params: idParams,
    body: z.strictObject({ audience: audienceSchema }),
    reply: z.object({ message: z.string(), question: z.optional(adminQuestionSchema) }),
  }),

  actOnResult: call({
    method: 'POST',
    path: '/api/game-sessions/result/{gameSessionId}',
    limit: 'account',
    summary:
      'Lock, unlock or publish the result of a question, upon the version that is named; the same act again changes nothing',
    params: sessionParams,
    body: z
      .strictObject({
        act: z.enum(['lock', 'unlock', 'publish']),
        version: z.int().check(z.nonnegative()),
        reason: z.optional(reasonSchema),
      })
      .check(
        z.refine(({ act, reason }) => act !== 'unlock' || reason !== undefined, {
          error: PRODUCER_MESSAGES.result.noReason,
          path: ['reason'],
        }),
      ),
    reply: z.object({ message: z.string(), question: z.optional(adminQuestionSchema) }),
  }),

  explainAnswer: call({
    method: 'GET',
    path: '/api/game-sessions/my-result/{gameSessionId}',
    limit: 'account',
    summary:
      "With whom one's answer counts and what it was worth; null while somebody can answer, or without an answer that is counted",
    params: sessionParams,
    reply: z.object({ explanation: z.nullable(explanationSchema) }),
  }),
  appeal: call({
    method: 'POST',
    path: '/api/game-sessions/appeals/{gameSessionId}',
    limit: 'account',
    status: 201,
    summary: "Say once that one's answer means the same as another; the same again changes nothing",
    params: sessionParams,
    body: z.strictObject({
      wanted: textSchema(LIMITS.answerLength, MESSAGES.appeal.nothing),
      /** The group that is meant, if it was chosen. */
      groupId: z.optional(idSchema),
    }),
    reply: z.object({ appeal: appealSchema }),
  }),
  appeals: call({
    method: 'GET',
    path: '/api/game-sessions/appeals/{gameSessionId}',
    limit: 'account',
    summary: 'What players say that their answers mean, the open ones first',
    params: sessionParams,
    reply: z.object({ appeals: z.array(adminAppealSchema) }),
  }),
  settleAppeals: call({
    method: 'PUT',
    path: '/api/game-sessions/appeals/{gameSessionId}',
    limit: 'account',
    summary: 'Accept or decline appeals, all of them or none; their players are told',
    params: sessionParams,
    body: z.strictObject({
      appealIds: z.array(idSchema).check(z.minLength(1), z.maxLength(LIMITS.appeals)),
      accepted: z.boolean(),
    }),
    reply: z.object({ appeals: z.array(adminAppealSchema) }),
  }),

  show: call({
    method: 'GET',
    path: '/api/game-sessions/show',
    limit: 'account',
    summary: 'What the show page shows, and what could be revealed',
    reply: directionReply,
  }),
  directShow: call({
    method: 'PUT',
    path: '/api/game-sessions/show',
    limit: 'account',
    summary: 'Choose what the show page shows; a question needs its id',
    body: z
      .strictObject({ scene: sceneSchema, questionId: z.optional(idSchema) })
      .check(
        z.refine(
          ({ scene, questionId }) => scene !== 'question' || questionId !== undefined,
          MESSAGES.show.noQuestion,
        ),
      ),
    reply: directionReply,
  }),
  showAnswers: call({
    method: 'POST',
    path: '/api/game-sessions/show-answers/{id}',
    limit: 'account',
    summary: 'Reveal a group on the show page; without an id the least popular one that is hidden',
    params: idParams,
    body: groupBody,
    reply: directionReply,
  }),
  hideAnswers: call({
    method: 'POST',
    path: '/api/game-sessions/hide-answers/{id}',
    limit: 'account',
    summary: 'Hide a revealed group again; without an id the one revealed last',
    params: idParams,
    body: groupBody,
    reply: directionReply,
  }),
  createShowLink: call({
    method: 'POST',
    path: '/api/game-sessions/show-link',
    limit: 'account',
    status: 201,
    summary: 'Make the key that opens the show page without an account; the one before ends',
    reply: z.extend(directionReply, { key: z.string() }),
  }),
  revokeShowLink: call({
    method: 'DELETE',
    path: '/api/game-sessions/show-link',
    limit: 'account',
    summary: 'End the key; pages opened with it go dark',
    reply: directionReply,
  }),

  shows: call({
    method: 'GET',
    path: '/api/shows',
    limit: 'account',
    summary: 'The newest 100 shows, newest first',
    reply: z.object({ shows: z.array(showSummarySchema) }),
  }),
  createShow: call({
    method: 'POST',
    path: '/api/shows',
    limit: 'account',
    status: 201,
    summary: 'Create a show, empty or with the questions of another one',
    body: z.strictObject({
      title: textSchema(LIMITS.titleLength, PRODUCER_MESSAGES.rundown.noTitle),
      from: z.optional(idSchema),
    }),
    reply: rundownReply,
  }),
  rundown: call({
    method: 'GET',
    path: '/api/shows/{id}',
    limit: 'account',
    summary: 'A show with its rundown',
    params: idParams,
    reply: rundownReply,
  }),
  actOnShow: call({
    method: 'POST',
    path: '/api/shows/{id}/acts',
    limit: 'account',
    summary:
      'Change a show or run it, upon the version that is named; the same request again changes nothing',
    params: idParams,
    body: z.strictObject({
      version: z.int().check(z.nonnegative()),
      requestId: z.string().check(z.minLength(8), z.maxLength(LIMITS.requestIdLength)),
      act: rundownActSchema,
    }),
    reply: rundownReply,
  }),
  exportShow: call({
    method: 'GET',
    path: '/api/shows/{id}/export/{format}',
    limit: 'account',
    summary: 'All that a show has come to: a workbook (xlsx), or a zip of CSV files (csv)',
    params: z.object({ id: idSchema, format: z.enum(['xlsx', 'csv']) }),
    /** A file. */
    reply: z.unknown(),
  }),

  controlTokens: call({
    method: 'GET',
    path: '/api/control-tokens',
    limit: 'account',
    summary: 'The tokens that run a show from outside, the newest first',
    reply: controlTokensReply,
  }),
  createControlToken: call({
    method: 'POST',
    path: '/api/control-tokens',
    limit: 'account',
    status: 201,
    summary: 'Make a token that can run a show and nothing else; it is told here and never again',
    body: z.strictObject({ name: textSchema(LIMITS.nameLength, PRODUCER_MESSAGES.control.noName) }),
    reply: z.extend(controlTokensReply, { token: z.string() }),
  }),
  revokeControlToken: call({
    method: 'DELETE',
    path: '/api/control-tokens/{id}',
    limit: 'account',
    summary: 'End a token',
    params: idParams,
    reply: controlTokensReply,
  }),
  control: call({
    method: 'POST',
    path: '/api/v1/control/{act}',
    limit: 'control',
    summary:
      'Run the show that has not ended: `go` does what the main button of the control room does; upon the version that is named, and once for each request id',
    params: z.object({ act: controlActSchema }),
    body: z.strictObject({
      version: z.optional(z.string().check(z.maxLength(LIMITS.requestIdLength))),
      requestId: z.optional(z.string().check(z.minLength(1), z.maxLength(LIMITS.requestIdLength))),
      show: z.optional(idSchema),
    }),
    reply: controlStateSchema,
  }),
  controlState: call({
    method: 'GET',
    path: '/api/v1/state',
    limit: 'control',
    summary: 'How the show stands, flat: one key a variable',
    query: z.object({ show: z.optional(idSchema) }),
    reply: controlStateSchema,
  }),

  inspector: call({
    method: 'GET',
    path: '/api/admin/inspector',
    limit: 'account',
    summary: 'Who may inspect, and in production until when',
    reply: inspectorReply,
  }),
  setInspector: call({
    method: 'PUT',
    path: '/api/admin/inspector',
    limit: 'account',
    summary: 'In production: let admins inspect for a while, or end it',
    body: z.strictObject({ on: z.boolean() }),
    reply: inspectorReply,
  }),

  createPaymentIntent: call({
    method: 'POST',
    path: '/api/game-sessions/create-payment-intent',
    limit: 'payment',
    summary:
      'Begin to pay the published entry fee, or go on: one open payment a person and game session',
    body: z.strictObject({
      amount: z.int(),
      currency: z.string().check(z.maxLength(10)),
      gameSessionId: z.optional(idSchema),
    }),
    reply: z.object({ clientSecret: z.string() }),
  }),
  confirmPayment: call({
    method: 'POST',
    path: '/api/game-sessions/confirm-payment',
    limit: 'payment',
    summary: 'What has become of a payment, as the provider knows it; may be asked again and again',
    body: z.strictObject({
      paymentIntentId: z.string().check(z.regex(/^\w{1,200}$/, 'This is not the id of a payment.')),
    }),
    reply: z.object({ message: z.string(), status: paymentStateSchema }),
    accepts: z.object({
      message: z._default(z.string(), ''),
      status: z._default(paymentStateSchema, 'paid'),
    }),
  }),
  myPayments: call({
    method: 'GET',
    path: '/api/game-sessions/my-payments',
    limit: 'account',
    summary: 'The game sessions whose entry fee one has paid, newest first',
    reply: z.array(z.object({ game_session_id: idSchema, paid_at: momentSchema })),
  }),
  adminPayments: call({
    method: 'GET',
    path: '/api/game-sessions/admin/payments/{gameSessionId}',
    limit: 'account',
    summary: 'The newest 500 payments of a game session, and what all of them come to',
    params: sessionParams,
    reply: z.object({
      payments: z.array(adminPaymentSchema),
      /** How many of all are paid and not refunded. */
      paid: z.int().check(z.nonnegative()),
      /** Their sum, in the smallest unit of the currency. */
      total: z.int().check(z.nonnegative()),
    }),
  }),
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);
export const CALL_NAMES: readonly CallName[] = Object.keys(calls).filter(isCallName);
/** What a call answers, parsed. */
export type ReplyOf<N extends CallName> = z.infer<Calls[N]['reply']>;
/** The same as the client reads it, of any backend. */
export type AcceptedOf<N extends CallName> = Calls[N] extends {
  accepts: infer A extends z.ZodMiniType;
}
  ? z.infer<A>
  : ReplyOf<N>;
/** What a caller sends as body. */
export type BodyOf<N extends CallName> = Calls[N] extends { body: infer B extends z.ZodMiniType }
  ? z.input<B>
  : undefined;

/** A call's path with its parameters filled in. */
export const callPath = (path: string, brand: Brand, params: Record<string, string> = {}): string =>
  path
    .replace('{product}', brand.slug)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
