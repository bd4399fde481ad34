import { m } from 'messages';
import { MATCH_REASONS } from 'answer-grouping/match-reason';
import * as z from 'zod/mini';
import { EMAIL, isAscii, localPart, normalEmail } from './address.ts';
import { LIMITS } from './limits.ts';
import { AUDIENCES, ROLE } from './roles.ts';
import { displayText, isValidText, isVisibleText, tooLongText } from './text.ts';

export { AUDIENCES, ROLE };

export const roleIdSchema = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type RoleId = z.infer<typeof roleIdSchema>;

export const audienceSchema = z.enum(AUDIENCES);
export type Audience = z.infer<typeof audienceSchema>;

/** How events name the audience (specification §4: 'when the event type is contestant'). */
export const audienceTypeSchema = z.enum(['contestant', 'home']);
export type AudienceType = z.infer<typeof audienceTypeSchema>;

/** An id is opaque except to its creator. */
export const idSchema = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: m.entitiesUnknownId }));
/** The show that always exists, which owns the questions created outside a show. */
export const HOUSE_SHOW = 'house';
/** The versions of feeds, by the id of their show. A missing feed has not changed yet. */
export const versionsSchema = z.record(idSchema, z.int());
export type Versions = Readonly<z.infer<typeof versionsSchema>>;

/** The tag of a language, such as 'de'; the server may not have the language. */
export const languageTagSchema = z.string().check(z.maxLength(35));

/** Free text of 1 to `max` characters once trimmed. */
export const textSchema = (max: number, required: () => string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      z.refine(isVisibleText, { error: required }),
      z.maxLength(max, { error: () => tooLongText(max) }),
      z.refine(isValidText, { error: m.textTextHasCharactersWe }),
    );

/** A person's name: one line, cleaned like an answer, because other people see both. */
export const nameSchema = textSchema(LIMITS.nameLength, m.entitiesNameRequired).check(
  z.refine((name) => !/\p{Cc}|\u2028|\u2029/u.test(name), { error: m.entitiesNameMustOneLine }),
  z.overwrite(displayText),
);

/** A normalised e-mail address. Line breaks are refused, as they would add mail headers. */
export const emailSchema = z.pipe(
  z.string().check(
    z.overwrite(normalEmail),
    z.minLength(1, { error: m.entitiesEmailRequired }),
    z.maxLength(LIMITS.emailLength, { error: () => tooLongText(LIMITS.emailLength) }),
    z.refine((email) => isAscii(localPart(email)), {
      error: m.entitiesPleaseUsePlainLetters,
      abort: true,
    }),
  ),
  z.email({ pattern: EMAIL, error: m.forgotMalformed }),
);

/** The error message of `emailSchema` for a typed address; null if it is valid. */
export const emailProblem = (typed: string): string | null =>
  emailSchema.safeParse(typed).error?.issues[0]?.message ?? null;

/** An instant, ISO 8601 with zone. */
export const instantSchema = z.iso.datetime({ offset: true });

/** An instant on the server's clock, epoch milliseconds. */
export const epochMsSchema = z.int().check(z.nonnegative());
export const countSchema = z.int().check(z.nonnegative());

export const userSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role_id: roleIdSchema,
  /** Set if the person is no admin but may run a show. Part of the token, as the role is. */
  produces: z.optional(z.literal(true)),
});
export type User = z.infer<typeof userSchema>;

/** The claims of the login token. Raising the account's token version (`ver`) ends all older tokens at once. */
export const tokenClaimsSchema = z.extend(userSchema, {
  ver: z.optional(z.int()),
  exp: z.int(),
});
export type TokenClaims = z.infer<typeof tokenClaimsSchema>;

/** The time zones by which days begin and end, oldest first; each applies from `from` (epoch ms) until the next one. */
export const dayZonesSchema = z.array(z.object({ from: z.int(), zone: z.string() }));
export type DayZones = readonly Readonly<z.infer<typeof dayZonesSchema>[number]>[];
/**
 * Shows that went live (`from`) and run past midnight: until they end, at the latest at `until`, the day does not
 * change. Epoch ms, the oldest first.
 */
