import type { Kysely, Transaction } from 'kysely';
import { ROLE } from '#machines/contract/entities.ts';
import { simulatedName } from '#machines/show/rules/simulated.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Caller } from '#server/http/route.ts';
import { newId } from '#server/id.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** One of so many simulated players sits in the studio. */
const STUDIO_SHARE = 10;
/** Rows of one statement. */
const AT_ONCE = 100;

/** Begins a rehearsal of a show with so many new players. Nobody can sign in as one: there is no password. */
export async function beginRehearsal(
  tx: Tx,
  showId: string,
  players: number,
  at: number,
): Promise<void> {
  await tx
    .insertInto('rehearsal')
    .values({
      id: 1,
      show_id: showId,
      players,
      started_at: at,
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
  for (let first = 0; first < rows.length; first += AT_ONCE)
    await tx
      .insertInto('user')
      .values(rows.slice(first, first + AT_ONCE))
      .execute();
}

/** Ends the rehearsal and deletes its simulated players and invitations. */
export async function endRehearsal(tx: Tx): Promise<void> {
  await tx.deleteFrom('rehearsal').execute();
  await tx.deleteFrom('user').where('simulated', '=', 1).execute();
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

/** When the rehearsal began and who runs its players until when; null: there is none. */
export const readRun = (db: Reader) =>
  db
    .selectFrom('rehearsal')
    .select(['started_at as startedAt', 'run_by as by', 'run_until as until'])
    .executeTakeFirst();

/** Lets a process run the players until then, if no other one does; whether it does. */
export async function claimRun(
  db: Reader,
  { by, now, until }: { by: string; now: number; until: number },
): Promise<boolean> {
  const claimed = await db
    .updateTable('rehearsal')
    .set({ run_by: by, run_until: until })
    .where((eb) =>
      eb.or([
        eb('run_by', '=', by),
        eb('run_until', '<', now),
        // It was claimed by a clock that has been set back since.
        eb('run_until', '>', until),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Whoever else may run the players at once. */
export const releaseRun = (db: Reader, by: string) =>
  db.updateTable('rehearsal').set({ run_until: 0 }).where('run_by', '=', by).execute();

export async function readPlayers(db: Reader): Promise<Caller[]> {
  const rows = await db
    .selectFrom('user')
    .where('simulated', '=', 1)
    .select(['id', 'name', 'email', 'role_id as roleId', 'token_version as version'])
    .execute();
  return rows;
}
