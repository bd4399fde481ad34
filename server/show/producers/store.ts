import { type ExpressionBuilder, type Kysely, sql, type SqlBool, type Transaction } from 'kysely';
import { ROLE } from '#machines/contract/roles.ts';
import type { ShowProducer } from '#machines/show/show-producers-calls.ts';
import type { Schema } from '#server/db/schema.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** Subquery: the ids, separated by commas, of the shows that the user produces; null if there are none. */
export const producedByUser = (eb: ExpressionBuilder<Schema, 'user'>) =>
  eb
    .selectFrom('show_producer as pr')
    .whereRef('pr.user_id', '=', 'user.id')
    .select(sql<string | null>`string_agg(pr.show_id, ',')`.as('produces'));

/** Condition: the user with the alias `maker` is an admin, or a producer of the show in this column. */
export const isMakerProducing = (showId: 'own.show_id' | 'stage.show_id' | 'l.show_id') =>
  sql<SqlBool>`(maker.role_id = ${sql.lit(ROLE.admin)} or exists (select 1 from show_producer as pr where pr.show_id = ${sql.ref(showId)} and pr.user_id = maker.id))`;

/** What a request names of a show. Null: nothing, so that any show counts. */
export type ShowReference = { readonly showId: string } | { readonly gameSessionId: string } | null;

/** Whether an account produces the show. Read for each call, so that a removal takes effect at once. */
export async function produces(
  db: Reader,
  userId: string,
  reference: ShowReference,
): Promise<boolean> {
  const found = await db
    .selectFrom('show_producer as pr')
    .where('pr.user_id', '=', userId)
    .where((eb) => {
      if (reference === null) return eb.lit(true);
      if ('showId' in reference) return eb('pr.show_id', '=', reference.showId);
      return eb(
        'pr.show_id',
        '=',
        eb
          .selectFrom('rundown_item as i')
          .where('i.game_session_id', '=', reference.gameSessionId)
          .select('i.show_id'),
      );
    })
    .select('pr.show_id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the ids of the shows that an account produces. */
export async function readProducedShows(db: Reader, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('show_producer')
    .where('user_id', '=', userId)
    .select('show_id as showId')
    .execute();
  return rows.map(({ showId }) => showId);
}

/** Returns the producers of a show and the invited ones, the oldest first. */
export async function readProducers(db: Reader, showId: string): Promise<ShowProducer[]> {
  const producers = await db
    .selectFrom('show_producer as pr')
    .innerJoin('user as u', 'u.id', 'pr.user_id')
    .where('pr.show_id', '=', showId)
    .select(['u.id', 'u.email', 'u.name', 'pr.created_at as since'])
    .execute();
  const invited = await db
    .selectFrom('producer_invitation')
    .where('show_id', '=', showId)
    .select(['id', 'email', 'created_at as since'])
    .execute();
  return [...producers, ...invited.map((each) => ({ ...each, name: null }))].toSorted(
    (a, b) => a.since - b.since || (a.id < b.id ? -1 : 1),
  );
}

/** Locks an account, and returns whether it produces this show and how many shows it produces. */
export async function lockProducer(
  tx: Tx,
  { showId, userId }: { readonly showId: string; readonly userId: string },
): Promise<{ readonly isOfShow: boolean; readonly count: number }> {
  await tx.selectFrom('user').where('id', '=', userId).select('id').forUpdate().execute();
  const shows = await readProducedShows(tx, userId);
  return { isOfShow: shows.includes(showId), count: shows.length };
}

interface Added {
  readonly showId: string;
  /** Epoch ms. */
  readonly at: number;
  readonly by: string | null;
}

export const insertProducer = (tx: Tx, userId: string, { showId, at, by }: Added) =>
  tx
    .insertInto('show_producer')
    .values({ show_id: showId, user_id: userId, created_at: at, created_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Stores an invitation; returns false if the address is invited already. */
export async function insertInvitation(
  tx: Tx,
  invited: { readonly id: string; readonly email: string },
  { showId, at, by }: Added,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('producer_invitation')
    .values({ ...invited, show_id: showId, created_at: at, created_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) === 1n;
}

/** Makes the owner of an address, who has just proven it, a producer of the shows that the address was invited to. */
export async function acceptInvitations(tx: Tx, userId: string, email: string): Promise<void> {
  const invitations = await tx
    .deleteFrom('producer_invitation')
    .where('email', '=', email)
    .returning(['show_id as showId', 'created_at as at', 'created_by as by'])
    .execute();
  for (const invitation of invitations) await insertProducer(tx, userId, invitation);
}

/** Deletes a producer of a show; returns false if there is none with this id. */
export async function deleteProducer(
  tx: Tx,
  { showId, userId }: { readonly showId: string; readonly userId: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('show_producer')
    .where('show_id', '=', showId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Deletes an invitation to a show, and returns its address; undefined: there is none. */
export const deleteInvitation = (
  tx: Tx,
  showId: string,
  by: { readonly id: string } | { readonly email: string },
) =>
  tx
    .deleteFrom('producer_invitation')
    .where('show_id', '=', showId)
    .where((eb) => eb.and(by))
    .returning('email')
    .executeTakeFirst();

/** Ends all that an account may do as a producer, because its role changes. */
export const endProducing = (tx: Tx, userId: string) =>
  tx.deleteFrom('show_producer').where('user_id', '=', userId).execute();

/**
 * Returns a player who takes part in a show: a member, a person in its rehearsal, or one who has answered one of its
 * questions. Undefined: there is no such player.
 */
export const readPlayerOf = (db: Reader, showId: string, userId: string) =>
  db
    .selectFrom('user as u')
    .where('u.id', '=', userId)
    .where('u.role_id', '<>', ROLE.admin)
    .where((eb) =>
      eb.or([
        eb('u.guest_of', '=', showId),
        eb.exists(
          eb
            .selectFrom('show_member as m')
            .where('m.show_id', '=', showId)
            .whereRef('m.user_id', '=', 'u.id')
            .select('m.user_id'),
        ),
        eb.exists(
          eb
            .selectFrom('rehearsal_member as r')
            .where('r.show_id', '=', showId)
            .whereRef('r.user_id', '=', 'u.id')
            .select('r.user_id'),
        ),
        eb.exists(
          eb
            .selectFrom('answer as a')
            .innerJoin('rundown_item as i', 'i.game_session_id', 'a.game_session_id')
            .where('i.show_id', '=', showId)
            .whereRef('a.user_id', '=', 'u.id')
            .select('a.id'),
        ),
      ]),
    )
    .select(['u.id', 'u.guest_of as guestOf'])
    .executeTakeFirst();
