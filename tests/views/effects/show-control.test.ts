import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Direction } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import {
  selectBusy,
  selectDirection,
  selectMessage,
  type ShowAct,
} from '#machines/show/show-control.ts';
import { type MadeLink, provideShowControl } from '#src/screens/que-cards/show-control.ports.ts';
import { createRuntime } from '#src/effects/runtime.ts';

const direction = (questionId: string | null): Direction => ({
  scene: 'question',
  questionId,
  gameSessionId: 'g1',
  places: [],
  link: { createdAt: 7 },
  screens: 0,
});

/** An admin's page over a server that answers every call with this; what it was asked. */
async function desk(questionId: string | null = 'q1') {
  const asked: [string, unknown][] = [];
  let reply: { status: number; body: object } = {
    status: 200,
    body: { direction: direction(questionId) },
  };
  vi.stubGlobal('fetch', async (request: Request) => {
    const text = await request.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    asked.push([`${request.method} ${new URL(request.url).pathname}`, body]);
    return new Response(JSON.stringify(reply.body), { status: reply.status });
  });
  const runtime = createRuntime(window);
  runtime.session.write('T1', { id: 'a', name: 'A', email: 'a@example.org', role_id: 1 });
  const kept: MadeLink[] = [];
  const actor = createActor(
    provideShowControl(runtime, (link) => kept.push(link)),
    {
      input: { now: runtime.clock.now },
    },
  ).start();
  const idle = () => waitFor(actor, (snapshot) => !selectBusy(snapshot));
  await idle();
  return {
    asked,
    kept,
    first: selectDirection(actor.getSnapshot()),
    act: async (act: ShowAct, status = 200, body: object = { direction: direction('q2') }) => {
      reply = { status, body };
      asked.length = 0;
      actor.send(act);
      return idle();
    },
  };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('directing the show page', () => {
  it('begins with a look at how it is directed', async () => {
    const { asked, first } = await desk();
    expect([asked, first]).toEqual([[['GET /api/game-sessions/show', null]], direction('q1')]);
  });

  it.each<[ShowAct, string, unknown]>([
    [{ type: 'show.direct', scene: 'board' }, 'PUT /api/game-sessions/show', { scene: 'board' }],
    [
      { type: 'show.question', questionId: 'q9' },
      'PUT /api/game-sessions/show',
      { scene: 'question', questionId: 'q9' },
    ],
    [{ type: 'show.reveal', groupId: null }, 'POST /api/game-sessions/show-answers/q1', {}],
    [
      { type: 'show.reveal', groupId: 'g7' },
      'POST /api/game-sessions/show-answers/q1',
      { groupId: 'g7' },
    ],
    [{ type: 'show.hide', groupId: null }, 'POST /api/game-sessions/hide-answers/q1', {}],
    [{ type: 'link.revoke' }, 'DELETE /api/game-sessions/show-link', null],
  ])('%j is one call, whose answer is the direction', async (act, call, body) => {
    const { asked, kept, act: perform } = await desk();
    const snapshot = await perform(act);
    expect([asked, kept]).toEqual([[[call, body]], []]);
    expect(selectDirection(snapshot)).toEqual(direction('q2'));
  });

  it('says a refusal in the server’s words [R2.show-desk-refused]', async () => {
    const { act } = await desk();
    const error = MESSAGES.show.stillOpen;
    const refused = await act({ type: 'show.reveal', groupId: null }, 409, { error });
    expect([selectMessage(refused), selectDirection(refused)]).toEqual([error, direction('q1')]);
  });

  it('asks for a question first where there is none', async () => {
    const { asked, act } = await desk(null);
    const refused = await act({ type: 'show.reveal', groupId: null });
    expect([selectMessage(refused), asked]).toEqual([MESSAGES.show.noQuestion, []]);
  });

  it('keeps the address of a new link, its key in the fragment, and the chart knows nothing of it [R2.show-desk-link]', async () => {
    const { kept, act } = await desk();
    const reply = { direction: direction('q1'), key: 'K-1_x' };
    const snapshot = await act({ type: 'link.create' }, 201, reply);
    const address = `${window.location.origin}/gameshow#key=K-1_x`;
    expect(kept).toEqual([{ address, createdAt: 7 }]);
    expect(JSON.stringify(snapshot.context)).not.toContain('K-1_x');
  });
});
