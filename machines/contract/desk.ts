import { m } from 'messages';
import { SUGGESTION_SOURCES } from 'answer-grouping/match-reason';
import * as z from 'zod/mini';
import {
  epochMsSchema,
  idSchema,
  matchReasonSchema,
  resultStateSchema,
  textSchema,
} from './entities.ts';
import { LIMITS } from './limits.ts';

/* The grouping desk: a producer's decisions about the groups of one game session. */

const countSchema = z.int().check(z.nonnegative());
const turnSchema = z.int().check(z.positive());
/** A normalised text as the server created it. */
const keySchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.answerKeyLength));
const groupIdsSchema = z.array(idSchema).check(z.maxLength(LIMITS.deskChosen));
const someGroupIdsSchema = groupIdsSchema.check(z.minLength(1));
const mergeIdsSchema = z.array(idSchema).check(z.minLength(1), z.maxLength(LIMITS.modelMerges));
const appealIds = z.optional(z.array(idSchema).check(z.minLength(1), z.maxLength(LIMITS.appeals)));

/**
 * One decision. `gather` merges groups, splits texts out and moves them: the given groups and texts become one group.
 * It keeps the name of the largest given group; without groups it is new. `decline` rejects a suggestion about these
 * texts. `accept` and `dismiss` decide merges that a model suggested.
 */
export const deskActSchema = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('gather'),
      groups: groupIdsSchema,
      texts: z.array(keySchema).check(z.maxLength(LIMITS.deskChosen)),
      /** The players' appeals that this decision grants. */
      appealIds,
    })
    .check(
      z.refine(({ groups, texts }) => texts.length > 0 || groups.length > 1, {
        error: m.deskNothingChosen,
      }),
    ),
  z.strictObject({
    kind: z.literal('rename'),
    group: idSchema,
    /** Null: the group is named after its most frequent text again. */
    name: z.nullable(textSchema(LIMITS.answerLength, m.deskNoName)),
  }),
  z.strictObject({ kind: z.literal('hold'), groups: someGroupIdsSchema }),
  z.strictObject({ kind: z.literal('restore'), groups: someGroupIdsSchema }),
  z.strictObject({
    kind: z.literal('decline'),
    texts: z.array(keySchema).check(z.minLength(1), z.maxLength(2)),
    appealIds,
  }),
  z.strictObject({ kind: z.literal('accept'), mergeIds: mergeIdsSchema }),
  z.strictObject({ kind: z.literal('dismiss'), mergeIds: mergeIdsSchema }),
  z.strictObject({ kind: z.literal('undo') }),
  z.strictObject({ kind: z.literal('redo') }),
]);
export type DeskAct = z.infer<typeof deskActSchema>;

/** A distinct text with all its spellings. */
export const deskTextSchema = z.object({
  key: z.string(),
  text: z.string(),
  home: countSchema,
  studio: countSchema,
  matchReason: matchReasonSchema,
  /** Its spellings with their counts, the most frequent first; at most `LIMITS.deskSpellings`. */
  spellings: z.array(z.tuple([z.string(), countSchema])),
});
export type DeskText = z.infer<typeof deskTextSchema>;

export const deskGroupSchema = z.object({
  groupId: idSchema,
  /** The label shown on air. */
  label: z.string(),
  /** The name that a producer gave the group; null: none. */
  name: z.nullable(z.string()),
  isHeld: z.boolean(),
  /** Whether a word list flags the label as unfit for air, so that a producer must decide. */
  isFlagged: z.boolean(),
  /**
   * Set if many of the group's answers come from one network; `isOneDomain`: their authors also share a mail domain.
   */
  origin: z.optional(
    z.object({ percent: z.int().check(z.gte(0), z.lte(100)), isOneDomain: z.boolean() }),
  ),
  texts: z.array(deskTextSchema),
});
export type DeskGroup = z.infer<typeof deskGroupSchema>;

/** A decision in the history. */
export const deskEntrySchema = z.object({
  turn: turnSchema,
  kind: z.enum([
    'merge',
    'split',
    'move',
    'rename',
    'hold',
    'restore',
    'decline',
    'accept',
    'dismiss',
    'undo',
    'redo',
  ]),
  at: epochMsSchema,
  /** Null: the account is deleted. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The groups or texts that the decision was about, as they were named then. */
  about: z.array(z.string()),
  /** The new name of the group, or the group that texts were moved to; null: neither. */
  to: z.nullable(z.string()),
  isUndone: z.boolean(),
});
export type DeskEntry = z.infer<typeof deskEntrySchema>;

export const deskSuggestionSchema = z.object({
  /**
   * One text of each group that may match. A single text: players appealed that it means one of the texts in `wanted`,
   * which no other answer has.
   */
  keys: z.array(z.string()),
  wanted: z.optional(z.array(z.string())),
  source: z.enum(SUGGESTION_SOURCES),
  mergeId: z.optional(idSchema),
  appealIds: z.optional(z.array(idSchema)),
});
export type DeskSuggestion = z.infer<typeof deskSuggestionSchema>;

export const deskSchema = z.object({
  gameSessionId: idSchema,
  /** The show that owns the question, and its item there. */
  showId: idSchema,
  itemId: idSchema,
  question: z.string(),
  /** The number of decisions so far; the next decision must be based on this version (`upon`). */
  version: countSchema,
  /**
   * The state of the result. Once points are final, a decision that changes points is a correction and needs a reason.
   */
  state: resultStateSchema,
  /** The largest group first. */
  groups: z.array(deskGroupSchema),
  /** The newest decision first, at most `LIMITS.deskHistory`. */
  history: z.array(deskEntrySchema),
  /** The decisions that undo and redo act on; null: there is none. */
  undo: z.nullable(turnSchema),
  redo: z.nullable(turnSchema),
  /** The suggestion that changes the most points first. */
  suggestions: z.array(deskSuggestionSchema),
});
export type Desk = z.infer<typeof deskSchema>;
