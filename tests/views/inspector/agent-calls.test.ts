// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import type { Disturbance } from 'chart-inspector/protocol';
import { createApi } from '#src/effects/api.ts';
import { createClock } from '#src/effects/clock.ts';
import { callAt, disturbFetch } from '#src/inspector/agent/disturb/calls.ts';
import { createGate } from '#src/inspector/agent/disturb/gate.ts';
import { settled } from '#tests/support/fake-clock.ts';
import { eventually } from '#tests/support/eventually.ts';

function arrangeCalls(disturbance: Disturbance['calls'], gate = createGate()) {
  const fetch = vi.fn<typeof globalThis.fetch>(async (input, init) =>
    Response.json({ message: await new Request(input, init).text() }),
  );
  const call = createApi({
    origin: 'http://show.example',
    brand: DEFAULT_BRAND,
    clock: createClock(),
    token: () => 'T1',
    onUnauthorized: () => {},
    log: () => {},
    fetch: disturbFetch({ fetch, disturbance: () => disturbance, gate }),
  });
  return { call, fetch };
}

describe('calls that are disturbed', () => {
  it('are told apart by method and path', () => {
    expect(callAt('GET', '/api/config')).toBe('config');
    expect(callAt('POST', '/api/auth/login')).toBe('login');
    expect(callAt('GET', '/api/auth/login')).toBe(null);
    expect(callAt('GET', '/elsewhere')).toBe(null);
  });
  const texts = { fallback: 'failed', network: 'no network' };
  const request = { body: { email: 'ann@example.org' } };

  it('get through as they are while they are not', async () => {
    const { call, fetch } = arrangeCalls({ login: 'fail' });
    expect(await call('forgotPassword', request, texts)).toEqual({
      ok: true,
      value: { message: '{"email":"ann@example.org"}' },
    });
    expect(fetch).toHaveBeenCalledOnce();
  });
  it('fail as without a network', async () => {
    const { call, fetch } = arrangeCalls({ forgotPassword: 'fail' });
    expect(await call('forgotPassword', request, texts)).toMatchObject({
      ok: false,
      message: 'no network',
      code: 'network',
    });
    expect(fetch).not.toHaveBeenCalled();
  });
  it('hang until whoever made them gives up', async () => {
    const { call } = arrangeCalls({ forgotPassword: 'hang' });
    const leaving = new AbortController();
    let answered: unknown = 'nothing yet';
    const asked = call('forgotPassword', request, texts, leaving.signal).then(
      (answer) => (answered = answer),
      () => (answered = 'given up'),
    );
    await settled();
    expect(answered).toBe('nothing yet');
    leaving.abort();
    await asked;
    expect(answered).toBe('given up');
  });

  it('are made, but answered when the window goes on', async () => {
    const gate = createGate();
    const { call, fetch } = arrangeCalls({}, gate);
    gate.shut(true);
    const answered = vi.fn<() => void>();
    const calling = call(
      'forgotPassword',
      { body: { email: 'ann@example.org' } },
      { fallback: 'No.' },
    ).then(answered);
    await eventually(() => expect(fetch).toHaveBeenCalledOnce());
    await settled();
    expect(answered).not.toHaveBeenCalled();
    gate.shut(false);
    await calling;
    expect(answered).toHaveBeenCalledOnce();
  });
});
