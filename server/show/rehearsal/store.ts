import type { Kysely, Transaction } from 'kysely';
import { ROLE } from '#machines/contract/entities.ts';
import { simulatedName } from '#machines/show/rules/simulated.ts';
import { dealtTeams } from '#machines/show/rules/teams.ts';
import { lockScreens } from '#server/db/aired-names.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Caller } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import { readTeams } from '../joining/teams.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** One of this many simulated players is in the studio audience. */
const STUDIO_SHARE = 10;
/** Number of rows per statement. */
const AT_ONCE = 100;

/**
 * Starts a rehearsal of a show with `players` new simulated players, who are dealt to its teams. They have no password,
 * so they cannot sign in.
 */
export async function beginRehearsal(
  tx: Tx,
  showId: string,
  players: number,
  at: number,
): Promise<void> {
  // This lock makes rehearsals start one after another, so that their start times can be made unique.
  await lockScreens(tx, 'update');
  const { last } = await tx
    .selectFrom('rehearsal')
    .select((eb) => eb.fn.max<number | null>('started_at').as('last'))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('rehearsal')
    .values({
      show_id: showId,
      players,
      started_at: Math.max(at, (last ?? 0) + 1),
      run_by: null,
      run_until: 0,
      invitation_hash: null,
      items_before: null,
    })
    .execute();
  const rows = Array.from({ length: players }, (_, index) => {
    const id = newId(at);
    return {
      id,
      name: simulatedName(index),
      email: `${id}@rehearsal.invalid`,
      password_hash: '',
      role_id: index % STUDIO_SHARE === 0 ? ROLE.contestant : ROLE.home,
      verified_at: at,
      pending_email: null,
      created_at: at,
      simulated: 1 as const,
    };
  });
  const sizes = (await readTeams(tx, showId)).map(({ id }) => ({ id, members: 0 }));
  const atHome = rows.filter(({ role_id }) => role_id === ROLE.home).map(({ id }) => id);
  const dealt = dealtTeams(sizes, atHome);
  const teamOf = new Map(dealt.map(({ userId, teamId }) => [userId, teamId]));
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const some = rows.slice(first, first + AT_ONCE);
    await tx.insertInto('user').values(some).execute();
    await tx
      .insertInto('rehearsal_member')
      .values(
        some.map(({ id }) => ({
          user_id: id,
          show_id: showId,
          joined_at: at,
          team_id: teamOf.get(id) ?? null,
        })),
      )
      .execute();
  }
}

/** Ends the rehearsal of a show and deletes its simulated players and invitations. */
export async function endRehearsal(tx: Tx, showId: string): Promise<void> {
  await tx
    .deleteFrom('user')
    .where('simulated', '=', 1)
    .where('id', 'in', (eb) =>
      eb.selectFrom('rehearsal_member').where('show_id', '=', showId).select('user_id'),
    )
    .execute();
  await tx.deleteFrom('rehearsal').where('show_id', '=', showId).execute();
}

export async function markSessions(
  tx: Tx,
  gameSessionIds: readonly string[],
  isOf: boolean,
): Promise<void> {
  if (gameSessionIds.length === 0) return;
  await tx
    .updateTable('game_session')
    .set({ rehearsal: isOf ? 1 : 0 })
    .where('id', 'in', gameSessionIds)
    .execute();
}

/** Returns the running rehearsals. */
export const readRuns = (db: Reader) =>
  db.selectFrom('rehearsal').select(['show_id as showId', 'started_at as startedAt']).execute();

/** Claims the simulated players of a show's rehearsal for a process until `until`; false: another process has them. */
export async function claimRun(
  db: Reader,
  showId: string,
  { by, now, until }: { by: string; now: number; until: number },
): Promise<boolean> {
  const claimed = await db
    .updateTable('rehearsal')
    .set({ run_by: by, run_until: until })
    .where('show_id', '=', showId)
    .where((eb) =>
      eb.or([
        eb('run_by', '=', by),
        eb('run_until', '<', now),
        // If the clock was set back, the claim would last too long; take it over then.
        eb('run_until', '>', until),
      ]),
    )
    .returning('show_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Releases all claims of a process, so that another process can take over at once. */
export const releaseRuns = (db: Reader, by: string) =>
  db.updateTable('rehearsal').set({ run_until: 0 }).where('run_by', '=', by).execute();

/** Returns the simulated players of a show's rehearsal. */
export const readPlayers = (db: Reader, showId: string): Promise<Caller[]> =>
  db
    .selectFrom('user')
    .innerJoin('rehearsal_member as m', 'm.user_id', 'user.id')
    .where('m.show_id', '=', showId)
    .where('simulated', '=', 1)
    .select(['id', 'name', 'email', 'role_id as roleId', 'token_version as version'])
    .execute();
