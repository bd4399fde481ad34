import { m } from 'messages';
import { baseLocale } from 'messages/runtime';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { otherRecipientOf } from '#server/account/services.ts';
import { findUser } from '#server/account/store.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Identity } from '#server/http/identity.ts';
import { lockAdminRow } from '#server/http/lock-admin-row.ts';
import { ApiError, type Caller } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import type { Outbox, Recipient } from '#server/mail/outbox.ts';
import type { MailTexts } from '#server/mail/texts.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import type { Tx } from '../services.ts';
import {
  deleteInvitation,
  deleteProducer,
  insertInvitation,
  insertProducer,
  lockProducer,
  readProducers,
} from './store.ts';

export interface ProducersServices {
  readonly db: Database;
  readonly now: () => number;
  readonly identity: Pick<Identity, 'forget'>;
  readonly broadcaster: Pick<Broadcaster, 'disconnectUser' | 'dropUser'>;
  readonly outbox: Pick<Outbox, 'add' | 'kick'>;
  readonly texts: Pick<MailTexts, 'producing' | 'invitedToProduce'>;
  /** Ends the links to the stage and the run sheet of a show that this user has made. */
  readonly endLinks: (
    tx: Tx,
    made: { readonly showId: string; readonly userId: string },
  ) => Promise<void>;
  /** Call when who may open the screens of a show has changed. */
  readonly touch: (showId: string) => void;
}

type Reply = ReplyOf<'showProducers'>;
type Admin = Pick<Caller, 'id' | 'version'>;

/** @throws ApiError 404 for the house show, which only admins run, or if the show does not exist */
async function titleOf(db: Database['read'], showId: string, isLocked = false): Promise<string> {
  const show = await db
    .selectFrom('show')
    .where('id', '=', showId)
    .where('kind', '=', 'show')
    .select('title')
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (show === undefined) throw new ApiError(404, m.notFound());
  return show.title;
}

/** Lists who may run a show without being an admin. @throws ApiError 404 */
export async function listProducers(
  { db }: Pick<ProducersServices, 'db'>,
  showId: string,
): Promise<Reply> {
  await titleOf(db.read, showId);
  return { producers: await readProducers(db.read, showId) };
}

/**
 * Lets the owner of an address run one show: at once if they have a verified account, otherwise once they have
 * registered. They get a mail.
 * @throws ApiError 404; 409 for an admin, for a producer of the show, and if the show has too many
 */
export async function addProducer(
  services: ProducersServices,
  showId: string,
  email: string,
  by: Admin,
): Promise<Reply> {
  const { db, now, outbox } = services;
  const added = await inTransaction(
    db,
    async (tx) => {
      await lockAdminRow(tx, by);
      const title = await titleOf(tx, showId, true);
      if ((await readProducers(tx, showId)).length >= LIMITS.showProducers)
        throw new ApiError(409, m.producersFull(), { code: 'guard' });
      const at = now();
      const right = { showId, at, by: by.id };
      const user = await findUser(tx, { email }, { forUpdate: true });
      if (user === null || !user.isVerified) {
        if (!(await insertInvitation(tx, { id: newId(at), email }, right)))
          throw new ApiError(409, m.producersInvited(), { code: 'guard' });
        const to: Recipient = { email, userId: null, language: baseLocale };
        await outbox.add(tx, to, () => services.texts.invitedToProduce(title));
        return { title, user: null };
      }
      if (user.roleId === ROLE.admin)
        throw new ApiError(409, m.producersIsAdmin(), { code: 'guard' });
      const { isOfShow, count } = await lockProducer(tx, { showId, userId: user.id });
      if (isOfShow) throw new ApiError(409, m.producersAlready(), { code: 'guard' });
      await insertProducer(tx, user.id, right);
      // The account may be newer than an invitation of its address.
      await deleteInvitation(tx, showId, { email });
      await outbox.add(tx, otherRecipientOf(user), () => services.texts.producing(user, title));
      return { title, user: { id: user.id, isFirst: count === 0 } };
    },
    ({ title, user }) =>
      user === null
        ? { name: title, after: { invited: masked(email) } }
        : { target: user.id, after: { 'may run': title } },
  );
  outbox.kick();
  if (added.user !== null) rightChanged(services, added.user.id, added.user.isFirst);
  return listProducers(services, showId);
}

/**
 * Takes the right to run a show back, with the links made by it, or withdraws an invitation. Open sockets end at once.
 * @throws ApiError 404
 */
export async function removeProducer(
  services: ProducersServices,
  showId: string,
  id: string,
  by: Admin,
): Promise<Reply> {
  const removed = await inTransaction(
    services.db,
    async (tx) => {
      await lockAdminRow(tx, by);
      const title = await titleOf(tx, showId, true);
      const invitation = await deleteInvitation(tx, showId, { id });
      if (invitation !== undefined) return { title, invited: invitation.email };
      const { count } = await lockProducer(tx, { showId, userId: id });
      if (!(await deleteProducer(tx, { showId, userId: id })))
        throw new ApiError(404, m.notFound());
      await services.endLinks(tx, { showId, userId: id });
      return { title, invited: '', isLast: count === 1 };
    },
    ({ title, invited, isLast }) =>
      isLast === undefined
        ? { name: title, before: { invited: masked(invited) } }
        : { target: id, before: { 'may run': title } },
  );
  if (removed.isLast !== undefined) {
    rightChanged(services, id, removed.isLast);
    services.touch(showId);
  }
  return listProducers(services, showId);
}

/** An address as the audit names it, which outlives the account of its owner. */
const masked = (email: string): string => email.replace(/^(.).*@/u, '$1…@');

/**
 * Makes the devices of an account reconnect with what it may see now. `isOther`: whether it produces any show has
 * changed, so that its devices need a new token, as after a change of role.
 */
function rightChanged(
  { identity, broadcaster }: Pick<ProducersServices, 'identity' | 'broadcaster'>,
  userId: string,
  isOther: boolean,
): void {
  identity.forget(userId);
  if (isOther) broadcaster.disconnectUser(userId, 'role');
  else broadcaster.dropUser(userId);
}
