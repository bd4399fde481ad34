import type { DialectName } from '#server/db/dialect.ts';
import { connectProbe, openRaw } from '#tests/support/sockets.ts';
import { exchange } from '#tests/support/wire.ts';
import { type Random, randomOf } from '#tests/support/random.ts';
import { Findings } from './findings.ts';
import { leaksIn, type Reader } from './invariants.ts';
import { FORGED, greeting, hostileFrame, politeFrame, WIRE_BYTES } from './packets.ts';
import type { CampaignOptions, CampaignPart } from './part.ts';
import { playRound } from './sanity.ts';
import { type Actor, FOREIGN_ANSWER, openFixture, type Fixture } from './fixture.ts';
import { watch } from './watch.ts';

const PLAYERS = 12;
/** Attacking connections that are open while a question is released and answered. */
const LINES = 30;
/** How long a connection listens for messages, ms. */
const LISTENS_MS = 1_500;

/** A connection, who opens it, and what it sends. */
interface Attack {
  readonly who: string;
  readonly reader: Reader;
  readonly transport: 'websocket' | 'polling' | 'bytes';
  readonly what: string;
  readonly frames: readonly (string | Buffer)[];
}

/** Attack `index` of a seed. */
function attackOf(fixture: Fixture, seed: number, index: number): Attack {
  const random = randomOf(seed, 'frames', index);
  const transport = random.pick([
    'websocket',
    'websocket',
    'websocket',
    'polling',
    'bytes',
  ] as const);
  if (transport === 'bytes') {
    const [what, frames] = random.pick(WIRE_BYTES);
    return { who: 'nobody', reader: readerOf(null, null), transport, what, frames };
  }
  const { who, role, actor } = anybody(fixture, random);
  const ids = [...fixture.home, ...fixture.admin].map(({ id }) => id);
  if (random.chance(0.4)) {
    const frames = Array.from({ length: 1 + random.below(6) }, () => politeFrame(random, ids));
    const first = `40${JSON.stringify(actor === null ? {} : { token: actor.token })}`;
    const reader = readerOf(role, actor);
    return { who, reader, transport, what: 'well made', frames: [first, ...frames] };
  }
  const first = greeting(random, actor?.token ?? null);
  const isFlood = random.chance(0.1);
  const count = isFlood ? 300 : 1 + random.below(12);
  const one = hostileFrame(random, ids);
  const frames = Array.from({ length: count }, () => (isFlood ? one : hostileFrame(random, ids)));
  return {
    who,
    reader: readerOf(role, actor),
    transport,
    what: isFlood ? 'a flood' : `${count} frames`,
    frames: first === null ? frames : [first, ...frames],
  };
}

const readerOf = (role: Reader['role'], actor: Actor | null): Reader => ({
  role,
  isAuthor: actor?.id === 'viewer0',
  knows: `${actor?.email ?? ''} ${actor?.token ?? ''}`,
});

function anybody(
  { home, contestant, admin, over }: Fixture,
  random: Random,
): { who: string; role: Reader['role']; actor: Actor | null } {
  const share = random.below(100);
  if (share < 20) return { who: 'nobody', role: null, actor: null };
  if (share < 45) {
    const [who, actor] = random.pick(over);
    return { who, role: null, actor };
  }
  // Leave out the author of the secret answer, who may read it.
  if (share < 70) return { who: 'home viewer', role: 'home', actor: random.pick(home.slice(1)) };
  if (share < 95) return { who: 'contestant', role: 'contestant', actor: random.pick(contestant) };
  return { who: 'admin', role: 'admin', actor: random.pick(admin) };
}

/** An open connection. `close` returns everything that it received. */
type Line = { readonly close: () => Promise<string> };

const addressOf = (index: number): string => `127.2.${index % 200}.${1 + (index % 7)}`;

