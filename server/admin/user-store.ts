import {
  type ExpressionBuilder,
  type Insertable,
  type Kysely,
  sql,
  type Transaction,
} from 'kysely';
import type { AdminUser } from '#machines/admin/calls.ts';
import { ROLE, type RoleId, type User } from '#machines/contract/entities.ts';
import { AUDITED_READS } from '#machines/admin/rules/audit.ts';
import type { AccountNames } from '#machines/show/rules/names.ts';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/dialect.ts';
import type { AuditTable, Schema } from '#server/db/schema.ts';

type Db = Kysely<Schema>;
type Tx = Transaction<Schema>;

export interface UserFilter {
  /** Part of a name or address, in any letter case. */
  readonly search: string;
  readonly role: RoleId | null;
  /** Roles whose name matches the search. */
  readonly roles: readonly RoleId[];
  /** Whether the search text may be part of an id. */
  readonly isId: boolean;
}

/** Returns the search as typed, in lower case, and capitalised, because SQLite's `lower` only handles ASCII. */
const spellingsOf = (search: string): string[] => {
  const small = search.toLowerCase();
  const asName = small.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  return [...new Set([search, small, asName])];
};

const like = (column: 'name' | 'email' | 'id') => (spelling: string) =>
  sql<boolean>`lower(${sql.ref(`user.${column}`)}) like lower(${containing(spelling)}) escape '\\'`;

const matches =
  ({ search, role, roles, isId }: UserFilter) =>
  (eb: ExpressionBuilder<Schema, 'user'>) => {
    return eb.and([
      eb('user.simulated', '=', 0),
      eb('user.guest_of', 'is', null),
      ...(role === null ? [] : [eb('user.role_id', '=', role)]),
      ...(search === ''
        ? []
        : [
            eb.or([
              ...spellingsOf(search).map(like('name')),
              like('email')(search.toLowerCase()),
              ...(roles.length === 0 ? [] : [eb('user.role_id', 'in', roles)]),
              ...(isId ? [like('id')(search)] : []),
            ]),
          ]),
    ]);
  };

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const { total } = await db
    .selectFrom('user')
    .where(matches(filter))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns accounts with their totals, newest accounts first. */
export async function listUsers(
  db: Db,
  filter: UserFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<AdminUser[]> {
  const rows = await db
    .selectFrom('user')
    .leftJoin('score', (on) =>
      on
        .onRef('score.user_id', '=', 'user.id')
        .on('score.scope', '=', 'all')
        .on('score.audience', '=', 'all'),
    )
    .where((eb) => matches(filter)(eb))
    .select(['user.id', 'user.name', 'user.email', 'user.role_id'])
    .select((eb) => eb.fn.coalesce('user.aired_name', 'user.shown_name').as('airedName'))
    .select(['score.points', 'score.answers'])
    .orderBy('user.created_at', 'desc')
    .orderBy('user.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ points, answers, airedName, ...user }) => ({
    ...user,
    ...(airedName !== null && { airedName }),
    total_score: points ?? 0,
    total_answers: answers ?? 0,
  }));
}

/** Locks and returns a user, inside a transaction. */
export const findForUpdate = (tx: Tx, id: string) =>
  tx
    .selectFrom('user')
    .select(['id', 'name', 'shown_name', 'aired_name', 'email', 'role_id'])
    .where('id', '=', id)
    .where('simulated', '=', 0)
    .where('guest_of', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const isTaken = async (tx: Tx, email: string, exceptId: string): Promise<boolean> =>
  (await tx
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', exceptId)
    .executeTakeFirst()) !== undefined;

/** Locks the accounts that can sign in as admins until the transaction ends, and returns their ids. */
export async function lockAdmins(tx: Tx): Promise<string[]> {
  const admins = await tx
    .selectFrom('user')
    .select('id')
    .where('role_id', '=', ROLE.admin)
    .where('verified_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return admins.map(({ id }) => id);
}

/** Updates an account; `names` includes the name that others see. */
export const writeUser = (
  tx: Tx,
  { id, email, role_id }: Omit<User, 'name'>,
  { name, airedName }: AccountNames,
): Promise<unknown> =>
  tx
    .updateTable('user')
    .set({ name, aired_name: airedName, email, role_id })
    .where('id', '=', id)
    .execute();

/**
 * Deletes an account with its totals, mails, mailed links and audit details, and the origins of its answers. The
 * answers stay without a name (decisions §7).
 */
export async function deleteUser(tx: Tx, id: string, email: string): Promise<void> {
  await tx
    .updateTable('audit')
    .set({ before: null, after: null, reason: null })
    .where('target', '=', id)
    .execute();
  await tx
    .updateTable('answer')
    .set({ network: null, network_domain: null })
    .where('user_id', '=', id)
    .execute();
  // Other mails of the account are deleted with it; mails older than the column `user_id` are deleted here.
  await tx.deleteFrom('mail').where('recipient', '=', email).execute();
  await tx.deleteFrom('user').where('id', '=', id).execute();
}

/** Returns totals for the dashboard. Questions of shows that have ended are not on air. */
export async function readStats({
  read: db,
  consistent: steady,
}: Pick<Database, 'read' | 'consistent'>) {
  const roles = await db
    .selectFrom('user')
    .where('simulated', '=', 0)
    .where('guest_of', 'is', null)
    .groupBy('role_id')
    .select((eb) => ['role_id', eb.fn.countAll<number>().as('count')])
    .execute();
  const { guests } = await db
    .selectFrom('user')
    .where('simulated', '=', 0)
    .where('guest_of', 'is not', null)
    .select((eb) => eb.fn.countAll<number>().as('guests'))
    .executeTakeFirstOrThrow();
  const releases = await db
    .selectFrom('release')
    .innerJoin('game_session as s', 's.id', 'release.game_session_id')
    .where('released', '=', 1)
    .where('s.rehearsal', '=', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('rundown_item as i')
            .innerJoin('show as p', 'p.id', 'i.show_id')
            .whereRef('i.game_session_id', '=', 's.id')
            .where('p.state', '=', 'ended')
            .select('i.id'),
        ),
      ),
    )
    .groupBy('audience')
    .select((eb) => ['audience', eb.fn.countAll<number>().as('count')])
    .execute();
  const [questions, sessions] = await Promise.all([
    countRows(db, 'question'),
    countRows(db, 'game_session'),
  ]);
  const { points } = await steady.reading((counted) =>
    counted
      .selectFrom('score')
      .where('scope', '=', 'all')
      .where('audience', '=', 'all')
      .select((eb) => eb.fn.sum<number | null>('points').as('points'))
      .executeTakeFirstOrThrow(),
  );
  const ofRole = (role: RoleId): number =>
    roles.find(({ role_id }) => role_id === role)?.count ?? 0;
  const ofAudience = (audience: 'studio' | 'home'): number =>
    releases.find((release) => release.audience === audience)?.count ?? 0;
  return {
    total_users: roles.reduce((sum, { count }) => sum + count, guests),
    total_questions: questions,
    total_game_sessions: sessions,
    total_points: points ?? 0,
    user_breakdown: {
      admins: ofRole(ROLE.admin),
      home_viewers: ofRole(ROLE.home),
      contestants: ofRole(ROLE.contestant),
      guests,
    },
    question_breakdown: { on_air: ofAudience('studio'), to_home: ofAudience('home') },
  };
}

