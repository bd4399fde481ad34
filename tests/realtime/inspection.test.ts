import { randomInt } from 'node:crypto';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type InspectionRequest,
  type Inspectors,
  inspectorsSchema,
  type Report,
  reportSchema,
  requestSchema,
  UNDISTURBED,
} from 'chart-inspector/protocol';
import { INSPECTION, type InspectionHandshake } from '#machines/admin/inspection.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { SINGLE_PROCESS } from '#server/show/announce.ts';
import { openInspection } from '#server/admin/inspector/inspection.ts';
import { createUnauthenticatedSockets } from '#server/realtime/unauthenticated-sockets.ts';
import { createWindows } from '#server/show/releases/windows.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/support/server.ts';
import { openRaw, type RawLine } from '#tests/support/sockets.ts';
import { redisIsMissing, startRedis } from './redis.ts';
import { openFixture, TIMED } from './fixture.ts';
import { createQuestion } from '#tests/support/questions.ts';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const newCode = (): string =>
  Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/**
 * One end of the connection with the messages it received, parsed; `null` for a message that breaks
 * the contract.
 */
interface End<Heard> {
  readonly socket: Socket;
  readonly received: (Heard | null)[];
  /** The inspectors last announced to a window, without their ids. */
  inspectors(): (string | null)[] | undefined;
  say(message: unknown): void;
  isClosed(): boolean;
}

