import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { DEFAULT_PRESETS } from '#machines/show/rules/item.ts';
import { insertItem } from '#server/show/store.ts';
import { expect, it } from 'vitest';
import { ADMIN_LIST_SIZE } from '#machines/contract/limits.ts';
import { startTestServer } from '#tests/support/server.ts';

it('lists the newest questions for admins, with their total number', async () => {
  const server = await startTestServer();
  const { token } = await server.signInAs('admin');
  const count = ADMIN_LIST_SIZE + 3;
  const numbers = Array.from({ length: count }, (_, index) => index);
  const { write } = server.db;
  await write
    .insertInto('question')
    .values(
      numbers.map((n) => ({
        id: `q${n}`,
        text: `Question ${n}?`,
        start_at: 1,
        end_at: 2,
        created_at: n,
        created_by: null,
      })),
    )
    .execute();
  await write
    .insertInto('game_session')
    .values(numbers.map((n) => ({ id: `g${n}`, question_id: `q${n}`, created_at: n })))
    .execute();
  await write.transaction().execute(async (tx) => {
    for (const n of numbers)
      await insertItem(tx, {
        id: `i${n}`,
        showId: HOUSE_SHOW,
        gameSessionId: `g${n}`,
        presets: DEFAULT_PRESETS,
      });
  });
  const { questions, total } = await server.ok('adminQuestions', { token });
  expect(questions.map(({ id }) => id)).toEqual(
    numbers
      .toReversed()
      .slice(0, ADMIN_LIST_SIZE)
      .map((n) => `q${n}`),
  );
  expect(total).toBe(count);
  await server.close();
});
