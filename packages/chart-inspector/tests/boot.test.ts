// @vitest-environment happy-dom
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bootAgent } from '../src/agent/boot.ts';
import { deviceOf } from '../src/agent/device.ts';
import { showStrip } from '../src/agent/strip.ts';
import { bootPorts, eventually } from './support.ts';

const CODE = 'ABCD2345';
afterEach(() => {
  // Everything that the window has opened is closed with it.
  window.dispatchEvent(new Event('pagehide'));
  for (const strip of document.querySelectorAll('aside')) strip.remove();
  delete document.documentElement.dataset['inspected'];
});

function boot(path: string, mayInspect = true) {
  window.history.replaceState(null, '', path);
  return bootAgent({ ...bootPorts(), mayInspect: async () => mayInspect });
}
/** Records messages that windows with the code send to other windows of the browser. */
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

const named = (userAgent: string) => deviceOf({ userAgent }, { innerWidth: 412, innerHeight: 915 });

describe('a window', () => {
  it('is inspected under its stored code, and shows that to other windows and to its user', async () => {
    const { said, say } = listen();
    const booted = await boot(`/login?inspect=${CODE.toLowerCase()}`);
    await eventually(() => expect(said).toHaveLength(1));
    expect(said).toMatchObject([
      { type: 'window.present', window: { path: '/login', kind: 'page' } },
    ]);
    expect(sessionStorage.getItem('inspect')).toBe(CODE);
    expect(document.querySelector('aside')?.textContent).toBe(`Inspected · ${CODE}Stop`);
    say({ type: 'windows.call' });
    say('nonsense');
    await eventually(() => expect(said).toHaveLength(2));
    window.dispatchEvent(new Event('pagehide'));
    await eventually(() =>
      expect(said.at(-1)).toEqual({
        type: 'window.gone',
        window: booted?.effects.localInspector.window,
      }),
    );
  });

  it('keeps its code on every page that it navigates to', async () => {
    sessionStorage.setItem('inspect', CODE);
    expect(await boot('/my-answer')).not.toBe(null);
  });

  it('is a normal page if inspecting is off or the code is invalid', async () => {
    const { said } = listen();
    expect(await boot(`/?inspect=${CODE}`, false)).toBe(null);
    sessionStorage.clear();
    expect(await boot('/?inspect=short')).toBe(null);
    expect(sessionStorage.getItem('inspect')).toBe(null);
    expect(document.querySelector('aside')).toBe(null);
    expect(said).toEqual([]);
  });

  it('of the inspector itself sends nothing to others, and has no strip', async () => {
    const { said, say } = listen();
    const agent = await boot(`/inspect?inspect=${CODE}`);
    say({ type: 'windows.call' });
    const heard: string[] = [];
    agent?.effects.localInspector.subscribe(({ type }) => heard.push(type));
    agent?.effects.localInspector.send({ type: 'windows.call' });
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
