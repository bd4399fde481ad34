import type { Page, WebSocketRoute } from 'playwright';

/* The lines of a page to the show, in the hands of the test: real sockets, whose messages pass by here. */

/** How a packet of socket.io begins that says so, and one that tells of an event. */
export const CONNECTED = '40';
const EVENT = /^42\d*\["([\w-]+)"/u;

export interface Sockets {
  /** The newest that is open, or the next to come. */
  readonly next: () => Promise<WebSocketRoute>;
}

/** The page's sockets, each of which reaches the server when the test lets it. */
export async function holdSockets(page: Page): Promise<Sockets> {
  const open = new Set<WebSocketRoute>();
  const takers: ((socket: WebSocketRoute) => void)[] = [];
  await page.routeWebSocket(/\/socket\.io\//u, (socket) => {
    open.add(socket);
    socket.onClose(() => void open.delete(socket));
    for (const take of takers.splice(0)) take(socket);
  });
  // Where sockets do not get through, nothing does.
  await page.route(/\/socket\.io\/.*transport=polling/u, (route) => route.abort());
  return {
    next: () => {
      const socket = [...open].at(-1);
      return socket === undefined
        ? new Promise<WebSocketRoute>((resolve) => takers.push(resolve))
        : Promise.resolve(socket);
    },
  };
}

/** What hears the events on a line. */
export interface LineObserver {
  /** Of the server; answers whether the page hears it as well. */
  readonly told?: (event: string, message: string) => boolean;
  /** Of the page. */
  readonly asked?: (event: string) => void;
}

const eventIn = (message: string | Buffer): string | null =>
  EVENT.exec(message.toString())?.[1] ?? null;

/** Lets a socket reach the server, until socket.io says that it is connected; answers the server's end. */
export async function connect(
  socket: WebSocketRoute,
  { told = () => true, asked = () => {} }: LineObserver = {},
): Promise<WebSocketRoute> {
  const server = socket.connectToServer();
  socket.onMessage((message) => {
    const event = eventIn(message);
    if (event !== null) asked(event);
    server.send(message);
  });
  socket.onClose(() => server.close());
  await new Promise<void>((resolve) => {
    server.onMessage((message) => {
      const event = eventIn(message);
      if (event !== null && !told(event, message.toString())) return;
      socket.send(message);
      if (message.toString().startsWith(CONNECTED)) resolve();
    });
  });
  return server;
}

/** A line that can be cut, taken up, and lose what it carries. */
export interface Line {
  /** Takes it up, for the first time or after it was cut; the page tries at once. */
  readonly takeUp: () => Promise<void>;
  readonly cut: () => Promise<void>;
  /** Loses the next event of this name; resolves when it is lost. */
  readonly lose: (event: string) => Promise<void>;
  /** Resolves when the page is told the next event of this name. */
  readonly tells: (event: string) => Promise<void>;
  /** Resolves when the page says the next event of this name. */
  readonly hears: (event: string) => Promise<void>;
  /** Says this to the page. */
  readonly say: (message: string) => void;
  /** Asks the server for the whole state, as the page does. */
  readonly ask: () => void;
}

/** The page looks as if its owner had come back to it. */
export const comeBack = (page: Page): Promise<void> =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

/** Whoever waits for an event of this name, once. */
const take = (waiting: Map<string, () => void>, event: string): (() => void) | undefined => {
  const resolve = waiting.get(event);
  waiting.delete(event);
  return resolve;
};

/** `told`: of what else the page is not to hear. */
export async function holdLine(page: Page, observer: LineObserver = {}): Promise<Line> {
  const sockets = await holdSockets(page);
  const losing = new Map<string, () => void>();
  const telling = new Map<string, () => void>();
  const hearing = new Map<string, () => void>();
  let socket: WebSocketRoute | null = null;
  let server: WebSocketRoute | null = null;
  let wasUp = false;
  const observing: LineObserver = {
    asked: (event) => {
      observer.asked?.(event);
      take(hearing, event)?.();
    },
    told: (event, message) => {
      const lost = take(losing, event);
      lost?.();
      if (lost !== undefined || observer.told?.(event, message) === false) return false;
      take(telling, event)?.();
      return true;
    },
  };
  return {
    takeUp: async () => {
      if (wasUp) await comeBack(page);
      socket = await sockets.next();
      server = await connect(socket, observing);
      wasUp = true;
    },
    cut: async () => {
      await socket?.close();
      await page.getByText('Reconnecting...').first().waitFor();
    },
    lose: (event) => new Promise((resolve) => losing.set(event, resolve)),
    tells: (event) => new Promise((resolve) => telling.set(event, resolve)),
    hears: (event) => new Promise((resolve) => hearing.set(event, resolve)),
    say: (message) => socket?.send(message),
    ask: () => server?.send('42["sync"]'),
  };
}