async function open({ server }: Fixture, made: Attack, index: number): Promise<Line> {
  const from = addressOf(index);
  if (made.transport === 'bytes') {
    const heard = exchange(server.url, made.frames, { from, withinMs: LISTENS_MS, answers: 99 });
    return { close: async () => JSON.stringify(await heard) };
  }
  if (made.transport === 'polling') return openPolling(server.url, made.frames, from);
  const line = await openRaw(server.url, { from });
  for (const frame of made.frames) line.send(frame);
  return {
    close: () => {
      line.close();
      return Promise.resolve(line.frames.join('\n'));
    },
  };
}

/** The same over HTTP polling: a session, a post per few frames, and a long poll for the replies. */
async function openPolling(
  url: string,
  frames: readonly (string | Buffer)[],
  from: string,
): Promise<Line> {
  const heard: string[] = [];
  const ask = async (method: string, sid: string, body: string): Promise<string> => {
    const head = [
      `${method} /socket.io/?EIO=4&transport=polling${sid} HTTP/1.1`,
      'host: 127.0.0.1',
      'connection: close',
      'content-type: text/plain;charset=UTF-8',
      `content-length: ${Buffer.byteLength(body)}`,
    ].join('\r\n');
    const { replies } = await exchange(url, [`${head}\r\n\r\n${body}`], {
      from,
      withinMs: LISTENS_MS,
    });
    const text = replies[0]?.body ?? '';
    heard.push(text);
    return text;
  };
  const sid = /"sid":"([\w-]+)"/u.exec(await ask('GET', '', ''))?.[1] ?? 'none';
  const texts = frames.map((frame) =>
    typeof frame === 'string' ? frame : `b${frame.toString('base64')}`,
  );
  const polling = (async () => {
    await ask('POST', `&sid=${sid}`, texts[0] ?? '');
    const poll = ask('GET', `&sid=${sid}`, '');
    await ask('POST', `&sid=${sid}`, texts.slice(1).join('\u001E'));
    // A second poll beside the first is not allowed.
    await Promise.all([poll, ask('GET', `&sid=${sid}`, '')]);
  })();
  return {
    close: async () => {
      await polling;
      return heard.join('\n');
    },
  };
}

