import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWakeLock } from '#src/effects/wake-lock.ts';

afterEach(() => vi.restoreAllMocks());

/** A device with a wake lock; `lose` releases it as browsers do when the page is hidden. */
function device(isRefusing = false) {
  const held = new Set<object>();
  let requests = 0;
  const request = async () => {
    requests += 1;
    if (isRefusing) throw new DOMException('low battery', 'NotAllowedError');
    const sentinel = {
      released: false,
      release: async () => {
        sentinel.released = true;
        held.delete(sentinel);
      },
    };
    held.add(sentinel);
    return sentinel;
  };
  const lose = () => {
    for (const sentinel of held) Object.assign(sentinel, { released: true });
    held.clear();
  };
  const wakeLock = createWakeLock({ wakeLock: { request } }, document);
  return { wakeLock, lose, isAwake: () => held.size > 0, requests: () => requests };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const see = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('the wake lock', () => {
  it('is held from the tap to the release, once', async () => {
    const { wakeLock, isAwake, requests } = device();
    wakeLock.acquire();
    await settle();
    wakeLock.acquire();
    await settle();
    expect([isAwake(), requests()]).toEqual([true, 1]);
    wakeLock.release();
    await settle();
    expect(isAwake()).toBe(false);
  });
  it('is acquired again when the page is visible, if it is still wanted', async () => {
    const { wakeLock, lose, isAwake } = device();
    wakeLock.acquire();
    await settle();
    see('hidden');
    lose();
    await settle();
    expect(isAwake()).toBe(false);
    see('visible');
    await settle();
    expect(isAwake()).toBe(true);
    wakeLock.release();
    await settle();
    see('visible');
    await settle();
    expect(isAwake()).toBe(false);
  });
  it('is released if it was given up while being requested', async () => {
    const { wakeLock, isAwake } = device();
    wakeLock.acquire();
    wakeLock.release();
    await settle();
    expect(isAwake()).toBe(false);
  });
  it('has no effect where it is refused or missing', async () => {
    const refusing = device(true);
    refusing.wakeLock.acquire();
    refusing.wakeLock.release();
    const absent = createWakeLock({}, document);
    expect([refusing.wakeLock.isThere, absent.isThere]).toEqual([true, false]);
    absent.acquire();
    absent.release();
    await settle();
    expect(refusing.isAwake()).toBe(false);
  });
});
