import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type {
  StatelyActorEvent,
  StatelyEventEvent,
  StatelySnapshotEvent,
} from '@statelyai/inspect';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { appMachine } from '#machines/app.ts';
import { authMachine } from '#machines/account/auth.ts';
import type { InspectionRecord } from 'chart-inspector/protocol';
import { refusal } from '#machines/contract/outcome.ts';
import { createRecorder } from 'chart-inspector/recorder/recorder';
import { definitionIn } from '#src/inspector/agent/hosted.ts';
import { Hosted } from '#src/inspector/page/hosted.tsx';
import { createRoot } from '#tests/support/root.tsx';
import { alertText } from '#tests/support/screens.tsx';

const PASSWORD = 'violet42';

/** The window that stands in for theirs, what is posted to it, and every address that is opened. */
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

/** What their page says as soon as it can hear. */
const connect = () =>
  window.dispatchEvent(
    new MessageEvent('message', { data: { type: '@statelyai.connected' }, source: theirs }),
  );

/** The page with the product's root in it, recorded, and the way to the hosted inspector. */
async function start() {
  const root = createRoot();
  const listeners = new Set<(records: readonly InspectionRecord[], dropped: number) => void>();
  const recorder = createRecorder({
    now: () => 7,
    send: (record) => {
      for (const listener of listeners) listener([record], 0);
    },
  });
  onTestFinished(recorder.attach(root.app));
  await root.ports.restore.answer(refusal('Nobody.'));
  const { unmount } = render(
    <Hosted
      source={{
        window: { path: '/login', device: 'a phone' },
        actors: recorder.everything,
        listen: (heard) => {
          listeners.add(heard);
          return () => void listeners.delete(heard);
        },
      }}
    />,
  );
  const signIn = (password: string) =>
    act(async () => {
      root.app.getSnapshot().children.auth?.send({
        type: 'login.submit',
        email: 'ann@example.org',
        password,
      });
    });
  return { ...root, listeners, signIn, unmount };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const attach = async () => {
  press('Attach the Stately inspector');
  await screen.findByRole('button', { name: 'Detach it' });
};

const NAMES_ONLY = { now: { function: 'now' } };
const SUBMITTED = {
  type: 'login.submit',
  email: 'ann@example.org',
  password: '(secret 1)',
};

describe('the hosted inspector', () => {
  it('is opened by a press and not before, and told what is there, each chart with its definition', async () => {
    const { app } = await start();
    const auth = app.getSnapshot().children.auth?.sessionId ?? '';
    expect([opened, posted]).toEqual([[], []]);
    await attach();
    connect();
    await waitFor(() => expect(posted).toHaveLength(4));
    const actors: Partial<StatelyActorEvent>[] = [
      {
        type: '@xstate.actor',
        sessionId: app.sessionId,
        name: 'app',
        definition: definitionIn(appMachine),
        snapshot: {
          status: 'active',
          value: 'signedOut',
          context: { ...NAMES_ONLY, random: { function: 'random' }, session: null },
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
          context: { ...NAMES_ONLY, session: null, message: null, unverified: null },
        },
      },
      // No charts: they have none.
      { parentId: auth, name: 'storage' },
      { parentId: app.sessionId, name: 'surroundings' },
    ];
    expect(posted).toMatchObject(actors);
    expect(posted.slice(2).every((actor) => !Object.hasOwn(Object(actor), 'definition'))).toBe(
      true,
    );
    expect(opened).toEqual(['https://stately.ai/inspect']);
  });

  it('is told what happens from then on, and no secret', async () => {
    const { signIn, ports } = await start();
    await attach();
    connect();
    await signIn(PASSWORD);
    await ports.signIn.answer(refusal('Wrong email or password.'));
    await waitFor(() => expect(posted).toHaveLength(13));
    const submitted: Partial<StatelyEventEvent> = { type: '@xstate.event', event: SUBMITTED };
    const moved: Partial<StatelySnapshotEvent> = { type: '@xstate.snapshot', event: SUBMITTED };
    expect(posted.slice(4)).toMatchObject([
      submitted,
      { ...moved, snapshot: { status: 'active', value: 'signingIn' } },
      { type: '@xstate.actor', name: 'signIn' },
      { event: { type: 'xstate.promise.resolve' } },
      { snapshot: { status: 'done' } },
      { event: { type: 'xstate.done.actor.signIn' } },
      { snapshot: { value: { signedOut: 'waiting' } } },
      { event: { type: 'auth.changed' } },
      { snapshot: { value: 'signedOut' } },
    ]);
    expect(JSON.stringify(posted)).not.toContain(PASSWORD);
  });

  it.each(['Detach it', 'leaving'])(
    'hears no more after %s, also not when its page is loaded anew',
    async (way) => {
      const { signIn, listeners, unmount } = await start();
      await attach();
      connect();
      await waitFor(() => expect(posted).toHaveLength(4));
      expect(listeners.size).toBe(1);
      if (way === 'Detach it') press(way);
      else unmount();
      expect(listeners.size).toBe(0);
      await signIn(PASSWORD);
      connect();
      // What is posted later comes later.
      theirs?.postMessage('the end', '*');
      await waitFor(() => expect(posted).toContain('the end'));
      expect(posted.slice(4)).toEqual([{ type: '@statelyai.disconnected' }, 'the end']);
    },
  );

  it('says so when its window is kept from opening, tells nobody, and opens by another press', async () => {
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
    await waitFor(() => expect(posted).toHaveLength(4));
  });
});
