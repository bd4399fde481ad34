/**
 * The audience, a process of its own: thousands of viewers on raw engine.io frames, so that their own cost
 * stays small. Each does what the shipped page does (`tests/support/page-requests.ts`): it stays connected, takes what it is
 * told, and asks for nothing but its own answer. Commands come over IPC; see `commandSchema`.
 */
import { Agent, request } from 'node:http';
import { z } from 'zod';
import { WebSocket } from 'ws';
import { PAGE_REQUESTS } from '#tests/support/page-requests.ts';

const commandSchema = z.discriminatedUnion('do', [
  /** Viewers connect to the servers in turn; `bare`: to the floor, where nobody says anything. */
  z.object({
    do: z.literal('connect'),
    urls: z.array(z.string()),
    tokens: z.array(z.string()),
    bare: z.boolean(),
  }),
  /** Reports when every viewer has seen the marker. */
  z.object({ do: z.literal('await'), marker: z.string() }),
  /** Everybody answers, evenly over the time; meanwhile so many of those who are connected lose their line and come back. */
  z.object({
    do: z.literal('post'),
    urls: z.array(z.string()),
    tokens: z.array(z.string()),
    bodies: z.array(z.string()),
    overMs: z.number(),
    connections: z.number(),
    reconnecting: z.number(),
  }),
  /** Reports what was told since the last report, once nobody has been told anything for a while. */
  z.object({ do: z.literal('settle') }),
]);
type Command<T> = Extract<z.infer<typeof commandSchema>, { do: T }>;

const { 'answered oneself': own, ...byItself } = PAGE_REQUESTS;
if (Object.values(byItself).some((requests) => requests.length > 0))
  throw new Error('The page asks for more than this audience does.');
const ANSWER_PATH = own[0].slice('POST '.length);

/** A line that was lost comes back after that long, ms. */
const AWAY_MS = 1_000;
/** Nothing more is told when nothing was for so long, ms: longer than the publisher of boards pauses. */
const QUIET_MS = 6_000;
const POINTS = Buffer.from('"answer-updated"');
const STANDING = Buffer.from('"standing-updated"');
const BOARDS = Buffer.from('"boards-updated"');
const HEADS = Buffer.from('"boards":');
const SNAPSHOT = Buffer.from('"snapshot"');

interface Viewer {
  readonly url: string;
  readonly token: string;
  socket: WebSocket | null;
  /** Of this round, `performance.now()`; null: not yet. */
  answeredAt: number | null;
  pointsAt: number | null;
  standingAt: number | null;
  boardsAt: number | null;
  /** The boards as they were told last, as JSON. */
  boards: string;
  /** Points of today as they were told last. */
  daily: number | null;
}

const viewers: Viewer[] = [];
let marker: Buffer | null = null;
let seen = 0;
let lastAt = 0;
let messages = 0;
let lastMessageAt = 0;

const report = (message: object): void => void process.send?.(message);

const standingSchema = z.object({ daily: z.object({ points: z.number() }) });

function read(viewer: Viewer, data: Buffer): void {
  const now = performance.now();
  messages += 1;
  lastMessageAt = now;
  if (marker !== null && data.includes(marker)) {
    seen += 1;
    lastAt = Date.now();
  }
  if (data.includes(POINTS)) viewer.pointsAt ??= now;
  else if (data.includes(BOARDS)) {
    const boards = data.toString('utf8', data.indexOf(HEADS));
    if (boards === viewer.boards) return;
    viewer.boards = boards;
    viewer.boardsAt = now;
  } else if (data.includes(STANDING)) {
    viewer.standingAt = now;
    const text = data.toString();
    const [, payload]: unknown[] = z
      .array(z.unknown())
      .parse(JSON.parse(text.slice(text.indexOf('['))));
    viewer.daily = standingSchema.parse(payload).daily.points;
  }
}

