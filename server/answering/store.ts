import type { Kysely, QueryCreator, Transaction } from 'kysely';
import { showIdsIn, showsOfUser } from '#server/show/members.ts';
import { AUDIENCES, type Audience, type RoleId } from '#machines/contract/entities.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import type { OwnWindow } from '#machines/answering/rules/own-window.ts';
import { type DatedWindows, NO_WINDOW, windowState } from '#machines/answering/rules/schedule.ts';
import type { Schema } from '#server/db/schema.ts';
import { formerOfAuthor } from '#server/answering/former-points.ts';
import { MOST_FOLLOWED } from '#server/answering/answer-subscriptions.ts';
import { type RevealDetails, revealDetailsOf, revealNow } from '#server/results/reveal-store.ts';
import type { Viewer } from '#server/realtime/rooms.ts';
import { producedByUser } from '#server/show/producers/store.ts';
import { sessionsHiddenFrom } from '#server/answering/feed-store.ts';
import type { AnswerOrigin } from './origin.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** A stored answer of a person to a game session. Times: epoch ms. */
export interface StoredAnswer {
  readonly userId: string;
  readonly gameSessionId: string;
  readonly audience: Audience;
  readonly text: string;
  readonly textKey: string;
  readonly receivedAt: number;
  /** Its points are held until they are revealed on air or published. */
  readonly isHeld: boolean;
}

/** A new answer to store. */
export interface NewAnswer extends StoredAnswer {
  readonly id: string;
  readonly day: string;
  readonly origin: AnswerOrigin | null;
}

/** The windows of a game session, and which show it belongs to. */
export interface RequestedWindows extends DatedWindows {
  readonly showId: string;
  readonly isRehearsed: boolean;
  /** The show is open to everybody. */
  readonly isOpen: boolean;
  /** The language of the show and of its answers. */
  readonly language: string;
}

/**
 * Returns the windows of these game sessions, locked against deletion; game sessions that do not exist are absent.
 */
export async function readWindows(
  queries: QueryCreator<Schema>,
  gameSessionIds: readonly string[],
): Promise<Map<string, RequestedWindows>> {
  const rows = await queries
    .selectFrom('game_session as s')
    .innerJoin('rundown_item as i', 'i.game_session_id', 's.id')
    .innerJoin('show as p', 'p.id', 'i.show_id')
    .leftJoin('release as r', 'r.game_session_id', 's.id')
    .where('s.id', 'in', gameSessionIds)
    .select(['s.id', 'i.show_id as showId', 's.rehearsal', 'r.audience', 'r.released', 'r.timed'])
    .select(['r.closes_at', 'r.opened_at', 'r.opens_at', 'p.is_open', 'p.language'])
    .forKeyShare('s')
    .execute();
  const windows = new Map<string, RequestedWindows>();
  for (const row of rows) {
    const { id, showId, rehearsal, audience, released, timed, closes_at, opened_at, opens_at } =
      row;
    const known = windows.get(id) ?? {
      studio: NO_WINDOW,
      home: NO_WINDOW,
      showId,
      isRehearsed: rehearsal === 1,
      isOpen: row.is_open === 1,
      language: row.language,
    };
    const window = {
      released: released === 1,
      timed: timed === 1,
      closesAt: closes_at,
      openedAt: opened_at ?? 0,
      ...(opens_at !== null && { opensAt: opens_at }),
    };
    windows.set(id, audience === null ? known : { ...known, [audience]: window });
  }
  return windows;
}

/** Returns the windows of their own that the authors of these answers have or had, by game session and person. */
export async function readOwnWindows(
  tx: Tx,
  answers: readonly { readonly gameSessionId: string; readonly userId: string }[],
): Promise<ReadonlyMap<string, Pick<OwnWindow, 'openedAt' | 'closesAt'>>> {
  if (answers.length === 0) return new Map();
  const rows = await tx
    .selectFrom('own_window')
    .where(
      'game_session_id',
      'in',
      answers.map(({ gameSessionId }) => gameSessionId),
    )
    .where(
      'user_id',
      'in',
      answers.map(({ userId }) => userId),
    )
    .select(['game_session_id as gameSessionId', 'user_id as userId'])
    .select(['opened_at as openedAt', 'closes_at as closesAt'])
    .execute();
  return new Map(rows.map((row) => [`${row.gameSessionId} ${row.userId}`, row]));
}

