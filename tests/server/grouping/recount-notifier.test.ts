import { expect, it } from 'vitest';
import type { Broadcaster } from '#server/show/announce.ts';
import {
  createRecountNotifier,
  type RecountNotice,
} from '#server/results/grouping/recount-notifier.ts';
import { SILENT_BROADCASTER } from '#tests/support/silent-broadcaster.ts';

const NOW = 1_700_000_000_000;
const topGroups = [{ representative: 'apple', count: 3 }];
const summary = { answered: { home: 2, studio: 0 }, points: 9, mergesHeld: 2, topGroups };

/** A broadcaster that records its events, with this many connected clients. */
function studio(clients: number) {
  const said: unknown[][] = [];
  const broadcaster: Broadcaster = {
    ...SILENT_BROADCASTER,
    toAudience: (audience, name, payload) => said.push([audience, name, payload]),
    toAdmins: (name, payload) => said.push(['admin', name, payload]),
    connected: () => ({ studio: 1, home: clients - 1 }),
  };
  const notifier = createRecountNotifier({
    broadcaster,
    answerUpdates: { moved: async (points) => said.push(['points', points]) > 0 },
    now: () => NOW,
    showOf: () => Promise.resolve('s1'),
    summaries: () => Promise.resolve(new Map([['s', summary]])),
  });
  return { notifier, said };
}

const recounted = (more: Partial<RecountNotice> = {}): RecountNotice => ({
  gameSessionId: 's',
  questionId: 'q',
  answered: { home: 3, studio: 1 },
  version: 1,
  tookMs: 10,
  moved: [{ audience: 'home', textKey: 'apple', points: 2 }],
  ...more,
});

it('players with other points and admins are notified after a recount', async () => {
  const { notifier, said } = studio(10);
  await notifier.notify(
    recounted({
      moved: [
        { audience: 'home', textKey: 'apple', points: 2 },
        { audience: 'studio', textKey: 'apple', points: 5 },
        { audience: 'home', textKey: 'pear', points: 1 },
        { audience: 'home', textKey: 'aple', points: 2 },
      ],
    }),
  );
  const about = { serverTime: NOW, gameSessionId: 's' };
  expect(said).toEqual([
    [
      'points',
      {
        gameSessionId: 's',
        version: 1,
        tookMs: 10,
        answerTexts: [
          { audience: 'home', points: 2, textKeys: ['apple', 'aple'] },
          { audience: 'studio', points: 5, textKeys: ['apple'] },
          { audience: 'home', points: 1, textKeys: ['pear'] },
        ],
      },
    ],
    [
      'admin',
      'answers-counted',
      {
        ...about,
        questionId: 'q',
        answered: { home: 3, studio: 1 },
        connected: { studio: 1, home: 9 },
        points: 9,
        mergesHeld: 2,
        topGroups,
      },
    ],
  ]);
});
