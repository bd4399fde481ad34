import { m } from 'messages';
import { type CallName, calls } from '#machines/contract/calls.ts';
import { errorReplySchema } from '#machines/contract/call.ts';
import { FOREIGN_ANSWER, HOME_ONLY, STUDIO_ONLY, UNRELEASED } from './fixture.ts';
import type { WireReply } from '#tests/support/wire.ts';

/** The receiver of a reply. */
export interface Reader {
  readonly role: 'admin' | 'home' | 'contestant' | null;
  /** Whether this is the author of `FOREIGN_ANSWER`, the only player who may read it. */
  readonly isAuthor: boolean;
  /** The user's own texts and request; repeated in a reply, they are no leak. */
  readonly knows: string;
}

const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
/** Words of stack traces, database errors and other internals. */
const INNER_WORDS =
  /\n\s+at |node_modules|node:internal|[\w-]+\.[cm]?[jt]s:\d|SQLITE_|sqlite|kysely|postgres|syntax error at|\bat position \d|Unexpected token|ECONN|ENOENT|\/home\/|\/tmp\/|\/proc\/|JWT_SECRET/i;
/** What a 503 says until the operator has set something up, so that trying again does not help. */
const NOT_SET_UP = [m.generateNoModel(), m.paymentUnavailable()];
const HASH = /\$argon2/u;
const TOKEN = /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]+/u;
const ADDRESS = /[\w.+-]+@(?:seed|show)\.example/giu;

/** Checks that hold for every reply to any receiver. */
export function faultsOfReply({ status, headers, body }: WireReply, isHead = false): string[] {
  const faults: string[] = [];
  if (status >= 500 && status !== 503) faults.push(`answered ${status}`);
  for (const [name, value] of Object.entries(HEADERS)) {
    if (headers.get(name) !== value) faults.push(`${name} is ${headers.get(name) ?? 'missing'}`);
  }
  if (status >= 400 && !isHead) faults.push(...faultsOfError(headers, body));
  if (
    status === 503 &&
    !headers.has('retry-after') &&
    !NOT_SET_UP.some((why) => body.includes(why))
  )
    faults.push('503 without Retry-After');
  return faults;
}

function faultsOfError(headers: ReadonlyMap<string, string>, body: string): string[] {
  const faults: string[] = [];
  if (!(headers.get('content-type') ?? '').startsWith('application/json'))
    faults.push(`an error of the type ${headers.get('content-type') ?? 'none'}`);
  if (!errorReplySchema.safeParse(parsed(body)).success) faults.push('an error that is no {error}');
  const inner = INNER_WORDS.exec(body);
  if (inner !== null) faults.push(`an error tells of the inside: ${inner[0].trim()}`);
  return faults;
}

/** Parses JSON; undefined if the text is none. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The secrets in a text that the receiver must not read. */
export function leaksIn(text: string, { role, isAuthor, knows }: Reader): string[] {
  const leaks: string[] = [];
  const see = (what: string, isSeen: boolean) => {
    if (isSeen) leaks.push(`leaks ${what}`);
  };
  see('a password hash', HASH.test(text));
  if (role === 'admin') return leaks;
  see('the text of a question that is not released', text.includes(UNRELEASED));
  see("the other audience's question", role !== 'home' && text.includes(HOME_ONLY));
  see("the other audience's question", role !== 'contestant' && text.includes(STUDIO_ONLY));
  see("another's answer", !isAuthor && text.includes(FOREIGN_ANSWER));
  const known = knows.toLowerCase();
  const foreign = [...text.matchAll(ADDRESS)].find(([each]) => !known.includes(each.toLowerCase()));
  see(`an address, ${foreign?.[0] ?? ''}`, foreign !== undefined);
  const token = TOKEN.exec(text)?.[0];
  see('a token', token !== undefined && !knows.includes(token) && !isSignIn(text));
  return leaks;
}

/** Whether the reply contains the user's own token, after signing in or a change of password. */
const isSignIn = (text: string): boolean => /^\{"(?:token|user)":/u.test(text);

/** How a successful reply violates the call's schema. */
export function faultsOfSuccess(name: CallName, body: string): string[] {
  const { success } = calls[name].reply.safeParse(parsed(body));
  return success ? [] : [`${name} breaks its contract: ${body.slice(0, 200)}`];
}
