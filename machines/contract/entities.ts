import * as z from 'zod/mini';
import { EMAIL, isAscii, localPart, normalEmail } from './address.ts';
import { LIMITS, MAX_TIMER_MINUTES, MAX_TIMER_SECONDS } from './limits.ts';
import { MESSAGES } from './messages.ts';
import { AUDIENCES, ROLE } from './roles.ts';
import { displayText, isCleanText, isVisibleText, tooLongText, UNCLEAN_TEXT } from './text.ts';

export { AUDIENCES, ROLE };

export const roleIdSchema = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type RoleId = z.infer<typeof roleIdSchema>;

export const audienceSchema = z.enum(AUDIENCES);
export type Audience = z.infer<typeof audienceSchema>;

/** How events name the audience (specification §4: 'when the event type is contestant'). */
export const audienceTypeSchema = z.enum(['contestant', 'home']);
export type AudienceType = z.infer<typeof audienceTypeSchema>;

/** An id is opaque except to its creator. */
export const idSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Unknown id.'));
/** The show that always exists, which owns the questions created outside a show. */
export const HOUSE_SHOW = 'house';
/** The versions of feeds, by the id of their shows; one that is missing has not changed yet. */
export const versionsSchema = z.record(idSchema, z.int());
export type Versions = Readonly<z.infer<typeof versionsSchema>>;

/** Free text of 1 to `max` characters once trimmed. */
export const textSchema = (max: number, required: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      z.refine(isVisibleText, required),
      z.maxLength(max, tooLongText(max)),
      z.refine(isCleanText, UNCLEAN_TEXT),
    );

/** A person's name: one line, cleaned like an answer, because other people see both. */
export const nameSchema = textSchema(LIMITS.nameLength, 'Name is required.').check(
  z.refine((name) => !/\p{Cc}|\u2028|\u2029/u.test(name), 'A name is a single line.'),
  z.overwrite(displayText),
);

/** An e-mail address in its one form. Line breaks never pass: they would add mail headers. */
export const emailSchema = z.pipe(
  z.string().check(
    z.overwrite(normalEmail),
    z.minLength(1, 'Email is required.'),
    z.maxLength(LIMITS.emailLength, tooLongText(LIMITS.emailLength)),
    z.refine((email) => isAscii(localPart(email)), {
      error: 'Please use plain letters (a to z) before the @.',
      abort: true,
    }),
  ),
  z.email({ pattern: EMAIL, error: MESSAGES.forgot.malformed }),
);

/** What `emailSchema` says of a typed address, or null. */
export const emailProblem = (typed: string): string | null =>
  emailSchema.safeParse(typed).error?.issues[0]?.message ?? null;

/** A moment, ISO 8601 with zone. */
export const instantSchema = z.iso.datetime({ offset: true });

/** An instant on the server's clock, epoch milliseconds. */
export const epochMsSchema = z.int().check(z.nonnegative());
const countSchema = z.int().check(z.nonnegative());

export const userSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role_id: roleIdSchema,
});
export type User = z.infer<typeof userSchema>;

/** What the login token carries. `ver` ends all older tokens at once when it moves. */
export const tokenClaimsSchema = z.extend(userSchema, {
  ver: z.optional(z.int()),
  exp: z.int(),
});
export type TokenClaims = z.infer<typeof tokenClaimsSchema>;

/** Whose days are counted since when (epoch ms): the zones of the show, the oldest first. */
export const dayZonesSchema = z.array(z.object({ from: z.int(), zone: z.string() }));
export type DayZones = readonly Readonly<z.infer<typeof dayZonesSchema>[number]>[];
/** Shows that keep the day on which they went live: from then until they end at the latest (both epoch ms), the oldest first. */
const eveningsSchema = z.array(z.object({ from: z.int(), until: z.int() }));
/** All that says on which day an instant is. */
export const daysSchema = z.object({
  zones: z.readonly(dayZonesSchema),
  evenings: z.readonly(eveningsSchema),
});
export type Days = Readonly<z.infer<typeof daysSchema>>;

