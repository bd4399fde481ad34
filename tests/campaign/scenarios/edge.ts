import { exchange } from '#tests/support/wire.ts';
import type { Scenario } from './stage.ts';

/** Larger than what a socket holds before the server reads it. */
const LARGE_BYTES = 70_000;

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
];
