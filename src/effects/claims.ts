import { jwtDecode } from 'jwt-decode';
import { type TokenClaims, tokenClaimsSchema } from '#machines/contract/entities.ts';

/** The claims of a token; null if it is not one of ours. */
export function claimsOf(token: string): TokenClaims | null {
  try {
    return tokenClaimsSchema.parse(jwtDecode(token));
  } catch {
    return null;
  }
}
