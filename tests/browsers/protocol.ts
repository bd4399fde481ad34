import { once } from 'node:events';
import { createConnection } from 'node:net';
import { z } from 'zod';

/** Commands of W3C WebDriver: HTTP method and path, and the name in Marionette, which takes the same bodies. */
const COMMANDS = {
  navigate: ['POST', '/url', 'WebDriver:Navigate'],
  refresh: ['POST', '/refresh', 'WebDriver:Refresh'],
  script: ['POST', '/execute/sync', 'WebDriver:ExecuteScript'],
  click: ['POST', '/element/{id}/click', 'WebDriver:ElementClick'],
  clear: ['POST', '/element/{id}/clear', 'WebDriver:ElementClear'],
  type: ['POST', '/element/{id}/value', 'WebDriver:ElementSendKeys'],
  resize: ['POST', '/window/rect', 'WebDriver:SetWindowRect'],
  end: ['DELETE', '', 'WebDriver:DeleteSession'],
} as const;
type Command = keyof typeof COMMANDS;
type Body = Readonly<Record<string, unknown>>;

/** Sends a command to a session and returns the reply's value. */
export type Send = (command: Command, body?: Body) => Promise<unknown>;

const replySchema = z.object({ value: z.unknown() });
const sessionSchema = z.object({ value: z.object({ sessionId: z.string() }) });

/** Opens a session of a WebDriver server, for example chromedriver. */
export async function openHttpSession(url: string, capabilities: Body): Promise<Send> {
  const call = async (method: string, path: string, body?: Body): Promise<unknown> => {
    const reply = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${text.slice(0, 1_000)}`);
    return JSON.parse(text);
  };
  const made = await call('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
  const { sessionId } = sessionSchema.parse(made).value;
  return async (command, body = {}) => {
    const [method, path] = COMMANDS[command];
    const target = `/session/${sessionId}${path.replace('{id}', String(body['id']))}`;
    return replySchema.parse(await call(method, target, method === 'POST' ? body : undefined))
      .value;
  };
}

interface Settle {
  readonly resolve: (value: unknown) => void;
  readonly reject: (cause: Error) => void;
}

/** A reply: `[1, id, error, result]`. The greeting of Marionette has another form. */
const packetSchema = z.tuple([z.literal(1), z.number(), z.unknown(), z.unknown()]);

/**
 * Opens a session of Firefox over Marionette, its built-in protocol for WebDriver commands, which needs no driver
 * program.
 */
export async function openMarionetteSession(port: number): Promise<Send> {
  const socket = createConnection(port, '127.0.0.1');
  await once(socket, 'connect');
  const waiting = new Map<number, Settle>();
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    // A packet is its length in bytes, a colon, and JSON.
    for (;;) {
      const colon = received.indexOf(':');
      const length = Number(received.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || received.length < colon + 1 + length) return;
      const packet: unknown = JSON.parse(
        received.subarray(colon + 1, colon + 1 + length).toString(),
      );
      received = received.subarray(colon + 1 + length);
      const { data } = packetSchema.safeParse(packet);
      if (data === undefined) continue;
      const [, id, error, result] = data;
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error === null) asked?.resolve(result);
      else asked?.reject(new Error(JSON.stringify(error)));
    }
  });
  socket.on('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('Firefox has closed its line'));
  });
  let last = 0;
  const call = (name: string, body: Body): Promise<unknown> => {
    last += 1;
    const packet = JSON.stringify([0, last, name, body]);
    return new Promise((resolve, reject) => {
      waiting.set(last, { resolve, reject });
      socket.write(`${Buffer.byteLength(packet)}:${packet}`);
    });
  };
  await call('WebDriver:NewSession', {});
  return async (command, body = {}) => {
    const result = await call(COMMANDS[command][2], body);
    if (command === 'end') socket.end();
    return replySchema.safeParse(result).data?.value;
  };
}
