import { type Kysely, sql } from 'kysely';
import type { FinalScene } from '#machines/contract/stage.ts';
import type { Audience, RoleId, ShowBoard } from '#machines/contract/entities.ts';
import { audienceOf, roleOf } from '#machines/contract/audience.ts';
import { rankEntries, withShared } from '#machines/results/rules/ranking.ts';
import { airedName } from '#server/db/aired-names.ts';
import { changeVisibleFrom } from '#machines/answering/rules/disclosure.ts';
import { readPage } from '#server/show/stage/store.ts';
import type { Flag, Schema } from '#server/db/schema.ts';
import { pointsOf } from '#server/answering/former-points.ts';
import { readTieWinner } from './tie-break.ts';
import { isKept, PLAYERS, type Row, type HistogramEntry } from './store.ts';

type Reader = Kysely<Schema>;

type ShownShow = NonNullable<ShowBoard['show']>;

const shows = (db: Reader) => db.selectFrom('show').select(['show.id', 'title', 'state']);

/** Query of the shows that are live or have ended: the live ones, newest first, then those that ended last. */
export const begunShows = (db: Reader) =>
  shows(db)
    .where('kind', '=', 'show')
    .where('state', 'in', ['live', 'ended'])
    .orderBy(sql`case state when 'live' then 0 else 1 end`)
    .orderBy(sql`coalesce(ended_at, created_at)`, 'desc')
    .orderBy('show.id', 'desc');

/** Returns the newest live show, otherwise the one that ended last, among the open shows and the reader's own. */
export const readCurrentShow = (
  db: Reader,
  own: readonly string[] = [],
): Promise<ShownShow | undefined> =>
  begunShows(db)
    .where((eb) =>
      own.length === 0
        ? eb('is_open', '=', 1)
        : eb.or([eb('is_open', '=', 1), eb('id', 'in', own)]),
    )
    .limit(1)
    .executeTakeFirst();

export const readShow = (db: Reader, id: string): Promise<ShownShow | undefined> =>
  shows(db).where('id', '=', id).executeTakeFirst();

/** A show with its winner, or another of its boards, on the screens. */
export interface FinalShow extends ShownShow {
  readonly finale: FinalScene;
  /** Whether the scene has just been put on the screens. */
  readonly isFresh: boolean;
  /** From when Home may see the final places, epoch ms. */
  readonly homeKnowsFrom: number;
  /** The ids of the show's members; null: the show is open to everybody. */
  readonly members: ReadonlySet<string> | null;
}

/** How long after the end of a show its members see their final places, ms. */
const FINAL_MS = 12 * 60 * 60_000;

/** How long a scene is sent to people without points, ms. */
const FRESH_MS = 60 * 60_000;

/**
 * Returns the shows with a winner or another of their boards on the screens, except rehearsals, the latest first: the one
 * on the house show's screens, and members-only shows that are live or have just ended.
 */
export async function readFinalShows(db: Reader, now: number): Promise<FinalShow[]> {
  const onAir = (await readPage(db)).showId;
  const found = await shows(db)
    .innerJoin('stage', 'stage.show_id', 'show.id')
    .where('stage.finale', 'is not', null)
    .where('show.state', 'in', ['live', 'ended'])
    .where((eb) =>
      eb.or([
        eb('show.id', '=', onAir),
        eb.and([
          eb('is_open', '=', 0),
          eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', now - FINAL_MS)]),
        ]),
      ]),
    )
    .select(['stage.finale', 'stage.directed_at as directedAt'])
    .select(['home_delay_s as delayS', 'is_open as isOpen'])
    .orderBy('stage.aired', 'desc')
    .$narrowType<{ finale: FinalScene }>()
    .execute();
  const won: FinalShow[] = [];
  for (const { directedAt, delayS, isOpen, ...show } of found)
    won.push({
      ...show,
      isFresh: (directedAt ?? 0) > now - FRESH_MS,
      homeKnowsFrom: delayS === 0 ? 0 : changeVisibleFrom('home', directedAt ?? 0, delayS * 1_000),
      members: isOpen === 1 ? null : await readMembers(db, show.id),
    });
  return won;
}

