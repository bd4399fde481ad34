import { m } from 'messages';
import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import {
  type Audience,
  type Days,
  HOUSE_SHOW,
  type OwnAnswer,
  ROLE,
} from '#machines/contract/entities.ts';
import { type Handshake, handshakeSchema, type ServerEvent } from '#machines/contract/events.ts';
import { socketLanguage, textIn } from '#server/http/language.ts';
import type { Caller } from '#server/http/route.ts';
import type { Cluster, SignOutReason } from '#server/show/announce.ts';
import type { FeedService } from '#server/answering/feed.ts';
import { inParts } from './in-parts.ts';
import { listen, type Misuse, SNAPSHOT_INTERVAL_MS } from './listen.ts';
import type { AcceptSocketAnswer } from './socket-answers.ts';
import type { EmittedPoints } from '#server/answering/emitted-points.ts';
import { type ScreenOrigin, ScreenSlots } from '#server/show/stage/screen-slots.ts';
import {
  answerRoom,
  producersRoom,
  rehearsalRoom,
  showRoom,
  simulatedRoom,
  staffRoom,
  stageRoom,
  userRoom,
  type Viewer,
  viewerOf,
  watcherRoom,
} from './rooms.ts';
import {
  type Admission,
  isSlow,
  connectOnce,
  sendWritten,
  type SocketSession,
  type ShowServer,
  type ShowSocket,
  signOut,
} from './socket.ts';
import { MESSAGE_BYTES, type UnauthenticatedSockets } from './unauthenticated-sockets.ts';

/** When a new session is checked again, ms; by then no account cache misses a change made during the handshake. */
const CONFIRM_AFTER_MS = 2_000;
/**
 * How often a session is checked afterwards, ms, because a message about a change may get lost. Sooner if the store
 * failed.
 */
const CONFIRM_MS = 60_000;
const CONFIRM_AGAIN_MS = 5_000;
/**
 * Maximum number of sockets of one account in this process; beyond it the oldest is closed, because its client is most
 * likely gone.
 */
const MOST_OF_ACCOUNT = 20;

/** A player's own answer and the number of others who share its text. */
interface KnownAnswer extends OwnAnswer {
  readonly audience: Audience;
  readonly textKey: string;
}

export interface GatewayPorts {
  readonly emittedPoints: Pick<EmittedPoints, 'readNewest'>;
  readonly feed: FeedService;
  readonly now: () => number;
  readonly days: () => Days;
  /** Returns the session of a token; null if the token is not valid. Rejects while the store is unavailable. */
  readonly authenticate: (token: string) => Promise<SocketSession | null>;
  /** Why a token was rejected. */
  readonly refusalOf: (token: string) => Promise<SignOutReason>;
  /**
   * Whether the session is still valid. 'replaced': its token is invalid, but the client may have a newer token of the
   * account. Rejects while the store is unavailable.
   */
  readonly standing: (session: SocketSession) => Promise<'holds' | 'replaced' | 'role' | 'deleted'>;
  /**
   * Counts a new socket of an account, or of a show link from one address; returns false if there were too many
   * recently.
   */
  readonly mayJoin: (id: string) => Promise<boolean>;
  readonly ownAnswers: (
    userId: string,
    gameSessionIds: readonly string[],
  ) => Promise<readonly KnownAnswer[]>;
  /** A player's newest answers, including those to closed questions, whose points may still change. */
  readonly lastAnswered: (
    userId: string,
  ) => Promise<readonly Pick<KnownAnswer, 'gameSessionId' | 'audience' | 'textKey'>[]>;
  /** Accepts an answer of a player, or refuses it. */
  readonly answer: AcceptSocketAnswer;
  /** Returns how many players of their show are connected. `shows`: the members-only shows that the player has joined. */
  readonly ready: (shows: readonly string[]) => number;
  /** Returns the sealed bytes that a player may load ahead. */
  readonly mediaAhead: (viewer: Viewer) => Promise<readonly ServerEvent<'media-sealed'>[]>;
  /** Called when a socket of this account has joined and has received its snapshot. */
  readonly joined: (userId: string) => void;
  /** Counts misuse for the metrics. */
  readonly count: (misuse: Misuse | 'slow') => void;
  readonly show: {
    /** Returns the link that a key opens, and the show whose screens it opens; null if there is none. */
    readonly open: (key: string) => Promise<{ linkId: string; showId: string } | null>;
    readonly exists: (showId: string) => Promise<boolean>;
    /** Whether the link with this id is still valid. */
    readonly isOpen: (linkId: string) => Promise<boolean>;
    /** Sends a socket what the screens of its show display; without a show id, what all screens display. */
    readonly touch: (showId?: string) => void;
    /** Call when a screen of a show was closed on purpose. */
    readonly left: (showId: string) => void;
  };
  /** Lets clients that missed events request a snapshot, because events may have got lost. */
  readonly resync: () => Promise<void>;
  readonly log: { error(details: object, message: string): void };
  readonly cluster: Cluster;
  readonly unauthenticated: UnauthenticatedSockets;
  /** A monotonic clock, ms. */
  readonly elapsed?: () => number;
}

