import { z } from 'zod';
import type { InspectorAccess } from '#machines/admin/site-calls.ts';
import { idSchema, ROLE } from '#machines/contract/entities.ts';
import {
  inspectionCodeSchema,
  type InspectionRequest,
  type Inspectors,
  type Report,
  reportSchema,
  requestSchema,
} from 'chart-inspector/protocol';
import {
  INSPECTION,
  type InspectionHandshake,
  inspectionHandshakeSchema,
  type InspectionRefusal,
  inspectionTokenSchema,
} from '#machines/admin/inspection.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import type { Caller } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import type { GatewayPorts } from '#server/realtime/gateway.ts';
import { isSlow, connectOnce, type ShowServer, type ShowSocket } from '#server/realtime/socket.ts';
import { onChannelMessage } from '#server/realtime/process-channel.ts';
import { auditActs, type AuditPorts } from './inspection-audit.ts';
import { createTokenBucket, MAX_MISUSES } from '#server/realtime/listen.ts';
import { createServerWindow, type ServerWindowOptions } from './server-window.ts';
import type { Peer, UnauthenticatedSockets } from '#server/realtime/unauthenticated-sockets.ts';

/** Maximum number of sockets of one code, and of all codes together, in this process. */
const MOST_OF_A_CODE = 20;
const MOST_SOCKETS = 200;
/** Maximum number of browser windows of one network address whose code no inspector uses. */
const MOST_WAITING_OF_ADDRESS = 20;
/** How long a window whose code no inspector uses keeps its place, ms, because its inspector may still be opening. */
const WAITING_MS = 10_000;
/** Messages that a socket may send at once, and then per second. An agent batches its messages ten times a second. */
const BURST = 200;
const MESSAGES_A_SECOND = 50;
/** The maximum depth of a message; the masking in an inspected window stops at a third of it. */
const MAX_DEPTH = 100;
const SWEEP_MS = 1_000;
/** How long another process is taken to inspect a code after its last message, ms. */
const ELSEWHERE_MS = 5 * SWEEP_MS;
/** Names of messages between processes, which are never sent to clients. */
const INSPECTED = 'inspected';
const ASKED = 'asked';
const askedSchema = z.tuple([inspectionCodeSchema, requestSchema]);
const roomsSchema = z.array(z.string());
/** The rooms of inspectors at another process, and those inspectors' accounts. */
const inspectedSchema = z.union([
  z.tuple([
    roomsSchema,
    z.array(z.object({ code: inspectionCodeSchema, id: idSchema, name: z.string().nullable() })),
  ]),
  // A process of the previous version sends only rooms.
  z.tuple([roomsSchema]),
]);

const REFUSALS: Readonly<Record<InspectionRefusal['code'], string>> = {
  malformed: "That's not an inspection code. Check it and try again.",
  off: 'Inspecting is off. An admin can switch it on.',
  admins: 'Only admins can inspect here. Please sign in as one.',
  full: 'Too many windows are being inspected. Please close some.',
  'too-many': 'Too many tries. Please wait a minute.',
  unavailable: "We can't check who may inspect right now. Please try again.",
};

/** An error as socket.io's client receives it: `message` and `data`. */
class Refusal extends Error {
  readonly data: InspectionRefusal;
  constructor(code: InspectionRefusal['code']) {
    super(REFUSALS[code]);
    this.data = { code };
  }
}

type Side = InspectionHandshake['side'];
/**
 * A connected inspector or window. Only admins see the server's own window, and only their names are shown to inspected
 * windows.
 */
interface Member extends Omit<InspectionHandshake, 'token'> {
  readonly id: string;
  readonly token: string | undefined;
  /** The admin who inspects; null for other inspectors and for windows. */
  readonly admin: Pick<Caller, 'id' | 'name'> | null;
  readonly address: string;
  /** When it connected, epoch ms. */
  readonly since: number;
  /** The window's id once the window has sent it, and the user signed in there. */
  window: string | null;
  userId: string | null;
}
type Inspector = Inspectors['inspectors'][number];