/** A countdown as the specification words it; `endTime` is epoch ms on the server's clock. */
export const timerSchema = z.object({
  durationMinutes: z.int(),
  durationSeconds: z.int(),
  endTime: epochMsSchema,
});
export type Timer = z.infer<typeof timerSchema>;

/**
 * One audience's newest release. `closesAt` null: open until revoked. With `opensAt` the audience may not answer before, nor
 * know of the question.
 */
export const windowSchema = z.object({
  released: z.boolean(),
  timed: z.boolean(),
  closesAt: z.nullable(epochMsSchema),
  opensAt: z.exactOptional(epochMsSchema),
});
export type ReleaseWindow = z.infer<typeof windowSchema>;

/** The windows of both audiences on one game session. */
export const windowsSchema = z.object({ studio: windowSchema, home: windowSchema });
export type ReleaseWindows = z.infer<typeof windowsSchema>;

/** How far the result of a question is; `corrected`: changed after it was published. */
export const resultStateSchema = z.enum([
  'counting',
  'locked',
  'revealed',
  'published',
  'corrected',
]);
export type ResultState = z.infer<typeof resultStateSchema>;

/** What becomes of a player's 'mine means the same as'. */
export const appealStateSchema = z.enum(['open', 'accepted', 'declined']);
export type AppealState = z.infer<typeof appealStateSchema>;

/** The result of a game session. `version` moves with every act upon it. */
export const resultSchema = z.object({
  state: resultStateSchema,
  version: z.int().check(z.nonnegative()),
  /** Since when nothing but a producer's decision changes the groups; null: they move with the answers. */
  lockedAt: z.nullable(epochMsSchema),
  publishedAt: z.nullable(epochMsSchema),
  /** The last correction. */
  correctedAt: z.nullable(epochMsSchema),
  /** Why it was corrected, unlocked or opened again; null: none of that was done last. */
  reason: z.nullable(z.string()),
});
export type Result = z.infer<typeof resultSchema>;

/**
 * A question as one audience may see it. `question_text` is null for an audience it was
 * never released to (a locked question shows that it exists, not what it says).
 */
export const activeQuestionSchema = z.object({
  id: idSchema,
  question_id: idSchema,
  game_session_id: idSchema,
  question_text: z.nullable(z.string()),
  start_time: instantSchema,
  end_time: instantSchema,
  created_at: instantSchema,
  homeViewerTimer: z.optional(timerSchema),
  contestantTimer: z.optional(timerSchema),
  windows: windowsSchema,
  result: z.optional(resultSchema),
  rehearsal: z.optional(z.boolean()),
});
export type ActiveQuestion = z.infer<typeof activeQuestionSchema>;

/** Sent with the points of an answer. */
export const revealShape = {
  /** The points wait until they are revealed on air or published, and are 0 until then. */
  held: z.optional(z.boolean()),
  /** When the screen has shown its group, as its own audience sees it; absent: it was not revealed on air. */
  shownAt: z.optional(epochMsSchema),
  /** The place of its group on the board, from 1; sent with the reveal. */
  place: z.optional(z.int().check(z.positive())),
};
/** One's own answer to one game session. `awardedPoints` moves with the groups. */
export const ownAnswerSchema = z.object({
  gameSessionId: idSchema,
  answer_text: z.string(),
  awardedPoints: z.int().check(z.nonnegative()),
  answeredAt: epochMsSchema,
  ...revealShape,
});
export type OwnAnswer = z.infer<typeof ownAnswerSchema>;

/** A player's 'mine means the same as', and what a producer made of it. */
export const appealSchema = z.object({ wanted: z.string(), state: appealStateSchema });
export type Appeal = z.infer<typeof appealSchema>;