/**
 * Whether a person of this role has an open question without an answer, except rehearsed ones. The caller locks the
 * person's shows, so that no question is released before the transaction ends.
 */
export async function isAnswering(
  tx: Tx,
  { userId, roleId, now }: { userId: string; roleId: RoleId; now: number },
): Promise<boolean> {
  const audience = audienceOf(roleId);
  if (audience === null) return false;
  const unanswered = await tx
    .selectFrom('release as r')
    .innerJoin('game_session as s', 's.id', 'r.game_session_id')
    .where('r.audience', '=', audience)
    .where('r.released', '=', 1)
    .where((eb) => eb.or([eb('r.closes_at', 'is', null), eb('r.closes_at', '>', now)]))
    .where('s.rehearsal', '=', 0)
    .where('r.game_session_id', 'not in', (eb) =>
      eb.selectFrom('answer').where('user_id', '=', userId).select('game_session_id'),
    )
    .where('r.game_session_id', 'not in', (eb) =>
      eb
        .selectFrom('show as p')
        .innerJoin('rundown_item as i', 'i.show_id', 'p.id')
        .where('p.is_open', '=', 0)
        .where('p.id', 'not in', (of) =>
          of.selectFrom('show_member').where('user_id', '=', userId).select('show_id'),
        )
        .select('i.game_session_id'),
    )
    .select('r.game_session_id')
    .execute();
  if (unanswered.length === 0) return false;
  const ids = unanswered.map(({ game_session_id }) => game_session_id);
  const windows = await readWindows(tx, ids);
  return [...windows.values()].some((each) => windowState(each, audience, now) === 'open');
}

/** The author of an answer. */
export interface Author {
  readonly roleId: RoleId;
  /** The version of the account; tokens of former versions are not valid. */
  readonly version: number;
  readonly isSimulated: boolean;
  /** The id of the show whose rehearsal the user takes part in, or null. */
  readonly rehearses: string | null;
  /** The ids of the members-only shows that the user is a member of. */
  readonly shows: readonly string[];
  /** The ids of the shows that the user produces, and therefore does not play in. */
  readonly produces: readonly string[];
}

/** Returns these users, locked against deletion; deleted ones are absent. */
export async function readAuthors(
  queries: QueryCreator<Schema>,
  userIds: readonly string[],
): Promise<Map<string, Author>> {
  const users = await queries
    .selectFrom('user')
    .select(['id', 'role_id', 'simulated', 'token_version as version'])
    .select((eb) =>
      eb
        .selectFrom('rehearsal_member as m')
        .whereRef('m.user_id', '=', 'user.id')
        .select('m.show_id')
        .as('rehearses'),
    )
    .select((eb) => showsOfUser(eb).as('shows'))
    .select((eb) => producedByUser(eb).as('produces'))
    .where('id', 'in', userIds)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Map(
    users.map(({ id, role_id: roleId, version, simulated, rehearses, shows, produces }) => [
      id,
      {
        roleId,
        version,
        isSimulated: simulated === 1,
        rehearses,
        shows: showIdsIn(shows),
        produces: showIdsIn(produces),
      },
    ]),
  );
}

