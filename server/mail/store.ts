import type { ExpressionBuilder, Kysely } from 'kysely';
import type { MailTable, Schema } from '#server/db/schema.ts';

type Db = Kysely<Schema>;
export type StoredMail = Pick<MailTable, 'id' | 'recipient' | 'subject' | 'body' | 'created_at'> & {
  readonly attempts: number;
};

const COLUMNS = ['id', 'recipient', 'subject', 'body', 'created_at', 'attempts'] as const;

/**
 * Inserts a mail. Called in the transaction of the change that the mail reports, so that both are stored or neither.
 */
export const insertMail = (
  db: Db,
  mail: Omit<MailTable, 'attempts' | 'last_error' | 'refused_at'>,
): Promise<unknown> =>
  db
    .insertInto('mail')
    .values({ ...mail, refused_at: null, last_error: null })
    .execute();

/** Mails that are still to be sent. */
const waiting = (eb: ExpressionBuilder<Schema, 'mail'>) =>
  eb.and([eb('sent_at', 'is', null), eb('refused_at', 'is', null)]);

/** Leases due mails for `leaseMs`, during which no other process sends them. */
export const claimDue = (
  db: Db,
  { now, leaseMs, limit }: { now: number; leaseMs: number; limit: number },
): Promise<StoredMail[]> =>
  db
    .updateTable('mail')
    .set((eb) => ({ next_attempt_at: now + leaseMs, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mail')
        .select('id')
        .where(waiting)
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(limit),
    )
    .where(waiting)
    .where('next_attempt_at', '<=', now)
    .returning(COLUMNS)
    .execute();

/** When the next waiting mail is due; null if none waits. */
export async function nextDueAt(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('mail')
    .select('next_attempt_at')
    .where(waiting)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_attempt_at ?? null;
}

/** Marks a mail as sent and deletes its text, because its links are secrets. */
export const markSent = (db: Db, id: string, at: number): Promise<unknown> =>
  db.updateTable('mail').set({ sent_at: at, body: '' }).where('id', '=', id).execute();

export const markFailed = (
  db: Db,
  id: string,
  { error, nextAttemptAt }: { error: string; nextAttemptAt: number },
): Promise<unknown> =>
  db
    .updateTable('mail')
    .set({ last_error: error, next_attempt_at: nextAttemptAt })
    .where('id', '=', id)
    .execute();

/** Gives a mail up and deletes its text. */
export const markRefused = (
  db: Db,
  id: string,
  { error, at }: { error: string; at: number },
): Promise<unknown> =>
  db
    .updateTable('mail')
    .set({ last_error: error, refused_at: at, body: '' })
    .where('id', '=', id)
    .execute();

/** Deletes delayed mails to this address with one of these subjects that are due after `now` and were never tried. */
export const deleteDelayed = (
  db: Db,
  { recipient, subjects, now }: { recipient: string; subjects: readonly string[]; now: number },
): Promise<unknown> =>
  db
    .deleteFrom('mail')
    .where('recipient', '=', recipient)
    .where('subject', 'in', subjects)
    .where('next_attempt_at', '>', now)
    .where('attempts', '=', 0)
    .execute();

export const deleteMail = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('mail').where('id', '=', id).execute();

export const deleteBefore = (db: Db, createdBefore: number): Promise<unknown> =>
  db.deleteFrom('mail').where('created_at', '<', createdBefore).execute();

/** The newest mails that were due by `now`. */
export const mailsTo = (
  db: Db,
  { recipient, limit, now }: { recipient: string | null; limit: number; now: number },
): Promise<StoredMail[]> =>
  db
    .selectFrom('mail')
    .select(COLUMNS)
    .where('next_attempt_at', '<=', now)
    .$if(recipient !== null, (query) => query.where('recipient', '=', recipient))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
