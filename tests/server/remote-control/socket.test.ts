import { m } from 'messages';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { CONTROL_SOCKET, controlStateSchema } from '#machines/show/control-calls.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { createShow } from '#tests/support/staged-show.ts';

let clock = Date.parse('2026-06-01T12:00:00.000Z');
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
  admin = await server.signInAs('admin', 'Producer');
});
afterAll(() => server.close());

const tokenFor = async (name: string, show?: string): Promise<string> =>
  (
    await server.ok('createControlToken', {
      token: admin.token,
      body: { name, ...(show !== undefined && { show }) },
    })
  ).token;

function connect(token: string): Socket {
  const socket = io(`${server.url}${CONTROL_SOCKET}`, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  onTestFinished(() => void socket.disconnect());
  return socket;
}

const next = (socket: Socket, name: string): Promise<unknown> =>
  new Promise((resolve) => {
    socket.once(name, resolve);
  });

/** How often the state has been read. */
const reads = async (): Promise<number> => {
  const { body } = await server.raw('/metrics');
  const line =
    /^http_request_duration_seconds_count\{route="\/api\/v1\/state",status="200"\} (\d+)$/m;
  return Number(line.exec(z.string().parse(body))?.[1]);
};

const refusal = z.object({ message: z.string(), data: z.object({ status: z.int() }) });

it('acts on its show and is sent the state at each change, also one of the control room [R7.control-socket]', async () => {
  const show = await createShow(server, admin.token, 'Friday', ['Name a bird', 'Name a fish']);
  const other = await createShow(server, admin.token, 'Saturday', ['Name a tree']);
  const socket = connect(await tokenFor('Deck', show.id));
  const states: z.infer<typeof controlStateSchema>[] = [];
  socket.on('state', (state: unknown) => void states.push(controlStateSchema.parse(state)));
  await expect.poll(() => states.at(-1)?.show_title).toBe('Friday');
  await show.act({ type: 'goLive' });
  await expect.poll(() => states.at(-1)).toMatchObject({ can_go: true, go: 'arm' });
  clock += 1_000;
  const act = (name: string, body: object) => socket.emitWithAck('act', name, body);
  expect(await act('go', { version: states.at(-1)?.version })).toMatchObject({
    status: 200,
    body: { item_text: 'Name a bird', item_stage: 'armed' },
  });
  await expect.poll(() => states.at(-1)?.item_text).toBe('Name a bird');
  expect(await act('go', {})).toMatchObject({ status: 409, body: { code: 'resting' } });
  expect(await act('sing', {})).toMatchObject({ status: 404 });
  expect(await act('skip', { show: other.id })).toMatchObject({ status: 409 });
  const { entries } = await server.ok('adminAudit', {
    token: admin.token,
    query: { page: '1', action: 'control' },
  });
  expect(entries.find(({ after }) => after !== null)?.by).toEqual({ id: admin.id, name: 'Deck' });
});

it('reads the state once for all devices of a token, so that many share its limit [R7.control-socket]', async () => {
  const token = await tokenFor('Many');
  await Promise.all(Array.from({ length: 12 }, () => next(connect(token), 'state')));
  const before = await reads();
  const startedAt = performance.now();
  await expect.poll(reads).toBeGreaterThanOrEqual(before + 4);
  // Four reads are three pauses apart.
  expect(performance.now() - startedAt).toBeGreaterThan(1_000);
});

it('needs a control token, and ends with it [R7.control-socket R7.control-token]', async () => {
  for (const token of ['control_unknown', admin.token, '']) {
    const error = await next(connect(token), 'connect_error');
    expect(refusal.parse(error).message).toBe(m.controlRefusedNoToken());
  }
  const socket = connect(await tokenFor('Floor'));
  await next(socket, 'state');
  const { tokens } = await server.ok('controlTokens', { token: admin.token });
  const id = tokens.find(({ name }) => name === 'Floor')?.id ?? '';
  await server.ok('revokeControlToken', { token: admin.token, params: { id } });
  await next(socket, 'disconnect');
});