async function countRows(db: Db, table: 'question' | 'game_session'): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Inserts audit entries; entries that exist already stay unchanged. */
export const insertAudit = (db: Db, rows: readonly Insertable<AuditTable>[]): Promise<unknown> =>
  db
    .insertInto('audit')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

/** Adds repeats to the entry of a refused act. */
export const countTries = (db: Db, id: string, times: number): Promise<unknown> =>
  db
    .updateTable('audit')
    .set((eb) => ({ times: eb('times', '+', times) }))
    .where('id', '=', id)
    .execute();

export const deleteAuditBefore = (db: Db, before: number): Promise<unknown> =>
  db.deleteFrom('audit').where('at', '<', before).execute();

export interface AuditFilter {
  /** Part of a name or address, or an id; '' matches all entries. */
  readonly search: string;
  /** Whether the search text may be part of an id. */
  readonly isId: boolean;
  readonly action: string | null;
  /** Epoch ms; `before` is exclusive. */
  readonly from: number | null;
  readonly before: number | null;
  readonly withReads: boolean;
}

const isAudited =
  ({ search, isId, action, from, before, withReads }: AuditFilter) =>
  (eb: ExpressionBuilder<Schema, 'audit'>) => {
    const people = () =>
      eb
        .selectFrom('user')
        .where(matches({ search, role: null, roles: [], isId }))
        .select('user.id');
    return eb.and([
      ...(action === null ? [] : [eb('audit.action', '=', action)]),
      ...(from === null ? [] : [eb('audit.at', '>=', from)]),
      ...(before === null ? [] : [eb('audit.at', '<', before)]),
      ...(withReads ? [] : [eb('audit.action', 'not in', AUDITED_READS)]),
      ...(search === ''
        ? []
        : [
            eb.or([
              eb('audit.user_id', 'in', people()),
              eb('audit.target', 'in', people()),
              // A deleted account has no name any more and is found only by its whole id.
              eb('audit.user_id', '=', search),
              eb('audit.target', '=', search),
            ]),
          ]),
    ]);
  };

export async function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  const { total } = await db
    .selectFrom('audit')
    .where(isAudited(filter))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns audit entries, newest first, with the current names of accounts. */
export const listAudit = (
  db: Db,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  db
    .selectFrom(
      db
        .selectFrom('audit')
        .where(isAudited(filter))
        .selectAll()
        .orderBy('audit.at', 'desc')
        .orderBy('audit.id', 'desc')
        .limit(limit)
        .offset(offset)
        .as('audit'),
    )
    .leftJoin('user as actor', 'actor.id', 'audit.user_id')
    .leftJoin('user as person', 'person.id', 'audit.target')
    .leftJoin('show', 'show.id', 'audit.target')
    .leftJoin('control_token', 'control_token.id', 'audit.target')
    .leftJoin('game_session', 'game_session.id', 'audit.target')
    .leftJoin('question', (on) =>
      on.on((eb) =>
        eb.or([
          eb('question.id', '=', eb.ref('audit.target')),
          eb('question.id', '=', eb.ref('game_session.question_id')),
        ]),
      ),
    )
    .selectAll('audit')
    .select('actor.name as by_name')
    .select((eb) =>
      eb.fn
        .coalesce(
          'audit.target_name',
          'person.name',
          'show.title',
          'control_token.name',
          'question.text',
        )
        .as('target_name'),
    )
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .execute();
