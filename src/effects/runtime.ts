import type { Brand } from '#machines/contract/brand.ts';
import type { Fact } from '#machines/kit/facts.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { CallApi } from './api.ts';
import { readBrand } from './brand.ts';
import { type Chimes, createChimes } from './chime.ts';
import { type Clock, createClock } from './clock.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createPerformer } from './facts.ts';
import { lazily } from './lazily.ts';
import { logFault } from './log.ts';
import { createNavigation, type Navigation } from './navigation.ts';
import { createSessionStore, deviceStorage, type SessionStore } from './session.ts';
import { createStage, type Stage } from './stage.ts';
import { createTicker, type Ticker } from './ticker.ts';
import { createWakeLock, type WakeLock } from './wake-lock.ts';

/** The effects of one page, each made once. */
export interface Runtime {
  readonly brand: Brand;
  /** Of the server, e.g. 'https://api.example.org'. */
  readonly origin: string;
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly session: SessionStore;
  readonly drafts: Drafts;
  readonly chimes: Chimes;
  readonly wakeLock: WakeLock;
  readonly navigation: Navigation;
  readonly stage: Stage;
  readonly call: CallApi;
  /** Fetches the code of the calls ahead of the first one. */
  readonly warm: () => Promise<void>;
  /** Calls back when the server refuses the token in use; answers how to stop that. */
  readonly onUnauthorized: (listener: () => void) => () => void;
  readonly perform: (fact: Fact) => void;
  readonly log: (where: string, error: unknown) => void;
}

/** The effects of the page in this window. */
export function createRuntime(tab: Window & typeof globalThis): Runtime {
  const configured: unknown = import.meta.env['VITE_API_URL'];
  const origin =
    typeof configured === 'string' && configured !== '' ? configured : tab.location.origin;
  const storage = deviceStorage(tab);
  const brand = readBrand(tab.document);
  const clock = createClock();
  const session = createSessionStore(storage, tab);
  const chimes = createChimes(() => new tab.AudioContext());
  const navigation = createNavigation();
  const stage = createStage();
  const unauthorized = new Set<() => void>();

  // With it come the schemas of the contract, which no first paint needs.
  const api = lazily(async () => {
    const { createApi } = await import('./api.ts');
    return createApi({
      origin,
      brand,
      clock,
      token: session.token,
      onUnauthorized: (token) => {
        // A late answer to a call of a session that is over already says nothing about this one.
        if (token === session.token()) for (const listener of unauthorized) listener();
      },
      log: logFault,
    });
  });

  return {
    brand,
    origin,
    clock,
    ticker: createTicker(clock),
    session,
    drafts: createDrafts(storage, clock.local, logFault),
    chimes,
    wakeLock: createWakeLock(tab.navigator, tab.document),
    navigation,
    stage,
    call: async (name, request, texts, signal) => {
      let call: CallApi;
      try {
        call = await api();
      } catch (error) {
        logFault('api', error);
        const message = texts.network ?? MESSAGES.network;
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
    perform: createPerformer({ navigation, chimes, stage, log: logFault }),
    log: logFault,
  };
}
