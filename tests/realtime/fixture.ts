import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Audience, type RoleId, ROLE } from '#machines/contract/entities.ts';
import { UTC_DAYS } from '#machines/results/rules/day.ts';
import type { Database } from '#server/db/client.ts';
import { LocalCounters } from '#server/http/counters.ts';
import { createLimits } from '#server/http/limits.ts';
import { insertQuestion } from '#server/show/questions/store.ts';
import { changeWindow } from '#tests/support/windows.ts';
import type { WindowAct } from '#server/show/releases/store.ts';
import { createWindows } from '#server/show/releases/windows.ts';
import { createStageService } from '#server/show/stage/service.ts';
import { SINGLE_PROCESS, createBroadcaster } from '#server/show/announce.ts';
import { EmittedPoints } from '#server/answering/emitted-points.ts';
import { joinCluster } from '#server/realtime/cluster.ts';
import { createFeed } from '#server/answering/feed.ts';
import { createSocketServer, type GatewayPorts, openGateway } from '#server/realtime/gateway.ts';
import { createAnswerUpdates } from '#server/answering/answer-updates.ts';
import { createAnswerSubscriptions } from '#server/answering/answer-subscriptions.ts';
import { createProcessChannel, type ChannelName } from '#server/realtime/process-channel.ts';
import { createPublisher } from '#server/show/publisher.ts';
import { createScreenRooms } from '#server/show/stage/room.ts';
import {
  createUnauthenticatedSockets,
  type UnauthenticatedBounds,
} from '#server/realtime/unauthenticated-sockets.ts';
import { openSqliteStore } from '#tests/support/databases.ts';
import { type SocketProbe, type SocketProbeOptions, connectProbe } from '#tests/support/sockets.ts';

const ROLES = { admin: ROLE.admin, home: ROLE.home, contestant: ROLE.contestant } as const;

/** Shorter than in production, so that tests are fast. */
const SWEEP_MS = 50;

/** Fakes of the modules that hold accounts and answers. */
export interface Accounts {
  /** Users by token; one without a role is invalid. */
  readonly people: Map<string, { id: string; roleId: RoleId; version: number; expiresAt: number }>;
  /** Delays reading an account; a rejection means that accounts are unavailable. */
  account: () => Promise<void>;
  /** Runs between the start and the end of reading a user's answers. */
  answered: () => Promise<void>;
  /** Answers by user id. */
  readonly answers: Map<string, Awaited<ReturnType<GatewayPorts['ownAnswers']>>>;
}
export const newAccounts = (): Accounts => ({
  people: new Map(),
  account: () => Promise.resolve(),
  answered: () => Promise.resolve(),
  answers: new Map(),
});

interface FixtureOptions {
  readonly db?: Database;
  readonly accounts?: Accounts;
  readonly now?: () => number;
  readonly port?: number;
  readonly redisUrl?: string;
  readonly bounds?: UnauthenticatedBounds;
}

