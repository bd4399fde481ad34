import { afterEach, expect, it, vi } from 'vitest';
import { loadAhead, openSealed } from '#src/effects/sealed-media.ts';
import { seal, sealOf } from '#server/show/media/seal.ts';
import { newKey } from '#server/show/link-key.ts';
import { png } from '#tests/support/media.ts';

const ORIGIN = 'https://show.example';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A server that answers with these bytes, or else with the sealed picture; and the event that names them. */
function sealed(answer: Partial<{ status: number; bytes: Uint8Array<ArrayBuffer> }> = {}) {
  const key = newKey();
  const id = sealOf(key);
  const { bytes = new Uint8Array(seal(key, { type: 'image/png', bytes: png() })), status = 200 } =
    answer;
  const fetched = vi.fn<(url: string) => Promise<Response>>(
    async () => new Response(bytes, { status }),
  );
  vi.stubGlobal('fetch', fetched);
  const event = { show: 's1', seal: id, withinMs: 0 };
  const begun = async () => {
    await expect.poll(() => fetched.mock.calls.length).toBe(1);
  };
  return { key, id, fetched, event, begun };
}

it('is loaded once from the address of its seal, and opened from memory [R2.media-ahead]', async () => {
  const { key, id, fetched, event, begun } = sealed();
  loadAhead(ORIGIN, event);
  loadAhead(ORIGIN, event);
  await begun();
  const blob = await openSealed({ id, key });
  expect(blob?.type).toBe('image/png');
  expect(blob && Buffer.from(await blob.arrayBuffer())).toEqual(png());
  expect(fetched.mock.calls).toEqual([[`${ORIGIN}/api/media/sealed/s1/${id}`]]);
});

it('is not waited for if its question comes before it is asked for [R2.media-ahead]', async () => {
  const { key, id, fetched, event } = sealed();
  vi.useFakeTimers();
  loadAhead(ORIGIN, { ...event, withinMs: 10_000 });
  expect(await openSealed({ id, key })).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).not.toHaveBeenCalled();
});

it.each([
  ['are missing', { status: 404 }, 'media.ahead'],
  ['were changed', { bytes: new Uint8Array(65_536 + 16) }, 'media.seal'],
] as const)('gives nothing if its bytes %s [R2.media-ahead]', async (_, answer, where) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const { key, id, event, begun } = sealed(answer);
  loadAhead(ORIGIN, event);
  await begun();
  expect(await openSealed({ id, key })).toBeNull();
  expect(log.mock.calls.map(([first]) => String(first))).toEqual([`[${where}]`]);
});

it('is left alone by a phone that saves data [R2.media-ahead]', async () => {
  const { key, id, fetched, event } = sealed();
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  vi.useFakeTimers();
  loadAhead(ORIGIN, event);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([fetched.mock.calls, await openSealed({ id, key })]).toEqual([[], null]);
});
