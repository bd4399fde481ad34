import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { busy } from '#server/http/refusals.ts';
import type { Refused } from '#server/http/route.ts';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = Math.min(4, availableParallelism());
/** At 50 ms each on two cores, the last one waits about ten seconds. */
const MOST_WAITING = 400;

/** `asker`, who it is for, is a network address or an account: they take turns. The program itself is ''. */
export interface Passwords {
  /** @throws Refused 503 when too many wait. */
  hash(password: string, asker?: string): Promise<string>;
  /** Takes as long when `stored` is null, so that the time does not tell whether the account exists. @throws Refused 503 */
  isRight(password: string, stored: string | null, asker?: string): Promise<boolean>;
}

export interface PasswordsOptions {
  /** More than these are refused. */
  readonly mostWaiting?: number;
  /** What a new hash costs; KiB of memory, and passes over them. */
  readonly cost?: Readonly<Record<'memoryCost' | 'timeCost' | 'parallelism', number>>;
}

/** Hashes off the event loop, few at once, the rest in a bounded queue in which nobody takes the place of everybody. */
export function createPasswords({
  mostWaiting = MOST_WAITING,
  cost = COST,
}: PasswordsOptions = {}): Passwords {
  const waiting = createFairQueue(mostWaiting);
  let running = 0;

  const inTurn = async <T>(asker: string, work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) await waiting.join(asker);
    else running += 1;
    try {
      return await work();
    } finally {
      if (!waiting.next()) running -= 1;
    }
  };

  const hashNow = (password: string, asker = ''): Promise<string> =>
    inTurn(asker, () => hash(Buffer.from(password), cost));
  const nobody = hashNow(randomBytes(16).toString('hex'));

  return {
    hash: hashNow,
    isRight: async (password, stored, asker = '') => {
      const against = stored?.startsWith('$argon2') ? stored : await nobody;
      const matches = await inTurn(asker, () => verify(against, Buffer.from(password)));
      return matches && against === stored;
    },
  };
}

interface Waiting {
  readonly go: () => void;
  readonly refuse: (reason: Refused) => void;
}

/** A queue of `most` in which askers take turns; when it is full, the newest of whoever has most in it goes. */
function createFairQueue(most: number) {
  const byAsker = new Map<string, Waiting[]>();
  let size = 0;

  /** Makes room for one more of somebody who has `own` in it; false when nobody has more. */
  const makeRoom = (own: number): boolean => {
    const [longest] = [...byAsker.values()].toSorted((one, other) => other.length - one.length);
    if (longest === undefined || longest.length <= own + 1) return false;
    longest.pop()?.refuse(busy());
    size -= 1;
    return true;
  };

  return {
    /** @throws Refused 503 when there is no room, or somebody else needs it more. */
    join: (asker: string): Promise<void> =>
      new Promise((go, refuse) => {
        const own = byAsker.get(asker) ?? [];
        if (size >= most && !makeRoom(own.length)) {
          refuse(busy());
          return;
        }
        own.push({ go, refuse });
        byAsker.set(asker, own);
        size += 1;
      }),
    /** Lets the next one go; false when nobody waits. */
    next: (): boolean => {
      const [first] = byAsker;
      if (first === undefined) return false;
      const [asker, [one, ...others]] = first;
      byAsker.delete(asker);
      if (others.length > 0) byAsker.set(asker, others);
      size -= 1;
      one?.go();
      return true;
    },
  };
}