/** The messages that a connection must not have received. */
export function faultsOf({ reader, frames }: Attack, heard: string): string[] {
  const sent = frames.map(String).join(' ');
  const isStranger = reader.role === null;
  const events = heard.match(/42\["[\w-]+"/gu) ?? [];
  const told = events.find((event) => event !== '42["signed-out"' && event !== '42["show-updated"');
  return [
    ...leaksIn(heard, { ...reader, knows: `${reader.knows} ${sent}` }),
    ...(isStranger && told !== undefined ? [`a stranger hears ${told}`] : []),
    ...(/\n\s+at |node_modules|node:internal/u.test(heard) ? ['tells of the inside'] : []),
  ];
}

/** Opens connections of regular players, and checks that they receive what they must. */
async function openWatchers({ server, home, contestant, admin }: Fixture) {
  const [viewer, guest, producer] = [home[0], contestant[0], admin[0]];
  if (viewer === undefined || guest === undefined || producer === undefined)
    throw new Error('nobody watches');
  const probes = {
    viewer: await connectProbe(server.url, viewer),
    guest: await connectProbe(server.url, guest),
    producer: await connectProbe(server.url, producer),
  };
  for (const probe of Object.values(probes)) await probe.next('snapshot');
  return { probes, viewer, producer };
}
type Watchers = Awaited<ReturnType<typeof openWatchers>>;

/** Releases a question to Home while connections are open; checks that each user receives exactly what they may. */
async function release(
  fixture: Fixture,
  { probes, viewer, producer }: Watchers,
): Promise<string[]> {
  for (const probe of Object.values(probes)) probe.received.length = 0;
  const text = 'Asked at home alone?';
  const { id, gameSessionId } = await fixture.ask(text);
  const asked = { token: producer.token, params: { id } };
  const faults: string[] = [];
  try {
    await fixture.client.ok('releaseHome', { ...asked, body: {} });
    await Promise.all([
      probes.viewer.next('question-released'),
      probes.producer.next('question-released'),
    ]);
    const body = { gameSessionId, answerText: FOREIGN_ANSWER };
    await fixture.client.ok('submitAnswer', { token: viewer.token, body });
    await probes.viewer.next('answer-updated');
    await fixture.client.ok('revokeHome', asked);
    await probes.viewer.next('question-revoked');
    await probes.guest.settled();
  } catch (error) {
    faults.push(`who behaves is not served: ${String(error)}`);
  }
  const heard = Object.values(probes).map(({ received: events }) => JSON.stringify(events));
  if (heard.some((events) => events.includes(FORGED))) faults.push('a client is relayed');
  if (JSON.stringify(probes.guest.received).includes(text))
    faults.push('a contestant hears a question for home');
  await fixture.client.ok('deleteQuestion', asked);
  return faults;
}

/** Totals of the run. */
interface Tally {
  lines: number;
  refused: number;
  /** Events sent to attacking connections, which are allowed to receive them. */
  events: number;
}

/** Runs several attacks at the same time, while a question is released. */
async function attack(
  fixture: Fixture,
  watchers: Watchers,
  seed: number,
  indices: readonly number[],
  findings: Findings,
  tally: Tally,
): Promise<void> {
  const opened = await Promise.all(
    indices.map(async (index) => {
      const made = attackOf(fixture, seed, index);
      const line = await open(fixture, made, index).catch(() => null);
      return { index, made, line };
    }),
  );
  const faults = await release(fixture, watchers);
  findings.add(
    faults,
    'release',
    (fault) => `case ${indices[0]}: ${fault}, beside cases to ${indices.at(-1)}`,
  );
  tally.lines += opened.length;
  for (const { index, made, line } of opened) {
    if (line === null) tally.refused += 1;
    else {
      const { who, transport, what } = made;
      const where = `${transport}, ${what}, by ${who}`;
      const heard = await line.close();
      tally.events += heard.split('42["').length - 1;
      findings.add(faultsOf(made, heard), where, (fault) => `case ${index}: ${fault} [${where}]`);
    }
  }
}

/** The part that sends hostile frames, at and below the level of socket.io, while others play. */
export function framesOn(store: DialectName): CampaignPart & {
  /** Runs one attack on a new fixture. */
  readonly replay: (options: CampaignOptions, index: number) => Promise<readonly string[]>;
} {
  const on = async (
    work: (fixture: Fixture, watchers: Watchers) => Promise<readonly string[]>,
  ): Promise<readonly string[]> => {
    const fixture = await openFixture(store, PLAYERS);
    try {
      const watchers = await openWatchers(fixture);
      const faults = await work(fixture, watchers);
      for (const probe of Object.values(watchers.probes)) probe.close();
      return faults;
    } finally {
      await fixture.close();
    }
  };

  return {
    name: 'frames',
    run: ({ seed, budgetMs, log }) =>
      on(async (fixture, watchers) => {
        const watching = await watch(fixture.server);
        const findings = new Findings();
        const endsAt = performance.now() + budgetMs;
        const tally: Tally = { lines: 0, refused: 0, events: 0 };
        while (performance.now() < endsAt) {
          const indices = Array.from({ length: LINES }, (_, each) => tally.lines + each);
          await attack(fixture, watchers, seed, indices, findings, tally);
        }
        const gone = Object.entries(watchers.probes)
          .filter(([, { socket }]) => !socket.connected)
          .map(([who]) => `the ${who} who behaved was cut off`);
        const round = await playRound(fixture);
        const watched = await watching.end();
        const { lines, refused, events } = tally;
        log(`frames: ${lines} lines, ${refused} refused, ${events} events told`);
        log(`frames: ${watched.line}`);
        findings.add([...gone, ...round, ...watched.faults], 'process', (fault) => fault);
        return findings.lines();
      }),
    replay: ({ seed, log }, index) =>
      on(async (fixture, watchers) => {
        const made = attackOf(fixture, seed, index);
        log(made.frames.map((frame) => JSON.stringify(String(frame)).slice(0, 400)).join('\n'));
        const findings = new Findings();
        await attack(fixture, watchers, seed, [index], findings, {
          lines: 0,
          refused: 0,
          events: 0,
        });
        return findings.lines();
      }),
  };
}
