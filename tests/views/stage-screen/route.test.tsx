import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SocketCommand } from '#machines/connection/connection.ts';
import type { User } from '#machines/contract/entities.ts';
import type { Handshake } from '#machines/contract/events.ts';
import { success } from '#machines/contract/outcome.ts';
import { App } from '#src/app.tsx';
import type { SocketPorts } from '#src/effects/socket.ts';
import { admin, contestant, viewer } from '#tests/support/game.ts';
import { createRoot, signedIn } from '#tests/support/root.tsx';
import { eventually } from '#tests/support/eventually.ts';

const commands: string[] = [];
/** The connections that the stage screen has opened. */
const lines: SocketPorts[] = [];
const openConnection = (ports: SocketPorts) => {
  lines.push(ports);
  return {
    command: ({ type }: SocketCommand) => void commands.push(type),
    close: () => void lines.splice(lines.indexOf(ports), 1),
  };
};

beforeEach(() => {
  lines.length = 0;
  commands.length = 0;
});

async function open(address: string, user: User | null) {
  window.history.replaceState(null, '', address);
  const root = createRoot({ effects: { openConnection } });
  await act(async () => {
    render(<App root={root} screens={{}} />);
  });
  const before = document.body.textContent;
  await root.ports.restore.answer(user === null ? success(null) : signedIn(user));
  return { ...root, before };
}
async function arrives(): Promise<void> {
  await screen.findByRole('heading', { level: 1, name: 'Gameshow' });
  // An actor starts a moment after its screen is mounted.
  await eventually(() => expect(lines).not.toEqual([]));
}
/** Another tab's effect on the session; null: signs out. */
const signedInElsewhere = (user: User | null) => ({
  type: 'session.changed',
  session: user && { user, expiresAt: 24 * 60 * 60_000 },
});
const who = (): { userId: string | null; handshake: Handshake }[] =>
  lines.map(({ userId, handshake }) => ({ userId, handshake: handshake() }));

describe('the stage screen by its link [R2.stage-screen-link R2.stage-screen-route]', () => {
  it.each([null, viewer, contestant, admin])(
    'opens for %j, by the key only and without a frame',
    async (user) => {
      await open('/gameshow#key=K1', user);
      localStorage.setItem('authToken', 'T1');
      await arrives();
      expect(who()).toEqual([{ userId: null, handshake: { show: { key: 'K1' } } }]);
      expect(screen.queryByRole('navigation')).toBeNull();
    },
  );
  it('keeps the key in the fragment, so that a reload works [R2.stage-screen-key]', async () => {
    await open('/gameshow#key=K1', null);
    await arrives();
    const { pathname, search, hash } = window.location;
    expect([pathname, search, hash]).toEqual(['/gameshow', '', '#key=K1']);
  });
  it('says goodbye to the server when its page is closed', async () => {
    await open('/gameshow#key=K1', null);
    await arrives();
    expect(commands).not.toContain('socket.leave');
    window.dispatchEvent(new Event('pagehide'));
    expect(commands).toContain('socket.leave');
  });
  it('is another page with another key', async () => {
    await open('/gameshow#key=K1', null);
    await arrives();
    await act(async () => {
      window.location.hash = '#key=K2';
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(who()).toEqual([{ userId: null, handshake: { show: { key: 'K2' } } }]);
  });
  it('stays when the session on that machine ends', async () => {
    const { send } = await open('/gameshow#key=K1', viewer);
    await arrives();
    await send({ type: 'session.ended', reason: 'expired' });
    expect([window.location.pathname, lines.length]).toEqual(['/gameshow', 1]);
  });
});

describe('the stage screen without a link [R2.stage-screen-route]', () => {
  it('opens for an admin, by the session and on its own connection', async () => {
    localStorage.setItem('authToken', 'T1');
    const { before } = await open('/gameshow', admin);
    await arrives();
    expect(who()).toEqual([{ userId: null, handshake: { show: {}, token: 'T1' } }]);
    expect([before, screen.queryByRole('navigation')]).toEqual(['', null]);
  });
  it('keeps its place when an admin signs in again, in another tab', async () => {
    localStorage.setItem('authToken', 'T1');
    const { say } = await open('/gameshow?screen=2', admin);
    await arrives();
    await say(signedInElsewhere(null));
    expect(window.location.pathname).toBe('/login');
    await say(signedInElsewhere(admin));
    await arrives();
    expect([window.location.pathname, window.location.search]).toEqual(['/gameshow', '?screen=2']);
    await say(signedInElsewhere(null));
    await say(signedInElsewhere(viewer));
    // Another user finds their own start page.
    expect([window.location.pathname, lines]).toEqual(['/', []]);
  });
  it.each([viewer, contestant])('is refused to %j', async (user) => {
    await open('/gameshow', user);
    await screen.findByRole('heading', { level: 1, name: 'Access Denied' });
    expect(lines).toEqual([]);
  });
  it('leads to the login when signed out', async () => {
    await open('/gameshow', null);
    expect([window.location.pathname, lines]).toEqual(['/login', []]);
  });
});
