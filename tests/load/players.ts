/**
 * The audience, in a separate process: thousands of viewers that use raw engine.io frames to keep their own cost small.
 * Each behaves like the shipped page (`tests/support/page-requests.ts`): it stays connected, receives events, sends its
 * answer over the connection, and some open the leaderboard for a while. Commands come over IPC; see `commandSchema`.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { WebSocket } from 'ws';
import { calls } from '#machines/contract/calls.ts';
import { PAGE_REQUESTS } from '#tests/support/page-requests.ts';

const commandSchema = z.discriminatedUnion('do', [
  /** Connects the viewers, distributed over the servers. `bare`: to the floor, which sends nothing by itself. */
  z.object({
    do: z.literal('connect'),
    urls: z.array(z.string()),
    tokens: z.array(z.string()),
    bare: z.boolean(),
  }),
  /** Reports when every viewer has received the marker. */
  z.object({ do: z.literal('await'), marker: z.string() }),
  /**
   * All viewers answer, evenly distributed over the time: over their connections as the page does, or over HTTP if they
   * have none.
   */
  z.object({
    do: z.literal('post'),
    urls: z.array(z.string()),
    tokens: z.array(z.string()),
    bodies: z.array(z.string()),
    overMs: z.number(),
    connections: z.number(),
  }),
  /** This share of the connected viewers lose their connection and reconnect, distributed over the time. */
  z.object({ do: z.literal('reconnect'), share: z.number(), overMs: z.number() }),
  /** This share of the viewers open the leaderboard for a while, distributed over the time. */
  z.object({ do: z.literal('browse'), share: z.number(), overMs: z.number() }),
  /** Reports the events since the last report, once no event has arrived for a while. */
  z.object({
    do: z.literal('settle'),
    /** The time of each answer's acknowledgement, epoch ms. */
    answeredAt: z.array(z.number()),
  }),
]);
type Command<T> = Extract<z.infer<typeof commandSchema>, { do: T }>;

const {
  'went to the leaderboard': onArrival,
  'answered by another, at the leaderboard': onChange,
  ...byItself
} = PAGE_REQUESTS;
if (Object.values(byItself).some((requests) => requests.length > 0))
  throw new Error('The page asks for more than this audience does.');
const ANSWER_PATH = calls.submitAnswer.path;
const pathsOf = (requests: readonly string[]): string[] =>
  requests.map((each) => each.slice('GET '.length));

/** A lost connection is restored after this time, ms. */
const AWAY_MS = 1_000;
/** How long a viewer stays on the leaderboard, ms. */
const STAY_MS = 3_000;
/** The span for requesting again if the server does not send one, ms. */
const WITHIN_MS = 200;
/** No more events come after this long without one, ms. Longer than the pause between two broadcasts of boards. */
const QUIET_MS = 6_000;
const POINTS = Buffer.from('"answer-updated"');
const STANDING = Buffer.from('"standing-updated"');
const BOARDS = Buffer.from('"boards-updated"');
const HEADS = Buffer.from('"boards":');
/** The beginning of an acknowledgement: a message (4) of type ACK (3) with the id that `answer` sends. */
const ACKNOWLEDGED = Buffer.from('430[');
const SNAPSHOT = Buffer.from('"snapshot"');

interface Viewer {
  readonly url: string;
  readonly token: string;
  socket: WebSocket | null;
  /** Called with the reply to the viewer's answer over the socket; null: the socket was closed. */
  onReply: ((status: number | null) => void) | null;
  /** When the points of this round arrived, epoch ms; null: not yet. */
  pointsAt: number | null;
  standingAt: number | null;
  boardsAt: number | null;
  /** The boards of the last event, as JSON. */
  boards: string;
  /** Today's points in the last event. */
  daily: number | null;
  /** Whether the connection was cut in this round, so that points arrive only after reconnecting. */
  hasLeft: boolean;
  /** Whether the viewer has the leaderboard open. */
  isBrowsing: boolean;
  isAsking: boolean;
}

const viewers: Viewer[] = [];
let marker: Buffer | null = null;
let seen = 0;
let lastAt = 0;
let messages = 0;
let lastMessageAt = 0;

