import { expect, it } from 'vitest';
import { type Audience, ROLE } from '#machines/contract/entities.ts';
import { shownAfterMs } from '#machines/show/rules/stage.ts';
import { actOnShow } from '#server/show/act.ts';
import { createFeed } from '#server/answering/feed.ts';
import type { Database } from '#server/db/client.ts';
import { describeStores } from '#tests/support/databases.ts';
import { changeWindow } from '#tests/support/windows.ts';
import { addUser, START } from '../answers/fixture.ts';
import { plan, setHomeDelay } from '../releases/fixture.ts';
import { answer, showOn } from './fixture.ts';

const DELAY_S = 5;

/** A closed question with three groups on the stage of a live show that sends its home viewers everything later. */
async function closedQuestion(db: Database) {
  const fixture = showOn(db);
  const { clock, services } = fixture;
  const { id, gameSessionId } = await plan(db, { startAt: START, endAt: START });
  await setHomeDelay(db, gameSessionId, DELAY_S);
  const showId = `show of ${gameSessionId}`;
  await db.write.updateTable('show').set({ state: 'live' }).where('id', '=', showId).execute();
  const timer = { minutes: 0, seconds: 30 };
  for (const audience of ['studio', 'home'] as const)
    await changeWindow(services, id, audience, { type: 'release', timer });
  await answer(db, gameSessionId, { zebra: 3, giraffe: 2, kangaroo: 1 });
  await fixture.direct('question', id);
  clock.now += 60_000;
  /** The question in an audience's list, without its cache. */
  const listed = async (room: Audience | 'admin') => {
    const feed = createFeed({ db, now: () => clock.now });
    const { questions } = await feed.listing({ room, rehearsal: null });
    return questions.find(({ game_session_id }) => game_session_id === gameSessionId);
  };
  const by = await addUser(db, ROLE.admin);
  const end = () => actOnShow(services, showId, { requestId: 'end', act: { type: 'end' } }, by);
  return {
    ...fixture,
    id,
    listed,
    boardOf: async (room: Audience | 'admin') => (await listed(room))?.board,
    end,
  };
}

const withBoard = (board: unknown) =>
  expect.objectContaining({ question: expect.objectContaining({ board }) });

describeStores('the board on phones', (open) => {
  it('is covered once the result is locked, and opens with each reveal, for Home as late as its stream', async () => {
    const { act, reveal, hide, clock, told, id, boardOf } = await closedQuestion(await open());
    const covered = [null, null, null];
    expect([await boardOf('studio'), await boardOf('home')]).toEqual([undefined, undefined]);
    told.length = 0;
    await act(id, { type: 'lock' });
    const locking = { to: 'studio', name: 'questions-updated', payload: withBoard(covered) };
    expect(told).toContainEqual(locking);
    expect([await boardOf('studio'), await boardOf('home')]).toEqual([covered, undefined]);
    clock.now += 60_000;
    expect(await boardOf('home')).toEqual(covered);

    told.length = 0;
    await reveal(id);
    const shownAt = clock.now + shownAfterMs(3);
    const last = { label: 'kangaroo', count: 1 };
    const toStudio = [null, null, { ...last, shownAt }];
    expect([await boardOf('studio'), await boardOf('home')]).toEqual([toStudio, covered]);
    expect(await boardOf('admin')).toBeUndefined();
    expect(told).toContainEqual({
      to: 'studio',
      name: 'show-answers',
      payload: withBoard(toStudio),
    });
    expect(JSON.stringify(told.filter(({ to }) => to === 'home'))).not.toContain('kangaroo');
    const atHome = shownAt + DELAY_S * 1_000;
    clock.now = atHome - 1;
    expect(await boardOf('home')).toEqual(covered);
    clock.now = atHome;
    expect(await boardOf('home')).toEqual([null, null, { ...last, shownAt: atHome }]);

    told.length = 0;
    await hide(id);
    expect([await boardOf('studio'), await boardOf('home')]).toEqual([covered, covered]);
    expect(told).toContainEqual({
      to: 'studio',
      name: 'questions-updated',
      payload: withBoard(covered),
    });
  });

  it('stays when the stage shows something else, until the show has ended', async () => {
    const { act, direct, clock, told, id, boardOf, end, listed } = await closedQuestion(
      await open(),
    );
    await act(id, { type: 'lock' });
    await direct('idle');
    expect(await boardOf('studio')).toHaveLength(3);
    told.length = 0;
    await end();
    const endedAt = clock.now;
    expect([await boardOf('studio'), (await listed('studio'))?.endedAt]).toEqual([
      undefined,
      endedAt,
    ]);
    expect(told).toContainEqual({
      to: 'studio',
      name: 'questions-updated',
      payload: expect.objectContaining({ question: expect.objectContaining({ endedAt }) }),
    });
    clock.now = endedAt + DELAY_S * 1_000 - 1;
    expect((await listed('home'))?.endedAt).toBeUndefined();
    clock.now += 1;
    expect((await listed('home'))?.endedAt).toBe(endedAt);
  });
});
