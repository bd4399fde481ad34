import { clientEvents, serverEvents } from '#machines/contract/events.ts';
import { INSPECTION } from '#machines/admin/inspection.ts';
import type { Random } from '#tests/support/random.ts';
import { HOSTILE_TEXTS, hostileValue } from './hostile.ts';

/** A text in forged messages, which no other client may receive. */
export const FORGED = 'forged by a client';

const CODE = 'ABCDEFGH';

/** A random argument of an event. `ids`: ids of other users' entities. */
function argument(random: Random, ids: readonly string[]): unknown {
  if (random.chance(0.3)) return random.pick(ids);
  if (random.chance(0.3)) return { version: 9_999_999, explanation: FORGED, question: null };
  return hostileValue(random);
}

const json = (value: unknown): string => JSON.stringify(value) ?? 'null';

function eventName(random: Random): unknown {
  const names = [...Object.keys(clientEvents), ...Object.keys(serverEvents)];
  return random.chance(0.8) ? random.pick(names) : hostileValue(random);
}

/** Malformed or truncated frames of socket.io. */
const ODD_FRAMES: readonly string[] = [
  '',
  '0',
  '1',
  '2probe',
  '3',
  '5',
  '6',
  '7',
  '9',
  'b',
  'bAAAA',
  '4',
  '40',
  '40{}',
  '40null',
  '40[1]',
  '40{"token":{"a":1}}',
  `40{"token":"${'x'.repeat(5_000)}"}`,
  '40{"token":"x","show":{"key":"y"}}',
  '40{"show":{}}',
  '40/admin,{}',
  '40/__proto__,{}',
  `40/${'n'.repeat(20_000)},{}`,
  '41',
  '41/nothing,',
  '42',
  '42[',
  '42[]',
  '42[null]',
  '42[7,1]',
  '42{"a":1}',
  '42["clock"',
  '42["disconnect"]',
  '42["connect_error",{}]',
  '42["error",{}]',
  '42["newListener"]',
  '42["__proto__",{"a":1}]',
  '42["constructor","x"]',
  '42["clock","ack"]',
  '42["clock",1,2,3]',
  '42999999999999999999["clock"]',
  '427["clock"]',
  '42-1["clock"]',
  '43["x"]',
  '4399["x"]',
  '44{"message":"x"}',
  '45["x",{"_placeholder":true,"num":0}]',
  '451-["x",{"_placeholder":true,"num":0}]',
  '451-["join-user-room",{"_placeholder":true,"num":0}]',
  '452-["x",{"_placeholder":true,"num":-1},{"_placeholder":true,"num":1e9}]',
  '451-["x",{"_placeholder":true,"num":"__proto__"}]',
  '459999-["x",{"_placeholder":true,"num":0}]',
  '45-1-["x"]',
  '450-["clock"]',
  '461-["x",{"_placeholder":true,"num":0}]',
  '47',
  '49["clock"]',
  `42["join-user-room",${'['.repeat(20_000)}${']'.repeat(20_000)}]`,
  `42["join-user-room",${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}]`,
  `42["join-user-room","${'x'.repeat(90_000)}"]`,
  `42["join-user-room","${'x'.repeat(100_001)}"]`,
  `42["sync"${',null'.repeat(15_000)}]`,
];

/** A random handshake of a connection; null: none. */
export function greeting(random: Random, token: string | null): string | null {
  if (random.chance(0.1)) return null;
  if (random.chance(0.1)) return `40${json({ token: hostileValue(random) })}`;
  if (random.chance(0.1)) return `40${json({ token, show: { key: random.pick(HOSTILE_TEXTS) } })}`;
  if (random.chance(0.15))
    return `40${INSPECTION.namespace},${json({
      side: random.pick(['window', 'inspector', 'server']),
      code: random.chance(0.7) ? CODE : hostileValue(random),
      ...(token !== null && { token }),
    })}`;
  return `40${json(token === null ? {} : { token })}`;
}

/** A valid frame that requests other users' data. The connection stays open and receives what it may. */
export const politeFrame = (random: Random, ids: readonly string[]): string =>
  random.pick([
    `42${json(['join-user-room', random.pick(ids)])}`,
    `42${json([random.pick(Object.keys(serverEvents)), { version: 9_999_999, explanation: FORGED }])}`,
    `42${json([random.pick(['join', 'subscribe', 'broadcast', 'admin']), FORGED])}`,
    '42["sync"]',
    '421["clock"]',
  ]);

