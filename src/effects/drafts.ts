/** An answer being typed, by one person to one question. */
export interface DraftKey {
  readonly userId: string;
  readonly gameSessionId: string;
}

const PREFIX = 'draft';
/** A device keeps this many; the oldest go first. */
const KEPT_DRAFTS = 50;

export interface Drafts {
  /** What was typed, '' if nothing. */
  readonly recall: (key: DraftKey) => string;
  /** Keeps what is typed, in this page alone when the device takes no more; '' forgets it. */
  readonly save: (key: DraftKey, text: string) => void;
}

/** What is typed survives a reload, a lost line, a revoked and released question (design.md). */
export function createDrafts(
  storage: Storage,
  now: () => number,
  log: (where: string, error: unknown) => void,
): Drafts {
  /** What the storage, being full, has refused. */
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
        // Said once, not with every letter.
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
