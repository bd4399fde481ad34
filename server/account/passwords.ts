import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createRequesterQueue } from '#server/http/requester-queue.ts';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = Math.min(4, availableParallelism());
/** The same while players answer: a processor stays free for the answers. */
const AT_ONCE_BESIDE_ANSWERS = Math.max(1, AT_ONCE - 1);
/**
 * Maximum number of registrations hashed at a time. The rest of the capacity is kept for sign-ins, even during a flood
 * of registrations.
 */
const REGISTRATIONS_AT_ONCE = Math.max(1, AT_ONCE - 1);
/** Number of sign-ins in a row after which a waiting registration is hashed first. */
const SIGN_INS_IN_A_ROW = 8;
/** Maximum length of each queue. At 50 ms per hash on two cores, the last sign-in waits about ten seconds. */
const MOST_WAITING = 400;

/** `sign-in` is for people with an account, also when they choose a new password. It runs before `registration`. */
export type HashQueue = 'sign-in' | 'registration';

/**
 * Hashes and checks passwords. `requester` is a network address or an account, or '' for the server itself; requesters
 * take turns.
 */
export interface Passwords {
  /** @throws ApiError 503 if the queue is full, 429 if the requester has filled their share of it */
  hash(password: string, requester?: string, queue?: HashQueue): Promise<string>;
  /** Refuses a sign-in that `isRight` would refuse, before anything else is read for it. @throws ApiError 429 */
  checkRoom(requester: string): void;
  /**
   * Whether the password is right. Takes equally long if `stored` is null, so that the time does not reveal whether the
   * account exists.
   * @throws ApiError 503 or 429, as for `hash`
   */
  isRight(password: string, stored: string | null, requester?: string): Promise<boolean>;
}

export interface PasswordsOptions {
  /** Maximum length of each queue; further passwords are refused. */
  readonly mostWaiting?: number;
  /** Whether players answer just now. */
  readonly isAnswering?: () => boolean;
  /** The cost of a new hash: KiB of memory and number of passes. */
  readonly cost?: Readonly<Record<'memoryCost' | 'timeCost' | 'parallelism', number>>;
}

/**
 * Hashes passwords off the event loop, a few at a time. The others wait in two bounded queues in which requesters take
 * turns.
 */
export function createPasswords({
  mostWaiting = MOST_WAITING,
  isAnswering = () => false,
  cost = COST,
}: PasswordsOptions = {}): Passwords {
  const queues = {
    'sign-in': createRequesterQueue(mostWaiting),
    registration: createRequesterQueue(mostWaiting),
  };
  const running = { 'sign-in': 0, registration: 0 };
  let signInsInARow = 0;

  /** Returns the queue whose next entry may run now, or null. */
  const nextQueue = (): HashQueue | null => {
    const atOnce = isAnswering() ? AT_ONCE_BESIDE_ANSWERS : AT_ONCE;
    if (running['sign-in'] + running.registration >= atOnce) return null;
    const mayRegister =
      running.registration < REGISTRATIONS_AT_ONCE && queues.registration.size() > 0;
    if (queues['sign-in'].size() === 0) return mayRegister ? 'registration' : null;
    return mayRegister && signInsInARow >= SIGN_INS_IN_A_ROW ? 'registration' : 'sign-in';
  };
  const startWaiting = (): void => {
    for (let queue = nextQueue(); queue !== null; queue = nextQueue()) {
      signInsInARow = queue === 'sign-in' ? signInsInARow + 1 : 0;
      running[queue] += 1;
      queues[queue].next();
    }
  };
  const inTurn = async <T>(
    queue: HashQueue,
    requester: string,
    work: () => Promise<T>,
  ): Promise<T> => {
    const turn = queues[queue].join(requester);
    startWaiting();
    await turn;
    try {
      return await work();
    } finally {
      running[queue] -= 1;
      startWaiting();
    }
  };

  const hashInTurn = (
    password: string,
    requester = '',
    queue: HashQueue = 'sign-in',
  ): Promise<string> => inTurn(queue, requester, () => hash(Buffer.from(password), cost));
  const hashOfNoAccount = hashInTurn(randomBytes(16).toString('hex'));

  return {
    hash: hashInTurn,
    checkRoom: (requester) => {
      const refusal = queues['sign-in'].refusalOf(requester);
      if (refusal !== null) throw refusal;
    },
    isRight: async (password, stored, requester = '') => {
      const against = stored?.startsWith('$argon2') ? stored : await hashOfNoAccount;
      const matches = await inTurn('sign-in', requester, () =>
        verify(against, Buffer.from(password)),
      );
      return matches && against === stored;
    },
  };
}
