import { jwtDecode } from 'jwt-decode';
import { type TokenClaims, tokenClaimsSchema } from '#machines/contract/entities.ts';
import { withTextIds } from './foreign.ts';

/** What a token says about its bearer; null: it is not a token of ours, which is the same as none. */
export function claimsOf(token: string): TokenClaims | null {
  try {
    return tokenClaimsSchema.parse(withTextIds(jwtDecode(token)));
  } catch {
    return null;
  }
}
