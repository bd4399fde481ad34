import * as z from 'zod/mini';
import {
  countSchema,
  epochMsSchema,
  idSchema,
  languageTagSchema,
  leaderboardEntrySchema,
  mediaSchema,
  resultSchema,
  sharedPlaceSchema,
  storedMediaSchema,
  windowsSchema,
} from './entities.ts';

/* The stage of a show: its scenes, what its screens receive, and what the producer controls. */

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
