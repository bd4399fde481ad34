import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { SEED_SECRET } from '#tests/support/seed.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { addQuestion } from '../answers/fixture.ts';
import { addCrowd } from './crowd.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { JWT_SECRET: SEED_SECRET } });
});
afterAll(() => server.close());

it('boards contain the row of the caller and the number of players [R9.board-own-row R9.board-people R7.board-session]', async () => {
  const { gameSessionId } = await addQuestion(server.db);
  const crowd = await addCrowd(server.db, gameSessionId, 450);
  const [last] = crowd
    .filter(({ roleId }) => roleId === ROLE.home)
    .toSorted((a, b) => a.points - b.points);
  const ask = async (name: string, token?: string) => {
    const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    const reply = await fetch(
      `${server.url}/api/game-sessions/leaderboard${name}`,
      headers && { headers },
    );
    const board: { user_id: string; rank: number }[] = await reply.json();
    const own = board.find(({ user_id }) => user_id === last?.id);
    return [board.length, reply.headers.get('x-total-count'), own?.rank ?? null];
  };
  const rankAmong = (people: typeof crowd): number =>
    1 + people.filter(({ points }) => points > (last?.points ?? 0)).length;
  const ofAll = rankAmong(crowd);
  const ofHome = rankAmong(crowd.filter(({ roleId }) => roleId === ROLE.home));
  expect(await ask('-all', last?.token)).toEqual([101, '450', ofAll]);
  expect(await ask('-all-home', last?.token)).toEqual([101, '300', ofHome]);
  expect(await ask('-all-studio', last?.token)).toEqual([100, '150', null]);
  expect(await ask('-daily', last?.token)).toEqual([0, '0', null]);
  expect(await ask(`/${gameSessionId}`, last?.token)).toEqual([101, '450', ofAll]);
  expect(await ask(`/${gameSessionId}`)).toEqual([100, '450', null]);
});