export interface InspectionPorts extends AuditPorts {
  /** Who may inspect; read every second while there are inspectors. */
  readonly access: () => Promise<InspectorAccess>;
  readonly authenticate: GatewayPorts['authenticate'];
  /** Counts one more attempt from this network address; returns null if it is within the limit. */
  readonly mayTry: (address: string) => Promise<number | null>;
  readonly unauthenticated: UnauthenticatedSockets;
  readonly watchWindows: ServerWindowOptions['watch'];
  /** Counts misuse for the metrics. */
  readonly count: (misuse: 'malformed' | 'too-many' | 'slow') => void;
  readonly log: {
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
}

const roomOf = (side: Side, code: string): string => `${side}:${code}`;
const adminRoom = (code: string): string => `admin:${code}`;

/**
 * Connects windows with inspectors in other browsers: messages of a window go to the inspectors of its code, and an
 * inspector's requests go to the windows of its code. Nothing is stored.
 */
export function openInspection(io: ShowServer, ports: InspectionPorts): { close(): void } {
  const { now, access, authenticate, unauthenticated, count, log } = ports;
  const { localRoom } = ports.cluster;
  const line = io.of(INSPECTION.namespace);
  const members = new WeakMap<ShowSocket, Member>();
  /**
   * Inspectors that are connected to other processes, by id. `until`: each counts as connected until then
   * (`performance.now()`), unless its process reports it again.
   */
  const inspectorsElsewhere = new Map<string, Inspector & { code: string; until: number }>();
  /**
   * Rooms with an inspector at another process, and until when each counts as inspected (`performance.now()`), unless
   * that process reports it again. Also has the rooms of admins (`adminRoom`).
   */
  const roomsElsewhere = new Map<string, number>();
  const serverWindow = createServerWindow({
    now,
    watch: ports.watchWindows,
    send: (code, report) => emit(adminRoom(code), report, isElsewhere(adminRoom(code))),
  });

  const recordAct = auditActs(ports, line, (code, window) =>
    membersIn(roomOf('window', code))
      .filter((member) => member.window === window)
      .map((member) => member.userId ?? 'nobody'),
  );

  line.use(connectOnce(admit));
  line.on('connection', (socket) => {
    const member = members.get(socket);
    if (member === undefined) socket.disconnect(true);
    else enter(socket, member).catch((error: unknown) => fail(socket, error));
  });

  async function admit(socket: ShowSocket): Promise<Refusal | undefined> {
    try {
      const member = await memberOf(socket);
      if (typeof member === 'string') return new Refusal(member);
      members.set(socket, member);
      return undefined;
    } catch (error) {
      log.warn({ err: error }, 'a window could not be admitted for inspection');
      return new Refusal('unavailable');
    }
  }

  async function memberOf({
    handshake,
    conn,
  }: ShowSocket): Promise<Member | InspectionRefusal['code']> {
    const is = await access();
    if (is === 'nobody') return 'off';
    const peer = unauthenticated.peerOf(conn);
    const { address } = peer;
    if ((await ports.mayTry(address)) !== null) return 'too-many';
    const { data } = inspectionHandshakeSchema.safeParse(handshake.auth);
    if (data === undefined) return 'malformed';
    const caller = await callerOf(data.token);
    const admin = data.side === 'inspector' && caller?.roleId === ROLE.admin ? caller : null;
    if (!isAllowed(data.side, admin !== null, is)) return 'admins';
    const ofCode = sizeOf(roomOf('window', data.code)) + sizeOf(roomOf('inspector', data.code));
    if (ofCode >= MOST_OF_A_CODE || !makeRoom(peer, isAttended(data))) return 'full';
    const { code, side, token, id = newId(now()) } = data;
    const signedIn = { token, admin, userId: caller?.id ?? null };
    return { code, side, id, address, since: now(), window: null, ...signedIn };
  }

  /** Whether this is an inspector, or a window with an inspector. Only people who may inspect can bring that about. */
  const isAttended = ({ side, code }: Pick<Member, 'side' | 'code'>): boolean =>
    side === 'inspector' ||
    sizeOf(roomOf('inspector', code)) > 0 ||
    isElsewhere(roomOf('inspector', code));

  /**
   * Whether one more socket is admitted. If all sockets are taken, the oldest window that no inspector uses is closed
   * to make room: at once for an inspector or a window that an inspector uses, else only if it has waited for
   * `WAITING_MS`. So unauthenticated windows can displace only each other.
   */
  function makeRoom({ address, isOwn }: Peer, isNewAttended: boolean): boolean {
    const waiting = [...line.sockets.values()].flatMap((socket) => {
      const member = members.get(socket);
      return member === undefined || isAttended(member) ? [] : [{ socket, member }];
    });
    const nearby = waiting.filter(({ member }) => member.address === address);
    const isCrowded = isOwn && !isNewAttended && nearby.length >= MOST_WAITING_OF_ADDRESS;
    if (!isCrowded && line.sockets.size < MOST_SOCKETS) return true;
    const [oldest] = isCrowded ? nearby : waiting;
    if (oldest === undefined) return false;
    if (!isNewAttended && now() - oldest.member.since < WAITING_MS) return false;
    oldest.socket.disconnect(true);
    return true;
  }

  const callerOf = async (token: string | null | undefined): Promise<Caller | null> =>
    token === null || token === undefined ? null : ((await authenticate(token))?.caller ?? null);

  /** Whether the token still belongs to an admin. */
  const isAdminStill = async ({ token }: Member): Promise<boolean> =>
    (await callerOf(token))?.roleId === ROLE.admin;

  async function enter(socket: ShowSocket, member: Member): Promise<void> {
    const { code, side, admin } = member;
    unauthenticated.settle(socket);
    unauthenticated.allowMessages(socket.conn, LIMITS.bodyBytes);
    listen(socket, member);
    await socket.join([
      roomOf(side, code),
      ...(admin === null ? [] : [adminRoom(code)]),
      ...(localRoom === null ? [] : [localRoom]),
    ]);
    if (side === 'window') {
      notifyWindows(code);
      return;
    }
    socket.on('disconnect', () => notifyWindows(code));
    notifyWindows(code);
    notifyOtherProcesses();
  }

  const inspectorsHere = (code: string): Inspector[] =>
    membersIn(roomOf('inspector', code)).map(({ id, admin }) => ({
      id,
      name: admin?.name ?? null,
    }));

  const membersIn = (room: string): Member[] =>
    [...(line.adapter.rooms.get(room) ?? [])].flatMap((id) => {
      const socket = line.sockets.get(id);
      return (socket && members.get(socket)) ?? [];
    });

  /** Sends windows the inspectors of their code, so that the window's user can consent. */
  function notifyWindows(code: string): void {
    const elsewhereToo = [...inspectorsElsewhere.values()]
      .filter((inspector) => inspector.code === code)
      .map(({ id, name }) => ({ id, name }));
    line.local.to(roomOf('window', code)).emit(INSPECTION.event, {
      type: 'inspectors',
      inspectors: [...inspectorsHere(code), ...elsewhereToo],
    } satisfies Inspectors);
  }

  function listen(socket: ShowSocket, member: Member): void {
    const allowance = createTokenBucket(BURST, MESSAGES_A_SECOND);
    let misuses = 0;
    const misused = (misuse: 'malformed' | 'too-many'): void => {
      count(misuse);
      misuses += 1;
      if (misuses >= MAX_MISUSES) socket.disconnect(true);
    };
    socket.onAny((name: unknown, ...args: unknown[]) => {
      // In socket.io an exception in a listener would end the process.
      try {
        if (!socket.connected) return;
        if (!allowance.consume()) misused('too-many');
        else if (name === INSPECTION.event && !receive(member, args)) misused('malformed');
        else if (name === INSPECTION.identity && !identify(member, args)) misused('malformed');
      } catch (error) {
        log.error({ err: error }, 'a message of an inspected window could not be handled');
      }
    });
  }

  /** Changes the user who is signed in at a window, or signs them out; returns false if the message is malformed. */
  function identify(member: Member, [token, ...more]: unknown[]): boolean {
    const { data } = inspectionTokenSchema.safeParse(token);
    if (data === undefined || more.length > 0 || member.side !== 'window') return false;
    callerOf(data)
      .then((caller) => (member.userId = caller?.id ?? null))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the account of an inspected window could not be read'),
      );
    return true;
  }

