import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import { INVITATION_TEXTS } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Identity } from '#server/http/identity.ts';
import { type Caller, Refused } from '#server/http/route.ts';
import type { Announcer } from '#server/show/announce.ts';

const KEY_BYTES = 32;

export interface InvitationServices {
  readonly db: Database;
  readonly now: () => number;
  readonly identity: Pick<Identity, 'forget'>;
  readonly announcer: Pick<Announcer, 'dropUser'>;
}

const digest = (key: string): string => createHash('sha256').update(key).digest('base64url');

/**
 * Replaces the key that invites devices to the rehearsal: 256 random bits, returned only here, valid until the rehearsal ends.
 * @throws Refused 409 while nothing is rehearsed
 */
export async function inviteToRehearsal({ db }: InvitationServices): Promise<string> {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('rehearsal')
      .set({ invitation_hash: digest(key) })
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n)
      throw new Refused(409, PRODUCER_MESSAGES.rundown.notRehearsed, { code: 'guard' });
  });
  return key;
}

/**
 * Lets the caller take part in the rehearsal while it runs. Admins need no invitation.
 * @throws Refused 404 when the key is not, or no longer, valid
 */
export async function joinRehearsal(
  { db, now, identity, announcer }: InvitationServices,
  key: string,
  { id, roleId }: Caller,
): Promise<void> {
  const hasJoined = await inTransaction(db, async (tx) => {
    if (!(await isInvited(tx, key))) throw new Refused(404, INVITATION_TEXTS.over);
    if (roleId === ROLE.admin) return false;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('rehearsal_member')
      .values({ user_id: id, rehearsal_id: 1, joined_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  });
  if (!hasJoined) return;
  identity.forget(id);
  // Their devices reconnect and join the rehearsal's rooms.
  announcer.dropUser(id);
}

/** Whether the key is valid. The rehearsal cannot end before the transaction does. */
async function isInvited(tx: Transaction<Schema>, key: string): Promise<boolean> {
  const found = await tx
    .selectFrom('rehearsal')
    .select('invitation_hash')
    .forUpdate()
    .executeTakeFirst();
  const hash = found?.invitation_hash ?? null;
  return hash !== null && timingSafeEqual(Buffer.from(hash), Buffer.from(digest(key)));
}
