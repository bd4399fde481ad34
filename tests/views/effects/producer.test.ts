import { m } from 'messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Direction } from '#machines/contract/stage.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import {
  type CreatedLink,
  releaseAct,
  stageAct,
  type ProducerEvent,
  selectAirDirection,
  selectRefusal,
  selectView,
  STAGE,
} from '#machines/show/producer.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { createRuntime } from '#src/effects/runtime.ts';
import { provideProducer } from '#src/screens/live-bar/producer.ports.ts';
import { rundown, showView } from '#tests/support/show-view.ts';

const link = { createdAt: 7 };
const houseView = (more: Partial<Direction> = {}) => {
  const { direction } = showView();
  return showView({
    rundown: rundown({ id: HOUSE_SHOW }),
    direction: { ...direction, showId: HOUSE_SHOW, link, ...more },
  });
};
const view = showView();
const { items, ...summary } = view.rundown;
const loaded = { shows: [{ ...summary, itemCount: items.length }], show: view, house: houseView() };

/** An admin's page over a server, with the recorded requests. */
async function fixture() {
  const asked: [string, unknown][] = [];
  let reply: { status: number; body: object } = { status: 200, body: loaded };
  vi.stubGlobal('fetch', async (request: Request) => {
    const text = await request.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    asked.push([
      `${request.method} ${request.url.slice(new URL(request.url).origin.length)}`,
      body,
    ]);
    return new Response(JSON.stringify(reply.body), { status: reply.status });
  });
  const runtime = createRuntime(window);
  runtime.session.write('T1', { id: 'a', name: 'A', email: 'a@example.org', role_id: 1 });
  const kept: CreatedLink[] = [];
  const actor = createActor(
    provideProducer(runtime, (made) => kept.push(made)),
    { input: { now: runtime.clock.now, newId: () => 'request-1' } },
  ).start();
  const idle = () =>
    waitFor(
      actor,
      (snapshot) => snapshot.matches({ room: 'ready' }) || snapshot.matches({ room: 'resting' }),
    );
  await idle();
  return {
    asked,
    kept,
    first: actor.getSnapshot(),
    act: async (event: ProducerEvent, status = 200, body: object = { show: houseView() }) => {
      reply = { status, body };
      asked.length = 0;
      actor.send(event);
      return idle();
    },
  };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('the calls of the producer', () => {
  it('begin with one for the whole state', async () => {
    const { asked, first } = await fixture();
    expect(asked).toEqual([['GET /api/shows', null]]);
    expect([selectView(first), selectAirDirection(first)]).toEqual([view, houseView().direction]);
  });

  const body = { requestId: 'request-1' };
  it.each<[ProducerEvent, string, unknown]>([
    [
      { type: 'producer.act', act: { type: 'go' } },
      'POST /api/shows/s1/acts',
      { ...body, version: 1, act: { type: 'go' } },
    ],
    [
      stageAct(HOUSE_SHOW, { type: 'scene', scene: 'board' }),
      'POST /api/shows/house/acts',
      { ...body, act: { type: 'scene', scene: 'board' } },
    ],
    [
      releaseAct('s1', { type: 'revoke', itemId: '1', audience: 'home' }, NO_WINDOW),
      'POST /api/shows/s1/acts',
      { ...body, act: { type: 'revoke', itemId: '1', audience: 'home' } },
    ],
    [
      { type: 'producer.act', act: { type: 'create', title: 'Saturday', from: 's1' } },
      'POST /api/shows',
      { title: 'Saturday', from: 's1' },
    ],
    [stageAct(HOUSE_SHOW, { type: 'revokeLink' }), 'DELETE /api/game-sessions/show-link', null],
  ])('are one for each act: %j', async (event, call, sent) => {
    const { asked, kept, act } = await fixture();
    await act(event);
    expect([asked, kept]).toEqual([[[call, sent]], []]);
  });

  it('load the show that is chosen', async () => {
    const { asked, act } = await fixture();
    await act({ type: 'producer.choose', showId: 's2' }, 200, loaded);
    expect(asked).toEqual([['GET /api/shows?show=s2', null]]);
  });

  it("show a refusal in the server's words [R2.direct-refused]", async () => {
    const { act } = await fixture();
    const reveal = stageAct(HOUSE_SHOW, { type: 'reveal', itemId: '1' });
    expect(selectRefusal(STAGE)(await act(reveal, 409, { error: m.showStillOpen() }))).toBe(
      m.showStillOpen(),
    );
  });

  it('keep the path of a new link, its key in the fragment, and never pass it to the chart [R2.direct-link]', async () => {
    const { kept, act } = await fixture();
    const reply = { show: houseView(), key: 'K-1_x' };
    const snapshot = await act(stageAct(HOUSE_SHOW, { type: 'createLink' }), 201, reply);
    expect(kept).toEqual([{ path: '/gameshow#key=K-1_x', createdAt: 7 }]);
    expect(JSON.stringify(snapshot.context)).not.toContain('K-1_x');
  });
});
