import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openPolling, openRaw } from '#tests/support/sockets.ts';
import { openFixture, UNTIMED } from './fixture.ts';

/** A fixture with a well-behaved player and a line in the name of another. */
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
  /** What the player hears of a release. */
  const released = async () => {
    const { id } = await fixture.plan();
    await fixture.change(id, 'home', UNTIMED);
    await ann.settled();
    return ann.takeNames();
  };
  return { fixture, line, enter, released };
}
/** Everything, and nothing that was made up. */
const WELL = ['question-released'];

const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

describe('a packet that no client of ours sends', () => {
  it.each([
    ['an object that cannot become text', '42["join-user-room",{"toString":1,"valueOf":1}]'],
    ['null', '42["join-user-room",null]'],
    ['too many arguments', '42["clock",1,2,3]'],
    ['no arguments', '42["join-user-room"]'],
    ['an id that is none', '42["join-user-room","../../etc"]'],
    ['an acknowledgement that is no function', '42["clock","ack"]'],
    ['a prototype', '42["__proto__",{"a":1}]'],
    ['a method of every object', '42["hasOwnProperty"]'],
    ['a number for a name', '42[7,1]'],
    ['an event of the server', '42["question-released",{"version":9}]'],
    ['the error event', '42["error",{"message":"x"}]'],
    ['an answer to nothing', '4399["x"]'],
    ['polluting keys', '42["join-user-room",{"__proto__":{"polluted":true}}]'],
  ])('%s harms nobody', async (_title, packet) => {
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
    ['no JSON', '42["clock"'],
    ['no array', '42{"a":1}'],
    ['a reserved name', '42["disconnect"]'],
    ['an unknown type', '49["clock"]'],
    ['an unknown engine type', '9'],
    ['binary out of place', Buffer.from([1, 2, 3])],
    ['attachments without end', '459999-["x",{"_placeholder":true,"num":0}]'],
    ['a second greeting', '40{"token":"mal"}'],
    ['deep nesting', `42["join-user-room",${nested}]`],
    ['more than 100 kB', `42["join-user-room","${'x'.repeat(100_001)}"]`],
    ['another namespace', '40/admin,{"token":"mal"}'],
  ])('%s closes at most its own line', async (_title, packet) => {
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
  ])('%s as a greeting lets nobody in', async (_title, packet) => {
    const { fixture, line, released } = await fixtureWithLine();
    line.send(packet);
    expect(await released()).toEqual(WELL);
    expect(fixture.broadcaster.connected()).toEqual({ studio: 0, home: 1 });
    line.close();
  });

  it('greeting many times at once makes one socket', async () => {
    const { fixture, line, released } = await fixtureWithLine();
    const gate = new AbortController();
    fixture.accounts.account = async () => {
      if (!gate.signal.aborted) await once(gate.signal, 'abort');
    };
    // As many as a line may send before its sign-in: with more, it may be closed before the reply leaves.
    for (let time = 0; time < 16; time += 1) line.send('40{"token":"mal"}');
    await line.frame('44{"message":"already connecting"}');
    gate.abort();
    expect(await released()).toEqual(WELL);
    expect(fixture.broadcaster.connected().home).toBeLessThanOrEqual(2);
    line.close();
  });
});

describe('before anybody is signed in', () => {
  it.each([
    ['many namespaces', (turn: number) => `40/n${turn},`],
    ['many events', () => '42["clock"]'],
    ['a greeting and its end, over and over', (turn: number) => (turn % 2 === 0 ? '40' : '41')],
    ['binary data', () => Buffer.alloc(1_000)],
    ['an announcement of binary data', () => '459-["x",{"_placeholder":true,"num":0}]'],
    ['an answer with binary data', () => '461-1[{"_placeholder":true,"num":0}]'],
    ['a namespace without end', () => `40/${'n'.repeat(9_000)}`],
  ])('%s closes the line, alone', async (_title, packet) => {
    const { fixture, line, released } = await fixtureWithLine();
    for (let turn = 0; turn < 200; turn += 1) line.send(packet(turn));
    await line.closed();
    expect(line.frames.length).toBeLessThan(20);
    await expect.poll(() => fixture.io.engine.clientsCount).toBe(1);
    expect(await released()).toEqual(WELL);
  });

  it('hundreds of connections of one address leave who plays alone, and then the memory', async () => {
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

  it('a payload of thousands of packets is cut short', async () => {
    const { fixture, released } = await fixtureWithLine();
    const polling = await openPolling(fixture.url);
    const refusals = Array.from({ length: 1_000 }, () => '40/x,').join('\u001E');
    await polling.post(refusals);
    await expect.poll(() => fixture.misuses).toEqual(['too-many']);
    expect(await released()).toEqual(WELL);
  });
});

describe('who goes on', () => {
  it.each([
    ['answers that nobody asked for', '4399["x"]'],
    ['other namespaces', '40/admin,'],
    ['replies to pings that were not sent', '3'],
  ])('with %s is closed, alone', async (_title, packet) => {
    const { line, enter, released } = await fixtureWithLine();
    await enter();
    for (let time = 0; time < 1_000; time += 1) line.send(packet);
    await line.closed();
    expect(await released()).toEqual(WELL);
  });

  it('with a binary event is closed before its attachments are kept', async () => {
    const { fixture, line, enter, released } = await fixtureWithLine();
    await enter();
    line.send('4510-["x",{"_placeholder":true,"num":0}]');
    await line.closed();
    expect([fixture.misuses, fixture.broadcaster.connected().home]).toEqual([['malformed'], 1]);
    expect(await released()).toEqual(WELL);
  });

  it('with asking for acknowledgements is closed, alone', async () => {
    const { fixture, line, enter, released } = await fixtureWithLine();
    await enter();
    for (let time = 0; time < 300; time += 1) line.send(`42${time}["clock"]`);
    await line.closed();
    expect(line.frames.filter((frame) => frame.startsWith('43')).length).toBeLessThan(30);
    expect(fixture.misuses).toEqual(Array.from({ length: 5 }, () => 'too-many'));
    expect(await released()).toEqual(WELL);
  });

  it('changing over to WebSocket, again and again, is closed, alone', async () => {
    const { fixture, released } = await fixtureWithLine();
    const polling = await openPolling(fixture.url);
    const line = await openRaw(fixture.url, { sid: polling.sid });
    for (let time = 0; time < 1_000; time += 1) line.send('2probe');
    await line.closed();
    expect(await released()).toEqual(WELL);
  });

  it('with malformed events is closed, alone', async () => {
    const { fixture, line, enter, released } = await fixtureWithLine();
    await enter();
    for (let time = 0; time < 5; time += 1) line.send('42["join-user-room",7]');
    await line.closed();
    expect(fixture.misuses).toEqual(Array.from({ length: 5 }, () => 'malformed'));
    expect(await released()).toEqual(WELL);
  });

  it('beyond the rate is closed, alone', async () => {
    const { fixture, line, enter, released } = await fixtureWithLine();
    await enter();
    for (let time = 0; time < 100; time += 1) line.send('42["no-such-event"]');
    await line.closed();
    expect(fixture.misuses).toEqual(Array.from({ length: 5 }, () => 'too-many'));
    expect(await released()).toEqual(WELL);
  });
});

it('a client that reads nothing is closed before its packets fill the memory', async () => {
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
