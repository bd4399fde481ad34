import {
  type InspectionRequest,
  type InspectorHere,
  inspectorHereSchema,
  type Inspectors,
  inspectorsSchema,
  type Report,
  reportSchema,
  requestSchema,
} from './protocol.ts';
import { newId } from './random.ts';

/*
 * Connects browser windows and inspectors that share a pairing code: within a browser by a BroadcastChannel, which
 * works without a server, and between browsers by the app's transport. Everything that is received is validated.
 */

/** 'local': between windows of one browser. 'server': over the app's transport. */
export type Way = 'local' | 'server';
type Message = Report | InspectionRequest | InspectorHere;

export interface TransportOptions {
  readonly code: string;
  readonly side: 'window' | 'inspector';
  /** Id of the inspector, if `side` is 'inspector'. */
  readonly id?: string;
  readonly receive: (message: unknown) => void;
  /** Called with null when the connection is open, otherwise with the reason why it is not. */
  readonly whenUp: (problem: string | null) => void;
}
export interface TransportConnection {
  /** Messages are dropped while the connection is not open. */
  readonly send: (message: object) => void;
  /** Tries to connect again after a refusal. */
  readonly retry: () => void;
  readonly close: () => void;
}
/** Carries messages between browsers that share a pairing code. */
export type Transport = (options: TransportOptions) => TransportConnection;

export interface LinkOptions {
  readonly code: string;
  /** Null if only windows of this browser are connected. */
  readonly transport: Transport | null;
}
interface WaysOptions extends LinkOptions, Pick<TransportOptions, 'side' | 'id' | 'whenUp'> {
  readonly receive: (message: unknown, way: Way) => void;
}

function openWays({ transport, receive, ...options }: WaysOptions) {
  const channel = new BroadcastChannel(`inspect:${options.code}`);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data, 'local'));
  const server = transport?.({ ...options, receive: (message) => receive(message, 'server') });
  return {
    send: (message: Message, way: Way): void => {
      if (way === 'server') server?.send(message);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin; it stays within its own origin
      else channel.postMessage(message);
    },
    retry: (): void => server?.retry(),
    close: (): void => {
      channel.close();
      server?.close();
    },
  };
}

export interface WindowLink {
  /** Sends a report on one way; `way` null means on both. */
  readonly send: (report: Report, way: Way | null) => void;
  readonly close: () => void;
}
/** Opens the link of an inspected browser window. `whenUp` is called each time the transport connects. */
export function openWindowLink(
  options: LinkOptions & {
    readonly receive: (request: InspectionRequest, way: Way) => void;
    /** Called with the inspectors that the server knows for the pairing code. */
    readonly receiveInspectors: (inspectors: Inspectors['inspectors']) => void;
    /** Called with the id of an inspector that is in this browser. */
    readonly receiveInspectorHere: (id: string) => void;
    readonly whenUp: () => void;
  },
): WindowLink {
  const ways = openWays({
    ...options,
    side: 'window',
    // The channel also carries reports of other windows, so ignore what is not a request.
    receive: (message, way) => {
      const request = requestSchema.safeParse(message);
      if (request.success) options.receive(request.data, way);
      // Which inspectors are in this browser is only trusted from the channel, and their names only from the server.
      const news = (way === 'local' ? inspectorHereSchema : inspectorsSchema).safeParse(message);
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
  /** Sends a request over the connection of its window: the local channel or the server. `windows.call` goes over both. */
  readonly send: (request: InspectionRequest) => void;
  readonly retry: () => void;
  readonly close: () => void;
}
/**
 * Opens the link of an inspector. It asks all windows to report themselves when it opens and whenever the transport
 * connects again, and then resumes watching. If a window is connected on both ways, the local way is used.
 */
export function openInspectorLink(
  options: LinkOptions & {
    readonly receive: (report: Report) => void;
    /** Called with null when the transport is connected, otherwise with the reason why it is not. */
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
    receive: (message, way) => {
      const report = reportSchema.safeParse(message);
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
