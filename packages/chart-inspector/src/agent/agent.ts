import type { AnyActor, InspectionEvent } from 'xstate';
import {
  type Disturbance,
  type InspectedEvent,
  type InspectedWindow,
  type InspectionRecord,
  type InspectionRequest,
  type Report,
  UNDISTURBED,
} from '../protocol.ts';
import { createMask, type Secrets } from '../recorder/mask.ts';
import { createRecorder, isOfChart } from '../recorder/recorder.ts';
import type { Way } from '../link.ts';
import { disturbFetch, type Fetch } from './disturb/calls.ts';
import { createGate } from './disturb/gate.ts';
import {
  disturbConnection,
  type ConnectionKind,
  type ConnectionPorts,
  type OpenConnection,
} from './disturb/connection.ts';
import { disturbTime, type Timers } from './disturb/time.ts';
import { type Assign, type EditedSnapshot, restore } from './restore.ts';

/** Records are sent in batches, at most this many ms after the first record of a batch. */
const TOGETHER_MS = 100;
/**
 * Maximum number of records and of reports per batch. Further records are dropped, and the state of all actors is sent
 * after `CAUGHT_UP_MS`.
 */
const AT_ONCE = { records: 1_000, reports: 4 };
const CAUGHT_UP_MS = 1_000;
/** Maximum size of the records in one report, in bytes of JSON, because servers limit the size of messages. */
const REPORT_BYTES = 80_000;

/** Connects an inspector that runs in the inspected browser window itself. */
export interface LocalInspector {
  /** Id of the browser window. */
  readonly window: string;
  readonly send: (request: InspectionRequest) => void;
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: (report: Report) => void) => () => void;
}
/** Where a report is sent: other windows of this browser, the server, or the inspector in this window ('here'). */
type Audience = Way | 'here';

export interface AgentPorts<Fact, Ports extends ConnectionPorts<Fact>, Command> {
  /** Id of this browser window, new with each page load. */
  readonly id: string;
  readonly device: string;
  readonly path: () => string;
  readonly random: () => number;
  /** The real effects: clocks, timers and fetch. */
  readonly wall: () => number;
  readonly running: () => number;
  readonly timers: Timers;
  readonly fetch: Fetch;
  /** Returns the name of the call with this method and path; null if it is not a call that can be disturbed. */
  readonly callAt: (method: string, path: string) => string | null;
  readonly line: ConnectionKind<Fact, Ports, Command>;
  readonly secrets: Secrets;
  readonly assign: Assign;
}

/** Effects that the inspector can disturb; the app uses them in place of the real effects. */
export interface AgentEffects<Fact, Ports extends ConnectionPorts<Fact>, Command> {
  readonly wall: () => number;
  readonly running: () => number;
  readonly timers: Timers;
  readonly fetch: Fetch;
  readonly openConnection: OpenConnection<Fact, Ports, Command>;
  /** The `inspect` option of the app's root actors. */
  readonly inspect: (event: InspectionEvent) => void;
  readonly localInspector: LocalInspector;
}
export interface Agent<Fact, Ports extends ConnectionPorts<Fact>, Command> {
  readonly effects: AgentEffects<Fact, Ports, Command>;
  /** Sets the clock that `at` of the records is read from. */
  readonly follow: (now: () => number) => void;
  /** Handles a request of an inspector. */
  readonly receive: (request: InspectionRequest, from: Audience) => void;
  /** Sets the function that sends reports to other windows and devices; `way` null means on all ways. */
  readonly connect: (say: (report: Report, way: Way | null) => void) => void;
  /** Announces the browser window to inspectors. */
  readonly present: () => void;
  /** Sends the remaining records and reports that the browser window is closing. */
  readonly leave: () => void;
}

/**
 * Creates the agent of a browser window. It reports the window's actors, sends them events and disturbs their effects.
 */