  /** Forwards a message; returns false if this side may not send it. */
  function receive(member: Member, [message, ...more]: unknown[]): boolean {
    if (more.length > 0 || !isPlain(message)) return false;
    const { side, code, admin } = member;
    if (side === 'window') {
      const { data: report } = reportSchema.safeParse(message);
      if (report === undefined || isOfServer(report)) return false;
      if (report.type === 'window.present') member.window = report.window.id;
      const room = roomOf('inspector', code);
      emit(room, report, isElsewhere(room));
      return true;
    }
    const { data: request } = requestSchema.safeParse(message);
    if (request === undefined) return false;
    if (admin !== null) recordAct({ code, address: member.address, userId: admin.id }, request);
    emit(roomOf('window', code), request, true);
    if (admin !== null) {
      serverWindow.receive(code, request);
      if (localRoom !== null) line.serverSideEmit(ASKED, code, request);
    }
    return true;
  }

  /** Whether a window's message impersonates the server, which is refused. */
  const isOfServer = (report: Report): boolean =>
    report.type === 'window.present'
      ? report.window.kind === 'server'
      : report.window === serverWindow.id;

  /** Emits directly to the sockets of this process, and with `also` through the adapter to those of other processes. */
  function emit(room: string, message: Report | InspectionRequest, also: boolean): void {
    line.local.to(room).emit(INSPECTION.event, message);
    if (localRoom !== null && also) line.to(room).except(localRoom).emit(INSPECTION.event, message);
  }