export interface Gateway {
  /** Closes every connection as a network failure would; clients reconnect by themselves. */
  close(): void;
}

/** Creates the socket.io server, not listening yet. `origin`: the origin of the page if another server serves it. */
export const createSocketServer = (origin: string): ShowServer =>
  new Server({
    serveClient: false,
    cors: { origin },
    maxHttpBufferSize: MESSAGE_BYTES,
    // Compression is off so that a broadcast is framed once for all sockets.
    perMessageDeflate: false,
    httpCompression: false,
  });

/**
 * Admits clients: the token of the handshake identifies the account, and the server chooses the rooms. A client first
 * gets a `snapshot`, then events.
 */
export function openGateway(io: ShowServer, http: HttpServer, ports: GatewayPorts): Gateway {
  const { feed, now, authenticate, ownAnswers, count, show, log, cluster, unauthenticated } = ports;
  const { emittedPoints, elapsed = () => performance.now() } = ports;
  const screenSlots = new ScreenSlots(elapsed);
  let isClosing = false;
  const nextToSweep = inParts(io.of('/').sockets);

  io.use(connectOnce((socket) => unauthenticated.decide(socket.conn, () => admit(socket))));

  io.on('connection', (socket) => {
    const { session, page, refusal, language } = socket.data;
    listen(socket, {
      now,
      count,
      log,
      sendSnapshot: () => snapshotSoon(socket),
      answer: async (body) => {
        if (session === null) return null;
        const { address } = unauthenticated.peerOf(socket.conn);
        return ports.answer({ session, address, language, body });
      },
    });
    if (refusal !== null) signOut(socket, refusal);
    else if (page !== null) enter(socket, watch(socket, session, page.showId));
    else if (session !== null) enter(socket, join(socket, session));
    else unauthenticated.beforeEnd(socket.conn, () => signOut(socket, 'expired'));
  });

  function enter(socket: ShowSocket, entering: Promise<void>): void {
    unauthenticated.settle(socket);
    entering.catch((error: unknown) => fail(socket, error));
  }

  async function admit(socket: ShowSocket): Promise<Error | undefined> {
    try {
      const { data: handshake } = handshakeSchema.safeParse(socket.handshake.auth);
      const admitted = handshake === undefined ? refused('expired') : await admission(handshake);
      socket.data = {
        ...admitted,
        language: socketLanguage(handshake?.language),
        confirmAt: elapsed() + CONFIRM_AGAIN_MS,
        snapshotAt: 0,
        snapshotTimer: null,
      };
      if (await mayEnter(socket)) return undefined;
      count('too-many');
      return new Error(textIn(socket.data.language, m.serverTooMany));
    } catch (error) {
      fail(socket, error);
      return undefined;
    }
  }

  async function mayEnter(socket: ShowSocket): Promise<boolean> {
    const { session, page } = socket.data;
    const origin = page === null ? null : pageOrigin(socket);
    if (origin !== null && !screenSlots.hasRoom(origin)) return false;
    // A stage screen must be able to reconnect even if many others try the same link.
    if (origin !== null && screenSlots.isKept(origin)) return true;
    const linkId = page?.linkId ?? null;
    const { address } = unauthenticated.peerOf(socket.conn);
    const id = linkId === null ? session?.caller.id : `${linkId} ${address}`;
    return id === undefined || ports.mayJoin(id);
  }

  function pageOrigin({ conn, data: { session } }: ShowSocket): ScreenOrigin {
    if (session !== null) return { adminId: session.caller.id };
    const { address, isOwn } = unauthenticated.peerOf(conn);
    return { address, isOwnAddress: isOwn };
  }

  async function admission({ token, show: asked }: Handshake): Promise<Admission> {
    if (asked?.key !== undefined) {
      const page = await show.open(asked.key);
      return page === null ? refused('revoked') : { ...NOBODY, page };
    }
    if (token === undefined) return asked === undefined ? NOBODY : refused('expired');
    const session = await authenticate(token);
    if (session === null) return refused(await ports.refusalOf(token));
    if (asked === undefined) return { ...NOBODY, session };
    const showId = asked.id ?? HOUSE_SHOW;
    const { roleId, produces = [] } = session.caller;
    if (roleId !== ROLE.admin && !produces.includes(showId))
      return refused(produces.length > 0 ? 'revoked' : 'expired');
    if (!(await show.exists(showId))) return refused('revoked');
    return { ...NOBODY, session, page: { linkId: null, showId } };
  }

  /** A stage screen gets only the events of its show, even if an admin opened it. */
  async function watch(
    socket: ShowSocket,
    session: SocketSession | null,
    showId: string,
  ): Promise<void> {
    const leave = screenSlots.take(pageOrigin(socket));
    if (leave === null) {
      // Another screen was admitted as the last one allowed after this screen's handshake.
      count('too-many');
      socket.conn.close();
      return;
    }
    socket.on('disconnect', (reason) => {
      leave();
      if (reason === 'client namespace disconnect') show.left(showId);
      show.touch(showId);
    });
    await socket.join([
      stageRoom(showId),
      ...(session === null ? [] : [watcherRoom(session.caller.id)]),
      ...(cluster.localRoom === null ? [] : [cluster.localRoom]),
    ]);
    if (await confirm(socket, CONFIRM_AFTER_MS)) show.touch(showId);
  }

  /** Joins the rooms before sending the snapshot: a change in between then arrives twice rather than not at all. */
  async function join(socket: ShowSocket, session: SocketSession): Promise<void> {
    const { caller } = session;
    const { room, rehearsal, shows = [] } = viewerOf(caller);
    await socket.join([
      userRoom(caller.id),
      room,
      ...(caller.isSimulated && room !== 'admin' ? [simulatedRoom(room)] : []),
      ...(rehearsal !== null && room !== 'admin' ? [rehearsalRoom(rehearsal, room)] : []),
      ...(room === 'admin' ? [] : shows.map((showId) => showRoom(showId, room))),
      ...(caller.produces ?? []).map(producersRoom),
      ...(caller.produces && room !== 'admin' ? [staffRoom(room)] : []),
      ...(cluster.localRoom === null ? [] : [cluster.localRoom]),
    ]);
    evictOldest(userRoom(caller.id));
    // A change of the account since the handshake did not reach this socket, because it was in no room yet.
    if (!(await confirm(socket, CONFIRM_AFTER_MS))) return;
    const answers = room === 'admin' ? [] : await ports.lastAnswered(caller.id);
    await socket.join(
      answers.map((answer) => answerRoom(answer.gameSessionId, answer.audience, answer.textKey)),
    );
    await sendSnapshot(socket, session);
    ports.joined(caller.id);
  }

  /** Closes an account's oldest connections beyond its limit; a live client reconnects and is then the newest. */
  function evictOldest(room: string): void {
    const { sockets, adapter } = io.of('/');
    const ids = [...(adapter.rooms.get(room) ?? [])];
    for (const id of ids.slice(0, Math.max(0, ids.length - MOST_OF_ACCOUNT))) {
      count('too-many');
      sockets.get(id)?.conn.close(true);
    }
  }

  async function stateOf(caller: Caller) {
    const { id, roleId } = caller;
    const listing = await feed.listing(viewerOf(caller));
    const answers = roleId === ROLE.admin ? [] : await ownAnswers(id, listing.gameSessionIds);
    return { listing, answers };
  }

  /**
   * Reads the state again if points were sent during the read, because the snapshot would replace newer points by older
   * ones.
   */
  const newestStateOf = (caller: Caller) =>
    emittedPoints.readNewest(
      () => stateOf(caller),
      ({ answers }) => answers.map(({ gameSessionId }) => gameSessionId),
    );

  /** Sends at most one snapshot per interval. */
  function snapshotSoon(socket: ShowSocket): void {
    const { data } = socket;
    const { session, page } = data;
    if (page !== null) {
      show.touch(page.showId);
      return;
    }
    if (session === null || data.snapshotTimer !== null) return;
    const waitMs = Math.max(0, data.snapshotAt + SNAPSHOT_INTERVAL_MS - elapsed());
    data.snapshotTimer = setTimeout(() => {
      data.snapshotTimer = null;
      sendSnapshot(socket, session).catch((error: unknown) => fail(socket, error));
    }, waitMs);
  }

  async function sendSnapshot(socket: ShowSocket, { caller }: SocketSession): Promise<void> {
    socket.data.snapshotAt = elapsed();
    const { listing, answers } = await newestStateOf(caller);
    if (!socket.connected) return;
    const own = JSON.stringify(answers.map(({ audience: _a, textKey: _t, ...answer }) => answer));
    const days = JSON.stringify(ports.days());
    const versions = JSON.stringify(listing.versions);
    const { json } = listing.own.get(caller.id) ?? listing;
    const ready = ports.ready(caller.shows ?? []);
    const state = `"versions":${versions},"serverTime":${now()},"questions":${json},"days":${days},"ready":${ready}`;
    sendWritten(socket, 'snapshot', `{${state},"answers":${own}}`);
    for (const ahead of await ports.mediaAhead(viewerOf(caller)))
      socket.emit('media-sealed', ahead);
  }

  /** When the server stops, the store closes while sockets are still being served. */
  function logError(error: unknown, message: string): void {
    if (!isClosing) log.error({ err: error }, message);
  }

  /** Closes the connection, so that the client retries. */
  function fail(socket: ShowSocket, error: unknown): void {
    logError(error, 'a socket could not be served');
    socket.conn.close();
  }

  /**
   * Closes sockets that have expired, are no longer valid, or whose client does not read. Of a large audience it looks
   * at a part, because ten thousand take 24 ms, in which no answer is accepted.
   */
  function closeStale(): void {
    unauthenticated.closeStale();
    const instant = now();
    const due: ShowSocket[] = [];
    for (const socket of nextToSweep()) {
      const { session, page, confirmAt } = socket.data;
      if (isSlow(socket)) {
        count('slow');
        socket.conn.close(true);
      } else if (session !== null && session.expiresAt <= instant) signOut(socket, 'expired');
      else if ((session ?? page) !== null && confirmAt <= elapsed()) due.push(socket);
    }
    void confirmAll(due);
  }

  /** Re-checks these sockets. While the store is unavailable, their sessions are kept. */
  async function confirmAll(due: readonly ShowSocket[]): Promise<void> {
    // Random intervals keep sockets that connected together from being checked together.
    const confirmed = await Promise.allSettled(
      due.map((socket) => confirm(socket, CONFIRM_MS * (0.5 + Math.random() / 2))),
    );
    const failed = confirmed.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) logError(failed.reason, 'sockets could not be confirmed');
  }

  /** Checks whether the socket may stay connected, and ends it if not. Sets the next check to `nextMs` from now. */
  async function confirm(socket: ShowSocket, nextMs: number): Promise<boolean> {
    const { data } = socket;
    const { session, page } = data;
    const linkId = page?.linkId ?? null;
    data.confirmAt = elapsed() + CONFIRM_AGAIN_MS;
    const standing = session === null ? 'holds' : await ports.standing(session);
    const isRevoked = linkId !== null && !(await show.isOpen(linkId));
    data.confirmAt = elapsed() + nextMs;
    if (standing === 'role' || standing === 'deleted') signOut(socket, standing);
    else if (isRevoked) signOut(socket, 'revoked');
    // A client that has the new token reconnects with it; a client without it is signed out when it reconnects.
    else if (standing === 'replaced') socket.conn.close();
    else return true;
    return false;
  }

  cluster.whenBack(() => {
    ports
      .resync()
      .catch((error: unknown) => log.error({ err: error }, 'clients could not be asked to resync'));
    show.touch();
  });
  io.attach(http, { allowRequest: unauthenticated.allow });
  io.engine.on('connection', unauthenticated.open);
  const sweeping = setInterval(closeStale, unauthenticated.sweepMs).unref();

  return {
    close: () => {
      isClosing = true;
      clearInterval(sweeping);
      void io.of('/').adapter.close();
      io.engine.close();
    },
  };
}

const NOBODY: Admission = { session: null, page: null, refusal: null };
const refused = (refusal: SignOutReason): Admission => ({ ...NOBODY, refusal });