/** Epoch ms, comparable between processes of the machine. */
const now = (): number => performance.timeOrigin + performance.now();
const report = (message: object): void => void process.send?.(message);

const standingSchema = z.object({ daily: z.object({ points: z.number() }) });

/** Returns the status of the reply to an answer. */
const statusIn = (data: Buffer): number => Number(/"status":(\d+)/.exec(data.toString())?.[1] ?? 0);

function read(viewer: Viewer, data: Buffer): void {
  const at = now();
  messages += 1;
  lastMessageAt = at;
  if (marker !== null && data.includes(marker)) {
    seen += 1;
    lastAt = at;
  }
  if (data.indexOf(ACKNOWLEDGED) === 0) viewer.onReply?.(statusIn(data));
  else if (data.includes(POINTS)) viewer.pointsAt ??= at;
  else if (data.includes(BOARDS)) {
    const boards = data.toString('utf8', data.indexOf(HEADS));
    if (boards === viewer.boards) return;
    viewer.boards = boards;
    viewer.boardsAt = at;
    if (viewer.isBrowsing) askLater(viewer, data);
  } else if (data.includes(STANDING)) {
    viewer.standingAt = at;
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
    onReply: null,
    pointsAt: null,
    standingAt: null,
    boardsAt: null,
    boards: '',
    daily: null,
    hasLeft: false,
    isBrowsing: false,
    isAsking: false,
  }));
  statuses = {};
  // All connect from one address, as people in a studio do.
  for (let first = 0; first < fresh.length; first += 100)
    await Promise.all(
      fresh.slice(first, first + 100).map(async (viewer) => {
        if (!bare) for (const path of ['/', '/api/config']) await load(viewer, path);
        await open(viewer, bare);
      }),
    );
  viewers.push(...fresh);
  report({ connected: fresh.length, tookMs: performance.now() - startedAt, statuses });
}

/** Waits until every viewer has received the marker, or ten seconds have passed without another viewer receiving it. */
function awaitMarker(text: string): void {
  marker = Buffer.from(text);
  seen = 0;
  lastAt = now();
  report({ armed: true });
  const watch = setInterval(() => {
    if (seen < viewers.length && now() - lastAt < 10_000) return;
    clearInterval(watch);
    marker = null;
    report({ seen, lastAt });
  }, 20);
}

/** Cuts the connection and restores it. */
async function leave(viewer: Viewer): Promise<void> {
  viewer.hasLeft = true;
  viewer.socket?.terminate();
  viewer.onReply?.(null);
  await delay(AWAY_MS);
  await open(viewer, false);
}

const browsers = new Agent({ keepAlive: true, maxSockets: 100 });
/** The number of replies by status. */
let statuses: Record<string, number> = {};

function load({ url, token }: Viewer, path: string): Promise<void> {
  return new Promise((resolve) => {
    const done = (status: number): void => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      resolve();
    };
    const headers = { authorization: `Bearer ${token}` };
    const call = request(
      `${url.replace('ws', 'http')}${path}`,
      { agent: browsers, headers },
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
    call.end();
  });
}

/**
 * Requests again what an event does not contain, within the span that the server sends (`machines/results/boards.ts`).
 */
function askLater(viewer: Viewer, data: Buffer): void {
  if (viewer.isAsking) return;
  viewer.isAsking = true;
  const withinMs = Number(/"withinMs":(\d+)/.exec(data.toString())?.[1] ?? WITHIN_MS);
  setTimeout(() => {
    viewer.isAsking = false;
    for (const path of viewer.isBrowsing ? pathsOf(onChange) : []) void load(viewer, path);
  }, Math.random() * withinMs);
}

async function browse({ share, overMs }: Command<'browse'>): Promise<void> {
  statuses = {};
  const going = viewers.filter((_, index) => (index + 50) % 100 < 100 * share);
  await spread(going.length, overMs, async (index) => {
    const viewer = going[index];
    if (viewer === undefined) return;
    viewer.isBrowsing = true;
    await Promise.all(pathsOf(onArrival).map((path) => load(viewer, path)));
    await delay(STAY_MS);
    viewer.isBrowsing = false;
  });
  report({ boardStatuses: statuses });
}

