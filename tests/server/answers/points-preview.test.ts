import { expect, it } from 'vitest';
import { createPointsPreview } from '#server/answering/points-preview.ts';
import { openSqliteStore } from '#tests/support/databases.ts';
import { indexGroups } from '#tests/support/at-once.ts';

const answerTo = (gameSessionId: string) =>
  ({ gameSessionId, audience: 'home', textKey: 'apple' }) as const;

it.each(['settle', 'peek', 'regroup'] as const)(
  'evicts the counts of the least recently used game session: %s counts as a use',
  async (use) => {
    const pointsPreview = createPointsPreview(await openSqliteStore());
    const settle = (gameSessionId: string) =>
      pointsPreview.settle([{ ...answerTo(gameSessionId), isNew: true }]);
    const uses = {
      settle,
      peek: (gameSessionId: string) => pointsPreview.peek(answerTo(gameSessionId)),
      regroup: (gameSessionId: string) =>
        pointsPreview.regroup(gameSessionId, new Map(), indexGroups([])),
    };
    await settle('used often');
    await settle('used once');
    for (let others = 0; others < 100; others += 1) {
      await settle(`other ${others}`);
      await uses[use]('used often');
    }
    const isKept = (gameSessionId: string) => pointsPreview.peek(answerTo(gameSessionId)) !== null;
    expect([isKept('used often'), isKept('used once')]).toEqual([true, false]);
  },
);
