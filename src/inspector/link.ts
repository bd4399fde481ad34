import { io } from 'socket.io-client';
import {
  INSPECTION,
  type InspectionRequest,
  type InspectorHere,
  inspectorHereSchema,
  type Inspectors,
  inspectorsSchema,
  type Report,
  reportSchema,
  requestSchema,
} from 'chart-inspector/protocol';
import { newId } from '#src/effects/random.ts';

/*
 * How windows and whoever inspects them talk, by a code that they share: within a browser directly, which
 * works with the server away, and over the server with everybody else. What is heard is parsed.
 */

/** 'local': between windows of one browser. 'server': over the server's namespace /inspect. */
export type Way = 'local' | 'server';

export interface LinkOptions {
  readonly code: string;
  /** Of the server. */
  readonly origin: string;
  /** The bearer token: by it the server knows whether an inspector is an admin, and whose a window is. */
  readonly token: () => string | null;
}
interface Ways {
  readonly send: (what: Report | InspectionRequest | InspectorHere, way: Way) => void;
  /** Tries the server's way again, after it was refused. */
  readonly retry: () => void;
  readonly close: () => void;
}
interface WaysOptions extends LinkOptions {
  readonly side: 'window' | 'inspector';
  /** An inspector's own. */
  readonly id?: string;
  readonly receive: (what: unknown, way: Way) => void;
  /** The server's way has been opened (null), or why it is shut. */
  readonly whenUp: (problem: string | null) => void;
}

function openWays({ side, id, code, origin, token, receive: hear, whenUp }: WaysOptions): Ways {
  const channel = new BroadcastChannel(`inspect:${code}`);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data, 'local'));

  let toldToken: string | null = null;
  const socket = io(`${origin}${INSPECTION.namespace}`, {
    forceNew: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    auth: (give) => {
      const bearer = token();
      toldToken = bearer;
      give({
        code,
        side,
        ...(id === undefined ? {} : { id }),
        ...(bearer === null ? {} : { token: bearer }),
      });
    },
  });
  socket.on('connect', () => whenUp(null));
  socket.on('connect_error', ({ message }) => whenUp(message));
  socket.on('disconnect', (reason) => whenUp(reason));
  socket.on(INSPECTION.event, (what: unknown) => hear(what, 'server'));

  /** Somebody has signed in or out in the window since. */
  const sendToken = (): void => {
    const bearer = token();
    if (side === 'inspector' || bearer === toldToken) return;
    toldToken = bearer;
    socket.emit(INSPECTION.identity, bearer);
  };

  return {
    send: (what, way) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, it stays within its origin
      if (way === 'local') channel.postMessage(what);
      // What was said while nobody could hear it is old; who comes back asks anew.
      else if (socket.connected) {
        sendToken();
        socket.emit(INSPECTION.event, what);
      }
    },
    retry: () => void socket.connect(),
    close: () => {
      channel.close();
      socket.removeAllListeners();
      socket.disconnect();
    },
  };
}

export interface WindowLink {
  /** On one way, or (null) on both. */
  readonly send: (report: Report, way: Way | null) => void;
  readonly close: () => void;
}
/** An inspected window's end. `whenUp`: the server's way has been opened, for the first time or again. */
export function openWindowLink(
  options: LinkOptions & {
    readonly receive: (request: InspectionRequest, way: Way) => void;
    /** Who inspects by the code over the server. */
    readonly receiveInspectors: (inspectors: Inspectors['inspectors']) => void;
    /** Which of them is in this browser. */
    readonly receiveInspectorHere: (id: string) => void;
    readonly whenUp: () => void;
  },
): WindowLink {
  const ways = openWays({
    ...options,
    side: 'window',
    // Within a browser one hears what other windows report, too.
    receive: (what, way) => {
      const request = requestSchema.safeParse(what);
      if (request.success) options.receive(request.data, way);
      // Only the browser's own channel can say what is in the browser, only the server who asks it.
      const news = (way === 'local' ? inspectorHereSchema : inspectorsSchema).safeParse(what);
      if (!news.success) return;
      if (news.data.type === 'inspector.here') options.receiveInspectorHere(news.data.id);
      else options.receiveInspectors(news.data.inspectors);
    },
    whenUp: (problem) => {
      if (problem === null) options.whenUp();
    },
  });
  return {
    send: (report, way) => {
      for (const one of way === null ? BOTH : [way]) ways.send(report, one);
    },
    close: ways.close,
  };
}
const BOTH: readonly Way[] = ['local', 'server'];

export interface InspectorLink {
  /** To the window that is meant, on the way to it; `windows.call` goes on both. */
  readonly send: (request: InspectionRequest) => void;
  /** Tries the server's way again, after it was refused. */
  readonly retry: () => void;
  readonly close: () => void;
}
/**
 * An inspector's end: calls for windows by itself, when it is opened and when the server's way comes back,
 * and then watches again what it watched. Each window is heard on one way, the local one where there is one.
 * `whenUp`: whether the server's way is open (null), else why not.
 */
export function openInspectorLink(
  options: LinkOptions & {
    readonly receive: (report: Report) => void;
    readonly whenUp: (problem: string | null) => void;
  },
): InspectorLink {
  const id = newId();
  const announceHere = () => ways.send({ type: 'inspector.here', id }, 'local');
  const wayTo = new Map<string, Way>();
  const watched = new Set<string>();

  const ways = openWays({
    ...options,
    side: 'inspector',
    id,
    receive: (what, way) => {
      const report = reportSchema.safeParse(what);
      if (report.success) receiveReport(report.data, way);
    },
    whenUp: (problem) => {
      if (problem === null) {
        ways.send({ type: 'windows.call' }, 'server');
        for (const window of watched)
          if (wayTo.get(window) === 'server') ways.send({ type: 'window.watch', window }, 'server');
      }
      options.whenUp(problem);
    },
  });

  function receiveReport(report: Report, way: Way): void {
    const window = report.type === 'window.present' ? report.window.id : report.window;
    const known = wayTo.get(window);
    if (report.type === 'window.present' && way === 'local') announceHere();
    if (report.type === 'window.present' && (known === undefined || way === 'local')) {
      wayTo.set(window, way);
      if (known === 'server' && way === 'local' && watched.has(window)) {
        ways.send({ type: 'window.leave', window }, 'server');
        ways.send({ type: 'window.watch', window }, 'local');
      }
    }
    if (wayTo.get(window) !== way) return;
    if (report.type === 'window.gone') {
      wayTo.delete(window);
      watched.delete(window);
    }
    options.receive(report);
  }

  announceHere();
  ways.send({ type: 'windows.call' }, 'local');
  return {
    send: (request) => {
      if (request.type === 'windows.call') {
        for (const way of BOTH) ways.send(request, way);
        return;
      }
      if (request.type === 'window.watch') watched.add(request.window);
      if (request.type === 'window.leave') watched.delete(request.window);
      const way = wayTo.get(request.window);
      if (way !== undefined) ways.send(request, way);
    },
    retry: ways.retry,
    close: ways.close,
  };
}
