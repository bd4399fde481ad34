import { m } from 'messages';
import { MATCH_REASONS } from 'answer-grouping/match-reason';
import * as z from 'zod/mini';
import { EMAIL, isAscii, localPart, normalEmail } from './address.ts';
import { LIMITS, MAX_TIMER_MINUTES, MAX_TIMER_SECONDS } from './limits.ts';
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
const countSchema = z.int().check(z.nonnegative());

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
const sharedPlaceSchema = z.int().check(z.positive());
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

export const adminUserSchema = z.extend(userSchema, {
  total_score: z.int(),
  total_answers: z.int(),
  /** The name that others see while a new name waits for the end of the show or for a producer. */
  airedName: z.optional(z.string()),
  /** Set if a word list flags the name as unfit for air, so that a producer must decide. */
  isFlagged: z.optional(z.literal(true)),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/** The scenes that show a show's board at its end, in this order. */
export const FINAL_SCENES = ['standings', 'podium', 'winner'] as const;
export const finalSceneSchema = z.enum(FINAL_SCENES);
export type FinalScene = z.infer<typeof finalSceneSchema>;

/**
 * Pictures that a producer can put over the scene at any time: the boards of today, those of the show's season, a text, a
 * test card, and a countdown to the start.
 */
export const INTERLUDES = ['board', 'season', 'holding', 'test', 'countdown'] as const;
export const interludeSchema = z.enum(INTERLUDES);
export type Interlude = z.infer<typeof interludeSchema>;

/**
 * What the stage screen shows: nothing yet, a question with its answers, an interlude, or the board of a show.
 */
export const sceneSchema = z.enum(['idle', 'question', ...INTERLUDES, ...FINAL_SCENES]);
export type Scene = z.infer<typeof sceneSchema>;

/** A group of answers with its rank on the stage screen; groups of equal size share a rank. */
export const rankedGroupSchema = z.object({
  groupId: idSchema,
  rank: z.int().check(z.positive()),
  sharedPlace: z.exactOptional(sharedPlaceSchema),
  representative: z.string(),
  /** Whether a producer holds the group back: it scores, but viewers do not see its text, which is empty for them. */
  isHeld: z.optional(z.boolean()),
  count: z.int().check(z.positive()),
  homePoints: z.int().check(z.nonnegative()),
  contestantPoints: z.int().check(z.nonnegative()),
});
export type RankedGroup = z.infer<typeof rankedGroupSchema>;

/** A ranked group, with the time of its reveal, at which its animation starts. */
const shownGroupSchema = z.extend(rankedGroupSchema, { revealedAt: z.optional(epochMsSchema) });

const showEntrySchema = z.extend(
  z.pick(leaderboardEntrySchema, { rank: true, username: true, total_points: true, shared: true }),
  {
    /** The row before the last question of the show was counted, also if it was too low to be shown; absent: unknown. */
    before: z.optional(
      z.pick(leaderboardEntrySchema, { rank: true, total_points: true, shared: true }),
    ),
    /** Number of people with this rank, if that is more than are shown. */
    sharing: z.optional(z.int().check(z.positive())),
    /** Set for a team: the number of its members. `total_points` is then the sum of their points. */
    members: z.optional(z.int().check(z.positive())),
  },
);

const goneSchema = z.array(z.omit(showEntrySchema, { before: true, sharing: true }));
/** The top rows of each audience, in `home` teams if the show has teams; null unless the scene is a board. */
const shownBoardSchema = z.nullable(
  z.object({
    studio: z.array(showEntrySchema),
    home: z.array(showEntrySchema),
    /** Rows that were among the top rows before the last question of the show was counted, and no longer are. */
    gone: z.optional(z.object({ studio: goneSchema, home: goneSchema })),
  }),
);

/** Everything that the stage screen receives; nothing that the producer has not revealed. */
export const stageViewSchema = z.object({
  serverTime: epochMsSchema,
  scene: sceneSchema,
  /** The language of the show; absent: no show is on air, and a screen keeps its own. */
  language: z.optional(languageTagSchema),
  /** Null unless the scene is the question. */
  question: z.nullable(
    z.object({
      question_id: idSchema,
      game_session_id: idSchema,
      question_text: z.string(),
      media: z.optional(mediaSchema),
      windows: windowsSchema,
      result: z.optional(resultSchema),
      answered: z.object({ studio: z.int(), home: z.int() }),
      /**
       * While answers are counted: how often the groups have changed so far, and whether no change is to come unless a
       * producer makes one.
       */
      sorting: z.optional(z.object({ changes: countSchema, isDone: z.boolean() })),
    }),
  ),
  /**
   * The largest groups, most popular first; null: this group is not revealed yet. The list is empty before the result
   * is locked.
   */
  groups: z.array(z.nullable(shownGroupSchema)),
  /** Number of further groups as large as the last one in `groups`; absent until that group is revealed. */
  tied: z.optional(z.int().check(z.positive())),
  board: shownBoardSchema,
  /** Whether questions of the show are still to come; only with the scene `standings`. Absent: these are the final standings. */
  hasMore: z.optional(z.literal(true)),
  /** The title of the show: of the board's, or while no question is shown; or the name of the season of the board. Absent: the house show's. */
  title: z.optional(z.string()),
  /** The text of the scene `holding`; absent: the usual text. */
  holdingText: z.optional(z.string()),
  /** When the scene `countdown` reaches zero. */
  startsAt: z.optional(epochMsSchema),
  /** Players connected now, shown as lamps while waiting. */
  connected: z.optional(
    z.object({ studio: z.int().check(z.nonnegative()), home: z.int().check(z.nonnegative()) }),
  ),
  /** Names of players who have just joined the show, the newest first; only while the stage waits for players. */
  joined: z.optional(z.array(z.object({ name: z.string(), at: epochMsSchema }))),
  /** The address for playing along; absent: the page's own address is shown. */
  joinUrl: z.optional(z.string()),
  /** The join code, if people join the show by code. */
  joinCode: z.optional(z.string()),
  /** The picture or sound of the armed item, to load before its release. It is not shown yet. */
  ahead: z.optional(storedMediaSchema),
  rehearsal: z.optional(z.boolean()),
});
export type StageView = z.infer<typeof stageViewSchema>;

/** A person in a show, as producers see them. */
export const personSchema = z.object({
  userId: idSchema,
  name: z.string(),
  /** The name that others see. */
  shownName: z.string(),
  /** Set while the name is masked, until a producer allows or changes it. */
  isMasked: z.optional(z.literal(true)),
  isRemoved: z.optional(z.literal(true)),
});

/** The stage as the producer controls it. */
export const directionSchema = z.object({
  /** The show that the stage belongs to. */
  showId: idSchema,
  scene: sceneSchema,
  /** Set while the scene is an interlude: the scene that is shown again after it. */
  behind: z.optional(sceneSchema),
  /** When a scene with the board of the show (`FINAL_SCENES`) was last chosen; absent: never. */
  finaleAt: z.optional(epochMsSchema),
  /** The prepared text of the holding picture; absent: the usual text. */
  holdingText: z.optional(z.string()),
  /** When the show starts, for the countdown; absent: not set. */
  startsAt: z.optional(epochMsSchema),
  /** The question of the scene, or the question that was shown last. */
  questionId: z.nullable(idSchema),
  itemId: z.nullable(idSchema),
  gameSessionId: z.nullable(idSchema),
  /** The text of the question while it is on the stage. */
  questionText: z.optional(z.nullable(z.string())),
  /** The largest groups of that question, most popular first. */
  groups: z.array(
    z.extend(rankedGroupSchema, {
      revealed: z.boolean(),
      /** Set if a word list flags the group's text as unfit for air, so that a producer must decide. */
      isFlagged: z.optional(z.boolean()),
      /** A better label, if the group's label has an obvious slip and is not revealed yet. */
      cleaner: z.optional(z.string()),
    }),
  ),
  board: z.optional(shownBoardSchema),
  /** As on the stage screen. */
  hasMore: z.optional(z.literal(true)),
  /**
   * People of the show with names that could appear on the stage, and removed people; flagged names first. Absent: there
   * are none.
   */
  people: z.optional(z.array(personSchema)),
  /** The link that opens the stage screen without an account; null: there is none. */
  link: z.nullable(z.object({ createdAt: epochMsSchema })),
  /** Number of stage screens connected now. */
  screens: z.int().check(z.nonnegative()),
  /** Number of stage screens that were closed on purpose, since the server's processes started; absent: 0. */
  screensLeft: z.optional(countSchema),
  /** Whether the show is in rehearsal. */
  rehearsal: z.optional(z.boolean()),
  /** Set if the stage screens of the house show currently display this show's stage. */
  isOnAir: z.optional(z.literal(true)),
});
export type Direction = z.infer<typeof directionSchema>;

/**
 * The state of a payment at the provider. `declined` and `open` may be tried again; the others are finished or being
 * processed.
 */
export const paymentStateSchema = z.enum(['open', 'processing', 'declined', 'paid', 'cancelled']);
export type PaymentState = z.infer<typeof paymentStateSchema>;

/** A payment as an admin sees it. */
export const adminPaymentSchema = z.object({
  id: idSchema,
  /** Null: the payment was made without an account, or the account is deleted. */
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
  /** The provider's page on which the payment can be viewed and refunded; null in test mode. */
  provider_url: z.nullable(z.string()),
});
export type AdminPayment = z.infer<typeof adminPaymentSchema>;

/**
 * Who may inspect: no one, admins only (in production, once an admin has switched it on), or everybody (in
 * development).
 */
export const inspectorAccessSchema = z.enum(['nobody', 'admins', 'everybody']);
export type InspectorAccess = z.infer<typeof inspectorAccessSchema>;

/** Audited values before or after an act, by the names that an admin reads. */
const auditStateSchema = z.nullable(
  z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
  ),
);

/** One act in the audit. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: epochMsSchema,
  /** Null: the server acted itself. `name` null: the account is deleted. */
  by: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  /** The name of a call, or 'inspect'. */
  action: z.string(),
  /** `name` null: the target is deleted, or has no name. */
  target: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  address: z.string(),
  /** The HTTP status; null: not recorded. */
  status: z.nullable(z.int()),
  /** Number of tries, if more than one: repeated refusals are one entry. */
  times: z.optional(z.int()),
  before: auditStateSchema,
  after: auditStateSchema,
  reason: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
/* Shows and their rundowns. */

/** Who gets a question first; the other audience gets it when the first window has closed. */
export const releaseOrderSchema = z.enum(['both', 'studio', 'home']);
export type ReleaseOrder = z.infer<typeof releaseOrderSchema>;
/** Seconds of a timer; null: none. */
export const timerSecondsSchema = z.nullable(
  z.int().check(z.gte(1), z.lte(MAX_TIMER_MINUTES * 60 + MAX_TIMER_SECONDS)),
);
/** An item's timers and order of release, and a note to the host. */
export const presetsSchema = z.object({
  studioSeconds: timerSecondsSchema,
  homeSeconds: timerSecondsSchema,
  order: releaseOrderSchema,
  /** A note to the host. */
  note: z
    .string()
    .check(
      z.maxLength(LIMITS.noteLength),
      z.refine(isValidText, { error: m.textTextHasCharactersWe }),
    ),
});
export type Presets = z.infer<typeof presetsSchema>;
/** The item's state as the producer set it; the progress of its question is read from the question. */
export const itemStateSchema = z.enum(['planned', 'armed', 'skipped', 'done']);
export type ItemState = z.infer<typeof itemStateSchema>;
/** One question of a rundown with its presets. */
export const rundownItemSchema = z.extend(presetsSchema, {
  id: idSchema,
  questionId: idSchema,
  gameSessionId: idSchema,
  text: z.string(),
  media: z.optional(mediaSchema),
  state: itemStateSchema,
  windows: windowsSchema,
  result: resultSchema,
  /** Single people who may still answer after the question has closed, and until when. Absent: none. */
  openFor: z.optional(
    z.array(z.object({ userId: idSchema, name: z.string(), closesAt: epochMsSchema })),
  ),
  /** When a skipped item was taken back from everybody. Absent: it was not. */
  takenBackAt: z.optional(epochMsSchema),
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
/** Whether everybody with an account may play, also without joining. */
export const isOpenToAccounts = (joining: Joining): boolean =>
  joining === 'anybody' || joining === 'accounts';

/** How home viewers get into a team when they join: they choose it, or the server deals them to the smallest one. */
export const teamsModeSchema = z.enum(['chosen', 'dealt']);
export type TeamsMode = z.infer<typeof teamsModeSchema>;
export const teamSchema = z.object({ id: idSchema, name: z.string() });
export type Team = z.infer<typeof teamSchema>;

/**
 * How a first place that several people share is decided. `shared`: not at all. `earlier`: the one who answered the
 * last question first wins.
 */
export const tieBreakSchema = z.enum(['shared', 'earlier']);
export type TieBreak = z.infer<typeof tieBreakSchema>;

/** Shows with a common board. */
const seasonSchema = z.object({ id: idSchema, name: z.string() });
export type Season = z.infer<typeof seasonSchema>;

const showFields = {
  id: idSchema,
  title: z.string(),
  state: showStateSchema,
  /** Every act on the show raises it. */
  version: z.int().check(z.nonnegative()),
  createdAt: epochMsSchema,
  /** How many seconds the stream of home viewers lags behind the studio. */
  homeDelaySeconds: z.int().check(z.gte(0), z.lte(LIMITS.homeDelaySeconds)),
  /** Whether phones withhold points, ranks and boards of a question until they are revealed on air or published. */
  holdPoints: z.boolean(),
  /** The season that its points count for; absent: none. */
  season: z.optional(seasonSchema),
};
export const showSummarySchema = z.object({
  ...showFields,
  itemCount: z.int().check(z.nonnegative()),
});
export type ShowSummary = z.infer<typeof showSummarySchema>;
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
/** A show with its items in order. */
export const rundownSchema = z.object({
  ...showFields,
  tieBreak: tieBreakSchema,
  /** Whether home viewers are asked for the entry fee of its questions. Absent: they are not. */
  entryFee: z.optional(z.boolean()),
  /** The language of its stage and of its answers. */
  language: languageTagSchema,
  items: z.array(rundownItemSchema),
  /** Number of simulated players in a rehearsal. */
  players: z.optional(z.int()),
  /** Absent from the house show, which needs no joining. */
  join: z.optional(z.object({ code: z.string(), joining: joiningSchema })),
  /** Absent: the show has no teams. */
  teams: z.optional(z.object({ mode: teamsModeSchema, list: z.array(teamSchema) })),
});
export type Rundown = z.infer<typeof rundownSchema>;

/* Remote control of a show: tokens, acts, and the state for devices. */

/** A control token. `usedAt` null: never used. */
export const controlTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: epochMsSchema,
  usedAt: z.nullable(epochMsSchema),
  /** The show that the token controls. If it is the house show, the token controls the open show that is on air. */
  showId: idSchema,
  /** Whether the token has ended, as the admin who made it has changed their password. */
  isOver: z.boolean(),
});
export type ControlToken = z.infer<typeof controlTokenSchema>;

export const controlActSchema = z.enum([
  'go',
  'release-studio',
  'release-home',
  'revoke-studio',
  'revoke-home',
  'extend',
  'close',
  'take-back',
  'skip',
  'plan-again',
  'arm',
  'reopen',
  'lock',
  'unlock',
  'reveal',
  'reveal-all',
  'hide',
  'show-board',
  'publish',
  'void',
  'count-again',
  'next',
  'scores',
  'season',
  'holding',
  'test-card',
  'countdown',
  'standings',
  'take-out',
  'undo',
]);
export type RemoteAct = z.infer<typeof controlActSchema>;

/**
 * An audience's window. `scheduled`: released, and opens by itself after the home delay. `locked`: the other audience's
 * timer runs.
 */
const controlWindowSchema = z.enum(['withheld', 'scheduled', 'open', 'locked', 'expired']);

/** The state for devices: a flat object in which every key is always present, with '' or 0 for no value. */
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
  /** The act that `go` will perform. */
  go: z.string(),
  go_text: z.string(),
  can_go: z.boolean(),
  /** Why `go` must wait; '' if it need not. */
  go_why: z.string(),
  /** The act that `undo` will perform; 'none': there is nothing to undo. */
  undo: z.string(),
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
  /** Whether the armed question is on the stage screen. */
  on_air: z.boolean(),
  groups: countSchema,
  revealed: countSchema,
  screens: countSchema,
});
export type ControlState = z.infer<typeof controlStateSchema>;
