import { z } from 'zod';
import {
  AUDIENCES,
  type Audience,
  mediaSchema,
  type ReleaseWindows,
  resultSchema,
  windowSchema,
} from '#machines/contract/entities.ts';
import type { ServerEvent } from '#machines/contract/events.ts';
import { audienceType } from '#machines/contract/audience.ts';
import { disclosure } from '#machines/answering/rules/disclosure.ts';
import { RESULT_ACTS } from '#machines/results/rules/result.ts';
import { windowState } from '#machines/answering/rules/schedule.ts';
import type { Broadcaster, AudiencePart } from '#server/show/announce.ts';
import type { Room, Viewer } from '#server/realtime/rooms.ts';
import {
  producerView,
  feedOf,
  type PlayersOf,
  type QuestionRecord,
  recordFor,
  releaseTimer,
  viewFor,
  windowsOf,
} from '#server/answering/view.ts';

const audienceReleaseSchema = z.object({
  window: windowSchema,
  durationS: z.number(),
  openedAt: z.number(),
  firstReleasedAt: z.number(),
  unseenUntil: z.number().nullable(),
});
const playersOfSchema = z.object({
  showId: z.string(),
  rehearsal: z.number().optional(),
  isForMembers: z.literal(true).optional(),
});
const recordSchema = playersOfSchema.extend({
  id: z.string(),
  gameSessionId: z.string(),
  text: z.string(),
  media: z.exactOptional(mediaSchema),
  mediaKey: z.string().exactOptional(),
  startAt: z.number(),
  endAt: z.number(),
  createdAt: z.number(),
  releases: z.object({
    studio: audienceReleaseSchema.nullable(),
    home: audienceReleaseSchema.nullable(),
  }),
  result: resultSchema,
  board: z
    .array(
      z
        .object({
          label: z.string(),
          count: z.number(),
          revealedAt: z.number(),
        })
        .nullable(),
    )
    .readonly()
    .exactOptional(),
  endedAt: z.number().exactOptional(),
  acts: z
    .array(z.object({ act: z.enum(RESULT_ACTS), at: z.number(), reason: z.string().nullable() }))
    .readonly(),
  homeDelayMs: z.number(),
  hasEntryFee: z.literal(true).exactOptional(),
  itemId: z.string(),
  openFor: z
    .array(
      z.object({
        userId: z.string(),
        name: z.string(),
        audience: z.enum(AUDIENCES),
        openedAt: z.number(),
        closesAt: z.number(),
      }),
    )
    .readonly()
    .exactOptional(),
});
/** What happened to an audience's window. */
const windowEventSchema = z.enum(['question-released', 'question-revoked', 'timer-expired']);
export type WindowEvent = z.infer<typeof windowEventSchema>;

const changeEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('changed'),
    /** The question after the change. */
    record: recordSchema,
    /** The event for each audience; an audience without an event here receives `questions-updated`. */
    windowEvents: z.object({
      studio: windowEventSchema.exactOptional(),
      home: windowEventSchema.exactOptional(),
    }),
    /** The one person who got the question opened again. */
    openedFor: z.string().exactOptional(),
  }),
  /** A deleted question, with its record before the deletion. */
  z.object({ type: z.literal('deleted'), record: recordSchema }),
  z.object({
    type: z.literal('answers-shown'),
    record: recordSchema,
    /** The audiences that may already see the answers. */
    to: z.array(z.enum(AUDIENCES)),
    /** When the stage screen has shown the reveal, epoch ms; players do not see the answers before. */
    shownAt: z.number().exactOptional(),
  }),
  /** Home may now see what the studio has already seen. */
  z.object({
    type: z.literal('disclosed'),
    record: recordSchema,
    /** Whether a group was revealed. */
    isReveal: z.boolean(),
  }),
  /** Home may now see the final places of a show. */
  z.object({ type: z.literal('finale-disclosed'), record: playersOfSchema }),
]);
/** What a change is about, and the data to send to clients. */
export type ChangeEvent = z.infer<typeof changeEventSchema>;