/** The group of an own answer, and its points. */
export const explanationSchema = z.object({
  gameSessionId: idSchema,
  result: resultSchema,
  answer_text: z.string(),
  audience: audienceSchema,
  /** What the group is called; `others`: how else its answers were written, the most given first. */
  group: z.string(),
  others: z.array(z.string()),
  /** Of one's own audience, oneself included. */
  people: z.int().check(z.positive()),
  /** The group's place among all by how many gave it; equal counts share one. */
  rank: z.int().check(z.positive()),
  points: z.int().check(z.nonnegative()),
  /** Before the last correction, if that changed any of it for the reader. */
  before: z.nullable(z.object({ group: z.string(), points: z.int().check(z.nonnegative()) })),
  appeal: z.nullable(appealSchema),
  mayAppeal: z.boolean(),
  /** Other groups that an appeal can name; none before they are public. */
  choices: z.array(z.object({ groupId: idSchema, representative: z.string() })),
});
export type Explanation = z.infer<typeof explanationSchema>;

/** An appeal as producers see it. */
export const adminAppealSchema = z.extend(appealSchema, {
  id: idSchema,
  answer_text: z.string(),
  /** Null: of words of the player's own, or of a group that is gone. */
  groupId: z.nullable(idSchema),
  createdAt: epochMsSchema,
});
export type AdminAppeal = z.infer<typeof adminAppealSchema>;

export const leaderboardEntrySchema = z.object({
  rank: z.int().check(z.positive()),
  username: z.string(),
  user_id: idSchema,
  role_id: roleIdSchema,
  total_points: z.int().check(z.nonnegative()),
});
export type LeaderboardEntry = z.infer<typeof leaderboardEntrySchema>;

/** The best of a board, and how many people it has. */
const boardHeadSchema = z.object({ entries: z.array(leaderboardEntrySchema), people: countSchema });
/** How many people have how many points. */
const tallySchema = z.array(z.tuple([countSchema, countSchema]));
/** The best of the boards that everybody may look at; `sessions`: those of the game sessions whose points have moved. */
export const boardTopsSchema = z.object({
  daily: boardHeadSchema,
  'all-time': boardHeadSchema,
  sessions: z.record(idSchema, z.extend(boardHeadSchema, { tally: tallySchema })),
});
export type BoardTops = z.infer<typeof boardTopsSchema>;
export type SessionTop = BoardTops['sessions'][string];

const rankSchema = z.nullable(z.int().check(z.positive()));
/** A person's points and rank on a board; rank null: they are not on it. */
const ownRowSchema = z.object({ points: countSchema, rank: rankSchema });
/** A person's row of a period on the board of their audience of today and (`overall`) on that of both audiences. */
export const standingSchema = z.extend(ownRowSchema, { overall: ownRowSchema });
export type Standing = z.infer<typeof standingSchema>;

/** How a player came off in the show whose winner is on the screen, within their audience. */
export const finalStandingSchema = z.object({
  title: z.string(),
  points: countSchema,
  rank: countSchema,
  /** How many have this rank. */
  sharing: countSchema,
  /** How many have played. */
  people: countSchema,
  /** How long the screen takes to come to this audience, ms. */
  afterMs: countSchema,
});
export type FinalStanding = z.infer<typeof finalStandingSchema>;

export const distributionItemSchema = z.object({
  answer_text: z.string(),
  count: z.int().check(z.positive()),
});
export type DistributionItem = z.infer<typeof distributionItemSchema>;

/** Why a text is in its group. */
export const matchReasonSchema = z.enum([
  'exact',
  'spelling',
  'word-order',
  'short-form',
  'number',
  'meaning',
  'known-name',
  'model',
  'decision',
]);
export type MatchReason = z.infer<typeof matchReasonSchema>;

/** What becomes of a join that a model proposed: made at once, or held back; and what a producer made of it. */
export const joinStateSchema = z.enum(['joined', 'held', 'accepted', 'dismissed']);
export type JoinState = z.infer<typeof joinStateSchema>;

