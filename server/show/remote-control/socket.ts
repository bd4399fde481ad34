import { m } from 'messages';
import { z } from 'zod';
import type { Locale } from 'messages/runtime';
import { languageTagSchema } from '#machines/contract/entities.ts';
import { CONTROL_SOCKET } from '#machines/show/control-calls.ts';
import { inLanguage, socketLanguage } from '#server/http/language.ts';
import { connectOnce, isSlow, type ShowServer, type ShowSocket } from '#server/realtime/socket.ts';
import type { UnauthenticatedSockets } from '#server/realtime/unauthenticated-sockets.ts';

/** How often the state is read for each token, ms. */
const READ_MS = 500;
/** Maximum number of devices at this process. */
const MOST_DEVICES = 100;

const handshakeSchema = z.object({
  token: z.string(),
  language: z.optional(languageTagSchema),
});
/** The name of an act, its body, and the acknowledgement. */
const sentSchema = z.tuple([z.string(), z.record(z.string(), z.unknown())]);
const stateSchema = z.looseObject({ server_time: z.number() });

/** The reply to a call, as over HTTP. */
export interface ControlReply {
  readonly status: number;
  readonly body: unknown;
}
export interface ControlSocketPorts {
  /** Makes a call of this server for the client with this network address. */
  readonly call: (request: {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly body?: object;
    readonly token: string;
    readonly address: string;
    readonly language: Locale;
  }) => Promise<ControlReply>;
  readonly unauthenticated: UnauthenticatedSockets;
  readonly count: (misuse: 'malformed' | 'too-many' | 'slow') => void;
  readonly log: { warn(details: object, message: string): void };
}

/** A connected device. */
interface Device {
  readonly token: string;
  readonly language: Locale;
  /** The last sent state without its time, as JSON. */
  sent: string;
}

/** Why a device may not connect, as socket.io's client receives it: `message` and `data`. */
class Refusal extends Error {
  readonly data: ControlReply;
  constructor(data: ControlReply, message: string) {
    super(message);
    this.data = data;
  }
}

/**
 * The remote control over a socket: the two calls of HTTP, with the same rights, limits and audit, because each message
 * is made such a call. The state is sent whenever it has changed.
 */
export function openControlSockets(io: ShowServer, ports: ControlSocketPorts): { close(): void } {
  const { call, unauthenticated, count, log } = ports;
  const devices = io.of(CONTROL_SOCKET);
  const known = new WeakMap<ShowSocket, Device>();
  /** The reads of the state that are under way, by language and token. */
  const reads = new Map<string, Promise<ControlReply>>();

  const addressOf = ({ conn }: ShowSocket): string => unauthenticated.peerOf(conn).address;
  /** Reads the state, once for all devices of a token and language that ask for it at the same time. */
  function readState(
    socket: ShowSocket,
    { token, language }: Pick<Device, 'token' | 'language'>,
  ): Promise<ControlReply> {
    const request = {
      method: 'GET',
      path: '/api/v1/state',
      token,
      address: addressOf(socket),
      language,
    } as const;
    const key = `${language} ${token}`;
    const read = reads.get(key) ?? call(request).finally(() => reads.delete(key));
    reads.set(key, read);
    return read;
  }

  devices.use(connectOnce((socket) => unauthenticated.decide(socket.conn, () => admit(socket))));
  devices.on('connection', (socket) => {
    const device = known.get(socket);
    if (device === undefined) {
      socket.disconnect(true);
      return;
    }
    unauthenticated.settle(socket);
    socket.on('act', (...sent: unknown[]) => {
      const reply = sent.pop();
      const { data } = sentSchema.safeParse(sent);
      if (data === undefined || typeof reply !== 'function') {
        count('malformed');
        return;
      }
      const [act, body] = data;
      perform(socket, device, { act, body }).then(
        (answer) => reply(answer),
        (error: unknown) => fail(socket, error),
      );
    });
    sendState(socket, device).catch((error: unknown) => fail(socket, error));
  });

  function admit(socket: ShowSocket): Promise<Refusal | undefined> {
    const { token = '', language: tag } =
      handshakeSchema.safeParse(socket.handshake.auth).data ?? {};
    const language = socketLanguage(tag);
    return inLanguage(language, () => admitDevice(socket, { token, language }));
  }

  async function admitDevice(
    socket: ShowSocket,
    device: Pick<Device, 'token' | 'language'>,
  ): Promise<Refusal | undefined> {
    try {
      if (devices.sockets.size >= MOST_DEVICES) {
        count('too-many');
        return new Refusal({ status: 429, body: {} }, m.controlRefusedTooManyDevices());
      }
      const reply = await readState(socket, device);
      if (reply.status !== 200) return new Refusal(reply, m.controlRefusedNoToken());
      known.set(socket, { ...device, sent: '' });
      return undefined;
    } catch (error) {
      log.warn({ err: error }, 'a remote control could not be admitted');
      return new Refusal({ status: 503, body: {} }, m.controlRefusedUnavailable());
    }
  }

  async function perform(
    socket: ShowSocket,
    { token, language }: Device,
    { act, body }: { readonly act: string; readonly body: object },
  ): Promise<ControlReply> {
    const path = `/api/v1/control/${encodeURIComponent(act)}`;
    return call({ method: 'POST', path, body, token, address: addressOf(socket), language });
  }

  /** Sends the state if it has changed; closes the connection if the token has ended. */
  async function sendState(socket: ShowSocket, device: Device): Promise<void> {
    const { status, body } = await readState(socket, device);
    if (status === 401) socket.disconnect(true);
    const state = stateSchema.safeParse(body);
    if (status !== 200 || !state.success) return;
    const { server_time: _, ...rest } = state.data;
    const json = JSON.stringify(rest);
    if (json === device.sent) return;
    device.sent = json;
    socket.emit('state', body);
  }

  /** Closes the connection, so that the device connects again and gets the current state. */
  function fail(socket: ShowSocket, error: unknown): void {
    log.warn({ err: error }, 'a remote control could not be served');
    socket.conn.close();
  }

  const reading = setInterval(() => {
    for (const socket of devices.sockets.values()) {
      const device = known.get(socket);
      if (isSlow(socket)) {
        count('slow');
        socket.conn.close(true);
      } else if (device !== undefined)
        sendState(socket, device).catch((error: unknown) => fail(socket, error));
    }
  }, READ_MS).unref();

  return {
    close: () => {
      clearInterval(reading);
      void devices.adapter.close();
    },
  };
}