async function connect<H>(
  url: string,
  auth: unknown,
  schema: { safeParse(value: unknown): { data?: H | undefined } },
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<End<H>> {
  const socket = io(`${url}${INSPECTION.namespace}`, {
    auth: Object.assign({}, auth),
    extraHeaders,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  onTestFinished(() => void socket.disconnect());
  const received: (H | null)[] = [];
  const announced: Inspectors[] = [];
  socket.on(INSPECTION.event, (message: unknown) => {
    const news = inspectorsSchema.safeParse(message);
    if (news.success) announced.push(news.data);
    else received.push(schema.safeParse(message).data ?? null);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    socket,
    received,
    inspectors: () => announced.at(-1)?.inspectors.map(({ name }) => name),
    say: (message) => void socket.emit(INSPECTION.event, message),
    isClosed: () => socket.disconnected,
  };
}
const openWindow = (url: string, code: string) =>
  connect<InspectionRequest>(url, { code, side: 'window' }, requestSchema);
const openInspector = (url: string, code: string, token?: string) =>
  connect<Report>(url, { code, side: 'inspector', ...(token && { token }) }, reportSchema);
/** The connect error's message and data. */
const refusalOf = async (
  url: string,
  auth: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<unknown> => {
  try {
    await connect(url, auth, reportSchema, headers);
  } catch (error) {
    return error instanceof Error && 'data' in error ? [error.message, error.data] : error;
  }
  return 'let in';
};

const present = (id: string, kind: 'page' | 'server' = 'page'): Report => ({
  type: 'window.present',
  window: {
    id,
    kind,
    path: '/my-answer',
    device: 'A phone',
    openedAt: 1,
    disturbance: UNDISTURBED,
  },
});
const moved = (id: string, context: unknown = { token: '(secret 2)' }): Report => ({
  type: 'window.records',
  window: id,
  dropped: 0,
  records: [
    {
      kind: 'moved',
      at: 1,
      actor: 'x:1',
      from: null,
      event: { type: 'login.submit', password: '(secret 1)', nested: { of: [1, null, true] } },
      before: { open: 'timed' },
      taken: [{ source: 'auth.out', event: 'login.submit', index: 0 }],
      now: {
        status: 'active',
        state: 'busy',
        active: ['auth', 'auth.busy'],
        tags: [],
        accepts: [],
        context,
      },
    },
  ],
});
const WATCH: InspectionRequest = { type: 'window.watch', window: 'w1' };

async function server(options: TestServerOptions = {}) {
  const started = await startTestServer(options);
  onTestFinished(() => started.close());
  return started;
}

/** One server for all tests of a block; each test uses its own codes. */
function sharedServer(): { readonly url: string } {
  let started: TestServer;
  beforeAll(async () => {
    started = await startTestServer();
  });
  afterAll(() => started.close());
  return {
    get url() {
      return started.url;
    },
  };
}

describe('a window and its inspectors', () => {
  const shared = sharedServer();

  it('exchange messages unchanged by their code, and no other code receives them [R7.inspector-relay]', async () => {
    const { url } = shared;
    const [code, other] = [newCode(), newCode()];
    const [phone, laptop, second] = [
      await openWindow(url, code),
      await openInspector(url, code),
      await openInspector(url, code),
    ];
    const [theirPhone, theirLaptop] = [
      await openWindow(url, other),
      await openInspector(url, other),
    ];
    phone.say(present('w1'));
    phone.say(moved('w1'));
    await expect.poll(() => laptop.received).toEqual([present('w1'), moved('w1')]);
    expect(second.received).toEqual(laptop.received);
    laptop.say(WATCH);
    laptop.say({ type: 'windows.call' });
    await expect.poll(() => phone.received).toEqual([WATCH, { type: 'windows.call' }]);
    theirPhone.say(present('w2'));
    await expect.poll(() => theirLaptop.received).toEqual([present('w2')]);
    expect([theirPhone.received, phone.received.length, laptop.received.length]).toEqual([
      [],
      2,
      2,
    ]);
  });

  it('cannot send as the other side or as the server', async () => {
    const { url } = shared;
    const code = newCode();
    const [phone, laptop] = [await openWindow(url, code), await openInspector(url, code)];
    phone.say(WATCH);
    laptop.say(present('w1'));
    phone.say(present('w1', 'server'));
    phone.say(present('last'));
    await expect.poll(() => laptop.received).toEqual([present('last')]);
    expect(phone.received).toEqual([]);
  });

  it('are refused with a reason after an invalid handshake', async () => {
    const { url } = shared;
    const NO_CODE = [
      "That's not an inspection code. Check it and try again.",
      { code: 'malformed' },
    ];
    const code = newCode();
    for (const auth of [
      {},
      { code: 'short', side: 'window' },
      { code: code.toLowerCase(), side: 'window' },
      { code, side: 'server' },
      { code: { $ne: '' }, side: 'inspector' },
      { code, side: 'inspector', token: 'x'.repeat(5_000) },
    ])
      expect(await refusalOf(url, auth)).toEqual(NO_CODE);
  });

  it('are limited in number per code', async () => {
    const { url } = await server();
    const code = newCode();
    await Promise.all(Array.from({ length: 20 }, () => openWindow(url, code)));
    expect(await refusalOf(url, { code, side: 'inspector' })).toEqual([
      'Too many windows are being inspected. Please close some.',
      { code: 'full' },
    ]);
    await openInspector(url, newCode());
  });

  it('are not found by guessing codes [R7.inspector-relay]', async () => {
    const { url } = await server();
    const tries = await Promise.all(
      Array.from({ length: 310 }, () => refusalOf(url, { code: 'no', side: 'inspector' })),
    );
    expect(tries).toContainEqual(['Too many tries. Please wait a minute.', { code: 'too-many' }]);
    expect(tries.filter((refusal) => JSON.stringify(refusal).includes('malformed'))).toHaveLength(
      300,
    );
  });

  it('are rate limited by the address that a trusted proxy states', async () => {
    // Behind a proxy, the rules of development do not apply.
    const { url, set } = await production({ TRUST_PROXY: '1' });
    await set(true);
    const tryFrom = (address: string) =>
      refusalOf(url, { code: 'no', side: 'inspector' }, { 'x-forwarded-for': address });
    const one = await Promise.all(Array.from({ length: 301 }, () => tryFrom('10.0.0.1')));
    expect(one).toContainEqual(['Too many tries. Please wait a minute.', { code: 'too-many' }]);
    expect(await tryFrom('10.0.0.2')).toEqual([
      "That's not an inspection code. Check it and try again.",
      { code: 'malformed' },
    ]);
  });
});

const from = (address: string) => ({ 'x-forwarded-for': address });

/** A public server with admins who inspect, and windows from any address. */
async function behindProxy() {
  const fixture = await production({ TRUST_PROXY: '1' });
  await fixture.set(true);
  const side = 'window';
  return {
    ...fixture,
    open: (address: string, code = newCode()) =>
      connect(fixture.url, { side, code }, requestSchema, from(address)),
    refusal: (address: string, code = newCode()) =>
      refusalOf(fixture.url, { side, code }, from(address)),
  };
}

describe('unauthenticated windows with codes of their own', () => {
  const FULL = [
    'Too many windows are being inspected. Please close some.',
    { code: 'full' },
  ] as const;

  it('never take the place of an inspector or of an inspected window', async () => {
    const { url, admin, advance, open, refusal } = await behindProxy();
    const early = newCode();
    const earlyPhone = await open('10.9.9.1', early);
    await openInspector(url, early, admin.token);
    // At most twenty connect from each address, and two hundred in all.
    for (let address = 1; address <= 10; address += 1)
      await Promise.all(Array.from({ length: 20 }, () => refusal(`10.0.0.${address}`)));
    expect(await refusal('10.9.9.2')).toEqual(FULL);
    const code = newCode();
    await openInspector(url, code, admin.token);
    const phone = await open('10.9.9.2', code);
    // Newer windows replace windows without an inspector.
    advance(11_000);
    await Promise.all(Array.from({ length: 150 }, (_, at) => open(`10.1.${at}.1`)));
    expect([earlyPhone.isClosed(), phone.isClosed()]).toEqual([false, false]);
  }, 30_000);

  it('have twenty places per address; after ten seconds, the oldest gives way', async () => {
    const { advance, open, refusal } = await behindProxy();
    const oldest = await open('10.0.0.1');
    const others = await Promise.all(Array.from({ length: 19 }, () => open('10.0.0.1')));
    expect(await refusal('10.0.0.1')).toEqual(FULL);
    expect(await refusal('10.0.0.2')).toBe('let in');
    advance(11_000);
    expect(await refusal('10.0.0.1')).toBe('let in');
    await expect.poll(() => oldest.isClosed()).toBe(true);
    expect(others.some((other) => other.isClosed())).toBe(false);
  });
});

/** A connection without a socket yet; the returned function connects the socket. */
async function openConnection(url: string): Promise<RawLine> {
  const line = await openRaw(url);
  onTestFinished(() => line.close());
  await line.frame('0');
  return line;
}
const helloOf = (code: string, side: InspectionHandshake['side']): string =>
  `40${INSPECTION.namespace},${JSON.stringify({ code, side })}`;

describe('a client that floods or sends garbage is disconnected, and no other client is', () => {
  const shared = sharedServer();

  it.each([
    ['garbage', (socket: Socket) => socket.emit(INSPECTION.event, 'x', 1)],
    ['nothing', (socket: Socket) => socket.emit(INSPECTION.event)],
    ['invalid JSON', (socket: Socket) => socket.emit('say', moved('w1', Buffer.from('x')))],
  ])('sending %s repeatedly', async (_, send) => {
    const { url } = shared;
    const code = newCode();
    const [bad, good] = [await openWindow(url, code), await openWindow(url, code)];
    const laptop = await openInspector(url, code);
    for (let n = 0; n < 5; n += 1) send(bad.socket);
    await expect.poll(() => bad.isClosed()).toBe(true);
    good.say(present('w1'));
    await expect.poll(() => laptop.received).toEqual([present('w1')]);
    expect(laptop.isClosed()).toBe(false);
  });

  it('sending too much at once', async () => {
    const { url } = shared;
    const code = newCode();
    const [bad, laptop] = [await openWindow(url, code), await openInspector(url, code)];
    bad.say(moved('w1', 'x'.repeat(LIMITS.bodyBytes)));
    await expect.poll(() => bad.isClosed()).toBe(true);
    expect([laptop.received, laptop.isClosed()]).toEqual([[], false]);
  });

  it('sending too often [R7.inspector-relay]', async () => {
    const { url } = shared;
    const code = newCode();
    const [bad, laptop] = [await openWindow(url, code), await openInspector(url, code)];
    for (let n = 0; n < 400; n += 1) bad.say(moved('w1'));
    await expect.poll(() => bad.isClosed()).toBe(true);
    expect(laptop.received.length).toBeLessThan(300);
    expect(laptop.isClosed()).toBe(false);
  });

  it('sending JSON too deeply nested to serialise', async () => {
    const { url } = shared;
    const code = newCode();
    const [line, laptop] = [await openConnection(url), await openInspector(url, code)];
    line.send(helloOf(code, 'window'));
    await line.frame(`40${INSPECTION.namespace}`);
    const [head = '', tail = ''] = JSON.stringify(moved('w1', '@')).split('"@"');
    const context = `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`;
    for (let n = 0; n < 5; n += 1)
      line.send(`42${INSPECTION.namespace},["${INSPECTION.event}",${head}${context}${tail}]`);
    await line.closed();
    expect([laptop.received, laptop.isClosed()]).toEqual([[], false]);
  });

  it('sending two CONNECTs at once on one connection', async () => {
    const { url } = shared;
    const line = await openConnection(url);
    const hello = helloOf(newCode(), 'window');
    line.send(hello);
    line.send(hello);
    await line.frame(`40${INSPECTION.namespace}`);
    expect(await line.frame(`44${INSPECTION.namespace}`)).toContain('already connecting');
  });

  it('not reading [R7.inspector-relay]', async () => {
    const { url } = shared;
    const code = newCode();
    const line = await openConnection(url);
    line.send(helloOf(code, 'inspector'));
    await line.frame(`40${INSPECTION.namespace}`);
    line.stopReading();
    const phone = await openWindow(url, code);
    const laptop = await openInspector(url, code);
    const big = moved('w1', 'x'.repeat(90_000));
    const saying = setInterval(() => phone.say(big), 25);
    onTestFinished(() => clearInterval(saying));
    // Only the server can end the connection: this end neither reads nor notices a close.
    await expect
      .poll(
        async () => (await (await fetch(`${url}/metrics`)).text()).match(/kind="slow"\} (\d)/)?.[1],
        {
          timeout: 20_000,
        },
      )
      .toBe('1');
    expect([phone.isClosed(), laptop.isClosed()]).toEqual([false, false]);
  }, 30_000);
});

async function production(env: Record<string, string> = {}) {
  let time = Date.now();
  const started = await server({ env: { NODE_ENV: 'production', ...env }, now: () => time });
  const admin = await started.signInAs('admin');
  return {
    url: started.url,
    started,
    admin,
    advance: (ms: number) => (time += ms),
    set: (on: boolean) => started.ok('setInspector', { token: admin.token, body: { on } }),
  };
}

describe('in production', () => {
  const OFF = ['Inspecting is off. An admin can switch it on.', { code: 'off' }];
  const ADMINS = ['Only admins can inspect here. Please sign in as one.', { code: 'admins' }];

  it('inspection is off until an admin switches it on; then only admins inspect [R7.inspector-switch]', async () => {
    const { url, started, admin, set } = await production();
    const code = newCode();
    expect(await refusalOf(url, { code, side: 'window' })).toEqual(OFF);
    expect(await refusalOf(url, { code, side: 'inspector', token: admin.token })).toEqual(OFF);
    await set(true);
    const { token } = await started.signInAs('home');
    expect(await refusalOf(url, { code, side: 'inspector' })).toEqual(ADMINS);
    expect(await refusalOf(url, { code, side: 'inspector', token })).toEqual(ADMINS);
    expect(await refusalOf(url, { code, side: 'inspector', token: 'forged' })).toEqual(ADMINS);
    const [phone, laptop] = [
      await openWindow(url, code),
      await openInspector(url, code, admin.token),
    ];
    phone.say(present('w1'));
    await expect.poll(() => laptop.received).toEqual([present('w1')]);
    await set(false);
    await expect.poll(() => [phone.isClosed(), laptop.isClosed()]).toEqual([true, true]);
    expect(await refusalOf(url, { code, side: 'window' })).toEqual(OFF);
  });

  it('a window is informed of its inspectors, admins by name', async () => {
    const started = await server();
    const code = newCode();
    const { token, name } = await started.signInAs('admin', 'Ada Admin');
    const viewer = await started.signInAs('home');
    const phone = await openWindow(started.url, code);
    await expect.poll(() => phone.inspectors()).toEqual([]);
    const laptop = await openInspector(started.url, code, token);
    await expect.poll(() => phone.inspectors()).toEqual([name]);
    const [tester, other] = [
      await openInspector(started.url, code, viewer.token),
      await openInspector(started.url, newCode()),
    ];
    await expect.poll(() => phone.inspectors()).toEqual([name, null]);
    const second = await openWindow(started.url, code);
    await expect.poll(() => second.inspectors()).toEqual([name, null]);
    for (const end of [laptop, tester, other]) end.socket.disconnect();
    await expect.poll(() => phone.inspectors()).toEqual([]);
    // An inspector that sends a message reserved for the server.
    const liar = await openInspector(started.url, code);
    await expect.poll(() => phone.inspectors()).toEqual([null]);
    liar.say({ type: 'inspectors', inspectors: [] });
    liar.say(WATCH);
    await expect.poll(() => phone.received).toEqual([WATCH]);
    expect(phone.inspectors()).toEqual([null]);
  });

  it("the audit log has the admin, the window's user and the event, but no payload", async () => {
    const { url, started, admin, set } = await production();
    await set(true);
    const viewer = await started.signInAs('home');
    const code = newCode();
    const [phone, nobodys, laptop] = [
      await connect(url, { code, side: 'window', token: viewer.token }, requestSchema),
      await openWindow(url, code),
      await openInspector(url, code, admin.token),
    ];
    phone.say(present('w1'));
    nobodys.say(present('w2'));
    await expect.poll(() => laptop.received).toHaveLength(2);
    const send = (window: string, type: string) =>
      laptop.say({ type: 'event.send', window, actor: 'x:1', event: { type, secret: 'pssst' } });
    laptop.say({ type: 'windows.call' });
    laptop.say(WATCH);
    send('w1', 'answer.submit');
    send('w1', `odd\0 ${'x'.repeat(500)}`);
    laptop.say({ type: 'line.drop', window: 'w1' });
    laptop.say({ type: 'disturb', window: 'w1', disturbance: UNDISTURBED });
    laptop.say({ type: 'time.jump', window: 'w2', ms: 1_000 });
    send('w3', 'of.nobody');
    const auditEntries = () =>
      started.db.read
        .selectFrom('audit')
        .select(['user_id', 'target', 'address'])
        .where('action', '=', 'inspect')
        .orderBy('id')
        .execute();
    const by = { user_id: admin.id, address: '127.0.0.1' };
    const targets = [
      `${viewer.id} answer.submit`,
      `${viewer.id} odd??${'x'.repeat(95)}`,
      `${viewer.id} line.drop`,
      `${viewer.id} disturb`,
      'nobody time.jump',
    ];
    await expect.poll(auditEntries).toEqual(targets.map((target) => ({ ...by, target })));

    // Another user signs in at the window.
    const { token, id } = await started.signInAs('contestant');
    phone.socket.emit(INSPECTION.identity, token);
    await expect
      .poll(async () => {
        send('w1', 'later');
        return (await auditEntries()).map(({ target }) => target);
      })
      .toContain(`${id} later`);
    phone.socket.emit(INSPECTION.identity, null);
    await expect
      .poll(async () => {
        send('w1', 'at.last');
        return (await auditEntries()).map(({ target }) => target);
      })
      .toContain('nobody at.last');
    expect(JSON.stringify(await auditEntries())).not.toContain('pssst');
  });

  it('an inspection ends after four hours [R7.inspector-switch]', async () => {
    const { url, admin, set, advance } = await production();
    await set(true);
    const code = newCode();
    const [phone, laptop] = [
      await openWindow(url, code),
      await openInspector(url, code, admin.token),
    ];
    advance(4 * 3_600_000);
    await expect.poll(() => [phone.isClosed(), laptop.isClosed()]).toEqual([true, true]);
  });

  it('an inspector who loses the admin role is disconnected, the inspected window is not [R7.inspector-switch]', async () => {
    const { url, started, admin, set } = await production();
    await set(true);
    const other = await started.signInAs('admin');
    const code = newCode();
    const phone = await openWindow(url, code);
    const [laptop, theirs] = [
      await openInspector(url, code, admin.token),
      await openInspector(url, code, other.token),
    ];
    const { id, name, email } = other;
    await started.ok('updateUser', {
      token: admin.token,
      params: { id },
      body: { name, email, role_id: 2 },
    });
    await expect.poll(() => theirs.isClosed()).toBe(true);
    expect([phone.isClosed(), laptop.isClosed()]).toEqual([false, false]);
  });
});

const stateOf = (reports: readonly (Report | null)[]) =>
  reports.flatMap((report) =>
    report?.type === 'window.records' || report?.type === 'window.state'
      ? report.records.map((record) => (record.kind === 'moved' ? record.now.state : record.kind))
      : [],
  );
const windowOf = (reports: readonly (Report | null)[]) => {
  const found = reports.find((report) => report?.type === 'window.present');
  return found?.type === 'window.present' ? found.window : null;
};

describe("the server's own windows", () => {
  it('are visible to admins as they open and expire, and to no other role [R7.inspector-server]', async () => {
    const started = await server();
    const { url } = started;
    const code = newCode();
    const { token } = await started.signInAs('admin');
    const viewer = await started.signInAs('home');
    const [admin, tester] = [
      await openInspector(url, code, token),
      await openInspector(url, code, viewer.token),
    ];
    for (const end of [tester, admin]) end.say({ type: 'windows.call' });
    await expect.poll(() => windowOf(admin.received)?.kind).toBe('server');
    const window = windowOf(admin.received)?.id ?? '';
    for (const end of [tester, admin]) end.say({ type: 'window.watch', window });
    const { id } = await createQuestion(started.ok, token, 'A fruit?');
    await started.ok('releaseHome', {
      token,
      params: { id },
      body: { timerMinutes: 0, timerSeconds: 2 },
    });
    await expect
      .poll(() => stateOf(admin.received))
      .toEqual(expect.arrayContaining(['started', { open: 'timed' }, 'lapsed']));
    expect(JSON.stringify(admin.received)).toContain('"name":"A fruit? (home)"');
    admin.say({ type: 'line.drop', window });
    await expect
      .poll(() => admin.received.at(-1))
      .toEqual({
        type: 'window.refused',
        window,
        message: "The server's charts can only be watched.",
      });
    expect(tester.received).toEqual([]);
  }, 15_000);

  it('cost nothing unless watched: nothing is attached to them [R7.inspector-server]', async () => {
    const { db, plan, change, publisher } = await openFixture();
    const windows = createWindows({ db, now: Date.now, publisher, log: { warn: () => {} } });
    onTestFinished(() => windows.stop());
    const { id } = await plan();
    await change(id, 'home', TIMED);
    await windows.start();
    let attached = 0;
    const end = windows.watch(() => {
      attached += 1;
      return () => (attached -= 1);
    });
    expect(attached).toBe(1);
    end();
    expect(attached).toBe(0);
    await change(id, 'studio', TIMED);
    await windows.start();
    expect(attached).toBe(0);
  });
});

it('ignores messages of another process that it cannot parse', () => {
  const cluster = new Server();
  const targets: (string | null)[] = [];
  const inspection = openInspection(cluster, {
    now: () => 1,
    access: () => Promise.resolve('everybody'),
    authenticate: () => Promise.resolve(null),
    mayTry: () => Promise.resolve(null),
    unauthenticated: createUnauthenticatedSockets({
      peerOf: () => ({ address: '', isOwn: false }),
      count: () => {},
    }),
    watchWindows: () => () => {},
    audit: ({ target }) => targets.push(target),
    count: () => {},
    log: { warn: () => {}, error: () => {} },
    cluster: SINGLE_PROCESS,
  });
  onTestFinished(() => inspection.close());
  const hear = (name: string, ...message: unknown[]) => {
    const listeners = cluster.of(INSPECTION.namespace).listeners(name);
    expect(listeners).toHaveLength(1);
    for (const listener of listeners) Reflect.apply(listener, null, message);
  };
  const odd = [undefined, null, 5, 'x', {}, [], [null], { type: 'window.watch' }];
  for (const name of ['inspected', 'asked', 'acted'])
    for (const one of odd) for (const other of odd) hear(name, one, other);
  expect(targets).toEqual([]);
});

describe.skipIf(redisIsMissing !== null)(`two processes, ${redisIsMissing ?? 'with Redis'}`, () => {
  it('forward messages in both directions', async () => {
    const redis = await startRedis();
    const env = { REDIS_URL: redis.url };
    const here = await server({ env });
    const there = await server({ env });
    const code = newCode();
    const phone = await openWindow(here.url, code);
    phone.socket.on(INSPECTION.event, (message: unknown) => {
      if (requestSchema.safeParse(message).data?.type === 'windows.call') phone.say(present('w1'));
    });
    const { token } = await there.signInAs('admin');
    const laptop = await openInspector(there.url, code, token);
    // The phone's process calls it as soon as it knows of the laptop.
    await expect.poll(() => laptop.received).toContainEqual(present('w1'));
    await expect.poll(() => phone.inspectors()).toEqual(['A admin']);
    laptop.say(WATCH);
    await expect.poll(() => phone.received).toContainEqual(WATCH);
    phone.say(moved('w1'));
    await expect.poll(() => laptop.received).toContainEqual(moved('w1'));
    laptop.say({ type: 'windows.call' });
    // Each process has its own server windows.
    await expect
      .poll(
        () =>
          new Set(
            laptop.received.flatMap((report) =>
              report?.type === 'window.present' && report.window.kind === 'server'
                ? [report.window.id]
                : [],
            ),
          ).size,
      )
      .toBe(2);
    expect(phone.received.filter((request) => request?.type === 'window.watch')).toHaveLength(1);
    // Audited once, by the process that has the window.
    laptop.say({ type: 'line.drop', window: 'w1' });
    const auditEntries = () =>
      here.db.read.selectFrom('audit').select('target').where('action', '=', 'inspect').execute();
    await expect.poll(auditEntries).toEqual([{ target: 'nobody line.drop' }]);
  }, 30_000);
});