export const groupingSchema = z.object({
  /** The show that owns the question, and its item there. */
  showId: idSchema,
  itemId: idSchema,
  aiEnabled: z.boolean(),
  totalAnswers: z.int().check(z.nonnegative()),
  totalGroups: z.int().check(z.nonnegative()),
  explanation: z.string(),
  groupingDetails: z.array(
    z.object({
      groupId: idSchema,
      representative: z.string(),
      /** What a home viewer and a contestant of this group get. */
      pointsPerAnswer: z.int().check(z.nonnegative()),
      contestantPoints: z.int().check(z.nonnegative()),
      count: z.int().check(z.positive()),
      /** `model`: a model has joined texts in it that text matching left apart. */
      madeBy: z.optional(z.enum(['text', 'model'])),
      answers: z.array(
        z.object({
          originalText: z.string(),
          userId: z.nullable(idSchema),
          reason: z.optional(matchReasonSchema),
        }),
      ),
    }),
  ),
  /** What a model has joined or wanted to: first what waits for a producer, then the newest. */
  joins: z.optional(
    z.array(
      z.object({
        joinId: idSchema,
        state: joinStateSchema,
        judgedAt: epochMsSchema,
        texts: z.array(z.string()),
        /** The groups as they are now that it is about, the largest first. */
        groups: z.array(
          z.object({
            groupId: idSchema,
            representative: z.string(),
            count: z.int().check(z.positive()),
          }),
        ),
      }),
    ),
  ),
});
export type Grouping = z.infer<typeof groupingSchema>;

/** A question as the producer sees it, with the release to each audience, without its day and what was answered. */
export const deskQuestionSchema = z.object({
  id: idSchema,
  question_id: idSchema,
  game_session_id: idSchema,
  /** The show that owns it, and its item there. */
  show_id: idSchema,
  item_id: idSchema,
  question_text: z.string(),
  start_time: instantSchema,
  end_time: instantSchema,
  created_at: instantSchema,
  shown_on_air: z.boolean(),
  shown_to_home: z.boolean(),
  windows: windowsSchema,
  contestantTimer: z.optional(timerSchema),
  homeViewerTimer: z.optional(timerSchema),
  result: z.optional(resultSchema),
  rehearsal: z.optional(z.boolean()),
});
export type DeskQuestion = z.infer<typeof deskQuestionSchema>;

export const topGroupsSchema = z.array(z.object({ representative: z.string(), count: z.int() }));
export const adminQuestionSchema = z.extend(deskQuestionSchema, {
  session_date: z.string(),
  answered: z.object({ studio: z.int(), home: z.int() }),
  /** What those answers have brought, all together. */
  points: z.optional(z.int()),
  /** Joins of a model that wait for a producer. */
  joinsHeld: z.optional(z.int().check(z.nonnegative())),
  topGroups: topGroupsSchema,
});
export type AdminQuestion = z.infer<typeof adminQuestionSchema>;
/** As the desk lists it, which shows no day. */
export type ListedQuestion = Omit<AdminQuestion, 'session_date'>;

