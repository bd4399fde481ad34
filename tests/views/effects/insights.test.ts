import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { selectBusy, selectMessage } from '#machines/kit/submission.ts';
import { provideDecision } from '#src/screens/home/insights.ports.ts';
import { createRuntime } from '#src/effects/runtime.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const grouping = {
  aiEnabled: false,
  totalAnswers: 0,
  totalGroups: 0,
  explanation: '',
  groupingDetails: [],
};

/** What a decision says, and what the server was asked. */
async function decided(accepted: boolean, status: number, body: object) {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push([`${request.method} ${pathname}`, JSON.parse(await request.text())]);
    return new Response(JSON.stringify(body), { status });
  });
  const runtime = createRuntime(window);
  runtime.session.write('T1', { id: 'a', name: 'A', email: 'a@example.org', role_id: 1 });
  const actor = createActor(provideDecision(runtime)).start();
  actor.send({
    type: 'form.submit',
    values: { gameSessionId: 'g1', joinIds: ['j1', 'j2'], accepted },
  });
  return { says: selectMessage(await waitFor(actor, (now) => !selectBusy(now))), asked };
}

it.each([
  [true, 200, { grouping }, `2 joins: ${PRODUCER_MESSAGES.grouping.accepted}`],
  [false, 200, { grouping }, `2 joins: ${PRODUCER_MESSAGES.grouping.dismissed}`],
  [true, 404, { error: 'Not found.' }, 'Not found.'],
  [true, 500, {}, PRODUCER_MESSAGES.grouping.failed],
])('a decision (%s) answered with %i', async (accepted, status, body, says) => {
  expect(await decided(accepted, status, body)).toEqual({
    says,
    asked: [['PUT /api/game-sessions/ai-grouping/g1/joins', { joinIds: ['j1', 'j2'], accepted }]],
  });
});
