import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openPolling, openRaw } from '#tests/support/sockets.ts';
import { openFixture, UNTIMED } from './fixture.ts';

/** A fixture with a well-behaved player and a raw connection as another user. */
async function fixtureWithLine() {
  const fixture = await openFixture();
  fixture.enter('ann', 'home');
  fixture.enter('mal', 'home');
  const ann = await fixture.join('ann');
  const line = await openRaw(fixture.url);
  const enter = async () => {
    line.send('40{"token":"mal"}');
    await line.frame('42["snapshot"');
  };
  /** The events that the player receives of a release. */
  const released = async () => {
    const { id } = await fixture.plan();
    await fixture.change(id, 'home', UNTIMED);
    await ann.settled();
    return ann.takeNames();
  };
  return { fixture, line, enter, released };
}
/** The events without any forged one. */
const WELL = ['question-released'];

const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

describe('a packet that our client never sends', () => {
  it.each([
    ['an object that cannot become text', '42["join-user-room",{"toString":1,"valueOf":1}]'],
    ['null', '42["join-user-room",null]'],
    ['too many arguments', '42["clock",1,2,3]'],
    ['no arguments', '42["join-user-room"]'],
    ['an invalid id', '42["join-user-room","../../etc"]'],
    ['an acknowledgement that is not a function', '42["clock","ack"]'],
    ['a prototype', '42["__proto__",{"a":1}]'],
    ['an inherited method name', '42["hasOwnProperty"]'],
    ['a number as event name', '42[7,1]'],
    ['an event of the server', '42["question-released",{"version":9}]'],
    ['the error event', '42["error",{"message":"x"}]'],
    ['a reply to no request', '4399["x"]'],
    ['prototype-polluting keys', '42["join-user-room",{"__proto__":{"polluted":true}}]'],
  ])('%s has no effect', async (_title, packet) => {
    const { fixture, line, enter, released } = await fixtureWithLine();
    await enter();
    line.send(packet);
    line.send('427["clock"]');
    expect(await line.frame('437[')).toMatch(/^437\[\{"serverTime":\d+\}\]$/);
    expect(await released()).toEqual(WELL);
    expect([fixture.warnings, Reflect.get({}, 'polluted')]).toEqual([[], undefined]);
    line.close();
  });

  it.each([
    ['invalid JSON', '42["clock"'],
    ['no array', '42{"a":1}'],
    ['a reserved name', '42["disconnect"]'],
    ['an unknown type', '49["clock"]'],
    ['an unknown engine type', '9'],
    ['misplaced binary data', Buffer.from([1, 2, 3])],
    ['endless attachments', '459999-["x",{"_placeholder":true,"num":0}]'],
    ['a second CONNECT', '40{"token":"mal"}'],
    ['deep nesting', `42["join-user-room",${nested}]`],
    ['more than 100 kB', `42["join-user-room","${'x'.repeat(100_001)}"]`],
    ['another namespace', '40/admin,{"token":"mal"}'],
  ])('%s closes at most its own connection', async (_title, packet) => {
    const { line, enter, released } = await fixtureWithLine();
    await enter();
    line.send(packet);
    expect(await released()).toEqual(WELL);
    line.close();
  });

  it.each([
    ['null', '40null'],
    ['an array', '40[1]'],
    ['a number', '401'],
    ['a foreign token type', '40{"token":{"a":1}}'],
    ['an unknown namespace', '40/admin,{"token":"mal"}'],
  ])('%s as CONNECT payload is refused', async (_title, packet) => {
    const { fixture, line, released } = await fixtureWithLine();
    line.send(packet);
    expect(await released()).toEqual(WELL);
    expect(fixture.broadcaster.connected()).toEqual({ studio: 0, home: 1 });
    line.close();
  });

  it('many CONNECTs at once make one socket', async () => {
    const { fixture, line, released } = await fixtureWithLine();
    const gate = new AbortController();
    fixture.accounts.account = async () => {
      if (!gate.signal.aborted) await once(gate.signal, 'abort');
    };
    // The most a connection may send before sign-in; with more, it may be closed before the reply
    // is sent.
    for (let time = 0; time < 16; time += 1) line.send('40{"token":"mal"}');
    await line.frame('44{"message":"already connecting"}');
    gate.abort();
    expect(await released()).toEqual(WELL);
    expect(fixture.broadcaster.connected().home).toBeLessThanOrEqual(2);
    line.close();
  });
});