const livePeriodsSchema = z.array(z.object({ from: z.int(), until: z.int() }));
/** Everything needed to find the day of an instant. */
export const daysSchema = z.object({
  zones: z.readonly(dayZonesSchema),
  livePeriods: z.readonly(livePeriodsSchema),
});
export type Days = Readonly<z.infer<typeof daysSchema>>;

/** A countdown with the specification's field names; `endTime` is epoch ms on the server's clock. */
export const timerSchema = z.object({
  durationMinutes: z.int(),
  durationSeconds: z.int(),
  endTime: epochMsSchema,
});
export type Timer = z.infer<typeof timerSchema>;

/**
 * One audience's newest release. `closesAt` null: open until revoked. Before `opensAt` the audience may not answer, and
 * does not see the question.
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

/** The state of an appeal, a player's claim 'mine means the same as …'. */
export const appealStateSchema = z.enum(['open', 'accepted', 'declined']);
export type AppealState = z.infer<typeof appealStateSchema>;

/** The result of a game session. Every act on it raises `version`. */
export const resultSchema = z.object({
  state: resultStateSchema,
  version: z.int().check(z.nonnegative()),
  /**
   * When the groups were locked: since then only a producer's decision changes them. Null: they still change with the
   * answers.
   */
  lockedAt: z.nullable(epochMsSchema),
  publishedAt: z.nullable(epochMsSchema),
  /** When the result was last corrected. */
  correctedAt: z.nullable(epochMsSchema),
  /** The reason, if the latest act on the result was a correction, an unlock or a reopening; otherwise null. */
  reason: z.nullable(z.string()),
  /** Set while the question is void: its answers have no points, in any state. */
  voided: z.exactOptional(z.object({ at: epochMsSchema, reason: z.string() })),
});
export type Result = z.infer<typeof resultSchema>;

/** The type of a picture or sound. */
export type MediaType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml' | 'audio/mpeg';
/** A stored picture or sound. */
export const storedMediaSchema = z.object({
  /** Knowing the id is the permission to load the bytes. */
  id: idSchema,
  kind: z.enum(['picture', 'sound']),
  /** In pixels, if the file says it. */
  width: z.exactOptional(z.int().check(z.positive())),
  height: z.exactOptional(z.int().check(z.positive())),
});
export type StoredMedia = z.infer<typeof storedMediaSchema>;
/** The picture or sound of a question, with its text alternative. */
export const mediaSchema = z.extend(storedMediaSchema, { alt: z.string() });
export type Media = z.infer<typeof mediaSchema>;
/** The same for a player: `seal` opens the bytes that the phone may have loaded ahead (`media-sealed`). */
export const playerMediaSchema = z.extend(mediaSchema, {
  seal: z.exactOptional(z.object({ id: idSchema, key: z.string() })),
});
export type PlayerMedia = z.infer<typeof playerMediaSchema>;

/** The number of the first of the groups of equal size on a board; absent: no other group is as large. */
export const sharedPlaceSchema = z.int().check(z.positive());
/** A revealed place of a board, as players receive it. `shownAt`: when the stage screen has shown it. */
const shownPlaceSchema = z.object({
  /** Empty: the group is held back. */
  label: z.string(),
  count: z.int().check(z.positive()),
  sharedPlace: z.exactOptional(sharedPlaceSchema),
  shownAt: epochMsSchema,
});
export type ShownPlace = z.infer<typeof shownPlaceSchema>;

/**
 * A question as one audience may see it. `question_text` is null for an audience that it was never released to: a
 * locked question shows that it exists, but not its text.
 */
