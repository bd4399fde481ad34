// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type {
  StatelyActorEvent,
  StatelyEventEvent,
  StatelySnapshotEvent,
} from '@statelyai/inspect';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appMachine } from '../example/charts/app.ts';
import { authMachine } from '../example/charts/auth.ts';
import { definitionIn } from '../src/agent/hosted.ts';
import { App } from '../src/app.tsx';
import { Hosted } from '../src/page/hosted.tsx';
import { createShop, REFUSED, SHOP } from './shop.ts';
import { alertText } from './support.ts';

const PASSWORD = 'violet42';

/** A stand-in for the hosted inspector's window, the messages posted to it, and the opened addresses. */
let theirs: Window | null;
let posted: unknown[];
let opened: unknown[];

beforeEach(() => {
  theirs = window.open('about:blank', 'hosted');
  posted = [];
  opened = [];
  theirs?.addEventListener('message', ({ data }) => posted.push(data));
  vi.spyOn(window, 'open').mockImplementation((address) => {
    opened.push(address);
    return theirs;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  theirs?.close();
});

/** The message that the hosted page sends when it is ready. */
const connect = () =>
  window.dispatchEvent(
    new MessageEvent('message', { data: { type: '@statelyai.connected' }, source: theirs }),
  );

/** The page of a shop without a session, and a connection to the hosted inspector. */
async function start() {
  const shop = createShop();
  await shop.begin();
  const { unmount } = render(
    <App value={SHOP}>
      <Hosted source={shop.source} />
    </App>,
  );
  const submit = (password: string) =>
    act(async () => {
      shop.app.getSnapshot().children.auth?.send({ type: 'login.submit', name: 'Ann', password });
    });
  return { ...shop, submit, unmount };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const attach = async () => {
  press('Attach the Stately inspector');
  await screen.findByRole('button', { name: 'Detach it' });
};

const SUBMITTED = { type: 'login.submit', name: 'Ann', password: '(secret 1)' };

describe('the hosted inspector', () => {
  it('is opened by a press and not before, and receives the current actors, each with its definition', async () => {
    const { app } = await start();
    const auth = app.getSnapshot().children.auth?.sessionId ?? '';
    expect([opened, posted]).toEqual([[], []]);
    await attach();
    connect();
    await waitFor(() => expect(posted).toHaveLength(2));
    const actors: Partial<StatelyActorEvent>[] = [
      {
        type: '@xstate.actor',
        sessionId: app.sessionId,
        name: 'app',
        definition: definitionIn(appMachine),
        snapshot: {
          status: 'active',
          value: 'signedOut',
          context: { now: { function: 'now' }, session: null },
        },
      },
      {
        sessionId: auth,
        parentId: app.sessionId,
        name: 'auth',
        definition: definitionIn(authMachine),
        snapshot: {
          status: 'active',
          value: { signedOut: 'waiting' },
          context: { session: null, message: null },
        },
      },
    ];
    expect(posted).toMatchObject(actors);
    expect(opened).toEqual(['https://stately.ai/inspect']);
  });

  it('receives later events, without secrets', async () => {
    const { submit, ports } = await start();
    await attach();
    connect();
    await submit(PASSWORD);
    await ports.signIn.answer(REFUSED);
    await waitFor(() => expect(posted).toHaveLength(11));
    const submitted: Partial<StatelyEventEvent> = { type: '@xstate.event', event: SUBMITTED };
    const moved: Partial<StatelySnapshotEvent> = { type: '@xstate.snapshot', event: SUBMITTED };
    expect(posted.slice(2)).toMatchObject([
      submitted,
      { ...moved, snapshot: { status: 'active', value: 'signingIn' } },
      { type: '@xstate.actor', name: 'signIn' },
      { event: { type: 'xstate.promise.resolve' } },
      { snapshot: { status: 'done' } },
      { event: { type: 'xstate.done.actor.signIn' } },
      { snapshot: { value: { signedOut: 'refused' } } },
      { event: { type: 'auth.changed' } },
      { snapshot: { value: 'signedOut' } },
    ]);
    expect(JSON.stringify(posted)).not.toContain(PASSWORD);
  });

  it.each(['Detach it', 'leaving'])(
    'receives nothing after %s, also when its page is reloaded',
    async (way) => {
      const { submit, listeners, unmount } = await start();
      await attach();
      connect();
      await waitFor(() => expect(posted).toHaveLength(2));
      expect(listeners.size).toBe(1);
      if (way === 'Detach it') press(way);
      else unmount();
      expect(listeners.size).toBe(0);
      await submit(PASSWORD);
      connect();
      // Post a last message: all earlier ones have arrived when it has.
      theirs?.postMessage('the end', '*');
      await waitFor(() => expect(posted).toContain('the end'));
      expect(posted.slice(2)).toEqual([{ type: '@statelyai.disconnected' }, 'the end']);
    },
  );

  it('reports a blocked window, sends nothing, and opens by another press', async () => {
    const { listeners } = await start();
    const kept = theirs;
    theirs = null;
    press('Attach the Stately inspector');
    const again = await screen.findByRole('button', { name: 'Try Again' });
    expect(alertText()).toBe('The Stately inspector could not be opened.');
    expect(listeners.size).toBe(0);
    theirs = kept;
    fireEvent.click(again);
    await screen.findByRole('button', { name: 'Detach it' });
    connect();
    await waitFor(() => expect(posted).toHaveLength(2));
  });
});
