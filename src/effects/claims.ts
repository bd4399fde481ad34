import { jwtDecode } from 'jwt-decode';
import { type TokenClaims, tokenClaimsSchema } from '#machines/contract/entities.ts';

/** What a token says about its bearer; null: it is not a token of ours, which is the same as none. */
export function claimsOf(token: string): TokenClaims | null {
  try {
    return tokenClaimsSchema.parse(jwtDecode(token));
  } catch {
    return null;
  }
}