const toldPoints = ({ pointsAt, standingAt }: Viewer) => pointsAt ?? standingAt;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const quantiles = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), most: sorted.at(-1) ?? 0 };
};

/** Calls `act` this many times, evenly distributed over the time; resolves when all have ended. */
async function spread(count: number, overMs: number, act: (index: number) => Promise<void>) {
  const startedAt = performance.now();
  const all: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const feed = setInterval(() => {
      const share = Math.min(1, (performance.now() - startedAt) / overMs);
      while (all.length < Math.ceil(share * count)) all.push(act(all.length));
      if (all.length < count) return;
      clearInterval(feed);
      resolve();
    }, 5);
  });
  await Promise.all(all);
}

async function reconnect({ share, overMs }: Command<'reconnect'>): Promise<void> {
  const leaving = viewers.filter((_, index) => index % 100 < 100 * share);
  await spread(leaving.length, overMs, async (index) => {
    const viewer = leaving[index];
    if (viewer !== undefined) await leave(viewer);
  });
  report({ reconnected: leaving.length });
}

/** Sends an answer over a viewer's connection; returns the status of the reply, or null if there is no connection. */
function overSocket(viewer: Viewer | undefined, body: string): Promise<number | null> {
  const socket = viewer?.socket;
  if (viewer === undefined || socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null);
  return new Promise((resolve) => {
    viewer.onReply = (status) => {
      viewer.onReply = null;
      resolve(status);
    };
    socket.send(`420["submit-answer",${body}]`);
  });
}

async function post(command: Command<'post'>): Promise<void> {
  const { urls, tokens, bodies, overMs, connections } = command;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const replies: Record<string, number> = {};
  const tookEach: number[] = [];
  const answeredAt: number[] = [];
  const startedAt = performance.now();
  async function one(index: number): Promise<void> {
    const sentAt = now();
    const body = bodies[index % bodies.length] ?? '{}';
    const status = (await overSocket(viewers[index], body)) ?? (await overHttp(index, body));
    replies[status] = (replies[status] ?? 0) + 1;
    const at = now();
    tookEach.push(at - sentAt);
    answeredAt[index] = at;
  }
  const overHttp = (index: number, body: string): Promise<number> =>
    new Promise((resolve) => {
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
            resolve(answer.statusCode ?? 0);
          });
        },
      );
      call.on('error', () => {
        resolve(0);
      });
      call.end(body);
    });
  await spread(tokens.length, overMs, one);
  agent.destroy();
  report({
    statuses: replies,
    tookMs: performance.now() - startedAt,
    answeredAt,
    ...quantiles(tookEach),
  });
}

function settle({ answeredAt }: Command<'settle'>): void {
  const watch = setInterval(() => {
    if (now() - lastMessageAt < QUIET_MS) return;
    clearInterval(watch);
    const lastAnswer = answeredAt.reduce((last, at) => Math.max(last, at), 0);
    const ownAnswer = (index: number) => answeredAt[index] ?? lastAnswer;
    const since = (select: (viewer: Viewer) => number | null, from: (index: number) => number) =>
      quantiles(
        viewers.flatMap((viewer, index) => {
          const at = select(viewer);
          return at === null || lastAnswer === 0 ? [] : [Math.max(0, at - from(index))];
        }),
      );
    report({
      settled: true,
      messages: messages / viewers.length,
      untold: viewers.filter(({ pointsAt, daily }) => pointsAt === null && daily === null).length,
      points: since((viewer) => (viewer.hasLeft ? null : toldPoints(viewer)), ownAnswer),
      pointsOnReturn: since((viewer) => (viewer.hasLeft ? toldPoints(viewer) : null), ownAnswer),
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
      Object.assign(viewer, { pointsAt: null, standingAt: null, boardsAt: null, hasLeft: false });
  }, 100);
}

process.on('message', (raw) => {
  const command = commandSchema.parse(raw);
  if (command.do === 'connect') void connect(command);
  else if (command.do === 'await') awaitMarker(command.marker);
  else if (command.do === 'post') void post(command);
  else if (command.do === 'reconnect') void reconnect(command);
  else if (command.do === 'browse') void browse(command);
  else settle(command);
});
report({ ready: true });