/** Stores answers, except those of users who have already answered; returns the ids of the stored answers. */
export async function insertAnswers(tx: Tx, answers: readonly NewAnswer[]): Promise<Set<string>> {
  if (answers.length === 0) return new Set();
  const stored = await tx
    .insertInto('answer')
    .values(
      answers.map((answer) => ({
        id: answer.id,
        game_session_id: answer.gameSessionId,
        user_id: answer.userId,
        audience: answer.audience,
        text: answer.text,
        text_key: answer.textKey,
        received_at: answer.receivedAt,
        day: answer.day,
        held: answer.isHeld ? 1 : 0,
        network: answer.origin?.network ?? null,
        network_domain: answer.origin?.networkDomain ?? null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['game_session_id', 'user_id']).doNothing())
    .returning('id')
    .execute();
  return new Set(stored.map(({ id }) => id));
}

/** Returns the texts of a person's last answers, newest last, whether or not their questions are still open. */
export async function readLastAnswered(
  db: Reader,
  userId: string,
): Promise<Pick<StoredAnswer, 'gameSessionId' | 'audience' | 'textKey'>[]> {
  const newest = await db
    .selectFrom('answer')
    .where('user_id', '=', userId)
    .orderBy('received_at', 'desc')
    .limit(MOST_FOLLOWED)
    .select(['game_session_id as gameSessionId', 'audience', 'text_key as textKey'])
    .execute();
  return newest.toReversed();
}

/** A stored answer with the points that its author may see. */
export interface KnownPoints extends StoredAnswer {
  readonly points: number | null;
  readonly reveal: RevealDetails;
  /** Whether Home still sees these points although they have changed since. */
  readonly isFormer: boolean;
}

/** Returns these users' answers to these game sessions, with the points they may see at `now` (epoch ms). */
export async function readAnswers(
  db: QueryCreator<Schema>,
  {
    gameSessionIds,
    userIds,
    now,
  }: {
    readonly gameSessionIds: readonly string[];
    readonly userIds: readonly string[];
    readonly now: number;
  },
): Promise<KnownPoints[]> {
  if (gameSessionIds.length === 0 || userIds.length === 0) return [];
  const rows = await db
    .selectFrom('answer as a')
    .leftJoin('grouped_text as f', (on) =>
      on
        .onRef('f.game_session_id', '=', 'a.game_session_id')
        .onRef('f.text_key', '=', 'a.text_key'),
    )
    .leftJoin('answer_group as g', 'g.id', 'f.group_id')
    .leftJoin('show_reveal as v', 'v.group_id', 'g.id')
    .select(formerOfAuthor(now))
    .select(['a.user_id', 'a.game_session_id', 'a.audience', 'a.text', 'a.text_key'])
    .select(['a.received_at', 'a.points', 'a.held'])
    .select(revealNow)
    .where('a.game_session_id', 'in', gameSessionIds)
    .where('a.user_id', 'in', userIds)
    .execute();
  return rows.flatMap(({ user_id, ...row }) => {
    const isHeld = (row.formerHeld ?? row.held) === 1;
    return user_id === null
      ? []
      : {
          userId: user_id,
          gameSessionId: row.game_session_id,
          audience: row.audience,
          text: row.text,
          textKey: row.text_key,
          receivedAt: row.received_at,
          points: row.formerPoints ?? row.points,
          isHeld,
          isFormer: row.formerPoints !== null,
          reveal: revealDetailsOf({ ...row, held: isHeld ? 1 : 0 }),
        };
  });
}

/** How many of an audience's answers have a text, and the text's group in the last recount. */
export interface TextCount {
  readonly textKey: string;
  readonly audience: Audience;
  readonly count: number;
  readonly groupId: string | null;
}

/** Returns the texts of a game session's answers, most frequent first. */
export async function readTextCounts(db: Reader, gameSessionId: string): Promise<TextCount[]> {
  const rows = await db
    .selectFrom('answer as a')
    .leftJoin('grouped_text as f', (on) =>
      on
        .onRef('f.game_session_id', '=', 'a.game_session_id')
        .onRef('f.text_key', '=', 'a.text_key'),
    )
    .where('a.game_session_id', '=', gameSessionId)
    .groupBy(['a.text_key', 'a.audience', 'f.group_id'])
    .select((eb) => [
      'a.text_key',
      'a.audience',
      'f.group_id',
      eb.fn.countAll<number>().as('count'),
    ])
    .orderBy('count', 'desc')
    .orderBy('a.text_key')
    .execute();
  return rows.map(({ text_key, audience, count, group_id }) => ({
    textKey: text_key,
    audience,
    count,
    groupId: group_id,
  }));
}

/**
 * Returns the game session last released to one of these audiences that is still released at `now` (epoch ms) and
 * visible to the viewer, or null.
 */
export async function newestReleased(
  db: Reader,
  audience: Audience | null,
  { now, viewer }: { readonly now: number; readonly viewer: Viewer },
): Promise<string | null> {
  const found = await db
    .selectFrom('release')
    .select('game_session_id')
    .where('released', '=', 1)
    .where((eb) => eb.or([eb('opens_at', 'is', null), eb('opens_at', '<=', now)]))
    .where('audience', 'in', audience === null ? AUDIENCES : [audience])
    .where('game_session_id', 'not in', sessionsHiddenFrom(db, viewer))
    .orderBy('released_at', 'desc')
    .orderBy('game_session_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.game_session_id ?? null;
}

/** Deletes the origins of older answers. */
export const deleteOrigins = (db: Reader, before: number): Promise<unknown> =>
  db
    .updateTable('answer')
    .set({ network: null, network_domain: null })
    .where('network', 'is not', null)
    .where('received_at', '<', before)
    .execute();