describe('before sign-in', () => {
  it.each([
    ['many namespaces', (turn: number) => `40/n${turn},`],
    ['many events', () => '42["clock"]'],
    ['repeated CONNECT and DISCONNECT', (turn: number) => (turn % 2 === 0 ? '40' : '41')],
    ['binary data', () => Buffer.alloc(1_000)],
    ['an announcement of binary data', () => '459-["x",{"_placeholder":true,"num":0}]'],
    ['a reply with binary data', () => '461-1[{"_placeholder":true,"num":0}]'],
    ['an endless namespace', () => `40/${'n'.repeat(9_000)}`],
  ])('%s closes only that connection', async (_title, packet) => {
    const { fixture, line, released } = await fixtureWithLine();
    for (let turn = 0; turn < 200; turn += 1) line.send(packet(turn));
    await line.closed();
    expect(line.frames.length).toBeLessThan(20);
    await expect.poll(() => fixture.io.engine.clientsCount).toBe(1);
    expect(await released()).toEqual(WELL);
  });

  it('hundreds of idle connections from one address do not disturb a player, and are closed in the end', async () => {
    const { fixture, line, released } = await fixtureWithLine();
    const opened = Array.from({ length: 300 }, (_, index) =>
      index % 2 === 0 ? openRaw(fixture.url) : openPolling(fixture.url),
    );
    await Promise.all(opened);
    expect(fixture.io.engine.clientsCount).toBe(302);
    expect(await released()).toEqual(WELL);
    fixture.pass(10_000);
    await expect.poll(() => fixture.io.engine.clientsCount).toBe(1);
    expect(await released()).toEqual(WELL);
    line.close();
  });

  it('only the first of thousands of packets in one payload are handled', async () => {
    const { fixture, released } = await fixtureWithLine();
    const polling = await openPolling(fixture.url);
    const refusals = Array.from({ length: 1_000 }, () => '40/x,').join('\u001E');
    await polling.post(refusals);
    await expect.poll(() => fixture.misuses).toEqual(['too-many']);
    expect(await released()).toEqual(WELL);
  });
});

describe('a signed-in client', () => {
  it.each([
    ['unsolicited acknowledgements', '4399["x"]'],
    ['other namespaces', '40/admin,'],
    ['pongs without pings', '3'],
  ])('that sends %s is disconnected, and no other client is', async (_title, packet) => {
    const { line, enter, released } = await fixtureWithLine();
    await enter();
    for (let time = 0; time < 1_000; time += 1) line.send(packet);
    await line.closed();
    expect(await released()).toEqual(WELL);
  });

  it('that sends a binary event is disconnected before its attachments are kept', async () => {
    const { fixture, line, enter, released } = await fixtureWithLine();
    await enter();
    line.send('4510-["x",{"_placeholder":true,"num":0}]');
    await line.closed();
    expect([fixture.misuses, fixture.broadcaster.connected().home]).toEqual([['malformed'], 1]);
    expect(await released()).toEqual(WELL);
  });

  it('that requests acknowledgements is disconnected, and no other client is', async () => {
    const { fixture, line, enter, released } = await fixtureWithLine();
    await enter();
    for (let time = 0; time < 300; time += 1) line.send(`42${time}["clock"]`);
    await line.closed();
    expect(line.frames.filter((frame) => frame.startsWith('43')).length).toBeLessThan(30);
    expect(fixture.misuses).toEqual(Array.from({ length: 5 }, () => 'too-many'));
    expect(await released()).toEqual(WELL);
  });

  it('that keeps upgrading to WebSocket is disconnected, and no other client is', async () => {
    const { fixture, released } = await fixtureWithLine();
    const polling = await openPolling(fixture.url);
    const line = await openRaw(fixture.url, { sid: polling.sid });
    for (let time = 0; time < 1_000; time += 1) line.send('2probe');
    await line.closed();
    expect(await released()).toEqual(WELL);
  });

  it('that sends malformed events is disconnected, and no other client is', async () => {
    const { fixture, line, enter, released } = await fixtureWithLine();
    await enter();
    for (let time = 0; time < 5; time += 1) line.send('42["join-user-room",7]');
    await line.closed();
    expect(fixture.misuses).toEqual(Array.from({ length: 5 }, () => 'malformed'));
    expect(await released()).toEqual(WELL);
  });

  it('that exceeds the rate limit is disconnected, and no other client is', async () => {
    const { fixture, line, enter, released } = await fixtureWithLine();
    await enter();
    for (let time = 0; time < 100; time += 1) line.send('42["no-such-event"]');
    await line.closed();
    expect(fixture.misuses).toEqual(Array.from({ length: 5 }, () => 'too-many'));
    expect(await released()).toEqual(WELL);
  });
});

it('a client that does not read is disconnected before its packets fill the memory', async () => {
  const { fixture, line, enter, released } = await fixtureWithLine();
  await enter();
  line.stopReading();
  const heavy = { explanation: 'x'.repeat(200_000) };
  const fill = () => fixture.io.to('user:mal').emit('show-answers', heavy);
  const isOpen = () => fixture.broadcaster.connected().home === 2;
  const deadline = performance.now() + 10_000;
  while (isOpen() && performance.now() < deadline) {
    fill();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect([isOpen(), fixture.misuses]).toEqual([false, ['slow']]);
  expect(await released()).toEqual(WELL);
  line.close();
});
