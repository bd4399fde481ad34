import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { io } from 'socket.io-client';
import { INSPECTION } from '#machines/admin/inspection.ts';
import { until } from '#tests/support/process.ts';
import { exchange } from '#tests/support/wire.ts';
import { beside, median, REPEATS, tookMs } from './times.ts';
import { faultsOf, type Scenario, type Stage } from './stage.ts';

/** Larger than a socket's buffer before the server reads it. */
const LARGE_BYTES = 70_000;
/** More than the server has places for inspected windows. */
const WINDOWS = 240;
const ADDRESSES = 15;
/** The flood uses a part of the machine; with the fault it blocks the whole server. */
const MOST_TIMES = 10;
const SILENT = 400;
/** Silent connections that the server keeps open for one address. */
const MOST_SILENT = 200;
const DESCRIPTIONS = ['/api/openapi.json', '/api/docs/json', '/api/docs/yaml'];

/** Opens a window to inspect, or an inspector; returns the outcome. */
const joinInspection = (
  { server, onClose }: Stage,
  { side, code, from }: { side: 'window' | 'inspector'; code: string; from: string },
): Promise<'let in' | 'refused'> => {
  const socket = io(`${server.url}${INSPECTION.namespace}`, {
    auth: { code, side },
    transportOptions: { websocket: { agent: new Agent({ localAddress: from }) } },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  onClose(() => socket.disconnect());
  return new Promise((resolve) => {
    socket.once('connect', () => resolve('let in'));
    socket.once('connect_error', () => resolve('refused'));
  });
};

/** Opens a connection from another address that asks for nothing; `onCut`: it was closed without a reply. */
function openSilent({ server, onClose }: Stage, onCut: () => void): Promise<unknown> {
  const { hostname: host, port } = new URL(server.url);
  const socket = connect({ host, port: Number(port), localAddress: '127.0.0.2' });
  onClose(() => socket.destroy());
  // A request that takes too long to arrive gets a reply before its connection is closed.
  socket.once('data', () => socket.removeListener('close', onCut));
  socket.once('close', onCut);
  socket.on('error', () => {});
  return once(socket, 'connect');
}

/** Requests, connections and floods below the show. */
export const edgeScenarios: readonly Scenario[] = [
  {
    name: 'a request after a refused large body is answered',
    run: async ({ server, home }, dice) => {
      const bytes = LARGE_BYTES + dice.below(200_000);
      const token = dice.pick(['', 'nonsense', home[0]?.token ?? '']);
      const path = dice.pick(['/api/game-sessions/generate', '/api/game-sessions/ai-generate']);
      const isChunked = dice.chance(0.5);
      const head = [
        `POST ${path} HTTP/1.1`,
        `host: ${new URL(server.url).host}`,
        'content-type: application/json',
        ...(token === '' ? [] : [`authorization: Bearer ${token}`]),
        isChunked ? 'transfer-encoding: chunked' : `content-length: ${bytes}`,
      ].join('\r\n');
      const filling = 'x'.repeat(bytes);
      const body = isChunked ? `${bytes.toString(16)}\r\n${filling}\r\n0\r\n\r\n` : filling;
      const next = `GET /healthz HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\n\r\n`;
      const { replies, end } = await exchange(
        server.url,
        [Buffer.from(`${head}\r\n\r\n${body}`), Buffer.from(next)],
        { answers: 2, pauseMs: 50, withinMs: 5_000 },
      );
      const statuses = replies.map(({ status }) => status);
      return statuses.length === 2 && statuses[1] === 200
        ? []
        : [`${statuses.join(', ') || 'nothing'}, then ${end}, of two requests on one connection`];
    },
  },
  {
    name: 'silent connections of one address are closed, the log says so, and others are answered',
    run: async (stage, dice) => {
      const { server, client, home } = stage;
      let cut = 0;
      const onCut = () => void (cut += 1);
      await Promise.all(Array.from({ length: SILENT }, () => openSilent(stage, onCut)));
      const { status } = await client.call('activeQuestions', { token: dice.pick(home).token });
      await until('those beyond the bound are closed', () => cut >= SILENT - MOST_SILENT);
      return faultsOf({
        [`another address: ${status}`]: status !== 200,
        'the log says nothing': !server.output().includes('one address keeps many connections'),
      });
    },
  },
  {
    name: 'a flood of requests for the API description does not slow answers down',
    run: async ({ server, client, home, createShow }, dice) => {
      const show = await createShow('Friday', ['Name a fruit']);
      await show.act({ type: 'goLive' });
      await show.release(0);
      const { gameSessionId } = show.item(0);
      const body = { gameSessionId, answerText: 'Apple' };
      // A repeated answer is acknowledged again.
      const answer = () =>
        tookMs(() => client.ok('submitAnswer', { token: dice.pick(home).token, body }));
      const ask = async () =>
        void (await (await fetch(server.url + dice.pick(DESCRIPTIONS))).text());
      const alone: number[] = [];
      for (let time = 0; time < REPEATS; time += 1) alone.push(await answer());
      const flooded = await beside(20, ask, answer);
      const times = median(flooded) / median(alone);
      return times > MOST_TIMES ? [`an answer takes ${Math.round(times)} times as long`] : [];
    },
  },
  {
    name: 'strangers do not fill the places of windows that are inspected',
    run: async (stage) => {
      const codes = Array.from({ length: WINDOWS }, (_, index) =>
        `STRANGE${'ABCDEFGHJKMNPQRSTUVWXYZ23456789'.charAt(index % 31)}`.slice(-8),
      );
      await Promise.all(
        codes.map((code, index) =>
          joinInspection(stage, {
            side: 'window',
            code,
            from: `127.0.1.${1 + (index % ADDRESSES)}`,
          }),
        ),
      );
      const own = { code: 'PRQDUCER', from: '127.0.0.1' };
      const inspector = await joinInspection(stage, { ...own, side: 'inspector' });
      const phone = await joinInspection(stage, { ...own, side: 'window' });
      return faultsOf({
        'an inspector is refused': inspector === 'refused',
        'the window of an inspector is refused': phone === 'refused',
      });
    },
  },
];
