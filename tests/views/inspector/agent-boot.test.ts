import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { assign } from 'xstate';
import type { InspectorAccess } from '#machines/contract/entities.ts';
import { CODE_KEY, isInspected } from '#src/effects/inspected.ts';
import { createLine } from '#src/effects/line.ts';
import { TIMERS } from '#src/effects/timers.ts';
import { bootAgent } from '#src/inspector/agent/boot.ts';
import { deviceOf } from '#src/inspector/agent/device.ts';
import { showStrip } from '#src/inspector/agent/strip.ts';
import { eventually } from '#tests/support/eventually.ts';

const CODE = 'ABCD2345';
/** Nobody answers there: windows of one browser need no server to find each other. */
const AWAY = 'http://127.0.0.1:1';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  // What the window keeps open ends with it.
  window.dispatchEvent(new Event('pagehide'));
  for (const strip of document.querySelectorAll('aside')) strip.remove();
  delete document.documentElement.dataset['inspected'];
});

function boot(path: string, access: InspectorAccess | null) {
  const logged: string[] = [];
  window.history.replaceState(null, '', path);
  vi.stubGlobal('fetch', async () => {
    if (access === null) throw new TypeError('no network');
    return Response.json({
      brand: { name: 'Gameshow', slug: 'gameshow' },
      entryFee: { amount: 50, currency: 'usd', label: '$0.50' },
      payments: 'test',
      model: false,
      inspector: access,
      serverTime: 1,
    });
  });
  const agent = bootAgent({
    tab: window,
    origin: AWAY,
    codeKey: CODE_KEY,
    token: () => null,
    timers: TIMERS,
    openLine: createLine,
    assign,
    log: (where) => logged.push(where),
  });
  return { agent, logged };
}
/** What windows say under the code to others of the browser, as it comes. */
function listen() {
  const channel = new BroadcastChannel(`inspect:${CODE}`);
  const said: unknown[] = [];
  channel.addEventListener('message', ({ data }) => said.push(data));
  onTestFinished(() => channel.close());
  const say = (what: unknown): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    channel.postMessage(what);
  };
  return { said, say };
}

const at = (path: string): boolean => {
  window.history.replaceState(null, '', path);
  return isInspected(window);
};

const named = (userAgent: string) => deviceOf({ userAgent }, { innerWidth: 412, innerHeight: 915 });

describe('a window', () => {
  it('may be inspected with a code in its address, one that it keeps, or as the inspector', () => {
    expect([at('/'), at('/login?redirect=%2F')]).toEqual([false, false]);
    expect([at(`/?inspect=${CODE}`), at('/inspect'), at('/inspect/atlas')]).toEqual([
      true,
      true,
      true,
    ]);
    sessionStorage.setItem(CODE_KEY, CODE);
    expect(at('/')).toBe(true);
  });

  it('is inspected under its code, which it keeps, and says so to others and to whoever sees it', async () => {
    const { said, say } = listen();
    const { agent } = boot(`/login?inspect=${CODE.toLowerCase()}`, 'everybody');
    const booted = await agent;
    await eventually(() => expect(said).toHaveLength(1));
    expect(said).toMatchObject([
      { type: 'window.present', window: { path: '/login', kind: 'page' } },
    ]);
    expect(sessionStorage.getItem(CODE_KEY)).toBe(CODE);
    expect(document.querySelector('aside')?.textContent).toBe(`Inspected · ${CODE}Stop`);
    say({ type: 'windows.call' });
    say('nonsense');
    await eventually(() => expect(said).toHaveLength(2));
    window.dispatchEvent(new Event('pagehide'));
    await eventually(() =>
      expect(said.at(-1)).toEqual({
        type: 'window.gone',
        window: booted?.effects.inHouse.window,
      }),
    );
  });

  it('is inspected under the code that it keeps on whatever page it goes to', async () => {
    sessionStorage.setItem(CODE_KEY, CODE);
    expect(await boot('/my-answer', 'admins').agent).not.toBe(null);
  });

  it('is as any other where inspecting is off, nobody can say, or the code is none', async () => {
    const { said } = listen();
    expect(await boot(`/?inspect=${CODE}`, 'nobody').agent).toBe(null);
    const away = boot(`/?inspect=${CODE}`, null);
    expect(await away.agent).toBe(null);
    expect(away.logged).toEqual(['inspector.config']);
    sessionStorage.clear();
    expect(await boot('/?inspect=short', 'everybody').agent).toBe(null);
    expect(sessionStorage.getItem(CODE_KEY)).toBe(null);
    expect(document.querySelector('aside')).toBe(null);
    expect(said).toEqual([]);
  });

  it('of the inspector is seen there alone: it says nothing to others, and has no strip', async () => {
    const { said, say } = listen();
    const agent = await boot(`/inspect?inspect=${CODE}`, 'everybody').agent;
    say({ type: 'windows.call' });
    const heard: string[] = [];
    agent?.effects.inHouse.subscribe(({ type }) => heard.push(type));
    agent?.effects.inHouse.send({ type: 'windows.call' });
    expect(heard).toEqual(['window.present']);
    expect(document.querySelector('aside')).toBe(null);
    expect(said).toEqual([]);
  });

  it('can stop being inspected', () => {
    const stop = vi.fn<() => void>();
    showStrip(document, CODE, { stop, answer: () => {} });
    const button = document.querySelector('aside button');
    expect(button?.getAttribute('aria-label')).toBe('Stop being inspected');
    button?.dispatchEvent(new MouseEvent('click'));
    expect(stop).toHaveBeenCalledOnce();
  });

  it('names its device in a few words', () => {
    expect(
      named(
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
      ),
    ).toBe('Chrome on Android, 412 x 915');
    expect(
      named(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      ),
    ).toBe('Safari on iOS, 412 x 915');
    expect(named('curl')).toBe('Browser, 412 x 915');
  });
});
