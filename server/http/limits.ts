import { isIPv6 } from 'node:net';
import type { Count, Counters, LocalCounters } from './counters.ts';
import { tooMany } from './refusals.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Maximum number of occurrences (`most`) within a time window. The limits per account are the effective ones: hundreds
 * of people in a studio share one network address, so limits per address are high and only stop floods. `shared`:
 * counted over all processes.
 */
const RULES = {
  /** Calls without a valid token from one network address; 10,000 people behind it may start within a minute. */
  address: { most: 30_000, windowMs: MINUTE_MS, shared: false },
  /** Calls of one control token: a device polls a few times a second. */
  control: { most: 900, windowMs: MINUTE_MS, shared: false },
  account: { most: 3_000, windowMs: MINUTE_MS, shared: false },
  /** Requests for the API description and the files of its page; a visit makes six. */
  docs: { most: 300, windowMs: MINUTE_MS, shared: false },
  /** Answers of one account, including retries and refused answers. */
  answer: { most: 60, windowMs: MINUTE_MS, shared: false },
  /**
   * Sign-ins to one account from one network address; the account stays usable from elsewhere. The right password
   * clears the count. The window is short, because it is also how long a lockout lasts.
   */
  signIn: { most: 10, windowMs: 5 * MINUTE_MS, shared: true },
  /** Sign-ins to one account from all network addresses where it has never signed in. */
  signInAccount: { most: 100, windowMs: HOUR_MS, shared: true },
  /** Not a limit: while its window runs, the key marks an address from which the account has signed in. */
  signedIn: { most: Number.POSITIVE_INFINITY, windowMs: 30 * 24 * HOUR_MS, shared: true },
  /** Sign-ins from one network address: 10,000 people behind it may all sign in and mistype once. */
  signInAddress: { most: 20_000, windowMs: 10 * MINUTE_MS, shared: true },
  /** Sign-ins by callers who are signed in already, per account. */
  signInAgain: { most: 60, windowMs: 10 * MINUTE_MS, shared: true },
  /** Mails to one recipient that were requested from one network address or by one account. */
  mail: { most: 4, windowMs: HOUR_MS, shared: true },
  /** Mails to one recipient from all requesters; further mails wait until the window ends. */
  mailRecipient: { most: 8, windowMs: HOUR_MS, shared: true },
  /** Registrations from one network address within one mail domain: 10,000 people in a hall may use one provider. */
  registration: { most: 10_000, windowMs: HOUR_MS, shared: true },
  /** Mails requested from one network address: 10,000 people behind it may all register and request a second mail. */
  mailAddress: { most: 20_000, windowMs: HOUR_MS, shared: true },
  /** Mails requested by one account. */
  mailAgain: { most: 30, windowMs: HOUR_MS, shared: true },
  /** Guests who join from one network address: a hall of thousands joins in two minutes. */
  guest: { most: 2_000, windowMs: MINUTE_MS, shared: true },
  /** Personal codes tried from one network address; stops guessing. */
  personalCode: { most: 300, windowMs: MINUTE_MS, shared: true },
  passwordChange: { most: 5, windowMs: HOUR_MS, shared: true },
  /** Changes of one's own name, which others see. */
  nameChange: { most: 10, windowMs: HOUR_MS, shared: true },
  addressChange: { most: 5, windowMs: HOUR_MS, shared: true },
  /** Payment calls of one account; the client repeats them while a payment is pending. */
  payment: { most: 60, windowMs: 10 * MINUTE_MS, shared: true },
  /** Payment calls without an account from one network address; stops card testing. */
  paymentAddress: { most: 10, windowMs: 10 * MINUTE_MS, shared: true },
  /** Payment calls without an account from all network addresses together. */
  paymentAllAddresses: { most: 300, windowMs: 10 * MINUTE_MS, shared: true },
  model: { most: 10, windowMs: MINUTE_MS, shared: true },
  /** All requests to the language model in a day, to bound its cost. */
  modelDay: { most: 2_000, windowMs: 24 * HOUR_MS, shared: true },
  /** Requests to the language model for grouping in a day; the rest of `modelDay` is left for generating questions. */
  refineDay: { most: 1_500, windowMs: 24 * HOUR_MS, shared: true },
  /** Inspection requests from one network address; stops guessing of codes. */
  inspection: { most: 300, windowMs: MINUTE_MS, shared: true },
  /** New sockets of one account, or of one show link from one network address. */
  join: { most: 120, windowMs: MINUTE_MS, shared: false },
} as const;
type RuleName = keyof typeof RULES;

export interface Limits {
  /** Counts one more occurrence; returns the seconds to wait if that exceeds the limit, else null. */
  count(rule: RuleName, key: string): Promise<number | null>;
  /** Counts one more occurrence. @throws ApiError 429 with `Retry-After` if that exceeds the limit */
  consume(rule: RuleName, key: string): Promise<void>;
  /** Counts one more occurrence in this process only, synchronously. @throws ApiError 429 */
  consumeHere(rule: 'address' | 'account' | 'answer' | 'control' | 'docs', key: string): void;
  /** Whether the key was counted and its window is still running. */
  has(rule: RuleName, key: string): Promise<boolean>;
  clear(rule: RuleName, key: string): Promise<void>;
}

/** `shared`: the counters that all processes share, if there are several processes. */
export function createLimits(local: LocalCounters, shared: Counters = local): Limits {
  const count = async (rule: RuleName, key: string): Promise<number | null> => {
    const { most, windowMs, shared: isShared } = RULES[rule];
    return waitOf(await (isShared ? shared : local).hit(rule, key, windowMs), most);
  };
  return {
    count,
    consume: async (rule, key) => {
      const waitS = await count(rule, key);
      if (waitS !== null) throw tooMany(waitS);
    },
    consumeHere: (rule, key) => {
      const { most, windowMs } = RULES[rule];
      const waitS = waitOf(local.hit(rule, key, windowMs), most);
      if (waitS !== null) throw tooMany(waitS);
    },
    has: async (rule, key) => shared.has(rule, key),
    clear: async (rule, key) => shared.clear(rule, key),
  };
}

const waitOf = ({ count, endsInMs }: Count, most: number): number | null =>
  count > most ? Math.max(1, Math.ceil(endsInMs / SECOND_MS)) : null;

/** Returns the key by which limits count a network address: for IPv6 its /64, because one host owns a whole /64. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const front = head.split(':').filter((group) => group !== '');
  const back = tail.split(':').filter((group) => group !== '');
  const missing = plain.includes('::') ? 8 - front.length - back.length : 0;
  return [...front, ...Array.from({ length: missing }, () => '0'), ...back].slice(0, 4).join(':');
}
