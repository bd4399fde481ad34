import { z } from 'zod';
import { PASSWORD } from '#tests/support/client.ts';
import { type Random, randomOf } from '#tests/support/random.ts';
import {
  HOSTILE_HEADERS,
  HOSTILE_PATHS,
  HOSTILE_TEXTS,
  MORE_FIELDS,
  RAW_BODIES,
  RAW_REQUESTS,
} from './hostile.ts';
import type { Reader } from './invariants.ts';
import type { Operation } from './operations.ts';
import { allows, type Known, spoilt, valid } from './shape.ts';
import type { Actor, Fixture } from './fixture.ts';

export interface Sender {
  readonly who: string;
  readonly role: Reader['role'];
  readonly actor: Actor;
}

/** A request to send, and what is known about the expected reply. */
export interface Case {
  readonly operation: Operation | null;
  readonly sender: Sender;
  readonly kind: string;
  readonly method: string;
  readonly target: string;
  readonly pieces: readonly Buffer[];
  readonly pauseMs: number;
  readonly answers: number;
  /** Whether the request is certainly this call, so that the call's rights and statuses apply. */
  readonly isClear: boolean;
  /** Whether the request violates the API description: 400 or 422 is expected, if the sender has the right. */
  readonly isWrong: boolean;
  /** Whether the request conforms to the API description. */
  readonly isGood: boolean;
  /** The complete request text. */
  readonly text: string;
}

/** The fixture, with replacements for the entities that cases use up. */
export interface Ground extends Fixture {
  readonly operations: readonly Operation[];
  /** New tokens of users who have changed their password. */
  readonly renewed: Map<string, string>;
}

export const NOBODY: Sender = {
  who: 'nobody',
  role: null,
  actor: { id: 'nobody', email: '', token: '' },
};

function senderOf(ground: Ground, { name }: Operation, random: Random): Sender {
  const sender = anybody(ground, random);
  if (name !== 'updateProfile' || sender.role === null) return sender;
  const actor = ground.changing[sender.role];
  return { ...sender, actor: { ...actor, token: ground.renewed.get(actor.id) ?? actor.token } };
}

function anybody(ground: Ground, random: Random): Sender {
  const share = random.below(100);
  if (share < 15) return NOBODY;
  if (share < 30) {
    const [who, actor] = random.pick(ground.over);
    return { who, role: null, actor };
  }
  if (share < 55) return { who: 'home viewer', role: 'home', actor: random.pick(ground.home) };
  if (share < 75)
    return { who: 'contestant', role: 'contestant', actor: random.pick(ground.contestant) };
  return { who: 'admin', role: 'admin', actor: random.pick(ground.admin) };
}

/** Valid values from the fixture. Admins' acts affect only spare questions and accounts. */
function knownTo(
  ground: Ground,
  sender: Sender,
  name: string,
  random: Random,
  index: number,
): Known {
  const { open, secret, homeOnly, studioOnly, spareQuestions, spareUsers, home } = ground;
  const isAdmin = sender.role === 'admin';
  const isOfUsers = name.endsWith('User');
  const asked = isAdmin
    ? random.pick(spareQuestions)
    : random.pick([open, secret, homeOnly, studioOnly, ...spareQuestions]);
  const victim = random.pick(home);
  const email = random.pick([`new${index}@new.example`, victim.email]);
  const known: Readonly<Record<string, unknown>> = {
    id: isOfUsers ? random.pick(spareUsers).id : asked.id,
    questionId: asked.id,
    gameSessionId: random.pick([open, asked]).gameSessionId,
    userId: random.pick([sender.actor.id, victim.id]),
    groupId: 'none',
    mergeIds: ['none'],
    name: 'Some Body',
    // Users keep their own address; a spare account gets a new one.
    email: name === 'updateProfile' || isOfUsers ? `new${index}@new.example` : email,
    password: PASSWORD,
    newPassword: 'Another1Password',
    token: 'x'.repeat(43),
    hash: 'x'.repeat(43),
    startTime: '2026-06-01T12:00:00Z',
    endTime: '2026-06-01T13:00',
    amount: 50,
    currency: 'usd',
    paymentIntentId: 'pi_none',
    page: 1,
    role: 2,
    t: '1780315200000',
  };
  return (field) => known[field];
}

const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const KINDS = [
  ...Array.from({ length: 6 }, () => 'good' as const),
  ...Array.from({ length: 10 }, () => 'spoilt' as const),
  ...Array.from({ length: 3 }, () => 'raw body' as const),
  ...Array.from({ length: 3 }, () => 'path' as const),
  ...Array.from({ length: 3 }, () => 'header' as const),
  'parameter',
  'parameter',
  'method',
  'type',
  'split',
  'split',
  'pipelined',
  'bytes',
] as const;

/** Case `index` of a seed; deterministic for fixtures that were created in the same way. */
export function caseOf(ground: Ground, seed: number, index: number): Case {
  const random = randomOf(seed, 'request', index);
  const kind = random.pick(KINDS);
  const operation = random.pick(ground.operations);
  const sender = senderOf(ground, operation, random);
  const known = knownTo(ground, sender, operation.name, random, index);
  if (kind === 'bytes') return bytesCase(random, sender);
  return composed(operation, sender, kind, random, known);
}