export const adminUserSchema = z.extend(userSchema, {
  total_score: z.int(),
  total_answers: z.int(),
  /** What others see while a new name waits for the end of the show, or for a producer. */
  airedName: z.optional(z.string()),
  /** A word list finds the name unfit for air: a person decides. Left out where it does not. */
  isFlagged: z.optional(z.literal(true)),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/** What is made of the board of a show at its end, in this order. */
export const FINALE = ['standings', 'podium', 'winner'] as const;
export const finaleSchema = z.enum(FINALE);
export type Finale = z.infer<typeof finaleSchema>;

/** What the show page shows: nothing yet, a question with its answers, the boards of today, or the board of a show. */
export const sceneSchema = z.enum(['idle', 'question', 'board', ...FINALE]);
export type Scene = z.infer<typeof sceneSchema>;

/** A group of answers with its place on the show page; equal counts share a rank. */
export const placeSchema = z.object({
  groupId: idSchema,
  rank: z.int().check(z.positive()),
  representative: z.string(),
  /** Held back from air by a producer: viewers do not see what it is. */
  isHeld: z.optional(z.boolean()),
  count: z.int().check(z.positive()),
  homePoints: z.int().check(z.nonnegative()),
  contestantPoints: z.int().check(z.nonnegative()),
});
export type RankedGroup = z.infer<typeof placeSchema>;

/** A place, with when it was revealed: the drama counts from then. */
const shownPlaceSchema = z.extend(placeSchema, { revealedAt: z.optional(epochMsSchema) });

const showEntrySchema = z.extend(
  z.pick(leaderboardEntrySchema, { rank: true, username: true, total_points: true }),
  {
    /** Without the last question, on the board of a show; absent: not among the best then. */
    before: z.optional(z.pick(leaderboardEntrySchema, { rank: true, total_points: true })),
    /** How many people share the rank, if that is more than are shown. */
    sharing: z.optional(z.int().check(z.positive())),
  },
);

/** The best of each audience; null unless the scene is a board. */
const shownBoardSchema = z.nullable(
  z.object({
    studio: z.array(showEntrySchema),
    home: z.array(showEntrySchema),
  }),
);

/** All that the show page is given: nothing that the producer has not revealed. */
export const showSchema = z.object({
  serverTime: epochMsSchema,
  scene: sceneSchema,
  /** Null unless the scene is the question. */
  question: z.nullable(
    z.object({
      question_id: idSchema,
      game_session_id: idSchema,
      question_text: z.string(),
      windows: windowsSchema,
      result: z.optional(resultSchema),
      answered: z.object({ studio: z.int(), home: z.int() }),
    }),
  ),
  /** The largest groups, most popular first; null: not revealed yet. Empty before the lock. */
  places: z.array(z.nullable(shownPlaceSchema)),
  /** Groups as large as that of the last place that have no place; absent before that one is revealed. */
  tied: z.optional(z.int().check(z.positive())),
  board: shownBoardSchema,
  /** Of the show whose board it is. */
  title: z.optional(z.string()),
  /** Players connected now: the lamps that wait. */
  connected: z.optional(
    z.object({ studio: z.int().check(z.nonnegative()), home: z.int().check(z.nonnegative()) }),
  ),
  /** Where to play along; without it the page's own address is shown. */
  joinUrl: z.optional(z.string()),
  /** Of a show that is joined by its code. */
  joinCode: z.optional(z.string()),
  rehearsal: z.optional(z.boolean()),
});
export type Show = z.infer<typeof showSchema>;

/** A person in a show as producers see them. */
export const personSchema = z.object({
  userId: idSchema,
  name: z.string(),
  /** What others see. */
  shownName: z.string(),
  /** Its name is masked until a producer allows or changes it. */
  isMasked: z.optional(z.literal(true)),
  isRemoved: z.optional(z.literal(true)),
});

/** The show page as the producer directs it. */
export const directionSchema = z.object({
  /** The show that the stage belongs to. */
  showId: idSchema,
  scene: sceneSchema,
  /** The question of the scene, or the last one that was shown. */
  questionId: z.nullable(idSchema),
  itemId: z.nullable(idSchema),
  gameSessionId: z.nullable(idSchema),
  /** Its text, while it is the scene. */
  questionText: z.optional(z.nullable(z.string())),
  /** The largest groups of that question, most popular first. */
  places: z.array(
    z.extend(placeSchema, {
      revealed: z.boolean(),
      /** A word list finds it unfit for air: a person decides. Left out where it does not. */
      isFlagged: z.optional(z.boolean()),
    }),
  ),
  board: z.optional(shownBoardSchema),
  /** People of the show who could appear, or are removed: flagged names first. Absent: there are none. */
  people: z.optional(z.array(personSchema)),
  /** The link that opens the show page without an account; null: there is none. */
  link: z.nullable(z.object({ createdAt: epochMsSchema })),
  /** Show pages connected now. */
  screens: z.int().check(z.nonnegative()),
  /** A show is rehearsed. */
  rehearsal: z.optional(z.boolean()),
  /** The screens of the house show show this stage of another show. */
  isOnAir: z.optional(z.literal(true)),
});
export type Direction = z.infer<typeof directionSchema>;

/** What the provider knows of a payment: `declined` and `open` may be tried again, the others are over or under way. */
export const paymentStateSchema = z.enum(['open', 'processing', 'declined', 'paid', 'cancelled']);
export type PaymentState = z.infer<typeof paymentStateSchema>;

/** A payment as an admin sees it. */
export const adminPaymentSchema = z.object({
  id: idSchema,
  /** Null: made without an account, or the account is deleted. */
  user_id: z.nullable(idSchema),
  username: z.nullable(z.string()),
  /** In the smallest unit of the currency. */
  amount: z.int(),
  currency: z.string(),
  status: z.enum([...paymentStateSchema.options, 'refunded']),
  created_at: instantSchema,
  paid_at: z.nullable(instantSchema),
  refunded_at: z.nullable(instantSchema),
  /** A partly refunded payment stays paid. */
  amount_refunded: z.int(),
  /** Where it is looked at and refunded; null in test mode. */
  provider_url: z.nullable(z.string()),
});
export type AdminPayment = z.infer<typeof adminPaymentSchema>;

/** Who may inspect: no one, admins only (production, switched on by one of them), or everybody (development). */
export const inspectorAccessSchema = z.enum(['nobody', 'admins', 'everybody']);
export type InspectorAccess = z.infer<typeof inspectorAccessSchema>;

/** What something was, or became, by the names that an admin reads. */
const auditStateSchema = z.nullable(
  z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
  ),
);

/** One act of an admin as it is kept. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: epochMsSchema,
  /** Null: the server itself. `name` null: the account is gone. */
  by: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  /** The name of a call, or 'inspect'. */
  action: z.string(),
  /** `name` null: it is gone, or has none. */
  target: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  address: z.string(),
  /** As HTTP has it; null where it was not noted. */
  status: z.nullable(z.int()),
  /** Number of tries, if more than one: repeated refusals are one entry. */
  times: z.optional(z.int()),
  before: auditStateSchema,
  after: auditStateSchema,
  reason: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
/* Shows and their rundowns. */

/** Who gets a question first; the other audience follows when that window is over. */
export const releaseOrderSchema = z.enum(['both', 'studio', 'home']);
export type ReleaseOrder = z.infer<typeof releaseOrderSchema>;
/** Seconds of a timer; null: none. */
export const timerSecondsSchema = z.nullable(
  z.int().check(z.gte(1), z.lte(MAX_TIMER_MINUTES * 60 + MAX_TIMER_SECONDS)),
);
/** How an item is to be released. */
export const presetsSchema = z.object({
  studioSeconds: timerSecondsSchema,
  homeSeconds: timerSecondsSchema,
  order: releaseOrderSchema,
  /** To the host. */
  note: z.string().check(z.maxLength(LIMITS.noteLength), z.refine(isCleanText, UNCLEAN_TEXT)),
});
export type Presets = z.infer<typeof presetsSchema>;
/** As the producer has it; what has become of its question, the question says. */
export const itemStateSchema = z.enum(['planned', 'armed', 'skipped', 'done']);
export type ItemState = z.infer<typeof itemStateSchema>;
/** One question of a rundown with its presets. */
export const rundownItemSchema = z.extend(presetsSchema, {
  id: idSchema,
  questionId: idSchema,
  gameSessionId: idSchema,
  text: z.string(),
  state: itemStateSchema,
  windows: windowsSchema,
  result: resultSchema,
});
export type RundownItem = z.infer<typeof rundownItemSchema>;
export const showStateSchema = z.enum(['draft', 'rehearsal', 'live', 'ended']);
export type ShowState = z.infer<typeof showStateSchema>;
/**
 * Who plays in a show. `anybody`: every account, and guests who join with the code. `accounts`: every account. `code`: only people who
 * join with the code, with an account or as a guest. `invited`: its members alone.
 */
export const joiningSchema = z.enum(['anybody', 'accounts', 'code', 'invited']);
export type Joining = z.infer<typeof joiningSchema>;

const showFields = {
  id: idSchema,
  title: z.string(),
  state: showStateSchema,
  /** Moves with every act. */
  version: z.int().check(z.nonnegative()),
  createdAt: epochMsSchema,
  /** How far the stream of home viewers lags behind the studio. */
  homeDelaySeconds: z.int().check(z.gte(0), z.lte(LIMITS.homeDelaySeconds)),
  /** Phones hold points, ranks and boards of a question until they are revealed on air or published. */
  suspense: z.boolean(),
};
export const showSummarySchema = z.object({
  ...showFields,
  itemCount: z.int().check(z.nonnegative()),
});
export type ShowSummary = z.infer<typeof showSummarySchema>;
/** The board of a show: the points of its questions that are published, each audience among itself. */
export const showBoardSchema = z.object({
  /** Null: there is no show that has begun. */
  show: z.nullable(z.object({ id: idSchema, title: z.string(), state: showStateSchema })),
  studio: boardHeadSchema,
  home: boardHeadSchema,
});
export type ShowBoard = z.infer<typeof showBoardSchema>;
/** A show with its items in order. */
export const rundownSchema = z.object({
  ...showFields,
  items: z.array(rundownItemSchema),
  /** Simulated, in a rehearsal. */
  players: z.optional(z.int()),
  /** Absent from the house show, which needs no joining. */
  join: z.optional(z.object({ code: z.string(), joining: joiningSchema })),
});
export type Rundown = z.infer<typeof rundownSchema>;

/* What runs a show from outside. */

/** `usedAt` null: never. */
export const controlTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: epochMsSchema,
  usedAt: z.nullable(epochMsSchema),
  /** The show that it runs; the house show: whichever open show is on air. */
  showId: idSchema,
  /** Whether it still counts: a new password of the admin who made it ends it. */
  isOver: z.boolean(),
});
export type ControlToken = z.infer<typeof controlTokenSchema>;

