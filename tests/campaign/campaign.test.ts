import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Case, NOBODY } from './cases.ts';
import { faultsOf } from './frames.ts';
import { judge } from './judge.ts';
import type { Operation } from './operations.ts';
import { FOREIGN_ANSWER, HOME_ONLY, UNRELEASED } from './fixture.ts';
import { exchange } from '#tests/support/wire.ts';

const heardBy = (role: 'home' | 'contestant' | null, heard: string) =>
  faultsOf(
    {
      who: '',
      reader: { role, isAuthor: false, knows: '' },
      transport: 'websocket',
      what: '',
      frames: [],
    },
    heard,
  );

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

describe('a connection that receives too much', () => {
  it.each([
    ['a stranger hears', null, '42["question-released",{}]'],
    ['not released', 'home', `42["snapshot",{"text":"${UNRELEASED}"}]`],
    ["another's answer", 'home', `42["answer-updated",{"text":"${FOREIGN_ANSWER}"}]`],
    ["the other audience's question", 'contestant', `42["snapshot",{"text":"${HOME_ONLY}"}]`],
    ['leaks an address', 'contestant', '42["snapshot",{"email":"viewer3@seed.example"}]'],
    ['tells of the inside', null, '44{"message":"x\n    at f (node:internal/x:1)"}'],
  ] as const)('is found: %s', (fault, role, heard) => {
    expect(heardBy(role, heard).join('; ')).toContain(fault);
  });
  it('is not reported if it receives only its own data', () => {
    expect(heardBy('home', `42["snapshot",{"text":"${HOME_ONLY}"}]`)).toEqual([]);
    expect(heardBy(null, '40{"sid":"x"}\n42["signed-out",{"reason":"expired"}]')).toEqual([]);
  });
});

const STANDING = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-type': 'application/json; charset=utf-8',
};
interface Planted {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}
const SOUND: Planted = { status: 200, body: '{"total_points":1}' };

/** Faulty replies, each with the fault that must be found. */
const PLANTED: readonly (readonly [string, Planted])[] = [
  ['answered 500', { status: 500, body: '{"error":"x"}' }],
  ['503 without Retry-After', { status: 503, body: '{"error":"x"}' }],
  ['an error that is no {error}', { status: 404, body: '<h1>Not found</h1>' }],
  [
    'an error of the type text/html',
    { status: 404, headers: { 'content-type': 'text/html' }, body: '{"error":"x"}' },
  ],
  ['x-frame-options is missing', { ...SOUND, headers: { 'x-frame-options': '' } }],
  [
    'tells of the inside',
    { status: 400, body: JSON.stringify({ error: 'x\n    at f (a.js:1:1)' }) },
  ],
  ['tells of the inside', { status: 400, body: '{"error":"SQLITE_ERROR: no such column"}' }],
  ['leaks an address', { status: 200, body: '{"total_points":1,"email":"viewer7@seed.example"}' }],
  ['leaks a password hash', { status: 200, body: '{"total_points":1,"h":"$argon2id$v=19$x"}' }],
  ['leaks a token', { status: 200, body: '{"x":"eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjEifQ.abcdefg"}' }],
  ['not released', { status: 200, body: JSON.stringify({ total_points: 1, x: UNRELEASED }) }],
  ["the other audience's question", { status: 200, body: JSON.stringify({ x: HOME_ONLY }) }],
  ["another's answer", { status: 200, body: JSON.stringify({ x: FOREIGN_ANSWER }) }],
  ['breaks its contract', { status: 200, body: '{"total_points":"many"}' }],
  ['pointsDaily was done for nobody', SOUND],
  ['403 instead of 401', { status: 403, body: '{"error":"x"}' }],
];

const OPERATION: Operation = {
  name: 'pointsDaily',
  method: 'GET',
  path: '/planted',
  roles: ['admin', 'home', 'contestant'],
  params: [],
  query: {},
  body: null,
  takesBytes: false,
  statuses: [200, 401, 403, 429, 503],
};
const asked = (more: Partial<Case>): Case => ({
  operation: OPERATION,
  sender: NOBODY,
  kind: 'good',
  method: 'GET',
  target: '/planted',
  pieces: [Buffer.from('GET /planted HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')],
  pauseMs: 0,
  answers: 1,
  isClear: true,
  isWrong: false,
  isGood: true,
  text: '',
  ...more,
});
const CONTESTANT: Case['sender'] = { ...NOBODY, who: 'contestant', role: 'contestant' };

describe('a server with a planted fault', () => {
  let planted: Planted = SOUND;
  const stub = createServer((_request, response) => {
    for (const [name, value] of Object.entries({ ...STANDING, ...planted.headers }))
      if (value !== '') response.setHeader(name, value);
    response.writeHead(planted.status).end(planted.body);
  });
  let url = '';
  beforeAll(async () => {
    url = await listening(stub);
  });
  afterAll(() => void stub.close());

  const verdict = async (made: Case): Promise<string> =>
    judge(made, await exchange(url, made.pieces)).join('; ');

  it.each(PLANTED)('is reported: %s', async (fault, reply) => {
    planted = reply;
    expect(await verdict(asked({}))).toContain(fault);
  });

  it.each([
    [422, { isWrong: true }],
    [403, { sender: NOBODY }],
  ] as const)('is reported for every status except %i', async (_, more) => {
    planted = SOUND;
    expect(await verdict(asked({ sender: CONTESTANT, ...more }))).not.toBe('');
  });

  it('is not reported without a fault', async () => {
    planted = SOUND;
    expect(await verdict(asked({ sender: CONTESTANT }))).toBe('');
  });
});
