import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { utcDay } from '#machines/connection/rules/clock.ts';
import { ROLE } from '#machines/contract/entities.ts';
import { createBoards } from '#server/results/boards/boards.ts';
import { boardsHandlers } from '#server/results/boards/routes.ts';
import { openSqliteStore } from '#tests/support/databases.ts';
import { START } from '../answers/fixture.ts';

it('reads at most four boards at once, of all kinds together', async () => {
  const db = await openSqliteStore();
  /** Ends the reads that have begun. */
  const ends: ((reason: Error) => void)[] = [];
  const read = () => new Promise<never>((_, reject) => void ends.push(reject));
  const handlers = boardsHandlers({
    ...createBoards({ db, now: () => START, dayOf: utcDay }),
    board: read,
    sessionBoard: read,
    showBoard: read,
    seasonBoard: read,
  });
  const asked = {
    caller: { id: 'ann', name: 'Ann', email: '', roleId: ROLE.home, version: 0 },
    params: undefined,
    query: undefined,
    body: undefined,
    receivedAt: START,
    announceTotal: () => {},
    cookies: '',
    setCookie: () => {},
    address: '',
    record: null,
    tokenId: null,
  };
  const replies = Promise.allSettled([
    ...[1, 2, 3, 4].map(() => handlers.leaderboardDaily(asked)),
    handlers.leaderboardAllHome(asked),
    handlers.leaderboardSession({ ...asked, params: { gameSessionId: 'session' } }),
    handlers.leaderboardShow(asked),
    handlers.leaderboardSeason({ ...asked, query: {} }),
  ]);
  for (let ended = 0; ended < 8; ended += 1) {
    await nextTurn();
    expect(ends).toHaveLength(Math.min(8, ended + 4));
    ends[ended]?.(new Error('read'));
  }
  await replies;
});
