import type { SnapshotFrom } from 'xstate';
import { connectionMachine } from '#machines/connection/connection.ts';
import { NO_EVENTS, NO_TOPS, realtime } from '../game.ts';
import { modelOf, type ModelOptions } from '../graph.ts';

type Options = ModelOptions<typeof connectionMachine, SnapshotFrom<typeof connectionMachine>>;

/** The connection with every possible event, in any order unless `may` forbids it. */
export const connectionModel = (userId: string, options: Pick<Options, 'may'> = {}) =>
  modelOf(connectionMachine, {
    input: { userId, random: () => 0.5 },
    events: {
      ...NO_EVENTS,
      'socket.connected': [{ type: 'socket.connected' }],
      'socket.lost': [{ type: 'socket.lost', reason: 'transport close' }],
      'feed.behind': [{ type: 'feed.behind' }],
      'network.lost': [{ type: 'network.lost' }],
      'network.returned': [{ type: 'network.returned' }],
      'page.shown': [{ type: 'page.shown' }],
      'realtime.boards-updated': [realtime('boards-updated', { boards: NO_TOPS })],
      'realtime.snapshot': [
        realtime('snapshot', { versions: { house: 1 }, serverTime: 0, questions: [], answers: [] }),
      ],
      'realtime.signed-out': [
        realtime('signed-out', { reason: 'deleted' }),
        realtime('signed-out', { reason: 'role' }),
      ],
    },
    ...options,
    at: ({ context: { attempt, wasUp, isAway } }) => [attempt, wasUp, isAway],
  });