export const activeQuestionSchema = z.object({
  id: idSchema,
  question_id: idSchema,
  game_session_id: idSchema,
  question_text: z.nullable(z.string()),
  /** Sent only with the text. */
  media: z.optional(playerMediaSchema),
  start_time: instantSchema,
  end_time: instantSchema,
  created_at: instantSchema,
  homeViewerTimer: z.optional(timerSchema),
  contestantTimer: z.optional(timerSchema),
  windows: windowsSchema,
  result: z.optional(resultSchema),
  /** The board of the question on the stage, most popular first; null: not revealed. Sent only with the text. */
  board: z.optional(z.array(z.nullable(shownPlaceSchema))),
  /** When its show ended; absent: it has not, or the audience has not seen it yet. */
  endedAt: z.optional(epochMsSchema),
  rehearsal: z.optional(z.boolean()),
  /** Whether the show asks home viewers for the entry fee. */
  entryFee: z.optional(z.boolean()),
});
export type ActiveQuestion = z.infer<typeof activeQuestionSchema>;

/** Fields sent with the points of an answer. */
export const revealShape = {
  /** Whether the points are withheld, and 0, until they are revealed on air or published. */
  held: z.optional(z.boolean()),
  /**
   * When the stage screen has shown the answer's group, as the player's audience sees it; absent: the group was not
   * revealed on air.
   */
  shownAt: z.optional(epochMsSchema),
  /** The position of the answer's group on the board, from 1; sent with the reveal. */
  position: z.optional(z.int().check(z.positive())),
};
/** The player's own answer in one game session. `awardedPoints` changes with the groups. */
export const ownAnswerSchema = z.object({
  gameSessionId: idSchema,
  answer_text: z.string(),
  awardedPoints: z.int().check(z.nonnegative()),
  answeredAt: epochMsSchema,
  ...revealShape,
});
export type OwnAnswer = z.infer<typeof ownAnswerSchema>;

/** A player's appeal 'mine means the same as …' (`wanted`), and its state. */
export const appealSchema = z.object({ wanted: z.string(), state: appealStateSchema });
export type Appeal = z.infer<typeof appealSchema>;

/** Explains a player's points: the group of their answer, and its rank. */
export const pointsExplanationSchema = z.object({
  gameSessionId: idSchema,
  result: resultSchema,
  answer_text: z.string(),
  audience: audienceSchema,
  /** The name of the group; `others`: its other spellings, the most frequent first. */
  group: z.string(),
  others: z.array(z.string()),
  /** Number of people of the player's audience who gave this answer, the player included. */
  people: z.int().check(z.positive()),
  /** The group's rank by how many people gave it; groups of equal size share a rank. */
  rank: z.int().check(z.positive()),
  points: z.int().check(z.nonnegative()),
  /** The group and points before the last correction, if it changed either for the player; otherwise null. */
  before: z.nullable(z.object({ group: z.string(), points: z.int().check(z.nonnegative()) })),
  appeal: z.nullable(appealSchema),
  mayAppeal: z.boolean(),
  /** Other groups that an appeal can name; empty until the groups are public. */
  choices: z.array(z.object({ groupId: idSchema, representative: z.string() })),
});
export type PointsExplanation = z.infer<typeof pointsExplanationSchema>;

/** An appeal as producers see it. */
export const adminAppealSchema = z.extend(appealSchema, {
  id: idSchema,
  answer_text: z.string(),
  /** The group that the appeal names; null: the player typed other words, or the group no longer exists. */
  groupId: z.nullable(idSchema),
  createdAt: epochMsSchema,
});
export type AdminAppeal = z.infer<typeof adminAppealSchema>;

/** Set if others on the whole board have the same rank. */
const sharedRankSchema = z.exactOptional(z.literal(true));

export const leaderboardEntrySchema = z.object({
  rank: z.int().check(z.positive()),
  username: z.string(),
  user_id: idSchema,
  role_id: roleIdSchema,
  /** Negative if a producer took more points than the person had. */
  total_points: z.int(),
  shared: sharedRankSchema,
});
export type LeaderboardEntry = z.infer<typeof leaderboardEntrySchema>;

