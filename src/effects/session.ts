import type { User } from '#machines/contract/entities.ts';
import { PERSONAL_CODE_KEY, STORAGE_KEYS } from '#machines/contract/limits.ts';
import { ROLE } from '#machines/contract/roles.ts';
import type { Session } from '#machines/connection/session.ts';

export interface SessionStore {
  /** The stored token, valid or not; null while signed out. */
  readonly token: () => string | null;
  /** Whether the last signed-in user was an admin; only used for the page's layout. */
  readonly wasAdmin: () => boolean;
  /** The session of the stored token, if it decodes; the caller checks whether it has expired. */
  readonly read: () => Promise<Session | null>;
  /** Stores the five keys (specification §3) without notifying listeners in this tab. */
  readonly write: (token: string, user: User) => void;
  /** Updates the user of the stored session, and its token if a new one is given. */
  readonly update: (user: User, token?: string) => void;
  /** Stores the session of a guest, with the code by which the guest can sign in on another device. */
  readonly enterAsGuest: (token: string, user: User, personalCode: string) => void;
  /** The code of a signed-in guest; null for an account. */
  readonly personalCode: () => string | null;
  readonly clear: () => void;
  /** Calls back when the session changes here or in another tab; returns a function that stops it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The storage keys that are watched for changes by other tabs: token, name, address. */
const WATCHED: ReadonlySet<string> = new Set([
  STORAGE_KEYS.authToken,
  STORAGE_KEYS.userName,
  STORAGE_KEYS.userEmail,
]);

/** The session on this device, shared by all tabs of the browser. */
export function createSessionStore(storage: Storage, tab: Window): SessionStore {
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const storeUser = (user: User) => {
    storage.setItem(STORAGE_KEYS.userRole, String(user.role_id));
    storage.setItem(STORAGE_KEYS.userId, user.id);
    storage.setItem(STORAGE_KEYS.userName, user.name);
    storage.setItem(STORAGE_KEYS.userEmail, user.email);
  };
  const write = (token: string, user: User) => {
    storeUser(user);
    // Written last, because other tabs react to this key.
    storage.setItem(STORAGE_KEYS.authToken, token);
  };
  const read = async (): Promise<Session | null> => {
    const token = storage.getItem(STORAGE_KEYS.authToken);
    if (token === null) return null;
    const { claimsOf } = await import('./claims.ts');
    const claims = claimsOf(token);
    if (claims === null) return null;
    const { id, role_id, exp, produces } = claims;
    // User and role come from the token; name and address may be newer, if they belong to this user.
    const isTheirs = storage.getItem(STORAGE_KEYS.userId) === id;
    const kept = (key: string): string | null => (isTheirs ? storage.getItem(key) : null);
    const name = kept(STORAGE_KEYS.userName) ?? claims.name;
    const email = kept(STORAGE_KEYS.userEmail) ?? claims.email;
    const user = { id, name, email, role_id, ...(produces && { produces }) };
    return { user, expiresAt: exp * 1_000 };
  };
  const watch = ({ key, storageArea }: StorageEvent) => {
    if (storageArea === storage && (key === null || WATCHED.has(key))) changed();
  };

  return {
    token: () => storage.getItem(STORAGE_KEYS.authToken),
    wasAdmin: () => storage.getItem(STORAGE_KEYS.userRole) === String(ROLE.admin),
    read,
    write,
    update: (user, token) => {
      if (token === undefined) storeUser(user);
      else write(token, user);
      changed();
    },
    enterAsGuest: (token, user, personalCode) => {
      storage.setItem(PERSONAL_CODE_KEY, personalCode);
      write(token, user);
      changed();
    },
    personalCode: () =>
      storage.getItem(STORAGE_KEYS.userEmail) === '' ? storage.getItem(PERSONAL_CODE_KEY) : null,
    clear: () => {
      storage.removeItem(PERSONAL_CODE_KEY);
      for (const key of Object.values(STORAGE_KEYS)) storage.removeItem(key);
    },
    subscribe: (listener) => {
      if (listeners.size === 0) tab.addEventListener('storage', watch);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) tab.removeEventListener('storage', watch);
      };
    },
  };
}

/** The device's storage, or memory for the life of the page if the browser refuses it. */
export function deviceStorage(tab: Pick<Window, 'localStorage'>): Storage {
  try {
    const probe = 'storage-probe';
    tab.localStorage.setItem(probe, probe);
    tab.localStorage.removeItem(probe);
    return tab.localStorage;
  } catch {
    return memoryStorage();
  }
}

function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}
