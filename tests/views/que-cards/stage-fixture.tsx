import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Direction } from '#machines/contract/stage.ts';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import type { ProducerActors } from '#src/bindings/producer-actors.ts';
import { OnStage } from '#src/screens/que-cards/on-stage.tsx';
import { StagePanel } from '#src/screens/que-cards/stage-panel.tsx';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { createRoot } from '#tests/support/root.tsx';
import { question } from './question.ts';

const place = (groupId: string, revealed: boolean) => ({
  groupId,
  rank: 1,
  representative: groupId,
  count: 12,
  homePoints: 11,
  contestantPoints: 5,
  revealed,
});
/** Question 1 is on the stage screen, one of its two groups is revealed, and there is a link. */
export const direction = (more: Partial<Direction> = {}): Direction => ({
  showId: 'house',
  scene: 'question',
  questionId: 'q1',
  itemId: 'item-q1',
  gameSessionId: 'game-q1',
  groups: [place('towel', true), place('book', false)],
  link: { createdAt: 1_000 },
  screens: 2,
  ...more,
});
export const hidden = [place('towel', false), place('book', false)];
export const revealed = [place('towel', true), place('book', true)];

const QUESTIONS = [question('q1'), question('q2', { created_at: '2030-01-01T09:00:00.000Z' })];

/** The stage panel and the question cards' button, with the server controlled by the test. */
export async function stagePanelFixture(
  createdLink: ProducerActors['createdLink'] = null,
  questions: readonly AdminQuestion[] = QUESTIONS,
  chosen: string | null = 'q1',
) {
  const { clock, producer, lists, actors: shared, ...server } = cardsFixture();
  const actors = { ...shared, createdLink };
  const ticks = new Set<() => void>();
  const root = createRoot({
    now: clock.now,
    effects: {
      ticker: {
        subscribe: (_, listener) => {
          ticks.add(listener);
          return () => void ticks.delete(listener);
        },
      },
    },
  });
  render(
    root.page(
      <main>
        <StagePanel actors={actors} chosen={chosen} />
        {questions.map((each, index) => (
          <article key={each.id} aria-label={each.id}>
            <OnStage producer={producer} question={each} keyed={index === 0} />
          </article>
        ))}
      </main>,
      '/que-cards',
    ),
  );
  await lists(questions);
  return {
    ...server,
    person: userEvent.setup({ delay: null }),
    send: (event: Parameters<typeof producer.send>[0]) => act(async () => producer.send(event)),
    pass: (ms: number) =>
      act(async () => {
        clock.advance(ms);
        for (const tick of ticks) tick();
      }),
  };
}

export const panel = () => within(screen.getByRole('region', { name: 'Stage' }));