/** The top rows of a board, and how many people are on the board. */
const boardHeadSchema = z.object({ entries: z.array(leaderboardEntrySchema), people: countSchema });
/** Histogram of points: pairs of points and the number of people who have them. */
const tallySchema = z.array(z.tuple([countSchema, countSchema]));
/**
 * The top rows of the boards that everybody may see. `sessions`: the boards of game sessions whose points have changed.
 */
export const boardTopsSchema = z.object({
  daily: boardHeadSchema,
  'all-time': boardHeadSchema,
  sessions: z.record(idSchema, z.extend(boardHeadSchema, { tally: tallySchema })),
});
export type BoardTops = z.infer<typeof boardTopsSchema>;
export type SessionTop = BoardTops['sessions'][string];

const rankSchema = z.nullable(z.int().check(z.positive()));
/** A person's points and rank on a board; rank null: they are not on it. */
const ownRowSchema = z.object({
  points: z.int(),
  rank: rankSchema,
  shared: sharedRankSchema,
});
/**
 * A person's row for a period: on the board of their present audience and (`overall`) on the board of both audiences.
 */
export const standingSchema = z.extend(ownRowSchema, { overall: ownRowSchema });
export type Standing = z.infer<typeof standingSchema>;

/**
 * A player's final placing within their audience, and who won it, sent while the screen shows the show's winner. Also sent
 * to people without points, who have just watched.
 */
export const finalStandingSchema = z.object({
  title: z.string(),
  points: z.int(),
  /** Null: the player has no points in the show. */
  rank: z.nullable(countSchema),
  /** Number of people with this rank. */
  sharing: countSchema,
  /** Names of the first of those who won. */
  winners: z.array(z.string()),
  /** How many share the first place. */
  winnerCount: countSchema,
  /** Number of people who have played. */
  people: countSchema,
  /** Time until the screen shows the winner of this audience, ms. */
  afterMs: countSchema,
  /** The place of the player's team among `teams`, which it shares with `sharing - 1` others; absent: no team. */
  team: z.optional(
    z.object({ name: z.string(), rank: countSchema, sharing: countSchema, teams: countSchema }),
  ),
});
export type FinalStanding = z.infer<typeof finalStandingSchema>;
/** A board of the show that is on the screen before its winner, for players to watch. */
export const watchSchema = z.enum(['standings', 'podium']);
export type Watch = z.infer<typeof watchSchema>;

/** Points that a producer gave or took by hand, as producers see them. */
export const adjustmentSchema = z.object({
  id: idSchema,
  /** The person or team; null: the person's account was deleted. */
  name: z.nullable(z.string()),
  points: z.int(),
  reason: z.string(),
  at: epochMsSchema,
  /** The producer who did it; null: the account was deleted. */
  by: z.nullable(z.string()),
  /** Null: it counts. */
  undoneAt: z.nullable(epochMsSchema),
  undoneBy: z.nullable(z.string()),
});
export type Adjustment = z.infer<typeof adjustmentSchema>;
/** Points by hand as their owner sees them. `team`: they were given to the owner's team of this name. */
export const ownAdjustmentSchema = z.object({
  id: idSchema,
  points: z.int(),
  reason: z.string(),
  team: z.optional(z.string()),
});
export type OwnAdjustment = z.infer<typeof ownAdjustmentSchema>;

export const distributionItemSchema = z.object({
  answer_text: z.string(),
  count: z.int().check(z.positive()),
});
export type DistributionItem = z.infer<typeof distributionItemSchema>;

export const matchReasonSchema = z.enum(MATCH_REASONS);
export type MatchReason = z.infer<typeof matchReasonSchema>;

/**
 * The state of a merge that a model suggested: made at once or held for a producer, then accepted or dismissed by a
 * producer.
 */
