import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Roles as the wire knows them: 1 admin, 2 home viewer, 3 contestant. */
export const ROLE = { admin: 1, home: 2, contestant: 3 } as const;
export const roleIdSchema = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type RoleId = z.infer<typeof roleIdSchema>;

/** The two audiences a question is released to. */
export const AUDIENCES = ['studio', 'home'] as const;
export const audienceSchema = z.enum(AUDIENCES);
export type Audience = z.infer<typeof audienceSchema>;

/** How events name the audience (specification §4: 'when the event type is contestant'). */
export const audienceTypeSchema = z.enum(['contestant', 'home']);
export type AudienceType = z.infer<typeof audienceTypeSchema>;

/** An id is opaque to whoever did not make it. */
export const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Unknown id.');

/** NUL and lone surrogates can be neither stored nor shown; everything else is kept as typed. */
const isCleanText = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);

/** Free text of 1 to `max` characters once trimmed. */
export const textSchema = (max: number, required: string) =>
  z
    .string()
    .trim()
    .min(1, required)
    .max(max, `At most ${max} characters, please.`)
    .refine(isCleanText, 'The text contains characters that cannot be stored.');

/** A person's name: one line. */
export const nameSchema = textSchema(LIMITS.nameLength, 'Name is required.').refine(
  (name) => !/\p{Cc}|\u2028|\u2029/u.test(name),
  'A name is a single line.',
);

/** An e-mail address, lower-cased. Line breaks never pass: they would add mail headers. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Email is required.')
  .max(LIMITS.emailLength, `At most ${LIMITS.emailLength} characters, please.`)
  .pipe(z.email('Please enter a valid email address'));

/** A moment, ISO 8601 with zone. */
export const momentSchema = z.iso.datetime({ offset: true });

/** An instant on the server's clock, epoch milliseconds. */
export const epochMsSchema = z.number().int().nonnegative();

export const userSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role_id: roleIdSchema,
});
export type User = z.infer<typeof userSchema>;

/** What the login token carries. `ver` ends all older tokens at once when it moves. */
export const tokenClaimsSchema = userSchema.extend({
  ver: z.number().int().optional(),
  exp: z.number().int(),
});
export type TokenClaims = z.infer<typeof tokenClaimsSchema>;

/** A countdown as the specification words it; `endTime` is epoch ms on the server's clock. */
export const timerSchema = z.object({
  durationMinutes: z.number().int(),
  durationSeconds: z.number().int(),
  endTime: epochMsSchema,
});
export type Timer = z.infer<typeof timerSchema>;

/** One audience's newest release. `closesAt` null: open until revoked. */
export const windowSchema = z.object({
  released: z.boolean(),
  timed: z.boolean(),
  closesAt: epochMsSchema.nullable(),
});
export type ReleaseWindow = z.infer<typeof windowSchema>;

/** The windows of both audiences on one game session. */
export const windowsSchema = z.object({ studio: windowSchema, home: windowSchema });
export type ReleaseWindows = z.infer<typeof windowsSchema>;

/**
 * A question as one audience may see it. `question_text` is null for an audience it was
 * never released to (a locked question shows that it exists, not what it says).
 */
export const activeQuestionSchema = z.object({
  id: idSchema,
  question_id: idSchema,
  game_session_id: idSchema,
  question_text: z.string().nullable(),
  start_time: momentSchema,
  end_time: momentSchema,
  created_at: momentSchema,
  homeViewerTimer: timerSchema.optional(),
  contestantTimer: timerSchema.optional(),
  windows: windowsSchema,
});
export type ActiveQuestion = z.infer<typeof activeQuestionSchema>;

/** One's own answer to one game session. `awardedPoints` moves with the groups. */
export const ownAnswerSchema = z.object({
  gameSessionId: idSchema,
  answer_text: z.string(),
  awardedPoints: z.number().int().nonnegative(),
  answeredAt: epochMsSchema,
});
export type OwnAnswer = z.infer<typeof ownAnswerSchema>;

export const leaderboardEntrySchema = z.object({
  rank: z.number().int().positive(),
  username: z.string(),
  user_id: idSchema,
  role_id: roleIdSchema,
  total_points: z.number().int().nonnegative(),
});
export type LeaderboardEntry = z.infer<typeof leaderboardEntrySchema>;

export const distributionItemSchema = z.object({
  answer_text: z.string(),
  count: z.number().int().positive(),
});
export type DistributionItem = z.infer<typeof distributionItemSchema>;

/** Why a text is in its group. */
export const matchReasonSchema = z.enum([
  'exact',
  'spelling',
  'word-order',
  'short-form',
  'number',
  'known-name',
  'model',
]);
export type MatchReason = z.infer<typeof matchReasonSchema>;

export const groupingSchema = z.object({
  aiEnabled: z.boolean(),
  totalAnswers: z.number().int().nonnegative(),
  totalGroups: z.number().int().nonnegative(),
  explanation: z.string(),
  groupingDetails: z.array(
    z.object({
      groupId: idSchema,
      representative: z.string(),
      /** What a home viewer and a contestant of this group get. */
      pointsPerAnswer: z.number().int().nonnegative(),
      contestantPoints: z.number().int().nonnegative(),
      count: z.number().int().positive(),
      answers: z.array(
        z.object({
          originalText: z.string(),
          userId: idSchema.nullable(),
          reason: matchReasonSchema.optional(),
        }),
      ),
    }),
  ),
});
export type Grouping = z.infer<typeof groupingSchema>;

/** A question as the producer sees it, with both lanes. */
export const adminQuestionSchema = z.object({
  id: idSchema,
  question_id: idSchema,
  game_session_id: idSchema,
  question_text: z.string(),
  session_date: z.string(),
  start_time: momentSchema,
  end_time: momentSchema,
  created_at: momentSchema,
  shown_on_air: z.boolean(),
  shown_to_home: z.boolean(),
  windows: windowsSchema,
  contestantTimer: timerSchema.optional(),
  homeViewerTimer: timerSchema.optional(),
  answered: z.object({ studio: z.number().int(), home: z.number().int() }),
  topGroups: z.array(z.object({ representative: z.string(), count: z.number().int() })),
});
export type AdminQuestion = z.infer<typeof adminQuestionSchema>;

export const adminUserSchema = userSchema.extend({
  total_score: z.number().int(),
  total_answers: z.number().int(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;
