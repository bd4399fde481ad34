import { createSigner, createVerifier } from 'fast-jwt';
import { type TokenClaims, tokenClaimsSchema } from '#machines/contract/entities.ts';
import { TOKEN_LIFETIME_S } from '#machines/contract/limits.ts';
import { atEndOfTurn } from '#server/end-of-turn.ts';
import type { Caller } from './route.ts';

/** Who a token stands for, and until when (epoch ms). */
export interface Identified {
  readonly caller: Caller;
  readonly expiresAt: number;
}

/** Why a token identifies nobody. 'role': its account has another role by now, and the token can be renewed. */
export type TokenRefusal = 'expired' | 'role' | 'deleted';

export interface Identity {
  /** A token for 12 hours. */
  sign(account: Caller): string;
  /** Who sends this token, as the store knows them now; null when it is forged, over, or of another role. */
  identify(token: string): Promise<Identified | null>;
  /** The account of a token that was identified before, without reading the store; null: unknown. */
  accountOfKnown(token: string): string | null;
  /** Why a token was not identified. */
  refusalOf(token: string): Promise<TokenRefusal>;
  /** A token for the role of today that ends when this one would have; null when only signing in helps. */
  renew(token: string): Promise<{ readonly token: string; readonly caller: Caller } | null>;
  /** Whether what was identified is so still. 'replaced': tokens of that version are over. */
  standing(
    identified: Pick<Identified, 'caller'>,
  ): Promise<'holds' | 'replaced' | 'role' | 'deleted'>;
  /** The account has changed: what is remembered of it no longer counts. */
  forget(userId: string): void;
}

export interface IdentityOptions {
  readonly secret: string;
  readonly now: () => number;
  /** The accounts of these ids, in any order; unknown ids are left out. */
  readonly readAccounts: (ids: readonly string[]) => Promise<readonly Caller[]>;
}

/** How long a change made by another process may stay unseen. */
const REMEMBERED_MS = 1_000;
const MOST_REMEMBERED = 20_000;
const MOST_AT_ONCE = 500;

export function createIdentity({ secret, now, readAccounts }: IdentityOptions): Identity {
  const signToken = createSigner({ key: secret, algorithm: 'HS256', noTimestamp: true });
  // The library would use the machine's clock, so the lifetime is checked below by the server's.
  const verifyToken = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    ignoreExpiration: true,
  });
  const accounts = createAccountCache(readAccounts);
  /** What tokens say whose signature was right: to check it is a tenth of what an answer costs. */
  const verified = new Map<string, TokenClaims>();

  const verify = (token: string): TokenClaims | null => {
    try {
      const payload: unknown = verifyToken(token);
      return tokenClaimsSchema.safeParse(payload).data ?? null;
    } catch {
      // Whatever is wrong with a token, it identifies nobody.
      return null;
    }
  };
  const read = (token: string): TokenClaims | null => {
    const known = verified.get(token) ?? null;
    if (known !== null) return known;
    const claims = verify(token);
    if (claims === null) return null;
    if (verified.size >= MOST_REMEMBERED) verified.clear();
    verified.set(token, claims);
    return claims;
  };

  const sign = ({ id, name, email, roleId, version }: Caller, exp: number): string =>
    signToken({ id, name, email, role_id: roleId, ver: version, exp });

  /** What a token says and the account it is of, whatever the role of either. */
  const accountOf = async (token: string) => {
    const claims = read(token);
    if (claims === null || claims.exp * 1_000 <= now()) return 'expired';
    const account = await accounts.find(claims.id);
    if (account === null) return 'deleted';
    return account.version === claims.ver ? { claims, account } : 'expired';
  };

  return {
    sign: (account) => sign(account, Math.floor(now() / 1_000) + TOKEN_LIFETIME_S),
    identify: async (token) => {
      const found = await accountOf(token);
      if (typeof found === 'string' || found.claims.role_id !== found.account.roleId) return null;
      const { account, claims } = found;
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
      // What is remembered may be the role of a moment ago.
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
      // Invited since then: the socket reconnects to join the rehearsal's rooms.
      if (account.rehearsal !== undefined && account.rehearsal !== caller.rehearsal)
        return 'replaced';
      return account.roleId === caller.roleId ? 'holds' : 'role';
    },
    forget: (userId) => accounts.forget(userId),
  };
}

interface Waiting {
  readonly id: string;
  readonly resolve: (account: Caller | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Accounts for a second; those who ask in the same moment are read together. */
function createAccountCache(readAccounts: IdentityOptions['readAccounts']) {
  const remembered = new Map<string, { at: number; account: Promise<Caller | null> }>();
  let waiting: Waiting[] = [];

  const readTogether = async (): Promise<void> => {
    const asked = waiting;
    waiting = [];
    for (let first = 0; first < asked.length; first += MOST_AT_ONCE) {
      const some = asked.slice(first, first + MOST_AT_ONCE);
      try {
        const found = await readAccounts(some.map(({ id }) => id));
        const byId = new Map(found.map((account) => [account.id, account]));
        for (const { id, resolve } of some) resolve(byId.get(id) ?? null);
      } catch (error) {
        for (const { id, reject } of some) {
          remembered.delete(id);
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
    find: (id: string): Promise<Caller | null> => {
      const at = performance.now();
      const known = remembered.get(id);
      if (known !== undefined && at - known.at < REMEMBERED_MS) return known.account;
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      const account = ask(id);
      remembered.set(id, { at, account });
      return account;
    },
    forget: (id: string): void => void remembered.delete(id),
  };
}
