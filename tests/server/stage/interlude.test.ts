import { m } from 'messages';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ShowAct } from '#machines/show/calls.ts';
import { INTERLUDES } from '#machines/contract/stage.ts';
import { HOUSE_SHOW, ROLE } from '#machines/contract/entities.ts';
import { lockNamesOnAir } from '#server/db/aired-names.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { actOnShow } from '#server/show/act.ts';
import { describeStores } from '#tests/support/databases.ts';
import { addQuestion, addUser, REVOKED } from '../answers/fixture.ts';
import { refusal } from '../refusals.ts';
import { answer, showOn } from './fixture.ts';

/** A stage that shows a question with a revealed group, and interludes over it. */
async function revealed(db: Database) {
  const fixture = showOn(db);
  const by = await addUser(db, ROLE.admin);
  const { id, gameSessionId } = await addQuestion(db, { studio: REVOKED, home: REVOKED });
  await answer(db, gameSessionId, { zebra: 2, giraffe: 1 });
  await fixture.direct('question', id);
  await fixture.act(id, { type: 'lock' });
  await fixture.reveal(id);
  const read = () => fixture.show.readSnapshot();
  return {
    ...fixture,
    questionId: id,
    read,
    interlude: (act: Omit<Extract<ShowAct, { type: 'interlude' }>, 'type'>) =>
      actOnShow(
        fixture.services,
        HOUSE_SHOW,
        { requestId: randomUUID(), act: { type: 'interlude', ...act } },
        by,
      ),
    points: () => db.read.selectFrom('answer').select(['user_id', 'points']).execute(),
  };
}

describeStores('a picture over the stage [R2.show-interlude]', (open) => {
  it('shows nothing of the question behind it, and the same afterwards, without a trace in the points', async () => {
    const { read, interlude, clock, points } = await revealed(await open());
    const before = await read();
    const scored = await points();
    await interlude({ holdingText: 'Back at nine', startsAt: clock.now + 1_000 });
    expect((await read()).show).toEqual(before.show);
    const shown = [];
    for (const each of INTERLUDES.filter((name) => name !== 'season')) {
      await interlude({ interlude: each });
      const { show, direction } = await read();
      expect([show.question, show.groups, direction.behind]).toEqual([null, [], 'question']);
      shown.push([show.scene, show.holdingText, show.startsAt]);
    }
    expect(shown).toEqual([
      ['board', undefined, undefined],
      ['holding', 'Back at nine', undefined],
      ['test', undefined, undefined],
      ['countdown', undefined, clock.now + 1_000],
    ]);
    await interlude({ interlude: null });
    expect((await read()).show).toEqual(before.show);
    expect(await points()).toEqual(scored);
  });

  it('ends with the next act that shows something; until then nothing is revealed behind it', async () => {
    const { read, interlude, direct, reveal, questionId } = await revealed(await open());
    await interlude({ interlude: 'holding' });
    expect(await refusal(reveal(questionId))).toEqual([409, m.showOtherQuestion()]);
    await direct('question', questionId);
    expect((await read()).direction.behind).toBeUndefined();
    await interlude({ interlude: 'test' });
    await direct('idle');
    expect((await read()).show.scene).toBe('idle');
  });

  it('counts down only to a time that is known', async () => {
    const { interlude, read } = await revealed(await open());
    expect(await refusal(interlude({ interlude: 'countdown' }))).toEqual([409, m.rundownNoStart()]);
    expect((await read()).show.scene).toBe('question');
  });

  it('shows the standings of a season only for a show that is in one [R2.season-stage]', async () => {
    const { interlude, read } = await revealed(await open());
    expect(await refusal(interlude({ interlude: 'season' }))).toEqual([409, m.rundownNoSeason()]);
    expect((await read()).show.scene).toBe('question');
  });

  it('with the boards keeps names from changing', async () => {
    const db = await open();
    const { interlude } = await revealed(db);
    const areNamesOnAir = () => inTransaction(db, (tx) => lockNamesOnAir(tx));
    expect(await areNamesOnAir()).toBe(false);
    await interlude({ interlude: 'board' });
    expect(await areNamesOnAir()).toBe(true);
    await interlude({ interlude: null });
    expect(await areNamesOnAir()).toBe(false);
  });
});