function open(viewer: Viewer, bare: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const { url, token } = viewer;
    const socket = new WebSocket(bare ? url : `${url}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    });
    viewer.socket = socket;
    socket.on('error', reject);
    if (bare) socket.on('open', resolve);
    socket.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return;
      if (data[0] === 0x30) socket.send(`40${JSON.stringify({ token })}`);
      else if (data[0] === 0x32) socket.send('3');
      else {
        read(viewer, data);
        if (data.includes(SNAPSHOT)) resolve();
      }
    });
  });
}

async function connect({ urls, tokens, bare }: Command<'connect'>): Promise<void> {
  const startedAt = performance.now();
  const fresh = tokens.map((token, index): Viewer => ({
    url: urls[index % urls.length] ?? '',
    token,
    socket: null,
    answeredAt: null,
    pointsAt: null,
    standingAt: null,
    boardsAt: null,
    boards: '',
    daily: null,
  }));
  for (let first = 0; first < fresh.length; first += 100)
    await Promise.all(fresh.slice(first, first + 100).map((viewer) => open(viewer, bare)));
  viewers.push(...fresh);
  report({ connected: fresh.length, tookMs: performance.now() - startedAt });
}

/** Waits until every viewer has seen the marker, or ten seconds have passed without a new one. */
function awaitMarker(text: string): void {
  marker = Buffer.from(text);
  seen = 0;
  lastAt = Date.now();
  report({ armed: true });
  const watch = setInterval(() => {
    if (seen < viewers.length && Date.now() - lastAt < 10_000) return;
    clearInterval(watch);
    marker = null;
    report({ seen, lastAt });
  }, 20);
}

/** Loses the line, and comes back. */
async function leave(viewer: Viewer): Promise<void> {
  viewer.socket?.terminate();
  await new Promise((resolve) => {
    setTimeout(resolve, AWAY_MS);
  });
  await open(viewer, false);
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const quantiles = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), most: sorted.at(-1) ?? 0 };
};

async function post(command: Command<'post'>): Promise<void> {
  const { urls, tokens, bodies, overMs, connections, reconnecting } = command;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses: Record<string, number> = {};
  const tookEach: number[] = [];
  const startedAt = performance.now();
  const one = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const sentAt = performance.now();
      const done = (status: number): void => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        const now = performance.now();
        tookEach.push(now - sentAt);
        const viewer = viewers[index];
        if (viewer !== undefined) viewer.answeredAt = now;
        resolve();
      };
      const body = bodies[index % bodies.length] ?? '{}';
      const call = request(
        `${urls[index % urls.length] ?? ''}${ANSWER_PATH}`,
        {
          agent,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            authorization: `Bearer ${tokens[index] ?? ''}`,
          },
        },
        (answer) => {
          answer.resume();
          answer.on('end', () => {
            done(answer.statusCode ?? 0);
          });
        },
      );
      call.on('error', () => {
        done(0);
      });
      call.end(body);
    });
  const leaving = viewers.filter((_, index) => index % 100 < 100 * reconnecting);
  const all: Promise<void>[] = [];
  const left: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const feed = setInterval(() => {
      const share = Math.min(1, (performance.now() - startedAt) / overMs);
      while (all.length < Math.ceil(share * tokens.length)) all.push(one(all.length));
      for (const viewer of leaving.slice(left.length, Math.ceil(share * leaving.length)))
        left.push(leave(viewer));
      if (all.length === tokens.length) {
        clearInterval(feed);
        resolve();
      }
    }, 5);
  });
  await Promise.all(all);
  await Promise.all(left);
  agent.destroy();
  report({ statuses, tookMs: performance.now() - startedAt, ...quantiles(tookEach) });
}

function settle(): void {
  const watch = setInterval(() => {
    if (performance.now() - lastMessageAt < QUIET_MS) return;
    clearInterval(watch);
    const lastAnswer = Math.max(...viewers.map(({ answeredAt }) => answeredAt ?? 0));
    const since = (
      select: (viewer: Viewer) => number | null,
      from: (viewer: Viewer) => number | null,
    ) =>
      quantiles(
        viewers.flatMap((viewer) => {
          const [at, start] = [select(viewer), from(viewer)];
          return at === null || start === null ? [] : [Math.max(0, at - start)];
        }),
      );
    report({
      settled: true,
      messages: messages / viewers.length,
      untold: viewers.filter(({ pointsAt, daily }) => pointsAt === null && daily === null).length,
      points: since(
        ({ pointsAt, standingAt }) => pointsAt ?? standingAt,
        ({ answeredAt }) => answeredAt,
      ),
      ranks: since(
        ({ standingAt }) => standingAt,
        () => lastAnswer,
      ),
      boards: since(
        ({ boardsAt }) => boardsAt,
        () => lastAnswer,
      ),
      daily: viewers.map(({ daily }) => daily),
    });
    messages = 0;
    for (const viewer of viewers)
      Object.assign(viewer, { answeredAt: null, pointsAt: null, standingAt: null, boardsAt: null });
  }, 100);
}

process.on('message', (raw) => {
  const command = commandSchema.parse(raw);
  if (command.do === 'connect') void connect(command);
  else if (command.do === 'await') awaitMarker(command.marker);
  else if (command.do === 'post') void post(command);
  else settle();
});
report({ ready: true });
