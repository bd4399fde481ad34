import { m } from 'messages';
import type { InspectionEvent } from 'xstate';
import type { Brand } from '#machines/contract/brand.ts';
import type { Days } from '#machines/contract/entities.ts';
import type { EmittedEvent } from '#machines/kit/emitted.ts';
import type { LocalInspector } from '#src/inspector-entry.ts';
import type { CallApi, EndReason, Fetch } from './api.ts';
import { readBrand, readDays } from './brand.ts';
import { type Chimes, createChimes } from './chime.ts';
import { type Clock, type ClockSources, createClock } from './clock.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createPerformer } from './emitted.ts';
import { loadOnce } from './load-once.ts';
import { openSocketConnection, type OpenConnection } from './socket-connection.ts';
import { logFault } from './log.ts';
import type { ShowSocket } from './socket.ts';
import { createNavigation, type Navigation } from './navigation.ts';
import { createSessionStore, deviceStorage, type SessionStore } from './session.ts';
import { createAnnouncements, type Announcements } from './announcements.ts';
import { createTicker, type Ticker } from './ticker.ts';
import { type Timers, TIMERS } from './timers.ts';
import { createWakeLock, type WakeLock } from './wake-lock.ts';

/** Effects that an inspected window wraps or replaces. */
export interface Effects extends ClockSources {
  readonly timers?: Timers;
  readonly fetch?: Fetch;
  readonly openConnection?: OpenConnection;
  readonly inspect?: (event: InspectionEvent) => void;
  readonly localInspector?: LocalInspector;
}

/** The effects of one page, each created once. */
export interface Runtime {
  readonly brand: Brand;
  /** The time zones and shows that decide the day, as the server wrote them into the page. */
  readonly days: Days;
  /** The server's origin, e.g. 'https://api.example.org'. */
  readonly origin: string;
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly session: SessionStore;
  readonly drafts: Drafts;
  readonly chimes: Chimes;
  readonly wakeLock: WakeLock;
  readonly navigation: Navigation;
  readonly announcements: Announcements;
  readonly call: CallApi;
  readonly openConnection: OpenConnection;
  /** Sends the person's answers over this connection until the returned function is called. */
  readonly answerOver: (line: Pick<ShowSocket, 'submitAnswer'>) => () => void;
  /** The `clock` of every root actor. */
  readonly timers: Timers;
  /** Observes all actors, including those below each root. */
  readonly inspect: (event: InspectionEvent) => void;
  /** The inspector of this browser window; null if it cannot be inspected. */
  readonly localInspector: LocalInspector | null;
  readonly perform: (emitted: EmittedEvent) => void;
  /** Preloads the code of the calls. */
  readonly warm: () => Promise<void>;
  /** Calls back with the reason when the server rejects the current token; returns a function that stops it. */
  readonly onUnauthorized: (listener: (reason: EndReason) => void) => () => void;
  readonly log: (where: string, error: unknown) => void;
}

/** The server's origin: the page's own unless the build sets another. */
export function serverOrigin(tab: Window): string {
  const configured: unknown = import.meta.env['VITE_API_URL'];
  return typeof configured === 'string' && configured !== '' ? configured : tab.location.origin;
}

/** Creates the effects of the page in this window. */
export function createRuntime(tab: Window & typeof globalThis, effects: Effects = {}): Runtime {
  const {
    timers = TIMERS,
    fetch,
    openConnection = openSocketConnection,
    inspect = () => {},
    localInspector = null,
  } = effects;
  const origin = serverOrigin(tab);
  const storage = deviceStorage(tab);
  const brand = readBrand(tab.document);
  const clock = createClock(effects);
  const session = createSessionStore(storage, tab);
  const chimes = createChimes(() => new tab.AudioContext());
  const navigation = createNavigation(tab);
  const announcements = createAnnouncements(timers);
  let answering: Pick<ShowSocket, 'submitAnswer'> | null = null;
  const unauthorized = new Set<(reason: EndReason) => void>();

  // Loaded on demand, since it contains the contract's schemas, which the first paint does not need.
  const api = loadOnce(async () => {
    const { createApi } = await import('./api.ts');
    return createApi({
      origin,
      brand,
      clock,
      ...(fetch === undefined ? {} : { fetch }),
      token: session.token,
      submitOverSocket: async (body) => answering?.submitAnswer?.(body) ?? null,
      onUnauthorized: (token, reason) => {
        // A late reply for an earlier session does not affect the present one.
        if (token === session.token()) for (const listener of unauthorized) listener(reason);
      },
      log: logFault,
    });
  });

  return {
    brand,
    days: readDays(tab.document),
    origin,
    clock,
    ticker: createTicker(clock, timers),
    session,
    drafts: createDrafts(storage, clock.local, logFault),
    chimes,
    wakeLock: createWakeLock(tab.navigator, tab.document),
    navigation,
    announcements,
    call: async (name, request, texts, signal) => {
      let call: CallApi;
      try {
        call = await api();
      } catch (error) {
        logFault('api', error);
        const message = texts.network ?? m.network();
        return { ok: false, message, code: 'network', status: null, reply: undefined };
      }
      return call(name, request, texts, signal);
    },
    warm: async () => {
      try {
        await api();
      } catch (error) {
        logFault('api', error);
      }
    },
    onUnauthorized: (listener) => {
      unauthorized.add(listener);
      return () => {
        unauthorized.delete(listener);
      };
    },
    openConnection,
    answerOver: (line) => {
      answering = line;
      return () => {
        if (answering === line) answering = null;
      };
    },
    timers,
    inspect,
    localInspector,
    perform: createPerformer({ navigation, chimes, announcements, log: logFault }),
    log: logFault,
  };
}
