import { m } from 'messages';
import type { SnapshotFrom } from 'xstate';
import { refusal, success } from '#machines/contract/outcome.ts';
import { feedMachine } from '#machines/answering/feed.ts';
import { answerTo, NO_EVENTS, question, realtime, T0, untimed } from '../game.ts';
import { modelOf, type ModelOptions } from '../graph.ts';

type Options = ModelOptions<typeof feedMachine, SnapshotFrom<typeof feedMachine>>;

/** The version of the feed with the first question; each of the next two releases moves it on. */
export const FIRST_VERSION = 4;
const RELEASED = [1, 2, 3].map((n) => question(n, { home: untimed }));
const listAt = (version: number) => ({
  versions: { house: version },
  questions: RELEASED.slice(0, version - FIRST_VERSION + 1),
  answers: [],
});
const VERSIONS = [FIRST_VERSION, FIRST_VERSION + 1, FIRST_VERSION + 2];

const released = (n: 2 | 3) =>
  realtime('question-released', {
    feed: 'house',
    version: FIRST_VERSION + n - 1,
    gameSessionId: `g${n}`,
    question: RELEASED[n - 1] ?? null,
  });

/**
 * A home viewer's list while questions are released, with every possible event unless `may` forbids
 * it.
 */
export const feedModel = (options: Pick<Options, 'at' | 'may'>) =>
  modelOf(feedMachine, {
    ...options,
    input: { roleId: 2, now: () => T0, random: () => 0.5 },
    events: {
      ...NO_EVENTS,
      'questions.filter': [{ type: 'questions.filter', filter: 'active' }],
      'questions.retry': [{ type: 'questions.retry' }],
      'feed.answered': [{ type: 'feed.answered', answer: answerTo(1) }],
      'connection.lost': [],
      'connection.restored': [{ type: 'connection.restored' }],
      'data.unconfirmed': [{ type: 'data.unconfirmed' }],
      'realtime.question-released': [released(2), released(3)],
      'realtime.answer-updated': [
        realtime('answer-updated', { gameSessionId: 'g1', awardedPoints: 7 }),
      ],
      'realtime.snapshot': VERSIONS.map((version) =>
        realtime('snapshot', { serverTime: T0, ...listAt(version) }),
      ),
    },
    done: {
      load: [...VERSIONS.map((version) => success(listAt(version))), refusal(m.network())],
    },
  });