/** A frame that the product's client never sends. */
export function hostileFrame(random: Random, ids: readonly string[]): string | Buffer {
  const share = random.below(100);
  if (share < 45) {
    const args = Array.from({ length: random.below(4) }, () => argument(random, ids));
    const ack = random.chance(0.3) ? String(random.below(1_000)) : '';
    return `42${ack}${json([eventName(random), ...args])}`;
  }
  if (share < 60)
    return `42${INSPECTION.namespace},${json([INSPECTION.event, report(random), ...(random.chance(0.1) ? [1] : [])])}`;
  if (share < 70)
    return Buffer.from(Array.from({ length: random.below(2_000) }, () => random.below(256)));
  if (share < 75) {
    const [frame] = [hostileFrameText(random)];
    return frame.slice(0, random.below(frame.length + 1));
  }
  return hostileFrameText(random);
}
const hostileFrameText = (random: Random): string => random.pick(ODD_FRAMES);

/** A random message of an inspected window or of an inspector. */
const report = (random: Random): unknown =>
  random.pick<() => unknown>([
    () => ({ type: 'windows.call' }),
    () => ({ type: 'window.present', window: { kind: 'server', id: FORGED } }),
    () => ({ type: 'window.recorded', window: 'server', records: [hostileValue(random)] }),
    () => ({ type: hostileValue(random), window: hostileValue(random) }),
    () => hostileValue(random),
  ])();

const upgrade = (path = '/socket.io/?EIO=4&transport=websocket'): string =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
  'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';

/** A WebSocket frame (RFC 6455 §5.2), masked with zeros. */
function masked(opcode: number, payload: string): Buffer {
  const bytes = Buffer.from(payload);
  const head =
    bytes.length < 126 ? [bytes.length | 0x80] : [0xfe, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from([opcode, ...head, 0, 0, 0, 0]), bytes]);
}

/** Hostile bytes at the level of WebSocket, by name. */
export const WIRE_BYTES: readonly (readonly [string, readonly (string | Buffer)[]])[] = [
  ['frames without a mask', [upgrade(), Buffer.from([0x81, 0x02, 0x34, 0x30])]],
  ['reserved bits', [upgrade(), masked(0xf1, '40')]],
  ['an unknown opcode', [upgrade(), masked(0x8b, '40')]],
  [
    'a length of 2^63',
    [upgrade(), Buffer.from([0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4])],
  ],
  ['a length of 4 GB', [upgrade(), Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4])]],
  [
    'a text that is none',
    [upgrade(), Buffer.concat([Buffer.from([0x81, 0x82, 0, 0, 0, 0]), Buffer.from([0xff, 0xfe])])],
  ],
  [
    'a message that never ends',
    [
      upgrade(),
      masked(0x01, '40'),
      ...Array.from({ length: 200 }, () => masked(0x00, 'x'.repeat(1_000))),
    ],
  ],
  ['a continuation of nothing', [upgrade(), masked(0x80, 'x')]],
  ['a long ping', [upgrade(), masked(0x89, 'x'.repeat(200))]],
  ['many pings', [upgrade(), ...Array.from({ length: 500 }, () => masked(0x89, 'x'))]],
  ['a close of a wrong code', [upgrade(), masked(0x88, '\u0000\u0001')]],
  ['frames before the answer', [upgrade(), masked(0x81, '40'), masked(0x81, '42["clock"]')]],
  [
    'a frame of one byte at a time',
    [upgrade(), ...[...masked(0x81, '40{"token":"x"}')].map((byte) => Buffer.from([byte]))],
  ],
  ['an old protocol', [upgrade('/socket.io/?EIO=3&transport=websocket')]],
  [
    'a foreign session',
    [upgrade('/socket.io/?EIO=4&transport=websocket&sid=AAAAAAAAAAAAAAAAAAAA')],
  ],
  [
    'a session that is an object',
    [upgrade('/socket.io/?EIO=4&transport=websocket&sid[a]=b&sid=__proto__')],
  ],
  ['another path', [upgrade('/socket.io/../api')]],
];