type AnswersShown = Extract<ChangeEvent, { type: 'answers-shown' }>;

/** A change that clients see. It is stored and sent to other processes, so that any process can announce it. */
export const changeSchema = z.object({
  /** The id of the show; the change is in its feed. */
  feed: z.string(),
  /** The feed's version with this change. */
  version: z.number(),
  /** When the change happened, epoch ms. */
  at: z.number(),
  event: changeEventSchema,
});
export type Change = z.infer<typeof changeSchema>;

type Stamp = Pick<Change, 'feed' | 'version' | 'at'>;
const versionOf = ({ feed, version, at }: Stamp) => ({ feed, version, serverTime: at });
const aboutOf = (
  { id: questionId, gameSessionId }: Pick<QuestionRecord, 'id' | 'gameSessionId'>,
  stamp: Stamp,
) => ({ ...versionOf(stamp), questionId, gameSessionId });

/** The payload with which producers' lists of questions are updated after a change. */
const forProducers = (broadcaster: Broadcaster, record: QuestionRecord | null) => ({
  question: record && producerView(record),
  connected: broadcaster.connected(),
});

/** A viewer in this room who may see the question: a member of its show, and of its rehearsal if there is one. */
const viewerIn = (room: Room, { rehearsal, showId }: PlayersOf): Viewer => ({
  room,
  rehearsal: rehearsal ?? null,
  shows: [showId],
});

/** The part of the audience that is notified, as in `mayKnow`; undefined: the whole audience. */
const partOf = ({ rehearsal, isForMembers, showId }: PlayersOf): AudiencePart | undefined => {
  if (rehearsal !== undefined) return { rehearsal };
  return isForMembers === true ? { showId } : undefined;
};

/**
 * Sends each room of the feed what it may see now (specification §4). Every room gets every version, so a gap in the
 * versions means a missed event.
 */
export function announceChange(broadcaster: Broadcaster, { event, ...stamp }: Change): void {
  switch (event.type) {
    case 'changed':
      announceQuestion(broadcaster, stamp, event);
      break;
    case 'deleted':
      announceDeletion(broadcaster, stamp, event.record);
      break;
    case 'answers-shown':
      announceAnswersShown(broadcaster, stamp, event);
      break;
    case 'disclosed':
      announceDisclosure(broadcaster, stamp, event);
      break;
    case 'finale-disclosed':
      for (const audience of AUDIENCES)
        announceNothing(broadcaster, stamp, audience, partOf(event.record));
      broadcaster.toAdmins('questions-updated', { ...versionOf(stamp), question: null });
  }
  announceToProducers(broadcaster, event, stamp.at);
}

/** Sends the producers of the show the changed question. */
function announceToProducers(broadcaster: Broadcaster, event: ChangeEvent, at: number): void {
  if (event.type !== 'changed' && event.type !== 'deleted') return;
  const { record } = event;
  const payload = listUpdate(broadcaster, { record, at, isDeleted: event.type === 'deleted' });
  broadcaster.toProducers(record.showId, 'question-list-updated', payload);
}

/** Makes clients with an older version of a feed request a snapshot. `players`: who plays in the feed's show now. */
export function announceVersion(broadcaster: Broadcaster, stamp: Stamp, players: PlayersOf): void {
  // Players are not notified of a rehearsal that is over.
  if (feedOf(players) === stamp.feed)
    for (const audience of AUDIENCES)
      broadcaster.toAudience(audience, 'feed-moved', versionOf(stamp), partOf(players));
  broadcaster.toAdmins('feed-moved', versionOf(stamp), players.showId);
}