/** One process: sockets over a store, without HTTP. Closed when the test ends. */
export async function openFixture(options: FixtureOptions = {}) {
  const { now = Date.now, redisUrl, port = 0, accounts = newAccounts() } = options;
  const db = options.db ?? (await openSqliteStore());
  const warnings: string[] = [];
  const log = {
    warn: (_details: object, message: string) => warnings.push(message),
    error: (_details: object, message: string) => warnings.push(message),
  };
  const misuses: string[] = [];
  let aheadMs = 0;
  const elapsed = () => performance.now() + aheadMs;
  const http = createServer((_request, response) => response.writeHead(404).end());
  const io = createSocketServer('http://localhost');
  const cluster = redisUrl === undefined ? null : joinCluster(io, { redisUrl, now, log });
  const emittedPoints = new EmittedPoints();
  const broadcaster = createBroadcaster(io, cluster ?? SINGLE_PROCESS);
  const channelOf = (name: ChannelName) =>
    createProcessChannel(io, cluster ?? SINGLE_PROCESS, name);
  const answerUpdates = createAnswerUpdates({
    now,
    log,
    emittedPoints,
    answerSubscriptions: createAnswerSubscriptions(io),
    channels: { stored: channelOf('answer-stored'), moved: channelOf('points-moved') },
    onMoved: () => {},
    onRecountedElsewhere: () => {},
    readOwn: async (userId) => accounts.answers.get(userId) ?? [],
  });
  const feed = createFeed({ db, now });
  const publisher = createPublisher({
    db,
    now,
    log,
    broadcaster: createBroadcaster(io),
    channel: channelOf('feed-changed'),
    onAnnounced: () => show.touchHere(),
  });
  const { publish } = publisher;
  const show = createStageService({
    appUrl: 'https://show.example',
    db,
    now,
    log,
    broadcaster,
    rooms: createScreenRooms(io, cluster ?? SINGLE_PROCESS),
    best: () => Promise.resolve([]),
    bestOfShow: () => Promise.resolve(null),
    bestOfSeason: () => Promise.resolve(null),
    topOfShow: () => Promise.resolve(null),
    isUnfit: () => false,
    isWord: () => true,
  });
  const unauthenticated = createUnauthenticatedSockets({
    // The client's address as a trusted proxy states it.
    peerOf: ({ headers }) => {
      const address = headers['x-forwarded-for'];
      return { address: String(address), isOwn: address !== undefined };
    },
    count: (misuse) => misuses.push(misuse),
    elapsed,
    sweepMs: SWEEP_MS,
    ...(options.bounds === undefined ? {} : { bounds: options.bounds }),
  });
  const local = new LocalCounters(now);
  const limits = createLimits(local);
  const gateway = openGateway(io, http, {
    emittedPoints,
    unauthenticated,
    elapsed,
    feed,
    now,
    days: () => UTC_DAYS,
    log,
    joined: () => {},
    ready: () => 7,
    mediaAhead: async () => [],
    cluster: cluster ?? SINGLE_PROCESS,
    show,
    resync: publisher.resync,
    count: (misuse) => misuses.push(misuse),
    authenticate: async (token) => {
      await accounts.account();
      const person = accounts.people.get(token);
      if (person === undefined) return null;
      const { id, roleId, version, expiresAt } = person;
      const caller = { id, name: id, email: `${id}@example.org`, roleId, version };
      return { caller, expiresAt };
    },
    standing: async ({ caller }) => {
      await accounts.account();
      const person = accounts.people.get(caller.id);
      if (person === undefined) return 'deleted';
      if (person.version !== caller.version) return 'replaced';
      return person.roleId === caller.roleId ? 'holds' : 'role';
    },
    refusalOf: () => Promise.resolve('expired'),
    mayJoin: async (id) => (await limits.count('join', id)) === null,
    ownAnswers: async (userId, gameSessionIds) => {
      const found = (accounts.answers.get(userId) ?? []).filter(({ gameSessionId }) =>
        gameSessionIds.includes(gameSessionId),
      );
      await accounts.answered();
      return found;
    },
    lastAnswered: async (userId) => accounts.answers.get(userId) ?? [],
    answer: async () => ({ status: 201, reply: {} }),
  });
  const windows = createWindows({ db, now, publisher, log });
  await windows.start();
  await new Promise<void>((resolve) => {
    http.listen(port, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = http.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  const probes: SocketProbe[] = [];

  let isClosed = false;
  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    await windows.stop();
    await show.stop();
    gateway.close();
    await cluster?.close();
    http.closeAllConnections();
    await new Promise((resolve) => {
      http.close(resolve);
    });
  }
  onTestFinished(async () => {
    for (const probe of probes) probe.close();
    await close();
  });

  const listen = async (
    token?: string,
    more: Omit<SocketProbeOptions, 'token'> = {},
  ): Promise<SocketProbe> => {
    const probe = await connectProbe(url, token === undefined ? more : { ...more, token });
    probes.push(probe);
    return probe;
  };
  const services = { db, now, publish };
  return {
    db,
    io,
    url,
    port: address.port,
    accounts,
    feed,
    cluster,
    broadcaster,
    answerUpdates,
    publisher,
    show,
    warnings,
    misuses,
    /** Advances the sockets' clock, in ms. */
    pass: (ms: number): void => {
      aheadMs += ms;
    },
    listen,
    /** Creates a user; the name is also the token. */
    enter: (name: string, role: keyof typeof ROLES, expiresAt = Infinity, version = 0): void => {
      accounts.people.set(name, { id: name, roleId: ROLES[role], version, expiresAt });
    },
    /** Opens the user's socket, waits for its snapshot and clears what it received. */
    join: async (
      name: string,
      more: Omit<SocketProbeOptions, 'token'> = {},
    ): Promise<SocketProbe> => {
      const probe = await listen(name, more);
      await probe.next('snapshot');
      probe.received.length = 0;
      return probe;
    },
    plan: (text = 'A fruit?') =>
      db.write.transaction().execute((tx) =>
        insertQuestion(tx, {
          text,
          startAt: now(),
          endAt: now() + 3_600_000,
          createdAt: now(),
          createdBy: null,
        }),
      ),
    change: (id: string, audience: Audience, act: WindowAct) =>
      changeWindow(services, id, audience, act),
    close,
  };
}

export const TIMED: WindowAct = { type: 'release', timer: { minutes: 5, seconds: 0 } };
export const UNTIMED: WindowAct = { type: 'release', timer: null };
export const REVOKE: WindowAct = { type: 'revoke' };