export const mergeStateSchema = z.enum(['applied', 'held', 'accepted', 'dismissed']);
export type MergeState = z.infer<typeof mergeStateSchema>;

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
      /** Points for a home viewer, and (`contestantPoints`) for a contestant, with an answer in this group. */
      pointsPerAnswer: z.int().check(z.nonnegative()),
      contestantPoints: z.int().check(z.nonnegative()),
      count: z.int().check(z.positive()),
      /** `model`: a model has merged texts in this group that text matching had left apart. */
      madeBy: z.optional(z.enum(['text', 'model'])),
      answers: z.array(
        z.object({
          originalText: z.string(),
          userId: z.nullable(idSchema),
          matchReason: z.optional(matchReasonSchema),
        }),
      ),
    }),
  ),
  /** Merges that a model made or suggested: first those that wait for a producer, then the newest. */
  merges: z.optional(
    z.array(
      z.object({
        mergeId: idSchema,
        state: mergeStateSchema,
        judgedAt: epochMsSchema,
        texts: z.array(z.string()),
        /** The current groups of these texts, the largest first. */
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

/** A question as the producer sees it, with its release to each audience, but without its day and its answers. */
export const producerQuestionSchema = z.object({
  id: idSchema,
  question_id: idSchema,
  game_session_id: idSchema,
  /** The show that owns the question, and the question's item in it. */
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
export type ProducerQuestion = z.infer<typeof producerQuestionSchema>;

export const topGroupsSchema = z.array(z.object({ representative: z.string(), count: z.int() }));
export const adminQuestionSchema = z.extend(producerQuestionSchema, {
  session_date: z.string(),
  /** Set if the show of the question has ended, so that the question is no longer on air. */
  show_ended: z.optional(z.literal(true)),
  answered: z.object({ studio: z.int(), home: z.int() }),
  /** The sum of the points of these answers. */
  points: z.optional(z.int()),
  /** Number of a model's merge suggestions that wait for a producer. */
  mergesHeld: z.optional(z.int().check(z.nonnegative())),
  /** Number of players' appeals that wait for a producer. */
  appeals: z.optional(z.int().check(z.nonnegative())),
  topGroups: topGroupsSchema,
});
export type AdminQuestion = z.infer<typeof adminQuestionSchema>;
/** A question as the control room lists it, without its day. */
export type ListedQuestion = Omit<AdminQuestion, 'session_date'>;

export const showStateSchema = z.enum(['draft', 'rehearsal', 'live', 'ended']);
export type ShowState = z.infer<typeof showStateSchema>;
export const teamSchema = z.object({ id: idSchema, name: z.string() });
export type Team = z.infer<typeof teamSchema>;

/** Shows with a common board. */
export const seasonSchema = z.object({ id: idSchema, name: z.string() });
export type Season = z.infer<typeof seasonSchema>;

/**
 * A team on the board of its show. Its score is the mean of its members' points, with the points that the team got by
 * hand: `points / members`.
 */
const teamEntrySchema = z.extend(teamSchema, {
  rank: z.int().check(z.positive()),
  points: z.int(),
  members: z.int().check(z.positive()),
  shared: sharedRankSchema,
});
export type TeamEntry = z.infer<typeof teamEntrySchema>;
const begunShowSchema = z.object({ id: idSchema, title: z.string(), state: showStateSchema });
/** The board of a show: points of its published questions, each audience ranked separately. */
export const showBoardSchema = z.object({
  /** Null: no show has begun yet. */
  show: z.nullable(begunShowSchema),
  studio: boardHeadSchema,
  home: boardHeadSchema,
  /** Absent: the show has no teams. `own`: the id of the reader's team; null: none. */
  teams: z.optional(z.object({ entries: z.array(teamEntrySchema), own: z.nullable(idSchema) })),
});
export type ShowBoard = z.infer<typeof showBoardSchema>;
/** The board of a season: a person's points of all its shows, each audience ranked separately. */
export const seasonBoardSchema = z.object({
  /** The seasons that the reader may see, first the one of the newest show. */
  seasons: z.array(seasonSchema),
  /** The season of the board; `shows`: those that are live or have ended. Null: there is none. */
  season: z.nullable(z.extend(seasonSchema, { shows: z.array(begunShowSchema) })),
  studio: boardHeadSchema,
  home: boardHeadSchema,
});
export type SeasonBoard = z.infer<typeof seasonBoardSchema>;