function announceAnswersShown(
  broadcaster: Broadcaster,
  stamp: Stamp,
  { record, to, shownAt }: AnswersShown,
): void {
  const about = aboutOf(record, stamp);
  const part = partOf(record);
  for (const audience of AUDIENCES) {
    if (!to.includes(audience)) {
      announceNothing(broadcaster, stamp, audience, part);
      continue;
    }
    const question = viewFor(viewerIn(audience, record), record, stamp.at);
    const payload = {
      ...about,
      ...(question && { question }),
      ...(shownAt !== undefined && { shownAt }),
    };
    broadcaster.toAudience(audience, 'show-answers', payload, part);
  }
  broadcaster.toAdmins('show-answers', about);
}

function announceDisclosure(
  broadcaster: Broadcaster,
  stamp: Stamp,
  { record, isReveal }: Extract<ChangeEvent, { type: 'disclosed' }>,
): void {
  const part = partOf(record);
  const about = aboutOf(record, stamp);
  announceNothing(broadcaster, stamp, 'studio', part);
  broadcaster.toAdmins('questions-updated', {
    ...about,
    question: viewFor(viewerIn('admin', record), record, stamp.at),
    forProducers: forProducers(broadcaster, record),
  });
  if (!isKnownTo('home', record, stamp.at)) {
    announceNothing(broadcaster, stamp, 'home', part);
    return;
  }
  const question = viewFor(viewerIn('home', record), record, stamp.at);
  broadcaster.toAudience('home', 'questions-updated', { ...about, question }, part);
  announceOwn(broadcaster, stamp, record);
  if (isReveal)
    broadcaster.toAudience('home', 'show-answers', { ...about, shownAt: stamp.at }, part);
}

/** Sends only the version to an audience that may not see the change, so that clients do not detect a gap and load. */
const announceNothing = (
  broadcaster: Broadcaster,
  stamp: Stamp,
  audience: Audience,
  part: AudiencePart | undefined,
): void =>
  broadcaster.toAudience(
    audience,
    'questions-updated',
    { ...versionOf(stamp), question: null },
    part,
  );

const isKnownTo = (audience: Audience, record: QuestionRecord, at: number): boolean =>
  disclosure(record, audience, at).isKnown;

function announceQuestion(
  broadcaster: Broadcaster,
  stamp: Stamp,
  { record, windowEvents: happened, openedFor }: Extract<ChangeEvent, { type: 'changed' }>,
): void {
  const windowEvents = withoutScheduled(happened, windowsOf(record), stamp.at);
  const about = aboutOf(record, stamp);
  const forAdmins = {
    ...about,
    question: viewFor(viewerIn('admin', record), record, stamp.at),
    forProducers: forProducers(broadcaster, record),
  };

  const part = partOf(record);
  for (const audience of AUDIENCES) {
    const question = viewFor(viewerIn(audience, record), record, stamp.at);
    const forAudience = { ...about, question };
    const isKnown = isKnownTo(audience, record, stamp.at);
    const name = windowEvents[audience];
    if (!isKnown) announceNothing(broadcaster, stamp, audience, part);
    else if (name === undefined)
      broadcaster.toAudience(audience, 'questions-updated', forAudience, part);
    if (name === undefined) continue;
    const type = audienceType(audience);
    if (isKnown) broadcaster.toAudience(audience, name, { ...forAudience, type }, part);
    broadcaster.toAdmins(name, { ...forAdmins, type });
    const timer = name === 'question-released' ? releaseTimer(record.releases[audience]) : null;
    if (timer === null) continue;
    if (isKnown)
      broadcaster.toAudience(audience, 'timer-started', { ...forAudience, type, timer }, part);
    broadcaster.toAdmins('timer-started', { ...forAdmins, type, timer });
  }
  if (Object.keys(windowEvents).length === 0) broadcaster.toAdmins('questions-updated', forAdmins);
  announceOwn(broadcaster, stamp, record, openedFor);
}

