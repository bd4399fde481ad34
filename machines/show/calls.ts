import { m } from 'messages';
import { languages } from 'messages/language';
import * as z from 'zod/mini';
import {
  joiningSchema,
  presetsSchema,
  rundownSchema,
  showSummarySchema,
  teamsModeSchema,
  tieBreakSchema,
  timerSecondsSchema,
} from '#machines/contract/rundown.ts';
import { directionSchema, FINAL_SCENES, interludeSchema } from '#machines/contract/stage.ts';
import {
  audienceSchema,
  epochMsSchema,
  idSchema,
  languageTagSchema,
  nameSchema,
  textSchema,
} from '#machines/contract/entities.ts';
import { deskActSchema } from '#machines/contract/desk.ts';
import { LIMITS, OPEN_FOR_S, REHEARSAL_PLAYERS, TEAMS } from '#machines/contract/limits.ts';
import { call, idParams, reasonSchema } from '#machines/contract/call.ts';

const ofItem = { itemId: idSchema };
const ofPlayer = { userId: idSchema };

const questionText = textSchema(LIMITS.questionLength, m.generateNoQuestion);

const teamNamesSchema = z.array(nameSchema).check(
  z.minLength(TEAMS.least, { error: m.rundownTeamCount }),
  z.maxLength(TEAMS.most, { error: m.rundownTeamCount }),
  z.refine((names) => new Set(names.map((name) => name.toLowerCase())).size === names.length, {
    error: m.rundownTeamTwice,
  }),
);

/** Why a show cannot have teams with these names, or null. */
export const teamNamesProblem = (names: readonly string[]): string | null =>
  teamNamesSchema.safeParse(names).error?.issues[0]?.message ?? null;

