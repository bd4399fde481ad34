import type { ReplyOf } from '#machines/contract/calls.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { ApiError } from '#server/http/route.ts';
import { asUser, type AuthServices } from './services.ts';

/**
 * A token for the role of today, for one that counted until the role was changed.
 * @throws ApiError 401 when the token is over or its account deleted
 */
export async function renewSession(
  { identity }: Pick<AuthServices, 'identity'>,
  token: string,
): Promise<ReplyOf<'renewSession'>> {
  const renewed = await identity.renew(token);
  if (renewed !== null) return { token: renewed.token, user: asUser(renewed.caller) };
  const isDeleted = (await identity.refusalOf(token)) === 'deleted';
  throw isDeleted
    ? new ApiError(401, MESSAGES.accountDeleted, { code: 'deleted' })
    : new ApiError(401, MESSAGES.signInFirst);
}