/** Sends the people with windows of their own what they see, after what their audience was sent of the same change. */
function announceOwn(
  broadcaster: Broadcaster,
  stamp: Stamp,
  record: QuestionRecord,
  openedFor?: string,
): void {
  for (const { userId, audience } of record.openFor ?? []) {
    const own = recordFor(record, userId, stamp.at);
    const question = viewFor(viewerIn(audience, record), own, stamp.at);
    if (own === record || question === null) continue;
    const payload = { ...aboutOf(record, stamp), question };
    if (userId !== openedFor) {
      broadcaster.toUser(userId, 'questions-updated', payload);
      continue;
    }
    const type = audienceType(audience);
    broadcaster.toUser(userId, 'question-released', { ...payload, type });
    const timer = releaseTimer(own.releases[audience]);
    if (timer !== null) broadcaster.toUser(userId, 'timer-started', { ...payload, type, timer });
  }
}

/** Leaves out the events of scheduled releases, which are announced when they open. */
function withoutScheduled(
  happened: Partial<Record<Audience, WindowEvent>>,
  windows: ReleaseWindows,
  at: number,
): Partial<Record<Audience, WindowEvent>> {
  const isAnnounced = ([audience]: readonly [Audience, unknown]) =>
    windowState(windows, audience, at) !== 'scheduled';
  return Object.fromEntries(
    AUDIENCES.flatMap((audience) => {
      const name = happened[audience];
      return name === undefined ? [] : [[audience, name] as const];
    }).filter(isAnnounced),
  );
}

/** Returns the game session that the change released to an audience outside of a rehearsal, or null. */
export const releasedIn = ({ event }: Change): string | null =>
  event.type === 'changed' &&
  event.record.rehearsal === undefined &&
  Object.values(event.windowEvents).includes('question-released')
    ? event.record.gameSessionId
    : null;

/** Whether a question was revoked from both audiences before its result was locked. */
export const isWithdrawn = (record: QuestionRecord): boolean =>
  record.result.state === 'counting' &&
  wasReleased(record) &&
  AUDIENCES.every((audience) => !windowsOf(record)[audience].released);

/** Whether boards may contain points of the question: it was released, and is not rehearsed. */
export const mayHavePoints = (record: QuestionRecord): boolean =>
  record.rehearsal === undefined && wasReleased(record);

/** Whether the change deleted a question that may have had points on boards. */
export const hasDeletedPoints = ({ event }: Change): boolean =>
  event.type === 'deleted' && mayHavePoints(event.record);

function announceDeletion(broadcaster: Broadcaster, stamp: Stamp, record: QuestionRecord): void {
  const about = { ...aboutOf(record, stamp), question: null };
  for (const audience of AUDIENCES)
    if (isKnownTo(audience, record, stamp.at))
      broadcaster.toAudience(audience, 'questions-updated', about, partOf(record));
    else announceNothing(broadcaster, stamp, audience, partOf(record));
  broadcaster.toAdmins('questions-updated', {
    ...about,
    forProducers: forProducers(broadcaster, null),
  });
}

/** Whether the question was ever released, so that players may have answered. */
export const wasReleased = ({ releases }: QuestionRecord): boolean =>
  AUDIENCES.some((audience) => releases[audience] !== null);

/** Announces a change that no player can see, to producers only. It does not increase the feed's version. */
export const announceToAdmins = (broadcaster: Broadcaster, change: ListChange): void =>
  broadcaster.toAdmins(
    'question-list-updated',
    listUpdate(broadcaster, change),
    change.record.showId,
  );

interface ListChange {
  readonly record: QuestionRecord;
  /** Epoch ms. */
  readonly at: number;
  readonly isDeleted?: boolean;
}

const listUpdate = (
  broadcaster: Broadcaster,
  { record, at, isDeleted = false }: ListChange,
): ServerEvent<'question-list-updated'> => ({
  serverTime: at,
  questionId: record.id,
  gameSessionId: record.gameSessionId,
  forProducers: forProducers(broadcaster, isDeleted ? null : record),
});

/** Whether players can see the question at all; otherwise its changes concern only admins. */
export const isSeen = (record: QuestionRecord, at: number): boolean =>
  AUDIENCES.some((audience) => viewFor(viewerIn(audience, record), record, at) !== null);