export const controlActSchema = z.enum([
  'go',
  'release-studio',
  'release-home',
  'close',
  'lock',
  'reveal',
  'publish',
  'next',
  'take-out',
]);
export type RemoteAct = z.infer<typeof controlActSchema>;

/** `scheduled`: released, and opens by itself after the delay of Home. `locked`: the other audience's timer runs. */
const controlWindowSchema = z.enum(['withheld', 'scheduled', 'open', 'locked', 'expired']);

/** Flat, and every key always there: '' or 0 where there is nothing to say. */
export const controlStateSchema = z.object({
  version: z.string(),
  server_time: epochMsSchema,
  show_id: z.string(),
  show_title: z.string(),
  /** '' without a show. */
  show_state: z.string(),
  items: countSchema,
  item_number: countSchema,
  item_text: z.string(),
  item_note: z.string(),
  item_stage: z.string(),
  next_text: z.string(),
  /** What `go` does. */
  go: z.string(),
  go_text: z.string(),
  can_go: z.boolean(),
  /** Why it must wait. */
  go_why: z.string(),
  studio: controlWindowSchema,
  studio_seconds_left: countSchema,
  studio_answered: countSchema,
  studio_connected: countSchema,
  home: controlWindowSchema,
  home_seconds_left: countSchema,
  home_answered: countSchema,
  home_connected: countSchema,
  result: z.string(),
  scene: z.string(),
  /** The armed question is on the show page. */
  on_air: z.boolean(),
  places: countSchema,
  revealed: countSchema,
  screens: countSchema,
});
export type ControlState = z.infer<typeof controlStateSchema>;
