import { act } from '@testing-library/react';
import { createActor } from 'xstate';
import type { AdminQuestion, ListedQuestion } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import { type LoadedQuestions, queCardsMachine } from '#machines/show/que-cards.ts';
import { realtime } from './game.ts';
import { producerFixture } from './producer-fixture.ts';
import { manualPort } from './screens.tsx';
import { item, rundown, showView } from './show-view.ts';

const connected = { studio: 2, home: 80 };

/** The actors that a producer's screens share, with the server controlled by the test. */
export function cardsFixture(clock?: Parameters<typeof producerFixture>[0]) {
  const server = producerFixture(clock);
  const { producer, perform } = server;
  const list = manualPort<undefined, LoadedQuestions>();
  const cards = createActor(queCardsMachine.provide({ actors: { load: list.logic } }), {
    clock: server.clock,
    input: { now: server.clock.now },
  }).start();
  producer.on('release.performed', (performed) => cards.send(performed));
  /** Replies to an act with the current show of this question. */
  const replies = ({ show_id, item_id, windows, result }: ListedQuestion) =>
    perform.answer(
      success(
        showView({
          rundown: rundown({
            id: show_id,
            items: [item('1', { id: item_id, windows, ...(result && { result }) })],
          }),
        }),
      ),
    );
  return {
    ...server,
    cards,
    list,
    actors: { cards, producer, createdLink: null },
    /** Replies to a load of the list. */
    lists: (questions: readonly AdminQuestion[]) =>
      list.answer(success({ questions, connected, versions: { house: 1 } })),
    replies,
    /** Performs an act as the server does: the question's event, then the reply. */
    changes: async (question: AdminQuestion) => {
      const { id: questionId, game_session_id: gameSessionId } = question;
      const forProducers = { question, connected };
      await act(async () =>
        cards.send(realtime('question-list-updated', { questionId, gameSessionId, forProducers })),
      );
      await replies(question);
    },
    /** The acts posted so far. */
    posted: () => perform.asked.map((asked) => asked.act),
  };
}
