import type { AnyActor } from 'xstate';
import {
  type InspectedWindow,
  type InspectionRecord,
  type InspectionRequest,
  type Report,
  UNDISTURBED,
} from 'chart-inspector/protocol';
import { createMask } from 'chart-inspector/recorder/mask';
import { createRecorder, type Recorder } from 'chart-inspector/recorder/recorder';
import { SECRETS } from '#machines/admin/inspection.ts';
import { newId } from '#server/id.ts';

/** How often records are sent, ms. */
const TELL_MS = 100;
/** Maximum number of waiting records; further records are dropped and counted. */
const MOST_WAITING = 500;

const READ_ONLY = "The server's charts can only be watched.";

export interface ServerWindowOptions {
  readonly now: () => number;
  /** Calls back with every existing and future actor; returns a function that ends this. */
  readonly watch: (attach: (actor: AnyActor) => () => void) => () => void;
  /** Sends to the admins who inspect this code. */
  readonly send: (code: string, report: Report) => void;
}

/**
 * Makes this process inspectable like a browser window. It shows the charts of release windows. Costs nothing without
 * an inspector.
 */
export interface ServerWindow {
  readonly id: string;
  receive(code: string, request: InspectionRequest): void;
  /** Ends watching for codes that are no longer inspected. */
  retain(isInspected: (code: string) => boolean): void;
}

export function createServerWindow({ now, watch, send }: ServerWindowOptions): ServerWindow {
  const openedAt = now();
  const id = newId(openedAt);
  const window: InspectedWindow = {
    id,
    kind: 'server',
    path: 'Release windows',
    device: `Server, process ${process.pid}`,
    openedAt,
    disturbance: UNDISTURBED,
  };
  const watchers = new Set<string>();
  let waiting: InspectionRecord[] = [];
  let dropped = 0;
  let flushTimer: NodeJS.Timeout | undefined;
  let watched: { readonly recorder: Recorder; readonly end: () => void } | null = null;

  function flush(): void {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    if (waiting.length === 0) return;
    const report: Report = { type: 'window.records', window: id, dropped, records: waiting };
    waiting = [];
    dropped = 0;
    for (const code of watchers) send(code, report);
  }
  function enqueue(record: InspectionRecord): void {
    if (waiting.length < MOST_WAITING) waiting.push(record);
    else dropped += 1;
    flushTimer ??= setTimeout(flush, TELL_MS).unref();
  }

  function begin(code: string): void {
    if (watched === null) {
      const recorder = createRecorder({
        now,
        send: enqueue,
        isWatched: () => watchers.size > 0,
        mask: createMask(SECRETS),
      });
      watched = { recorder, end: watch(recorder.attach) };
    }
    // Send waiting records first: the state sent below already includes them.
    flush();
    watchers.add(code);
    send(code, { type: 'window.state', window: id, records: watched.recorder.everything() });
  }
  function leave(code: string): void {
    watchers.delete(code);
    if (watchers.size > 0) return;
    watched?.end();
    watched = null;
    waiting = [];
    dropped = 0;
    clearTimeout(flushTimer);
    flushTimer = undefined;
  }

  return {
    id,
    receive: (code, request) => {
      if (request.type === 'windows.call') send(code, { type: 'window.present', window });
      else if (request.window !== id) return;
      else if (request.type === 'window.watch') begin(code);
      else if (request.type === 'window.leave') leave(code);
      else send(code, { type: 'window.refused', window: id, message: READ_ONLY });
    },
    retain: (isInspected) => {
      for (const code of watchers) if (!isInspected(code)) leave(code);
    },
  };
}