/** An act of a producer on a show: its rundown, the results of its items, its stage and its state. */
export const showActSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('rename'),
    title: textSchema(LIMITS.titleLength, m.rundownNoTitle),
  }),
  /** Who may play in the show. */
  z.strictObject({ type: z.literal('joining'), joining: joiningSchema }),
  /** Which teams home viewers are in. Null: none. */
  z.strictObject({
    type: z.literal('teams'),
    teams: z.nullable(z.strictObject({ mode: teamsModeSchema, names: teamNamesSchema })),
  }),
  /**
   * Puts the show into a season. Without an id: into the season of this name, which is created if it is new; with an id:
   * into that season, which gets this name. Null: into none.
   */
  z.strictObject({
    type: z.literal('season'),
    season: z.nullable(
      z.strictObject({
        id: z.optional(idSchema),
        name: textSchema(LIMITS.titleLength, m.rundownNoSeasonName),
      }),
    ),
  }),
  z.strictObject({
    type: z.literal('delay'),
    seconds: z
      .int({ error: m.rundownBadDelay })
      .check(
        z.gte(0, { error: m.rundownBadDelay }),
        z.lte(LIMITS.homeDelaySeconds, { error: m.rundownBadDelay }),
      ),
  }),
  z.strictObject({
    type: z.literal('add'),
    questions: z
      .array(z.strictObject({ text: questionText, presets: z.optional(presetsSchema) }))
      .check(
        z.minLength(1, { error: m.rundownNoQuestion }),
        z.maxLength(LIMITS.rundownItems, { error: m.rundownFull }),
      ),
  }),
  /** Changes the presets of an item, and corrects its text, picture or sound, also while it is open. */
  z.strictObject({
    type: z.literal('edit'),
    ...ofItem,
    presets: presetsSchema,
    text: z.optional(questionText),
    /** An uploaded picture or sound; null: none. */
    media: z.optional(
      z.nullable(
        z.strictObject({
          id: idSchema,
          alt: textSchema(LIMITS.altLength, m.mediaNoAlt),
        }),
      ),
    ),
  }),
  z.strictObject({ type: z.literal('move'), ...ofItem, to: z.int().check(z.nonnegative()) }),
  z.strictObject({ type: z.literal('skip'), ...ofItem, skipped: z.boolean() }),
  z.strictObject({ type: z.literal('remove'), ...ofItem }),
  z.strictObject({ type: z.literal('arm'), ...ofItem }),
  /** Releases an item to the named audiences. Values: seconds of the timer; null: no timer. */
  z.strictObject({
    type: z.literal('release'),
    ...ofItem,
    timers: z
      .strictObject({
        studio: z.optional(timerSecondsSchema),
        home: z.optional(timerSecondsSchema),
      })
      .check(z.refine((timers) => Object.keys(timers).length > 0, { error: m.unexpected })),
  }),
  /** Releases an item to one audience, even if it is not the next act. `seconds` null: no timer. */
  z.strictObject({
    type: z.literal('releaseTo'),
    ...ofItem,
    audience: audienceSchema,
    seconds: timerSecondsSchema,
    /** Why a locked item opens again. */
    reason: z.optional(reasonSchema),
    /** When the window opens, epoch ms; set when undoing a revoke. By default Home opens after the show's delay. */
    opensAt: z.optional(epochMsSchema),
  }),
  z.strictObject({ type: z.literal('revoke'), ...ofItem, audience: audienceSchema }),
  /** Revokes an item from everybody, skips it and removes it from the stage: it was the wrong question. */
  z.strictObject({ type: z.literal('takeBack'), ...ofItem }),
  /** Undoes a revoke after the window has ended: players see the question again, but cannot answer. */
  z.strictObject({ type: z.literal('restore'), ...ofItem, audience: audienceSchema }),
  z.strictObject({
    type: z.literal('extend'),
    ...ofItem,
    seconds: z.int().check(z.gte(1), z.lte(600)),
  }),
  z.strictObject({ type: z.literal('close'), ...ofItem }),
  /** Opens an item that has closed again for one person, who could not answer. */
  z.strictObject({
    type: z.literal('openFor'),
    ...ofItem,
    ...ofPlayer,
    seconds: z.literal([...OPEN_FOR_S]),
  }),
  z.strictObject({ type: z.literal('next'), ...ofItem }),
  /** How a shared first place is decided, also while the final standings are on the stage. */
  z.strictObject({ type: z.literal('tieBreak'), by: tieBreakSchema }),
  /** The language of the stage and of the answers. */
  z.strictObject({
    type: z.literal('language'),
    language: languageTagSchema.check(
      z.refine((tag) => languages.includes(tag), { error: m.unexpected }),
    ),
  }),
  /** Asks home viewers for the entry fee of the questions, from the next release. */
  z.strictObject({ type: z.literal('entryFee'), on: z.boolean() }),
  /** Whether points wait until they are revealed on air. */
  z.strictObject({ type: z.literal('holdPoints'), on: z.boolean() }),
  /** Freezes the groups of an item; unlocking needs a reason. */
  z.strictObject({ type: z.literal('lock'), ...ofItem }),
  z.strictObject({ type: z.literal('unlock'), ...ofItem, reason: reasonSchema }),
  /** Makes the points of an item final. */
  z.strictObject({ type: z.literal('publish'), ...ofItem }),
  /** Takes back all points of an item in any state and closes its windows. */
  z.strictObject({ type: z.literal('void'), ...ofItem, reason: reasonSchema }),
  /** Undoes `void`: the item is as it was, but its windows stay closed. */
  z.strictObject({ type: z.literal('unvoid'), ...ofItem }),
  /** Reveals a group of the item on the stage: without an id the least popular hidden one, or `all` hidden ones at once. */
  z.strictObject({
    type: z.literal('reveal'),
    ...ofItem,
    groupId: z.optional(idSchema),
    all: z.optional(z.literal(true)),
  }),
  /** Hides a revealed group; without an id the one revealed last. */
  z.strictObject({ type: z.literal('hide'), ...ofItem, groupId: z.optional(idSchema) }),
  /**
   * A manual decision about the groups of an item, which overrides matching and the model. `upon`: the number of
   * decisions that the producer saw; absent if the decision does not depend on displayed groups. It is independent of
   * the show's version: extending a timer makes no decision outdated, and renaming a group makes no other act outdated.
   */
  z.strictObject({
    type: z.literal('decide'),
    ...ofItem,
    decision: deskActSchema,
    upon: z.optional(z.int().check(z.nonnegative())),
    /** Why a published result is corrected. */
    reason: z.optional(reasonSchema),
  }),
  /** Puts a scene on the stage. */
  z.strictObject({ type: z.literal('scene'), scene: z.enum(['idle', 'board', ...FINAL_SCENES]) }),
  /** Puts a picture over the scene of the stage, or prepares it. What is absent stays as it is. */
  z.strictObject({
    type: z.literal('interlude'),
    /** Null: shows the scene again. */
    interlude: z.optional(z.nullable(interludeSchema)),
    /** The text of the holding picture; null: the usual one. */
    holdingText: z.optional(z.nullable(textSchema(LIMITS.titleLength, m.unexpected))),
    /** When the show starts, for the countdown; null: not known. */
    startsAt: z.optional(z.nullable(epochMsSchema)),
  }),
  /** Puts an item's question on the stage. */
  z.strictObject({ type: z.literal('question'), ...ofItem }),
  /** Performs the act that `nextAct` returns. */
  z.strictObject({ type: z.literal('go') }),
  /** Starts a rehearsal with this number of simulated players. */
  z.strictObject({
    type: z.literal('rehearse'),
    players: z
      .int({ error: m.rundownPlayers })
      .check(
        z.gte(REHEARSAL_PLAYERS.least, { error: m.rundownPlayers }),
        z.lte(REHEARSAL_PLAYERS.most, { error: m.rundownPlayers }),
      ),
  }),
  /** Ends the rehearsal and deletes its data. */
  z.strictObject({ type: z.literal('clear') }),
  z.strictObject({ type: z.literal('goLive') }),
  z.strictObject({ type: z.literal('end') }),
  z.strictObject({
    type: z.literal('reopen'),
    reason: textSchema(LIMITS.reasonLength, m.rundownNoReason),
  }),
  /** Shows a masked name to other players. */
  z.strictObject({ type: z.literal('allowName'), ...ofPlayer }),
  /** Masks a name until a producer allows it. */
  z.strictObject({ type: z.literal('muteName'), ...ofPlayer }),
  z.strictObject({ type: z.literal('renamePlayer'), ...ofPlayer, name: nameSchema }),
  /**
   * Removes a person from the boards of the show and the stage screen, and ends the session of a guest. They cannot join
   * again until a producer restores them.
   */
  z.strictObject({ type: z.literal('removePlayer'), ...ofPlayer }),
  z.strictObject({ type: z.literal('restorePlayer'), ...ofPlayer }),
  /** Gives points by hand to a person or a team of the show; negative points are taken. */
  z.strictObject({
    type: z.literal('givePoints'),
    to: z.union([z.strictObject(ofPlayer), z.strictObject({ teamId: idSchema })]),
    points: z.int({ error: m.pointsBadPoints }).check(
      z.gte(-LIMITS.pointsByHand, { error: m.pointsBadPoints }),
      z.lte(LIMITS.pointsByHand, { error: m.pointsBadPoints }),
      z.refine((points) => points !== 0, { error: m.pointsBadPoints }),
    ),
    reason: reasonSchema,
  }),
  z.strictObject({ type: z.literal('undoPoints'), adjustmentId: idSchema }),
  /** Puts a home viewer into another team. */
  z.strictObject({ type: z.literal('movePlayer'), ...ofPlayer, teamId: idSchema }),
]);

