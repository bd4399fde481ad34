import { m } from 'messages';
import * as z from 'zod/mini';
import {
  epochMsSchema,
  idSchema,
  languageTagSchema,
  mediaSchema,
  resultSchema,
  seasonSchema,
  showStateSchema,
  teamSchema,
  windowsSchema,
} from './entities.ts';
import { LIMITS, MAX_TIMER_MINUTES, MAX_TIMER_SECONDS } from './limits.ts';
import { isValidText } from './text.ts';

/* A show and its rundown: its items with their presets, and who plays in it. */

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
/**
 * How a first place that several people share is decided. `shared`: not at all. `earlier`: the one who answered the
 * last question first wins.
 */
export const tieBreakSchema = z.enum(['shared', 'earlier']);
export type TieBreak = z.infer<typeof tieBreakSchema>;

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