export function createAgent<Fact, Ports extends ConnectionPorts<Fact>, Command>(
  ports: AgentPorts<Fact, Ports, Command>,
): Agent<Fact, Ports, Command> {
  const { id, device, path, random, timers } = ports;
  const openedAt = ports.wall();
  const listeners = new Set<(report: Report) => void>();
  /** Number of inspectors that watch, by the way on which they are connected. */
  const watching = new Map<Audience, number>();
  let disturbance: Disturbance = UNDISTURBED;
  let now = ports.wall;
  let sendElsewhere: ((report: Report, way: Way | null) => void) | null = null;
  let gathered: InspectionRecord[] = [];
  let dropped = 0;
  let timer: number | undefined;
  let catchingUp: number | undefined;

  const gate = createGate();
  const mask = createMask(ports.secrets);
  const time = disturbTime({ ...ports, gate });
  const line = disturbConnection(ports.line, {
    timers: time.timers,
    random,
    disturbance: () => disturbance.line,
    gate,
  });
  const fetch = disturbFetch({ ...ports, disturbance: () => disturbance.calls, gate });
  const recorder = createRecorder({
    now: () => now(),
    mask,
    isWatched: () => watching.size > 0,
    send: (record) => {
      if (gathered.length < AT_ONCE.records) gathered.push(record);
      else dropped += 1;
      timer ??= timers.setTimeout(flush, TOGETHER_MS);
      if (isAt(record, disturbance.pauseAt)) disturb({ ...disturbance, isPaused: true });
    },
  });

  function sendReport(report: Report, to: Audience | null): void {
    if (to !== 'here') sendElsewhere?.(report, to);
    if (to === 'here' || to === null) for (const listener of listeners) listener(report);
  }
  function flush(): void {
    timers.clearTimeout(timer);
    timer = undefined;
    const shares = sharesOf(gathered);
    const missing = dropped + shares.slice(AT_ONCE.reports).flat().length;
    gathered = [];
    dropped = 0;
    for (const to of watching.keys()) sendRecords(shares.slice(0, AT_ONCE.reports), missing, to);
    if (missing > 0) catchingUp ??= timers.setTimeout(catchUp, CAUGHT_UP_MS);
  }
  function catchUp(): void {
    catchingUp = undefined;
    flush();
    for (const to of watching.keys()) sendState(to);
  }
  function sendRecords(shares: readonly InspectionRecord[][], missing: number, to: Audience): void {
    for (const [index, share] of shares.entries())
      sendReport(
        {
          type: 'window.records',
          window: id,
          dropped: index === 0 ? missing : 0,
          records: share,
        },
        to,
      );
  }
  function sendState(to: Audience): void {
    const [first = [], ...others] = sharesOf(recorder.everything());
    sendReport({ type: 'window.state', window: id, records: first }, to);
    sendRecords(others, 0, to);
  }
  const window = (): InspectedWindow => ({
    id,
    kind: 'page',
    path: path().slice(0, 200),
    device,
    openedAt,
    disturbance,
  });
  const present = (to: Audience | null): void =>
    sendReport({ type: 'window.present', window: window() }, to);

  function watch(from: Audience): void {
    // Send earlier records first; the full state that follows already contains them.
    flush();
    watching.set(from, (watching.get(from) ?? 0) + 1);
    sendState(from);
  }
  function unwatch(from: Audience): void {
    const left = (watching.get(from) ?? 0) - 1;
    if (left > 0) watching.set(from, left);
    else watching.delete(from);
    // Continue a paused window when its last inspector leaves, because no one else could.
    if (watching.size === 0 && disturbance.isPaused)
      disturb({ ...disturbance, pauseAt: null, isPaused: false });
  }
  function disturb(next: Disturbance): void {
    disturbance = next;
    time.skew(next.skewMs);
    gate.shut(next.isPaused);
    present(null);
  }
  function restoreTo(actorId: string, edited: EditedSnapshot): string | null {
    const actor = recorder.actorOf(actorId);
    return actor === null ? GONE : restore(actor, edited, { mask, assign: ports.assign });
  }
  function send(actorId: string, event: InspectedEvent): string | null {
    const actor = recorder.actorOf(actorId);
    if (actor === null) return GONE;
    const problem = refusalOf(actor, event);
    if (problem === null) actor.send(event);
    return problem;
  }

  function receive(request: InspectionRequest, from: Audience): void {
    if (request.type === 'windows.call') {
      present(from);
      return;
    }
    if (request.window !== id) return;
    let problem: string | null = null;
    switch (request.type) {
      case 'window.watch':
        watch(from);
        break;
      case 'window.leave':
        unwatch(from);
        break;
      case 'event.send':
        problem = send(request.actor, request.event);
        break;
      case 'snapshot.restore':
        problem = restoreTo(request.actor, request);
        break;
      case 'disturb':
        disturb(request.disturbance);
        break;
      case 'line.drop':
        if (!line.drop()) problem = 'This window has no line to the show now.';
        break;
      case 'time.jump':
        time.jump(request.ms);
    }
    if (problem !== null)
      sendReport(
        {
          type: 'window.refused',
          window: id,
          ...('actor' in request ? { actor: request.actor } : {}),
          message: problem,
        },
        from,
      );
  }

  return {
    effects: {
      wall: time.wall,
      running: time.running,
      timers: time.timers,
      fetch,
      openConnection: line.openConnection,
      inspect: recorder.inspect,
      localInspector: {
        window: id,
        send: (request) => receive(request, 'here'),
        subscribe: (listener) => {
          listeners.add(listener);
          return () => {
            listeners.delete(listener);
          };
        },
      },
    },
    follow: (clock) => {
      now = clock;
    },
    receive,
    connect: (say) => {
      sendElsewhere = say;
    },
    present: () => present(null),
    leave: () => {
      flush();
      sendReport({ type: 'window.gone', window: id }, null);
    },
  };
}

