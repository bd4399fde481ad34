import { act } from '@testing-library/react';
import { charts, machines } from 'virtual:charts';
import { createActor, fromPromise, type NonReducibleUnknown } from 'xstate';
import { appMachine } from '../example/charts/app.ts';
import {
  type Answer,
  authMachine,
  type Credentials,
  type Session,
} from '../example/charts/auth.ts';
import type { InspectedApp } from '../src/app.tsx';
import type { Link, LinkListener } from '../src/page/session.ts';
import {
  type InspectedWindow,
  type InspectionRecord,
  type InspectionRequest,
  UNDISTURBED,
} from '../src/protocol.ts';
import { createRecorder } from '../src/recorder/recorder.ts';
import type { TraceSource } from '../src/trace/trace.ts';
import { createFakeClock } from './fake-clock.ts';
import { settled } from './support.ts';

/* The example's actors, with their ports controlled by the test. */

export const T0 = Date.UTC(2030, 0, 1, 20);
export const ANN: Session = { userId: 'u1', name: 'Ann' };
export const success = <T>(value: T): Answer<T> => ({ ok: true, value });
export const REFUSED = { ok: false, message: 'Wrong name or password.' } as const;

/** A promise port controlled by the test. */
function port<Output, Input = NonReducibleUnknown>() {
  const asked: ((output: Output) => void)[] = [];
  return {
    logic: fromPromise<Output, Input>(() => new Promise((resolve) => asked.push(resolve))),
    answer: (output: Output) =>
      act(async () => {
        asked.shift()?.(output);
        await settled();
      }),
  };
}

/** The shop, not started yet, and its recorded events. */
export function createShop() {
  const clock = createFakeClock(T0);
  const { now } = clock;
  const listeners = new Set<(records: readonly InspectionRecord[], dropped: number) => void>();
  const recorder = createRecorder({
    now,
    send: (record) => {
      for (const listener of listeners) listener([record], 0);
    },
  });
  const restore = port<Answer<Session | null>>();
  const signIn = port<Answer<Session>, Credentials>();
  const auth = authMachine.provide({ actors: { restore: restore.logic, signIn: signIn.logic } });
  const app = createActor(appMachine.provide({ actors: { auth } }), {
    clock: clock.timers,
    input: { now },
    inspect: recorder.inspect,
  });
  const source: TraceSource = {
    window: { path: '/shop', device: 'a test' },
    actors: recorder.everything,
    listen: (heard) => {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
  };
  const submit = async (password: string) => {
    await act(async () =>
      app.getSnapshot().children.auth?.send({ type: 'login.submit', name: 'Ann', password }),
    );
    await signIn.answer(password === 'right' ? success(ANN) : REFUSED);
  };
  return {
    app,
    clock,
    recorder,
    source,
    listeners,
    ports: { restore, signIn },
    /** Starts the shop without a session. */
    begin: async () => {
      app.start();
      await restore.answer(success(null));
    },
    /** Signs in at the second attempt. */
    signIn: async () => {
      await submit('wrong');
      await submit('right');
    },
    /** Orders a tea and waits for it. */
    order: async () => {
      app.getSnapshot().children.order?.send({ type: 'order.place', tea: 'green', minutes: 2 });
      clock.advance(120_000);
      await settled();
    },
  };
}

/** The example as the inspector's pages know it; an order is named by its guest. */
export const SHOP: InspectedApp = {
  charts,
  machines,
  calls: ['login', 'order'],
  namesIn: (contexts) => {
    const [guest] = contexts.flatMap(
      (context) => JSON.stringify(context).match(/(?<="name":")\w+/u) ?? [],
    );
    return (name) => (name === 'order' && guest !== undefined ? `${guest}'s order` : name);
  },
};

/** A window of the shop, and an inspector's link to it; `asked` has the inspector's requests. */
export function createInspected(more: Partial<InspectedWindow> = {}) {
  const shop = createShop();
  const asked: InspectionRequest[] = [];
  const listeners = new Set<LinkListener>();
  const window: InspectedWindow = {
    id: 'phone',
    kind: 'page',
    path: '/login',
    device: 'a phone',
    openedAt: 0,
    disturbance: UNDISTURBED,
    ...more,
  };
  const tell = (report: Parameters<LinkListener['receive']>[0]) => {
    for (const each of listeners) each.receive(report);
  };
  let isWatched = false;
  shop.source.listen((records) => {
    if (isWatched)
      tell({ type: 'window.records', window: window.id, dropped: 0, records: [...records] });
  });
  const open = (listener: LinkListener): Link => {
    listeners.add(listener);
    listener.whenUp(null);
    listener.receive({ type: 'window.present', window });
    return {
      send: (request) => {
        asked.push(request);
        if (request.type === 'window.watch') {
          isWatched = true;
          tell({ type: 'window.state', window: window.id, records: shop.recorder.everything() });
        }
        if (request.type === 'event.send')
          shop.recorder.actorOf(request.actor)?.send(request.event);
      },
      retry: () => {},
      close: () => void listeners.delete(listener),
    };
  };
  return { ...shop, asked, open, tell };
}