/** Returns the audiences of these people. */
export async function readAudiences(
  db: Reader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Audience | null>> {
  const rows = await db
    .selectFrom('user')
    .where('id', 'in', someOf(userIds))
    .select(['id', 'role_id as role'])
    .execute();
  return new Map(rows.map(({ id, role }) => [id, audienceOf(role)]));
}

async function readMembers(db: Reader, showId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('show_member')
    .where('show_id', '=', showId)
    .select('user_id as id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the game sessions of shows with published points, in order of publication; with `homeAt` (epoch ms), as Home
 * sees them then.
 */
export async function readPublished(
  db: Reader,
  showIds: readonly string[],
  homeAt: number | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('rundown_item as i')
    .innerJoin('result as r', 'r.game_session_id', 'i.game_session_id')
    .innerJoin('show as p', 'p.id', 'i.show_id')
    .where('i.show_id', 'in', someOf(showIds))
    .$if(homeAt !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('p.home_delay_s', '=', 0),
          eb(sql<number>`r.published_at + p.home_delay_s * 1000`, '<=', homeAt ?? 0),
        ]),
      ),
    )
    .where('r.state', 'in', ['published', 'corrected'])
    .where('r.voided_at', 'is', null)
    .orderBy('r.published_at')
    .orderBy('i.position')
    .select('i.game_session_id as id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What counts for the board of a show or season; with `homeAt` (epoch ms), as Home sees it then. */
export interface Counted {
  readonly gameSessionIds: readonly string[];
  /** The shows that may have points by hand; none in a rehearsal. */
  readonly showIds: readonly string[];
  readonly audience: Audience;
  readonly homeAt: number | null;
}

/**
 * Query of the players on an audience's board, with their points: of answers and by hand. They count for the audience
 * in which they were given, not for the player's current role; not if the player was removed from their show. Deleted
 * accounts and admins are on no board.
 */
export const totalsOf = (
  db: Reader,
  { gameSessionIds, showIds, audience, homeAt }: Counted,
  userId: string | null = null,
) =>
  db
    .selectFrom((eb) =>
      // Adding up before names are read is several times faster over the many answers of a season.
      eb
        .selectFrom(
          db
            .selectFrom('answer as a')
            .where('a.game_session_id', 'in', someOf(gameSessionIds))
            .where('a.audience', '=', audience)
            .where('a.points', 'is not', null)
            .$if(userId !== null, (query) => query.where('a.user_id', '=', userId))
            .where(isKept)
            .select(['a.user_id', pointsOf(homeAt).as('points'), 'a.received_at as at'])
            .select(sql<Flag>`1`.as('is_answer'))
            .unionAll(
              byHand(db, showIds, homeAt)
                .where('j.audience', '=', audience)
                .$if(userId !== null, (query) => query.where('j.user_id', '=', userId))
                .where(
                  sql<boolean>`(j.show_id, j.user_id) not in (select show_id, user_id from show_removal)`,
                )
                .select(['j.user_id', 'j.points', 'j.at'])
                .select(sql<Flag>`0`.as('is_answer')),
            )
            .as('a'),
        )
        .groupBy('a.user_id')
        .select((total) => [
          'a.user_id',
          total.fn.sum<number>('a.points').as('total_points'),
          total.fn.sum<number>('a.is_answer').as('answers'),
          total.fn.min('a.at').as('answeredAt'),
        ])
        .as('t'),
    )
    .innerJoin('user as u', 'u.id', 't.user_id')
    .where('u.role_id', 'in', PLAYERS)
    .select(['t.total_points', 't.answers', 't.answeredAt'])
    .select([airedName('u').as('username'), 'u.id as user_id', 'u.role_id as roleToday']);

/** Query of the points by hand of shows that count; with `homeAt` (epoch ms), those that Home knows then. */
export const byHand = (db: Reader, showIds: readonly string[], homeAt: number | null) =>
  db
    .selectFrom('adjustment as j')
    .where('j.show_id', 'in', someOf(showIds))
    .where('j.undone_at', 'is', null)
    .$if(homeAt !== null, (query) => query.where('j.home_at', '<=', homeAt ?? 0));

/** SQL has no empty lists. */
const someOf = (ids: readonly string[]): readonly string[] => (ids.length === 0 ? [''] : ids);

/** A player's total in an audience; `role_id` is the role of that audience. */
type AudienceTotal = Row & { readonly answers: number; readonly roleToday: RoleId };

/** Returns an audience's board with ranks: its top, or the whole board without a limit. */
export async function readStandings(
  db: Reader,
  over: Counted,
  limit: number | null = null,
): Promise<(AudienceTotal & { rank: number; shared?: true })[]> {
  // One row more says whether the last rank is shared.
  const ranked = await readRanked(db, over, limit === null ? null : limit + 1);
  return withShared(ranked).slice(0, limit ?? undefined);
}

async function readRanked(
  db: Reader,
  over: Counted,
  limit: number | null,
): Promise<(AudienceTotal & { rank: number })[]> {
  const totals = await totalsOf(db, over)
    .orderBy('t.total_points', 'desc')
    .orderBy('t.answeredAt')
    .orderBy(airedName('u'))
    .orderBy('u.id')
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute();
  const ranked = rankEntries(totals.map((total) => ({ ...total, role_id: roleOf(over.audience) })));
  const [first, second] = ranked;
  if (first === undefined || first.total_points !== second?.total_points) return ranked;
  const winnerId = await readTieWinner(db, over, first.total_points);
  const winner = winnerId === null ? undefined : await readOwnTotal(db, over, winnerId);
  if (winner === undefined) return ranked;
  const others = ranked.flatMap((row) =>
    row.user_id === winnerId ? [] : [{ ...row, rank: Math.max(row.rank, 2) }],
  );
  return [{ ...winner, rank: 1 }, ...others].slice(0, limit ?? undefined);
}

/** Returns one person's total in an audience. */
export async function readOwnTotal(
  db: Reader,
  over: Counted,
  userId: string,
): Promise<AudienceTotal | undefined> {
  const total = await totalsOf(db, over, userId).executeTakeFirst();
  return total && { ...total, role_id: roleOf(over.audience) };
}

/** Returns the number of people for each total of an audience's points. */
export const readHistogramOver = (db: Reader, over: Counted): Promise<HistogramEntry[]> =>
  db
    .selectFrom(totalsOf(db, over).as('t'))
    .groupBy('t.total_points')
    .select((eb) => ['t.total_points', eb.fn.countAll<number>().as('people')])
    .execute();
