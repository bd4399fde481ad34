import { afterEach, describe, expect, it, vi } from 'vitest';
import { assign } from 'xstate';
import { createMask } from 'chart-inspector/recorder/mask';
import { SECRETS } from '#machines/admin/inspection.ts';
import { CODE_KEY, isInspected } from '#src/effects/inspected.ts';
import { openSocketConnection } from '#src/effects/socket-connection.ts';
import { TIMERS } from '#src/effects/timers.ts';
import { bootShowAgent } from '#src/inspector/agent.ts';
import { callAt } from '#src/inspector/calls.ts';
import { showNamesIn } from '#src/inspector/names.ts';

const CODE = 'ABCD2345';

afterEach(() => {
  // Everything that the window has opened is closed with it.
  window.dispatchEvent(new Event('pagehide'));
  delete document.documentElement.dataset['inspected'];
});

async function boot(reply: () => Promise<Response>) {
  const logged: string[] = [];
  window.history.replaceState(null, '', `/?inspect=${CODE}`);
  vi.stubGlobal('fetch', reply);
  const agent = await bootShowAgent({
    tab: window,
    origin: 'http://127.0.0.1:1',
    codeKey: CODE_KEY,
    token: () => null,
    timers: TIMERS,
    openConnection: openSocketConnection,
    assign,
    log: (where) => logged.push(where),
  });
  return { agent, logged };
}
const config = (inspector: string) => async () =>
  Response.json({
    brand: { name: 'Gameshow', slug: 'gameshow' },
    entryFee: { amount: 50, currency: 'usd', label: '$0.50' },
    payments: 'test',
    model: false,
    inspector,
    serverTime: 1,
  });

const at = (path: string): boolean => {
  window.history.replaceState(null, '', path);
  return isInspected(window);
};

describe('an inspectable window of the show', () => {
  it('may be inspected with a code in its address, a stored one, or as the inspector', () => {
    expect([at('/'), at('/login?redirect=%2F')]).toEqual([false, false]);
    expect([at(`/?inspect=${CODE}`), at('/inspect'), at('/inspect/atlas')]).toEqual([
      true,
      true,
      true,
    ]);
    sessionStorage.setItem(CODE_KEY, CODE);
    expect(at('/')).toBe(true);
  });
  it('is inspected only if the server allows it', async () => {
    expect((await boot(config('admins'))).agent).not.toBe(null);
    expect((await boot(config('nobody'))).agent).toBe(null);
    const away = await boot(() => Promise.reject(new TypeError('no network')));
    expect([away.agent, away.logged]).toEqual([null, ['inspector.config']]);
  });
  it('distinguishes its calls by method and path', () => {
    expect(callAt('GET', '/api/config')).toBe('config');
    expect(callAt('POST', '/api/auth/login')).toBe('login');
    expect(callAt('GET', '/api/auth/login')).toBe(null);
    expect(callAt('GET', '/elsewhere')).toBe(null);
  });
  it('names release windows by their question and audience', () => {
    const question = { game_session_id: 'g1', question_text: 'Name a fruit.' };
    const nameOf = showNamesIn([{ feed: { questions: [question] } }, null]);
    expect(['g1 home', 'g2 home', 'g1 nobody', 'auth'].map(nameOf)).toEqual([
      'Name a fruit. (home)',
      'g2 home',
      'g1 nobody',
      'auth',
    ]);
  });
  it('hides keys of shows, and secrets of the payment provider', () => {
    const mask = createMask(SECRETS);
    expect(
      mask({ showKey: 'a', show_key: 'b', text: 'pi_3ab_secret_9xy, Bearer a&b#c d' }),
    ).toEqual({
      showKey: '(secret 1)',
      show_key: '(secret 2)',
      text: '(secret 3), Bearer (secret 4) d',
    });
  });
});
