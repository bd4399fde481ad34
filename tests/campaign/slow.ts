import { setTimeout as delay } from 'node:timers/promises';
import { faultsOfReply } from './invariants.ts';
import { exchange } from '#tests/support/wire.ts';

const DRIPPERS = 20;
const BYTE_EVERY_MS = 300;
/** The server allows 15 s for headers and checks every 5 s, so it must have cut the connection by then, ms. */
const CUT_WITHIN_MS = 22_000;

/**
 * Opens connections that never complete their headers, and checks that each gets 408 and is cut in time. Only in a long
 * campaign.
 */
export async function dripHeaders(url: string, budgetMs: number): Promise<readonly string[]> {
  if (budgetMs < 2 * CUT_WITHIN_MS) return [];
  await delay(1_000);
  const pieces = [
    'GET /api/config HTTP/1.1\r\nhost: x\r\n',
    ...Array.from(
      { length: Math.ceil(CUT_WITHIN_MS / BYTE_EVERY_MS) },
      (_, index) => `x-${index}: 1\r\n`,
    ),
  ];
  const faults = await Promise.all(
    Array.from({ length: DRIPPERS }, async () => {
      const from = performance.now();
      const { replies, end } = await exchange(url, pieces, {
        pauseMs: BYTE_EVERY_MS,
        withinMs: 1_000,
      });
      const tookMs = performance.now() - from;
      const [reply] = replies;
      if (end === 'late') return [`dripped headers are not cut within ${Math.round(tookMs)} ms`];
      if (reply?.status !== 408)
        return [`dripped headers are answered ${reply?.status ?? 'nothing'}`];
      return faultsOfReply(reply);
    }),
  );
  return [...new Set(faults.flat())];
}
