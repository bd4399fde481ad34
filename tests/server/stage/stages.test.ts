import { m } from 'messages';
import { expect, it } from 'vitest';
import { AUDIENCES, HOUSE_SHOW } from '#machines/contract/entities.ts';
import { inTransaction } from '#server/db/client.ts';
import { createLink, openLink, revokeLink } from '#server/show/stage/link.ts';
import { airStage } from '#server/show/stage/store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { showOn as liveShow } from '../boards/show-fixture.ts';
import { addQuestion, addUser, REVOKED, setWindow } from '../answers/fixture.ts';
import { refusal } from '../refusals.ts';
import { answer, showOn } from './fixture.ts';

describeStores('the stages of several shows', (open) => {
  it('are directed separately: a question goes to the stage of its show, another scene to the named screens', async () => {
    const db = await open();
    const { show, direct, reveal } = showOn(db);
    const [friday, saturday] = [await liveShow(db, 'friday', 1), await liveShow(db, 'saturday', 1)];
    const scenes = async () =>
      Promise.all(
        [friday.id, saturday.id, HOUSE_SHOW].map(
          async (id) => (await show.readSnapshot(id)).direction.scene,
        ),
      );
    const question = await db.read
      .selectFrom('game_session')
      .where('id', '=', friday.sessions[0] ?? '')
      .select('question_id as id')
      .executeTakeFirstOrThrow();
    await direct('question', question.id);
    expect(await scenes()).toEqual(['question', 'idle', 'question']);
    await direct('board', undefined, saturday.id);
    expect(await scenes()).toEqual(['question', 'board', 'board']);
    // The question is still on the stage of its show.
    await answer(db, friday.sessions[0] ?? '', { zebra: 1 });
    for (const audience of AUDIENCES)
      await setWindow(db, friday.sessions[0] ?? '', audience, REVOKED);
    await reveal(question.id);
    expect(await scenes()).toEqual(['question', 'board', 'question']);
    await direct('idle', undefined, 'saturday');
    const other = await addQuestion(db, { home: REVOKED });
    await direct('question', other.id);
    expect(await scenes()).toEqual(['question', 'idle', 'question']);
    expect((await show.readSnapshot()).direction.questionId).toBe(other.id);
    expect(await refusal(direct('idle', undefined, 'nobody'))).toEqual([404, m.notFound()]);
  });

  it('say the title of their show while they are idle, and the house show has none', async () => {
    const db = await open();
    const { show } = showOn(db);
    const { id } = await liveShow(db, 'friday', 1);
    const titleOn = async (screens: string) => (await show.readSnapshot(screens)).show.title;
    expect([await titleOn(id), await titleOn(HOUSE_SHOW)]).toEqual(['Show friday', undefined]);
  });

  it('are shown by the screens of the house show once they are on air, and a rehearsal does not replace a live show there', async () => {
    const db = await open();
    const { show } = showOn(db);
    const friday = await liveShow(db, 'friday', 1);
    const practice = await liveShow(db, 'practice', 1);
    await practice.setState('draft');
    await db.write
      .insertInto('rehearsal')
      .values({
        show_id: practice.id,
        players: 0,
        started_at: 1,
        run_by: null,
        run_until: 0,
        invitation_hash: null,
        items_before: null,
      })
      .execute();
    const air = (id: string) => inTransaction(db, (tx) => airStage(tx, id));
    const isRehearsal = async () => (await show.readSnapshot()).direction.rehearsal === true;
    await air(friday.id);
    await air(practice.id);
    expect(await isRehearsal()).toBe(false);
    await friday.setState('ended');
    expect(await isRehearsal()).toBe(true);
  });

  it('have a link each, which opens the screens of that show only', async () => {
    const db = await open();
    const { show } = showOn(db);
    const { id } = await liveShow(db, 'friday', 1);
    const by = { id: await addUser(db, 1), version: 0 };
    const [own, house] = [await createLink(show, by, id), await createLink(show, by)];
    expect(await openLink(show, own)).toMatchObject({ showId: id });
    expect(await openLink(show, house)).toMatchObject({ showId: HOUSE_SHOW });
    await revokeLink(show);
    expect([await openLink(show, house), (await openLink(show, own))?.showId]).toEqual([null, id]);
    expect(await refusal(createLink(show, by, 'nobody'))).toEqual([404, m.notFound()]);
    expect(await refusal(revokeLink(show, 'nobody'))).toEqual([404, m.notFound()]);
  });
});
