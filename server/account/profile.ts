import { m } from 'messages';
import { type Locale, toLocale } from 'messages/runtime';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { ROLE } from '#machines/contract/entities.ts';
import { checkNewPassword } from '#machines/account/rules/password.ts';
import { lockNamesOnAir } from '#server/db/aired-names.ts';
import { inTransaction } from '#server/db/client.ts';
import { type Caller, ApiError } from '#server/http/route.ts';
import { mailDelay } from './mail-budget.ts';
import { issueSecret } from './secrets.ts';
import {
  toUser,
  type AuthServices,
  otherRecipientOf,
  recipientOf,
  requireValid,
  type Tx,
} from './services.ts';
import {
  deleteTokens,
  endAccess,
  findUser,
  type StoredUser,
  writeLanguage,
  writeOwnName,
  writePassword,
  writePendingEmail,
} from './store.ts';

interface Profile {
  readonly name: string;
  readonly email: string;
  readonly password?: string | undefined;
  readonly language?: string | undefined;
}

/**
 * Changes the caller's own name (visible to others after a live show), address (after its confirmation), password, and
 * language of mails. A new password ends all other sessions; the reply has a new token for this one. Only the owner of a new address learns
 * whether it is free.
 * @throws ApiError 403 for a guest, 422 for the password or language, 429 after ten changes of name, or five of password or
 * address, within an hour
 */
export async function updateProfile(
  services: AuthServices,
  caller: Caller,
  { name, email, password = '', language: tag }: Profile,
): Promise<ReplyOf<'updateProfile'>> {
  const { db, limits, passwords, outbox, identity, broadcaster } = services;
  if (caller.guestOf !== undefined) throw new ApiError(403, m.forbidden());
  const language = languageIn(tag);
  const isNewPassword = password.trim() !== '';
  if (isNewPassword) {
    await limits.consume('passwordChange', caller.id);
    requireValid(checkNewPassword(password), 'password');
  }
  const isNewName = name !== caller.name;
  if (isNewName) await limits.consume('nameChange', caller.id);
  const isOtherEmail = email !== caller.email;
  if (isOtherEmail) await limits.consume('addressChange', caller.id);
  const delayMs = isOtherEmail ? await mailDelay(limits, { email, requester: caller.id }) : 0;
  const passwordHash = isNewPassword ? await passwords.hash(password, caller.id) : null;

  const { account, isAddressChanging, isNameWaiting } = await inTransaction(db, async (tx) => {
    // Take this lock before locking the account, in the same order as the end of a show does.
    const isOnAir = isNewName && caller.roleId !== ROLE.admin && (await lockNamesOnAir(tx));
    const found = await findUser(tx, { id: caller.id }, { forUpdate: true });
    // Re-check the token version: all sessions may have been ended since.
    if (found?.version !== caller.version) throw new ApiError(401, m.signInFirst());
    const user = language === null ? found : { ...found, language };
    if (language !== null) await writeLanguage(tx, user.id, language);
    const isWaiting = isNewName && (await writeOwnName(tx, user.id, name, isOnAir));
    // Change the password before entering the new address, because it also ends a pending change of address.
    const now =
      passwordHash === null ? user : await changePassword(services, tx, user, passwordHash);
    const isNewAddress = email !== user.email;
    if (isNewAddress) await beginAddressChange(services, tx, { ...user, name }, { email, delayMs });
    return {
      account: { ...now, name: isNewName ? name : user.name },
      isAddressChanging: isNewAddress,
      isNameWaiting: isWaiting,
    };
  });

  identity.forget(account.id);
  outbox.kick();
  // Sockets are closed without a `signed-out` event, because this device stays signed in with the token of the reply.
  if (passwordHash !== null) broadcaster.dropUser(account.id);
  return {
    user: toUser(account),
    message: [
      isAddressChanging ? m.profileConfirmEmail() : m.profileDone(),
      ...(isNameWaiting ? [m.profileNameAfterShow()] : []),
    ].join(' '),
    ...(passwordHash === null ? {} : { token: identity.sign(account) }),
  };
}

/** Returns the language of a tag; null without a tag. @throws ApiError 422 for a language that we do not have */
function languageIn(tag: string | undefined): Locale | null {
  if (tag === undefined) return null;
  const language = toLocale(tag);
  if (language !== undefined) return language;
  const message = m.serverMalformed();
  throw new ApiError(422, message, { details: [{ field: 'language', message }] });
}

async function changePassword(
  { outbox, texts }: AuthServices,
  tx: Tx,
  user: StoredUser,
  passwordHash: string,
): Promise<Caller> {
  await outbox.add(tx, recipientOf(user), () => texts.passwordChanged(user));
  await writePassword(tx, user.id, passwordHash);
  return endAccess(tx, user.id);
}

async function beginAddressChange(
  { now, outbox, texts }: AuthServices,
  tx: Tx,
  user: StoredUser,
  { email, delayMs }: { email: string; delayMs: number },
): Promise<void> {
  const at = now();
  const old = { userId: user.id, email: user.email, now: at };
  const cancelling = await issueSecret(tx, { ...old, purpose: 'cancel-email-change' });
  await outbox.add(tx, recipientOf(user), () =>
    texts.addressChanging({ ...user, secret: cancelling }),
  );
  const owner = await findUser(tx, { email });
  if (owner?.isVerified) {
    // The mail belongs to the other person's account, so that it is delivered even if `user` is deleted.
    await outbox.add(tx, otherRecipientOf(owner), () => texts.addressInUse(), { delayMs });
    return;
  }
  await writePendingEmail(tx, user.id, email);
  await deleteTokens(tx, user.id, ['change-email']);
  const asked = { userId: user.id, purpose: 'change-email', email, now: at, delayMs } as const;
  const secret = await issueSecret(tx, asked);
  const to = recipientOf({ ...user, email });
  await outbox.add(tx, to, () => texts.confirmAddress({ email, secret }), { delayMs });
}
