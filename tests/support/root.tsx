import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { createActor, type EventObject, fromCallback } from 'xstate';
import { type AppEvent, appMachine } from '#machines/app.ts';
import { authMachine } from '#machines/account/auth.ts';
import {
  connectionMachine,
  type SocketCommand,
  type SocketEvent,
} from '#machines/connection/connection.ts';
import type { User } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import { type FeedRequest, feedMachine } from '#machines/answering/feed.ts';
import type { Credentials, Session, SignedIn } from '#machines/connection/session.ts';
import { questionsMachine } from '#machines/answering/questions.ts';
import { resendForm } from '#machines/account/resend.ts';
import type { QuestionList } from '#machines/answering/rules/feed.ts';
import { RootProvider } from '#src/bindings/runtime.tsx';
import { performEmitted } from '#src/effects/emitted.ts';
import { createRuntime, type Runtime } from '#src/effects/runtime.ts';
import { createFakeClock } from './fake-clock.ts';
import { manualPort } from './screens.tsx';

/**
 * The real root chart on a clock that stands still, with every effect controlled by the test.
 * `say`: a storage event; `line`: a connection event; `garble`: an unreadable event; `send`: a
 * server or browser event; `heard`: calls to the storage; `faults`: reported faults. `now`, if
 * given, reads another clock than the timers; `effects` replace the page's own.
 */
export function createRoot(
  options: { readonly now?: () => number; readonly effects?: Partial<Runtime> } = {},
) {
  const clock = createFakeClock(0);
  const { now = clock.now } = options;
  const made = createRuntime(window);
  const runtime = { ...made, clock: { ...made.clock, now }, ...options.effects };
  const ports = {
    restore: manualPort<undefined, Session | null>(),
    renew: manualPort<undefined, Session | null>(),
    signIn: manualPort<Credentials, SignedIn>(),
    resend: manualPort<{ readonly values: { readonly email: string } }, string>(),
    load: manualPort<FeedRequest, QuestionList>(),
  };
  const storage: { say?: (event: EventObject) => void } = {};
  const socket: { say?: (fact: EventObject) => void } = {};
  const heard: EventObject[] = [];
  const faults: string[] = [];
  const app = createActor(
    appMachine.provide({
      actors: {
        auth: authMachine.provide({
          actors: {
            restore: ports.restore.logic,
            renew: ports.renew.logic,
            signIn: ports.signIn.logic,
            resend: resendForm.provide({ actors: { submit: ports.resend.logic } }),
            storage: fromCallback<{ type: 'session.clear' }, undefined>(({ sendBack, receive }) => {
              storage.say = sendBack;
              receive((event) => heard.push(event));
            }),
          },
        }),
        connection: connectionMachine.provide({
          actors: {
            socket: fromCallback<SocketCommand, { readonly userId: string | null }>(
              ({ sendBack }) => {
                socket.say = sendBack;
              },
            ),
          },
        }),
        questions: questionsMachine.provide({
          actors: { feed: feedMachine.provide({ actors: { load: ports.load.logic } }) },
        }),
        surroundings: fromCallback<EventObject, undefined>(() => {}),
      },
    }),
    {
      clock,
      input: { now, random: () => 0.5 },
      inspect: performEmitted({
        perform: (fact) => {
          if (fact.type === 'fault') faults.push(fact.where);
          else runtime.perform(fact);
        },
        inspect: runtime.inspect,
      }),
    },
  ).start();
  const root = { app, runtime };
  /** The page around a view, opened at `path`. */
  const page = (view: ReactNode, path = '/') => (
    <RootProvider root={root}>
      <MemoryRouter initialEntries={[path]}>
        {view}
        <Where />
      </MemoryRouter>
    </RootProvider>
  );
  return {
    app,
    ports,
    runtime,
    page,
    heard,
    faults,
    say: (event: EventObject) => act(async () => storage.say?.(event)),
    line: (fact: SocketEvent) => act(async () => socket.say?.(fact)),
    garble: (type: `realtime.${string}`) => act(async () => socket.say?.({ type })),
    send: (event: AppEvent) => act(async () => app.send(event)),
    pass: (ms: number) => act(async () => clock.advance(ms)),
  };
}

/** Renders the address of the page, for tests to read. */
function Where() {
  const { pathname, search } = useLocation();
  return <output hidden>{pathname + search}</output>;
}
export const where = (): string => document.querySelector('output')?.textContent ?? '';

/** A result of `restore`: a user signed in for a day. */
export const signedIn = (user: User, now = 0) =>
  success({ user, expiresAt: now + 24 * 60 * 60_000 });
