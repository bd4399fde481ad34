import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { RunningServer } from '#tests/support/process.ts';
import { residentMb } from './fixture.ts';

const EVERY_MS = 100;
const MOST_MS = 1_000;
/** More resident memory than this means a leak, MB. */
const MOST_MB = 900;

/** Polls a server's health continuously, and measures the time of the reply. */
export async function watch(server: RunningServer) {
  const startMb = await residentMb(server);
  const tookMs: number[] = [];
  const faults: string[] = [];
  const ending = new AbortController();

  async function ask(): Promise<void> {
    const lag = ownLag();
    const from = performance.now();
    const isAlive = await fetch(`${server.url}/healthz`).then(
      async (answer) => answer.ok && (await answer.text()) !== '',
      () => false,
    );
    // Subtract the delay of this process itself.
    const took = Math.max(0, performance.now() - from - lag.end());
    tookMs.push(took);
    if (!isAlive) faults.push('/healthz did not answer 200');
    else if (took > MOST_MS) faults.push(`/healthz took ${Math.round(took)} ms`);
  }
  const asking = (async () => {
    while (!ending.signal.aborted) {
      await ask();
      await delay(EVERY_MS);
    }
  })();

  return {
    /** Stops watching. @returns the faults, and a line of figures */
    end: async (): Promise<{ faults: readonly string[]; line: string }> => {
      ending.abort();
      await asking;
      const endMb = await residentMb(server).catch(() => null);
      if (endMb === null) faults.push('the process has ended');
      else if (endMb > MOST_MB) faults.push(`the process holds ${endMb} MB`);
      faults.push(...complaintsOf(server.output()));
      tookMs.sort((a, b) => a - b);
      const p99 = tookMs[Math.floor(tookMs.length * 0.99)] ?? 0;
      const line = `/healthz ${tookMs.length} times, p99 ${Math.round(p99)} ms, longest ${Math.round(tookMs.at(-1) ?? 0)} ms; memory ${startMb} MB, then ${endMb ?? 'none'} MB`;
      return { faults: [...new Set(faults)], line };
    },
  };
}

/** Measures the largest delay of this process's timers, ms. */
function ownLag(): { end: () => number } {
  let lastAt = performance.now();
  let lateMs = 0;
  const tick = setInterval(() => {
    const now = performance.now();
    lateMs += Math.max(0, now - lastAt - 15);
    lastAt = now;
  }, 10);
  return {
    end: () => {
      clearInterval(tick);
      return lateMs;
    },
  };
}

const SECRETS =
  /Bearer |eyJ[\w-]{10,}\.|\$argon2|@(?:seed|show|new)\.example|a most secret answer/u;

const lineSchema = z.object({
  level: z.number(),
  msg: z.string().optional(),
  err: z.object({ stack: z.string().optional() }).optional(),
});

/** The lines of a server's log that are errors or contain secrets. */
export function complaintsOf(output: string): string[] {
  return output.split('\n').flatMap((line) => {
    const secret = SECRETS.exec(line);
    const leak = secret === null ? [] : [`the log has a secret: ${line.slice(0, 400)}`];
    if (!line.startsWith('{')) return leak;
    const { level, msg = '', err } = lineSchema.parse(JSON.parse(line));
    if (level < 50) return leak;
    const stack = err?.stack?.split('\n').slice(0, 4).join(' ') ?? '';
    return [...leak, `the log has an error: ${msg}: ${stack}`];
  });
}