  const sizeOf = (room: string): number => line.adapter.rooms.get(room)?.size ?? 0;
  const isElsewhere = (room: string): boolean =>
    (roomsElsewhere.get(room) ?? 0) > performance.now();

  const isInspectedByAdmin = (code: string): boolean =>
    sizeOf(adminRoom(code)) > 0 || isElsewhere(adminRoom(code));

  /**
   * Sends the inspected rooms to the other processes, so that each process forwards only messages of windows that are
   * inspected elsewhere. Messages of unauthenticated windows stay in this process.
   */
  function notifyOtherProcesses(): void {
    if (localRoom === null) return;
    const rooms = [...line.adapter.rooms.keys()].filter((room) =>
      /^(?:inspector|admin):/.test(room),
    );
    if (rooms.length === 0) return;
    const inspectors = rooms
      .filter((room) => room.startsWith('inspector:'))
      .map((room) => room.replace('inspector:', ''))
      .flatMap((code) => inspectorsHere(code).map((inspector) => ({ ...inspector, code })));
    line.serverSideEmit(INSPECTED, rooms, inspectors);
  }
  onChannelMessage(line, INSPECTED, inspectedSchema, ([rooms, inspectors = []]) => {
    const until = performance.now() + ELSEWHERE_MS;
    for (const inspector of inspectors) {
      const isNew = !inspectorsElsewhere.has(inspector.id);
      inspectorsElsewhere.set(inspector.id, { ...inspector, until });
      if (isNew) notifyWindows(inspector.code);
    }
    for (const room of rooms) {
      // Windows here announced themselves before the other process listened, so they must announce themselves again.
      if (!isElsewhere(room) && room.startsWith('inspector:'))
        line.local
          .to(roomOf('window', room.replace('inspector:', '')))
          .emit(INSPECTION.event, { type: 'windows.call' } satisfies InspectionRequest);
      roomsElsewhere.set(room, until);
    }
  });
  onChannelMessage(line, ASKED, askedSchema, ([code, request]) =>
    serverWindow.receive(code, request),
  );

  /** Closes sockets that are no longer permitted or whose client does not read. */
  async function closeStale(): Promise<void> {
    for (const [room, until] of roomsElsewhere)
      if (until <= performance.now()) roomsElsewhere.delete(room);
    for (const [id, { code, until }] of inspectorsElsewhere) {
      if (until > performance.now()) continue;
      inspectorsElsewhere.delete(id);
      notifyWindows(code);
    }
    serverWindow.retain(isInspectedByAdmin);
    if (line.sockets.size === 0) return;
    notifyOtherProcesses();
    const is = await access();
    for (const socket of line.sockets.values()) {
      const member = members.get(socket);
      if (isSlow(socket)) {
        count('slow');
        socket.conn.close(true);
      } else if (member === undefined || is === 'nobody') socket.disconnect(true);
      else if (member.admin !== null && !(await isAdminStill(member))) socket.disconnect(true);
      else if (!isAllowed(member.side, member.admin !== null, is)) socket.disconnect(true);
    }
  }

  function fail(socket: ShowSocket, error: unknown): void {
    log.error({ err: error }, 'an inspected window could not be served');
    socket.disconnect(true);
  }

  let isClosingStale = false;
  const sweeping = setInterval(() => {
    if (isClosingStale) return;
    isClosingStale = true;
    closeStale()
      .catch((error: unknown) => log.warn({ err: error }, 'inspectors could not be checked'))
      .finally(() => {
        isClosingStale = false;
      });
  }, SWEEP_MS).unref();

  return {
    close: () => {
      clearInterval(sweeping);
      serverWindow.retain(() => false);
      void line.adapter.close();
    },
  };
}

/** Whether a peer may connect. In production an inspector must be an admin; any window may be inspected. */
const isAllowed = (side: Side, isAdmin: boolean, is: InspectorAccess): boolean =>
  is === 'everybody' || (is === 'admins' && (side === 'window' || isAdmin));

/** Whether a value is plain JSON of limited depth. Anything else could break a later serialisation. */
function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every((each) => isPlain(each, depth + 1));
}
