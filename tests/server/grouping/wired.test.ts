import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '#tests/support/process.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { openQuestion } from '#tests/support/questions.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAs('admin');
});
afterAll(async () => {
  await server.close();
});

/** The texts of each group with their match reasons. */
async function groupsOf(gameSessionId: string) {
  const { grouping } = await server.ok('aiGrouping', {
    token: admin.token,
    params: { gameSessionId },
  });
  return grouping.groupingDetails.map(({ answers }) =>
    answers
      .map(({ originalText, matchReason }) => ({ originalText, matchReason }))
      .toSorted((one, other) => (one.originalText < other.originalText ? -1 : 1)),
  );
}

it('the server groups names by its knowledge, with the match reason', async () => {
  const texts = ['Germany', 'Deutschland', 'Österreich', 'Austria', 'Australia'];
  const { gameSessionId } = await openQuestion(server.ok, admin.token, 'Name a country.');
  for (const [index, answerText] of texts.entries()) {
    const { token } = await server.signInAs('home', `Player ${index}`);
    await server.ok('submitAnswer', { token, body: { gameSessionId, answerText } });
  }
  await until('all are counted', async () => {
    const groups = await groupsOf(gameSessionId);
    return groups.flat().length === texts.length;
  });
  const groups = await groupsOf(gameSessionId);
  expect(groups).toHaveLength(3);
  expect(groups).toContainEqual([
    { originalText: 'Deutschland', matchReason: 'exact' },
    { originalText: 'Germany', matchReason: 'known-name' },
  ]);
  expect(groups).toContainEqual([
    { originalText: 'Austria', matchReason: 'exact' },
    { originalText: 'Österreich', matchReason: 'known-name' },
  ]);
  expect(groups).toContainEqual([{ originalText: 'Australia', matchReason: 'exact' }]);
});
