import { createSigner, createVerifier } from 'fast-jwt';
import { type TokenClaims, tokenClaimsSchema } from '#machines/contract/entities.ts';
import { TOKEN_LIFETIME_S } from '#machines/contract/limits.ts';
import { atEndOfTurn } from '#server/end-of-turn.ts';
import type { Caller } from './route.ts';

/** The account of a token, and when the token expires (epoch ms). */
export interface Identified {
  readonly caller: Caller;
  readonly expiresAt: number;
}

/**
 * Why a token is invalid. 'role': the account's role has changed, or whether it produces shows; the token can be
 * renewed.
 */
export type TokenRefusal = 'expired' | 'role' | 'deleted';

export interface Identity {
  /** Makes a token that is valid for 12 hours. */
  sign(account: Caller): string;
  /**
   * Returns the token's account as stored at most `maxAgeMs` ago, a second by default; null if the token is forged,
   * expired, or of another role.
   */
  identify(token: string, maxAgeMs?: number): Promise<Identified | null>;
  /** Returns the account id of a token that was verified before, without reading the database; null if it was not. */
  accountOfKnown(token: string): string | null;
  /** Why `identify` returns null for this token. */
  refusalOf(token: string): Promise<TokenRefusal>;
  /** Makes a token for the account's current role with the same expiry; null if the caller must sign in again. */
  renew(token: string): Promise<{ readonly token: string; readonly caller: Caller } | null>;
  /** Whether an identified account is still valid. 'replaced': its token version is no longer valid. */
  standing(
    identified: Pick<Identified, 'caller'>,
  ): Promise<'holds' | 'replaced' | 'role' | 'deleted'>;
  /** Drops an account from the cache because it has changed. */
  forget(userId: string): void;
}

export interface IdentityOptions {
  readonly secret: string;
  readonly now: () => number;
  /** Returns the accounts with these ids, in any order, without unknown ids. */
  readonly readAccounts: (ids: readonly string[]) => Promise<readonly Caller[]>;
}

/** How long an account is cached, ms; a change by another process may go unnoticed that long. */
const CACHED_MS = 1_000;
const MOST_CACHED = 20_000;
const MOST_AT_ONCE = 500;

export function createIdentity({ secret, now, readAccounts }: IdentityOptions): Identity {
  const signToken = createSigner({ key: secret, algorithm: 'HS256', noTimestamp: true });
  // The library would compare the expiry with the machine's clock, so it is checked below with the server's clock.
  const verifyToken = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    ignoreExpiration: true,
  });
  const accounts = createAccountCache(readAccounts);
  /** Claims of tokens whose signature was verified; verifying takes a tenth of the time of handling an answer. */
  const verified = new Map<string, TokenClaims>();

  const verify = (token: string): TokenClaims | null => {
    try {
      const payload: unknown = verifyToken(token);
      return tokenClaimsSchema.safeParse(payload).data ?? null;
    } catch {
      // The token is invalid.
      return null;
    }
  };
  const read = (token: string): TokenClaims | null => {
    const known = verified.get(token) ?? null;
    if (known !== null) return known;
    const claims = verify(token);
    if (claims === null) return null;
    if (verified.size >= MOST_CACHED) verified.clear();
    verified.set(token, claims);
    return claims;
  };

  const sign = ({ id, name, email, roleId, version, produces }: Caller, exp: number): string =>
    signToken({
      id,
      name,
      email,
      role_id: roleId,
      ver: version,
      exp,
      ...(produces !== undefined && { produces: true }),
    });

  /** Returns the claims and the account of a token, whose roles may differ, or why there is none. */
  const accountOf = async (token: string, maxAgeMs = CACHED_MS) => {
    const claims = read(token);
    if (claims === null || claims.exp * 1_000 <= now()) return 'expired';
    const account = await accounts.find(claims.id, maxAgeMs);
    if (account === null) return 'deleted';
    return account.version === claims.ver ? { claims, account } : 'expired';
  };

  return {
    sign: (account) => sign(account, Math.floor(now() / 1_000) + TOKEN_LIFETIME_S),
    identify: async (token, maxAgeMs) => {
      const found = await accountOf(token, maxAgeMs);
      if (typeof found === 'string') return null;
      const { account, claims } = found;
      if (hasOtherRights(claims, account)) return null;
      return {
        caller: account,
        expiresAt: claims.exp * 1_000,
      };
    },
    accountOfKnown: (token) => verified.get(token)?.id ?? null,
    refusalOf: async (token) => {
      const found = await accountOf(token);
      return typeof found === 'string' ? found : 'role';
    },
    renew: async (token) => {
      const claims = read(token);
      // Read the account again, because the cached role may be outdated.
      if (claims !== null) accounts.forget(claims.id);
      const found = await accountOf(token);
      if (typeof found === 'string') return null;
      const { account } = found;
      return { token: sign(account, found.claims.exp), caller: account };
    },
    standing: async ({ caller }) => {
      const account = await accounts.find(caller.id);
      if (account === null) return 'deleted';
      if (account.version !== caller.version) return 'replaced';
      // The player was invited to a rehearsal since the token was identified: reconnecting makes the socket join its
      // rooms.
      if (account.rehearsal !== undefined && account.rehearsal !== caller.rehearsal)
        return 'replaced';
      // Likewise if the player's memberships have changed.
      if (String(account.shows) !== String(caller.shows)) return 'replaced';
      if (account.roleId !== caller.roleId) return 'role';
      const [before, after] = [caller.produces, account.produces];
      if ((before === undefined) !== (after === undefined)) return 'role';
      return String(before) === String(after) ? 'holds' : 'replaced';
    },
    forget: (userId) => accounts.forget(userId),
  };
}

/** Whether the account has another role than the token claims, or produces shows without it, or the reverse. */
const hasOtherRights = (claims: TokenClaims, { roleId, produces }: Caller): boolean =>
  claims.role_id !== roleId || (claims.produces === true) !== (produces !== undefined);

interface Waiting {
  readonly id: string;
  readonly resolve: (account: Caller | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Caches accounts. Accounts requested in one turn of the event loop are read in one query. */
function createAccountCache(readAccounts: IdentityOptions['readAccounts']) {
  const cached = new Map<string, { at: number; account: Promise<Caller | null> }>();
  let waiting: Waiting[] = [];

  const readTogether = async (): Promise<void> => {
    const requested = waiting;
    waiting = [];
    for (let first = 0; first < requested.length; first += MOST_AT_ONCE) {
      const some = requested.slice(first, first + MOST_AT_ONCE);
      try {
        const found = await readAccounts(some.map(({ id }) => id));
        const byId = new Map(found.map((account) => [account.id, account]));
        for (const { id, resolve } of some) resolve(byId.get(id) ?? null);
      } catch (error) {
        for (const { id, reject } of some) {
          cached.delete(id);
          reject(error);
        }
      }
    }
  };

  const ask = (id: string): Promise<Caller | null> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) atEndOfTurn(() => void readTogether());
      waiting.push({ id, resolve, reject });
    });

  return {
    find: (id: string, maxAgeMs = CACHED_MS): Promise<Caller | null> => {
      const at = performance.now();
      const known = cached.get(id);
      if (known !== undefined && at - known.at < maxAgeMs) return known.account;
      if (cached.size >= MOST_CACHED) cached.clear();
      const account = ask(id);
      cached.set(id, { at, account });
      return account;
    },
    forget: (id: string): void => void cached.delete(id),
  };
}
