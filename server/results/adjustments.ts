import { m } from 'messages';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Adjustment, OwnAdjustment } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import { changeVisibleFrom } from '#machines/answering/rules/disclosure.ts';
import { dayAt } from '#machines/results/rules/day.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import { airedName } from '#server/db/aired-names.ts';
import type { Schema } from '#server/db/schema.ts';
import { ApiError } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import { storeDisclosure } from '#server/answering/feed-store.ts';
import { readDays } from '#server/show/days.ts';
import { rewriteScores } from './boards/store.ts';

/*
 * Points that a producer gives or takes by hand. They count in the boards of their show, a person's also in the totals
 * of the day and of all time. A row is never deleted: undoing it is an act of its own.
 */

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

interface Adjusting {
  readonly showId: string;
  readonly homeDelayMs: number;
  /** Epoch ms. */
  readonly at: number;
  readonly by: string;
}
/** The person or team of an adjustment, for the audit. */
interface Adjusted {
  readonly to: string;
  readonly points: number;
  readonly reason: string;
}

/**
 * Stores an adjustment; the caller holds `lockScores` alone. Home knows of it one delay later.
 * @throws ApiError 404 if the person or team does not exist
 */
export async function giveByHand(
  tx: Tx,
  { to, points, reason }: Extract<ShowAct, { type: 'givePoints' }>,
  { showId, homeDelayMs, at, by }: Adjusting,
): Promise<Adjusted> {
  const target = 'userId' in to ? await playerOf(tx, to.userId) : await teamOf(tx, showId, to);
  const homeAt = homeDelayMs === 0 ? at : changeVisibleFrom('home', at, homeDelayMs);
  const { name, ...row } = target;
  await tx
    .insertInto('adjustment')
    .values({
      id: newId(at),
      show_id: showId,
      ...row,
      points,
      reason,
      day: await dayOf(tx, showId, at),
      at,
      made_by: by,
      home_at: homeAt,
      undone_at: null,
      undone_by: null,
    })
    .execute();
  if (row.user_id !== null) await rewriteScores(tx, [row.user_id]);
  if (homeAt > at) await storeDisclosure(tx, { at: homeAt, showId });
  return { to: name, points, reason };
}

/**
 * Takes an adjustment of a show back, for Home at once; the caller holds `lockScores` alone.
 * @throws ApiError 404; 409 if it is undone already
 */
export async function undoByHand(
  tx: Tx,
  id: string,
  { showId, at, by }: Omit<Adjusting, 'homeDelayMs'>,
): Promise<Adjusted> {
  const found = await adjustmentsOf(tx, showId).where('j.id', '=', id).executeTakeFirst();
  if (found === undefined) throw new ApiError(404, m.pointsGone());
  const { userId, name, points, reason, undoneAt } = found;
  if (undoneAt !== null) throw new ApiError(409, m.pointsUndone(), { code: 'guard' });
  await tx
    .updateTable('adjustment')
    .set({ undone_at: at, undone_by: by })
    .where('id', '=', id)
    .execute();
  if (userId !== null) await rewriteScores(tx, [userId]);
  return { to: name ?? '', points, reason };
}

/** Returns the newest adjustments of a show, the newest first. */
export async function readAdjustments(db: Reader, showId: string): Promise<Adjustment[]> {
  const rows = await adjustmentsOf(db, showId)
    .orderBy('j.at', 'desc')
    .orderBy('j.id', 'desc')
    .limit(LIMITS.adjustments)
    .execute();
  return rows.map(({ userId: _userId, teamId: _teamId, ...row }) => row);
}

/** Query of the adjustments of a show, with the names of those concerned. */
export const adjustmentsOf = (db: Reader, showId: string) =>
  db
    .selectFrom('adjustment as j')
    .leftJoin('user as u', 'u.id', 'j.user_id')
    .leftJoin('show_team as t', 't.id', 'j.team_id')
    .leftJoin('user as m', 'm.id', 'j.made_by')
    .leftJoin('user as n', 'n.id', 'j.undone_by')
    .where('j.show_id', '=', showId)
    .select(['j.id', 'j.user_id as userId', 'j.team_id as teamId', 'j.points', 'j.reason', 'j.at'])
    .select(sql<string | null>`coalesce(t.name, ${airedName('u')})`.as('name'))
    .select(['m.name as by', 'j.undone_at as undoneAt', 'n.name as undoneBy']);

/** Returns these people's adjustments of a day and those of their teams, by person. */
export async function readOwnAdjustments(
  db: Reader,
  userIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, readonly (OwnAdjustment & { readonly homeAt: number })[]>> {
  const rows = await db
    .selectFrom('adjustment as j')
    .leftJoin('show_team as t', 't.id', 'j.team_id')
    .where('j.day', '=', day)
    .where('j.undone_at', 'is', null)
    .orderBy('j.at')
    .orderBy('j.id')
    .select(['j.id', 'j.user_id as userId', 'j.team_id as teamId', 'j.points', 'j.reason'])
    .select(['t.name as team', 'j.home_at as homeAt'])
    .execute();
  const teamIds = rows.flatMap(({ teamId }) => teamId ?? []);
  const members = teamIds.length === 0 ? [] : await readMembersOf(db, teamIds, userIds);
  const found = new Map<string, (OwnAdjustment & { homeAt: number })[]>();
  for (const { userId, teamId, team, ...row } of rows) {
    const own = { ...row, ...(team !== null && { team }) };
    const owners =
      teamId === null
        ? [userId ?? '']
        : members.flatMap((member) => (member.teamId === teamId ? member.userId : []));
    for (const owner of owners) found.set(owner, [...(found.get(owner) ?? []), own]);
  }
  return found;
}

const readMembersOf = (db: Reader, teamIds: readonly string[], userIds: readonly string[]) =>
  db
    .selectFrom('show_member')
    .where('user_id', 'in', userIds)
    .where('team_id', 'in', teamIds)
    .select(['user_id as userId', 'team_id as teamId'])
    .execute();

/** The day for which an adjustment counts: after the end of its show still the day of the show. */
async function dayOf(tx: Tx, showId: string, at: number): Promise<string> {
  const { endedAt } = await tx
    .selectFrom('show')
    .where('id', '=', showId)
    .select('ended_at as endedAt')
    .executeTakeFirstOrThrow();
  return dayAt(await readDays(tx), endedAt === null ? at : endedAt - 1);
}

async function playerOf(tx: Tx, userId: string) {
  const player = await tx
    .selectFrom('user')
    .where('id', '=', userId)
    .select(['name', 'role_id as roleId'])
    .executeTakeFirst();
  const audience = player && audienceOf(player.roleId);
  if (player === undefined || audience === null || audience === undefined)
    throw new ApiError(404, m.pointsNoOne());
  return { name: player.name, user_id: userId, team_id: null, audience };
}

async function teamOf(tx: Tx, showId: string, { teamId }: { readonly teamId: string }) {
  const team = await tx
    .selectFrom('show_team')
    .where('id', '=', teamId)
    .where('show_id', '=', showId)
    .select('name')
    .executeTakeFirst();
  if (team === undefined) throw new ApiError(404, m.pointsNoOne());
  return { name: team.name, user_id: null, team_id: teamId, audience: 'home' as const };
}
