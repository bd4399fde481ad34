import { useSyncExternalStore } from 'react';
import type { InspectionRecord, InspectionRequest, Report } from '../protocol.ts';
import type { LocalInspector } from '../agent/agent.ts';
import { afterReport, afterRequest, NOTHING_SEEN, type Seen, treeOf } from './seen.ts';

/** The inspector's link to the windows. */
export interface Link {
  readonly send: (request: InspectionRequest) => void;
  readonly retry: () => void;
  readonly close: () => void;
}
export interface LinkListener {
  readonly receive: (report: Report) => void;
  /** Called with null when the transport is connected, otherwise with the reason why it is not. */
  readonly whenUp: (problem: string | null) => void;
}
export interface SessionState {
  readonly seen: Seen;
  /** Why the transport is not connected; null if it is; undefined while unknown. */
  readonly problem: string | null | undefined;
}
type RecordsListener = (records: readonly InspectionRecord[], dropped: number) => void;

/** Combines the agent of this browser window with the link to all other windows. */
export function openWithOwn(
  own: LocalInspector | null,
  listener: LinkListener,
  open: (listener: LinkListener) => Link,
): Link {
  const others = open(listener);
  if (own === null) return others;
  const stop = own.subscribe(listener.receive);
  own.send({ type: 'windows.call' });
  return {
    send: (request) => {
      if ('window' in request && request.window === own.window) own.send(request);
      else others.send(request);
    },
    retry: others.retry,
    close: () => {
      stop();
      others.close();
    },
  };
}

/**
 * The state and requests of one inspector, as a store that changes at most once per frame for reports. The link is open
 * while the store has subscribers.
 */
export interface Session extends Pick<Link, 'send' | 'retry'> {
  readonly state: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Watches this window instead of the previously watched window; null watches none. */
  readonly watch: (window: string | null) => void;
  /** Returns every living actor of a window as a 'started' record, parents first. */
  readonly actors: (window: string) => readonly InspectionRecord[];
  /** Calls `heard` with every later record of a window. Returns a function that stops this. */
  readonly listen: (window: string, heard: RecordsListener) => () => void;
}

export function createSession(
  open: (listener: LinkListener) => Link,
  nextFrame: (work: () => void) => void = requestAnimationFrame,
): Session {
  let state: SessionState = { seen: NOTHING_SEEN, problem: undefined };
  let link: Link | null = null;
  let waiting: Report[] = [];
  let watched: string | null = null;
  const listeners = new Set<() => void>();
  const heards = new Map<RecordsListener, string>();

  const change = (next: SessionState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const take = () => {
    if (waiting.length === 0) return;
    const reports = waiting;
    waiting = [];
    change({ ...state, seen: reports.reduce(afterReport, state.seen) });
  };
  const linkListener: LinkListener = {
    receive: (report) => {
      waiting.push(report);
      if (waiting.length === 1) nextFrame(take);
      if (report.type !== 'window.records') return;
      for (const [heard, window] of heards)
        if (window === report.window) heard(report.records, report.dropped);
    },
    whenUp: (problem) => change({ ...state, problem }),
  };
  const send = (request: InspectionRequest) => {
    take();
    const seen = afterRequest(state.seen, request);
    if (seen !== state.seen) change({ ...state, seen });
    link?.send(request);
  };

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      link ??= open(linkListener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        link?.close();
        link = null;
      };
    },
    watch: (window) => {
      if (window === watched) return;
      if (watched !== null) send({ type: 'window.leave', window: watched });
      watched = window;
      if (window !== null) send({ type: 'window.watch', window });
    },
    actors: (window) => {
      take();
      const known = state.seen.get(window);
      if (known === undefined || known.actors === null) return [];
      const at = known.log.at(-1)?.record.at ?? known.window.openedAt;
      return treeOf(known.actors)
        .filter(({ actor }) => !actor.isEnded)
        .map(({ actor: { id, parent, name, chart, input, now } }) => ({
          kind: 'started',
          at,
          actor: id,
          parent,
          name,
          chart,
          input,
          now,
        }));
    },
    listen: (window, heard) => {
      heards.set(heard, window);
      return () => void heards.delete(heard);
    },
    send,
    retry: () => link?.retry(),
  };
}

export const useSessionState = (session: Session): SessionState =>
  useSyncExternalStore(session.subscribe, session.state);
