import { createActor, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import { selectMessage } from '#machines/show/que-cards.ts';
import type { CallApi } from '#src/effects/api.ts';
import { provideQueCards } from '#src/screens/live-bar/ports.ts';
import { createRuntime } from '#src/effects/runtime.ts';

/** The text of a refused list, which is chosen from the call's own. */
async function saidOf(choose: (texts: Parameters<CallApi>[2]) => string | undefined) {
  const call: CallApi = async (_name, _request, texts) => ({
    ok: false,
    message: choose(texts) ?? '',
    status: null,
    reply: null,
  });
  const actor = createActor(provideQueCards({ ...createRuntime(window), call }), {
    input: { now: () => 0 },
  }).start();
  const failed = await waitFor(actor, (snapshot) => selectMessage(snapshot) !== null);
  actor.stop();
  return selectMessage(failed);
}

it('shows why there are no questions, and who may see them [R8.list-failed R8.list-log-in]', async () => {
  expect(await saidOf(({ fallback }) => fallback)).toBe('Failed to fetch questions.');
  expect(await saidOf(({ logIn }) => logIn)).toBe('Please log in to view questions.');
});