export type ShowAct = z.infer<typeof showActSchema>;

/** A show as its producers see it. */
export const showViewSchema = z.object({
  serverTime: epochMsSchema,
  rundown: rundownSchema,
  direction: directionSchema,
  /** The act that `go` performs. */
  next: z.object({
    /** Null: nothing is left to do. */
    act: z.nullable(showActSchema),
    /** Who can still answer, so that the act has to wait: names, or none if it is open to all; null: it need not wait. */
    waitsFor: z.nullable(z.array(z.string())),
  }),
});
export type ShowView = z.infer<typeof showViewSchema>;
export const showReply = z.object({ show: showViewSchema });

/** The query of a call that may name a show. */
export const showQuery = z.object({ show: z.optional(idSchema) });

/** Calls about shows and their rundowns. */
export const showsCalls = {
  shows: call({
    method: 'GET',
    path: '/api/shows',
    limit: 'account',
    summary:
      'The newest 100 shows, newest first; one of them, by default the one to run now; and the house show, with what its screens show',
    query: showQuery,
    reply: z.object({
      shows: z.array(showSummarySchema),
      show: z.nullable(showViewSchema),
      /** Null for a producer, who sees only shows of their own. */
      house: z.nullable(showViewSchema),
    }),
  }),
  createShow: call({
    method: 'POST',
    path: '/api/shows',
    limit: 'account',
    status: 201,
    summary: 'Create a show, empty or with the questions of another one',
    body: z.strictObject({
      title: textSchema(LIMITS.titleLength, m.rundownNoTitle),
      from: z.optional(idSchema),
      /** Who may play in the show; anybody by default. */
      joining: z.optional(joiningSchema),
    }),
    reply: showReply,
  }),
  showView: call({
    method: 'GET',
    path: '/api/shows/{id}',
    limit: 'account',
    summary: 'A show as its producers see it: rundown, stage and the next act',
    params: idParams,
    reply: showReply,
  }),
  actOnShow: call({
    method: 'POST',
    path: '/api/shows/{id}/acts',
    limit: 'account',
    summary:
      'Change or run a show, based on the given version or the newest; the same request again changes nothing',
    params: idParams,
    body: z.strictObject({
      version: z.optional(z.int().check(z.nonnegative())),
      requestId: z.string().check(z.minLength(8), z.maxLength(LIMITS.requestIdLength)),
      act: showActSchema,
    }),
    reply: showReply,
  }),
  exportShow: call({
    method: 'GET',
    path: '/api/shows/{id}/export/{format}',
    limit: 'account',
    summary: 'Export a show: a workbook (xlsx), or a zip of CSV files (csv)',
    params: z.object({ id: idSchema, format: z.enum(['xlsx', 'csv']) }),
    /** A file. */
    reply: z.unknown(),
  }),
} as const;
