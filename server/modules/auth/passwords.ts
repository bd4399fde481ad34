import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { busy } from '#server/http/refusals.ts';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = Math.min(4, availableParallelism());
/** At 50 ms each on two cores, the last one waits about ten seconds. */
const MOST_WAITING = 400;

export interface Passwords {
  /** @throws Refused 503 when too many wait. */
  hash(password: string): Promise<string>;
  /** Takes as long when `stored` is null, so that the time does not tell whether the account exists. @throws Refused 503 */
  isRight(password: string, stored: string | null): Promise<boolean>;
}

export interface PasswordsOptions {
  /** More than these are refused. */
  readonly mostWaiting?: number;
  /** What a new hash costs; KiB of memory, and passes over them. */
  readonly cost?: Readonly<Record<'memoryCost' | 'timeCost' | 'parallelism', number>>;
}

/** Hashes off the event loop, few at once, the rest in a bounded queue. */
export function createPasswords({
  mostWaiting = MOST_WAITING,
  cost = COST,
}: PasswordsOptions = {}): Passwords {
  const waiting: (() => void)[] = [];
  let running = 0;

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= mostWaiting) throw busy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };

  const hashNow = (password: string): Promise<string> =>
    inTurn(() => hash(Buffer.from(password), cost));
  const nobody = hashNow(randomBytes(16).toString('hex'));

  return {
    hash: hashNow,
    isRight: async (password, stored) => {
      const against = stored?.startsWith('$argon2') ? stored : await nobody;
      const matches = await inTurn(() => verify(against, Buffer.from(password)));
      return matches && against === stored;
    },
  };
}
