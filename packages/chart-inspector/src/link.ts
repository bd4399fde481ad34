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
 * Connects windows and inspectors that share a code: within a browser by a BroadcastChannel, which works without a server, and
 * between browsers by the app's transport. Everything received is parsed.
 */

/** 'local': between windows of one browser. 'server': over the app's transport. */
export type Way = 'local' | 'server';
type Message = Report | InspectionRequest | InspectorHere;

export interface TransportOptions {
  readonly code: string;
  readonly side: 'window' | 'inspector';
  /** An inspector's own. */
  readonly id?: string;
  readonly receive: (message: unknown) => void;
  /** The connection is open (null), or why it is not. */
  readonly whenUp: (problem: string | null) => void;
}
export interface TransportConnection {
  /** Messages are dropped while the connection is not open. */
  readonly send: (message: object) => void;
  /** Connects again after a refusal. */
  readonly retry: () => void;
  readonly close: () => void;
}
/** Carries messages between browsers that share a code. */
export type Transport = (options: TransportOptions) => TransportConnection;

export interface LinkOptions {
  readonly code: string;
  /** Null: windows of this browser only. */
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
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, it stays within its origin
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
  /** `way` null: both. */
  readonly send: (report: Report, way: Way | null) => void;
  readonly close: () => void;
}
/** Opens an inspected window's end. `whenUp` is called each time the transport connects. */
export function openWindowLink(
  options: LinkOptions & {
    readonly receive: (request: InspectionRequest, way: Way) => void;
    /** The inspectors of the code at the server. */
    readonly receiveInspectors: (inspectors: Inspectors['inspectors']) => void;
    /** One of them is in this browser. */
    readonly receiveInspectorHere: (id: string) => void;
    readonly whenUp: () => void;
  },
): WindowLink {
  const ways = openWays({
    ...options,
    side: 'window',
    // The channel also carries the reports of other windows.
    receive: (message, way) => {
      const request = requestSchema.safeParse(message);
      if (request.success) options.receive(request.data, way);
      // Only the channel knows this browser's inspectors, only the server who they are.
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
  /** Sends to the addressed window on its way; `windows.call` goes on both. */
  readonly send: (request: InspectionRequest) => void;
  readonly retry: () => void;
  readonly close: () => void;
}
/**
 * Opens an inspector's end. It calls for windows when it opens and when the transport connects again, and then resumes
 * watching. Each window is heard on one way, preferably the local one.
 */
export function openInspectorLink(
  options: LinkOptions & {
    readonly receive: (report: Report) => void;
    /** The transport is connected (null), or why it is not. */
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
