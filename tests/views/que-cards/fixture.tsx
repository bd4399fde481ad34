import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createActor } from 'xstate';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import { type Desk, queCardsMachine } from '#machines/show/que-cards.ts';
import {
  type Changed,
  type ReleaseTarget,
  releaseControlMachine,
  type ReleaseRequest,
} from '#machines/show/release-control.ts';
import type { ProducerActor } from '#machines/show/producer.ts';
import { LiveDeskContext } from '#src/screens/que-cards/live-desk.ts';
import { QueCardsScreen } from '#src/screens/que-cards/que-cards.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createRoot } from '#tests/support/root.tsx';
import { manualPort } from '#tests/support/screens.tsx';

/** The desk with these questions on it; the test answers for the server. */
export async function showDesk(
  questions: readonly AdminQuestion[],
  path = '/que-cards',
  producer: ProducerActor | null = null,
) {
  const clock = createFakeClock(0);
  const load = manualPort<undefined, Desk>();
  const release = manualPort<ReleaseRequest, Changed>();
  const revoke = manualPort<ReleaseTarget, Changed>();
  const restoreEnded = manualPort<ReleaseTarget, Changed>();
  const releaseControl = releaseControlMachine.provide({
    actors: { release: release.logic, revoke: revoke.logic, restoreEnded: restoreEnded.logic },
  });
  const cards = createActor(
    queCardsMachine.provide({ actors: { load: load.logic, releaseControl } }),
    { clock, input: { now: clock.now } },
  ).start();
  const root = createRoot();
  render(
    root.page(
      <LiveDeskContext value={producer && { cards, producer, made: null }}>
        <main>
          <QueCardsScreen cards={cards} />
        </main>
      </LiveDeskContext>,
      path,
    ),
  );
  await load.answer(
    success({ questions, connected: { studio: 2, home: 80 }, versions: { house: 1 } }),
  );
  return {
    clock,
    load,
    release,
    revoke,
    restoreEnded,
    cards,
    banner: () => root.runtime.announcements.state().banner,
    user: userEvent.setup({ delay: null }),
  };
}