function bytesCase(random: Random, sender: Sender): Case {
  const [kind, text] = random.pick(RAW_REQUESTS);
  return {
    operation: null,
    sender: { ...NOBODY, who: sender.who },
    kind: `bytes: ${kind}`,
    method: '',
    target: '',
    pieces: [Buffer.from(text, 'latin1')],
    pauseMs: 0,
    answers: 1,
    isClear: false,
    isWrong: false,
    isGood: false,
    text,
  };
}

function composed(
  operation: Operation,
  sender: Sender,
  kind: Exclude<(typeof KINDS)[number], 'bytes'>,
  random: Random,
  known: Known,
): Case {
  const { body: shape, query: queryShape } = operation;
  const isSpoilt = kind === 'spoilt';
  const body = shape === null ? null : makeFields(shape, isSpoilt, random, known);
  const isQuerySpoilt = isSpoilt && shape === null;
  const query = makeFields(queryShape, isQuerySpoilt, random, known);
  const params = operation.params.map((name): readonly [string, string] => [
    name,
    kind === 'parameter' ? random.pick(HOSTILE_TEXTS) : String(known(name)),
  ]);
  let target = params.reduce(
    (path, [name, value]) =>
      path.replace(`{${name}}`, () => (kind === 'parameter' ? percent(value) : value)),
    operation.path,
  );
  const search = Object.entries(query)
    .map(([name, value]) => `${percent(name)}=${percent(textOf(value))}`)
    .join('&');
  if (search !== '') target = `${target}?${search}`;
  if (kind === 'path') target = random.pick(HOSTILE_PATHS)(target);
  const method =
    kind === 'method'
      ? random.pick([
          'GET',
          'HEAD',
          'POST',
          'PUT',
          'PATCH',
          'DELETE',
          'OPTIONS',
          'TRACE',
          'PROPFIND',
        ])
      : operation.method;

  const good = body === null ? '' : JSON.stringify(body);
  const [rawName, raw] =
    kind === 'raw body' && body !== null
      ? random.pick(RAW_BODIES)
      : (['', (fields: string) => fields] as const);
  const content = Buffer.from(raw(good));
  const type =
    kind === 'type'
      ? random.pick(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'x', ''])
      : 'application/json';
  const [headerName, more] = kind === 'header' ? random.pick(HOSTILE_HEADERS) : (['', []] as const);
  const lines = headersOf(sender, content, type, more, kind === 'pipelined');
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head, 'latin1'), content]);
  const isTwice = kind === 'pipelined';
  const last = isTwice
    ? Buffer.from(
        whole.toString('latin1').replace('connection: keep-alive', 'connection: close'),
        'latin1',
      )
    : null;
  const isLongOrNone = params.some(([, value]) => value === '' || value.length > 80);
  const isClear =
    ['good', 'spoilt', 'raw body', 'split', 'type', 'parameter', 'pipelined'].includes(kind) &&
    !isLongOrNone &&
    !target.includes('%00') &&
    target.length < 4_000;
  return {
    operation,
    sender,
    kind: [
      kind,
      rawName,
      headerName,
      kind === 'type' ? type : '',
      kind === 'path' && !target.startsWith('/api/') ? target.slice(0, 40) : '',
    ]
      .filter((each) => each !== '')
      .join(': '),
    method,
    target,
    pieces:
      kind === 'split'
        ? split(whole, random)
        : last === null
          ? [whole]
          : [Buffer.concat([whole, last])],
    pauseMs: kind === 'split' ? 1 + random.below(40) : 0,
    answers: isTwice ? 2 : 1,
    isClear,
    isWrong: isSpoilt && shape !== null && !allows(shape, JSON.parse(good)),
    isGood: (kind === 'good' || kind === 'split') && !isQuerySpoilt && !operation.takesBytes,
    text: `${target} ${content.toString()} ${sender.actor.email} ${sender.actor.token}`,
  };
}

const makeFields = (
  shape: NonNullable<Operation['body']>,
  isSpoilt: boolean,
  random: Random,
  known: Known,
): Readonly<Record<string, unknown>> => {
  const made = isSpoilt
    ? spoilt(shape, random, known, MORE_FIELDS)
    : valid(shape, '', random, known);
  return fieldsSchema.parse(made);
};
const fieldsSchema = z.record(z.string(), z.unknown());

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function headersOf(
  { actor, role, who }: Sender,
  content: Buffer,
  type: string,
  more: readonly (readonly [string, string])[],
  staysOpen: boolean,
): string[] {
  const given = new Set(more.map(([name]) => name));
  const isSignedIn = role !== null || who !== 'nobody';
  const standing: readonly (readonly [string, string])[] = [
    ['host', '127.0.0.1'],
    ['connection', staysOpen ? 'keep-alive' : 'close'],
    ...(isSignedIn ? [['authorization', `Bearer ${actor.token}`] as const] : []),
    ...(content.length === 0 ? [] : [['content-type', type] as const]),
    ['content-length', String(content.length)],
  ];
  return [...standing.filter(([name]) => !given.has(name)), ...more].map(
    ([name, value]) => `${name}: ${value}`,
  );
}

function split(whole: Buffer, random: Random): Buffer[] {
  const cuts = Array.from({ length: 1 + random.below(6) }, () => random.below(whole.length));
  const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
  return places.slice(1).map((end, index) => whole.subarray(places[index], end));
}
