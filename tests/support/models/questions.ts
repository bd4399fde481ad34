import { m } from 'messages';
import type { SnapshotFrom } from 'xstate';
import { questionsMachine } from '#machines/answering/questions.ts';
import { answerTo, NO_EVENTS, question, realtime, T0, timed, viewer } from '../game.ts';
import { modelOf, type ModelOptions } from '../graph.ts';

type Options = ModelOptions<typeof questionsMachine, SnapshotFrom<typeof questionsMachine>>;

const q1 = question(1, { home: timed(1_800) });
/** Two questions that are open to home viewers. */
export const LISTED = [q1, question(2, { home: timed(1_800) })] as const;
const feed = { questions: LISTED, answers: {}, versions: { house: 1 } };
/** The feed has changed, as the child that holds it reports. */
const changed = {
  type: 'feed.changed',
  feed,
  filter: 'all',
  status: 'current',
  isLoaded: true,
  isConfirmed: true,
  message: null,
} as const;

/** The list failed to load. */
const failed = {
  ...changed,
  feed: { questions: [], answers: {}, versions: {} },
  status: 'failed',
  isLoaded: false,
  message: m.network(),
} as const;

/** A home viewer's questions, two of them open, with every possible event. */
export const questionsModel = ({ may = () => true }: Pick<Options, 'may'> = {}) =>
  modelOf(questionsMachine, {
    // A loaded list cannot fail any more, and the retry button exists only with an error.
    may: (snapshot, event) => {
      const { isLoaded, message } = snapshot.context.list;
      if (event['isLoaded'] === false && (isLoaded || message !== null)) return false;
      if (event.type === 'questions.retry' && message === null) return false;
      return may(snapshot, event);
    },
    input: { user: viewer, now: () => T0, random: () => 0.5 },
    events: {
      ...NO_EVENTS,
      'realtime.questions-updated': [
        realtime('questions-updated', {
          feed: 'house',
          version: 1,
          gameSessionId: 'g1',
          question: q1,
        }),
      ],
      'connection.lost': [{ type: 'connection.lost' }],
      'connection.restored': [{ type: 'connection.restored' }],
      'clock.corrected': [{ type: 'clock.corrected' }],
      'window.lapsed': [{ type: 'window.lapsed' }],
      'feed.behind': [{ type: 'feed.behind' }],
      'feed.changed': [failed],
      'feed.replaced': [{ ...changed, type: 'feed.replaced' }],
      'data.unconfirmed': [{ type: 'data.unconfirmed' }],
      'questions.filter': [{ type: 'questions.filter', filter: 'active' }],
      'questions.retry': [{ type: 'questions.retry' }],
      'chimes.muted': [{ type: 'chimes.muted', isMuted: true }],
      'question.select': [{ type: 'question.select', gameSessionId: 'g1' }],
      'answer.open': [{ type: 'answer.open', gameSessionId: 'g1' }],
    },
    done: {
      answer: [
        { answer: answerTo(1), reason: null },
        { answer: null, reason: 'already' },
        { answer: null, reason: null },
      ],
    },
    at: ({ context: { list, selectedId } }) => [list.isLoaded, list.message, selectedId],
  });
