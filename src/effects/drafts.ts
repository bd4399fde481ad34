/** Identifies a draft answer: one person, one question. */
export interface DraftKey {
  readonly userId: string;
  readonly gameSessionId: string;
}

const PREFIX = 'draft';
/** Maximum number of drafts on a device; the oldest are deleted. */
const KEPT_DRAFTS = 50;

export interface Drafts {
  /** The draft, or '' if there is none. */
  readonly recall: (key: DraftKey) => string;
  /** Stores a draft; '' deletes it. If the device's storage is full, the draft is kept in this page only. */
  readonly save: (key: DraftKey, text: string) => void;
}

/** Drafts survive a reload, a lost connection, and a question revoked and released again (design.md). */
export function createDrafts(
  storage: Storage,
  now: () => number,
  log: (where: string, error: unknown) => void,
): Drafts {
  /** Drafts that did not fit into the storage. */
  const refused = new Map<string, string>();
  return {
    recall: (key) => refused.get(nameOf(key)) ?? textOf(storage.getItem(nameOf(key))),
    save: (key, text) => {
      const name = nameOf(key);
      try {
        if (text === '') storage.removeItem(name);
        else storage.setItem(name, `${now()}:${text}`);
        refused.delete(name);
        forgetOldest(storage);
      } catch (error) {
        // Logged once, not with every letter.
        if (!refused.has(name)) log('drafts', error);
        refused.set(name, text);
      }
    },
  };
}

const nameOf = ({ userId, gameSessionId }: DraftKey) => `${PREFIX}:${userId}:${gameSessionId}`;
const textOf = (kept: string | null): string => kept?.slice(kept.indexOf(':') + 1) ?? '';
const savedAt = (kept: string | null): number => Number.parseInt(kept ?? '0', 10);

function forgetOldest(storage: Storage): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((name) => name.startsWith(`${PREFIX}:`))
    .sort((a, b) => savedAt(storage.getItem(a)) - savedAt(storage.getItem(b)));
  for (const name of names.slice(0, -KEPT_DRAFTS)) storage.removeItem(name);
}
