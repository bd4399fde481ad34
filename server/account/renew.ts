import { m } from 'messages';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { ApiError } from '#server/http/route.ts';
import { toUser, type AuthServices } from './services.ts';

/**
 * Issues a token for the current role in exchange for one that was valid until the role changed.
 * @throws ApiError 401 if the token has expired or the account is deleted
 */
export async function renewSession(
  { identity }: Pick<AuthServices, 'identity'>,
  token: string,
): Promise<ReplyOf<'renewSession'>> {
  const renewed = await identity.renew(token);
  if (renewed !== null) return { token: renewed.token, user: toUser(renewed.caller) };
  const isDeleted = (await identity.refusalOf(token)) === 'deleted';
  throw isDeleted
    ? new ApiError(401, m.accountDeleted(), { code: 'deleted' })
    : new ApiError(401, m.signInFirst());
}