const GONE = 'This actor is gone: it has ended or was stopped.';

/** Whether a record contains the transition at which the window should pause. */
const isAt = (record: InspectionRecord, at: Disturbance['pauseAt']): boolean =>
  at !== null &&
  record.kind === 'moved' &&
  record.taken.some(({ source, event }) => source === at.source && event === at.event);

/** Returns why an event is refused, or null. XState's own events are always refused. */
function refusalOf(actor: AnyActor, event: InspectedEvent): string | null {
  const snapshot: unknown = actor.getSnapshot();
  if (!isOfChart(snapshot)) return 'This actor is no chart: it takes no events from here.';
  if (event.type.startsWith('xstate.')) return `${event.type} is for XState alone to send.`;
  try {
    return snapshot.can(event)
      ? null
      : `${snapshot.machine.id} does nothing with ${event.type} as it is now.`;
  } catch (error) {
    return `${snapshot.machine.id} can make nothing of this ${event.type}: ${String(error)}`;
  }
}

const BYTES = new TextEncoder();
/** Splits records into portions that fit into one report. A record that is too large alone loses its context. */
function sharesOf(records: readonly InspectionRecord[]): InspectionRecord[][] {
  const shares: InspectionRecord[][] = [];
  let share: InspectionRecord[] = [];
  let size = 0;
  for (const record of records) {
    const length = BYTES.encode(JSON.stringify(record)).length;
    if (share.length > 0 && size + length > REPORT_BYTES) {
      shares.push(share);
      share = [];
      size = 0;
    }
    share.push(length > REPORT_BYTES ? withoutContext(record) : record);
    size += length;
  }
  return share.length === 0 ? shares : [...shares, share];
}
const TOO_LARGE = '(too large to be sent)';
function withoutContext(record: InspectionRecord): InspectionRecord {
  switch (record.kind) {
    case 'started':
      return { ...record, input: TOO_LARGE, now: { ...record.now, context: TOO_LARGE } };
    case 'moved':
      return {
        ...record,
        event: { type: record.event.type, left: TOO_LARGE },
        now: { ...record.now, context: TOO_LARGE },
      };
    case 'emitted':
      return { ...record, event: { type: record.event.type, left: TOO_LARGE } };
    case 'stopped':
  }
  return record;
}
