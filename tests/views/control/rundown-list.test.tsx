import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { RundownItem } from '#machines/contract/rundown.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import type { QueCardsActor } from '#machines/show/que-cards.ts';
import { useStage } from '#src/screens/control/hook.ts';
import { RundownList } from '#src/screens/control/rundown-list.tsx';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { realtime, T0, timed } from '#tests/support/game.ts';
import { producerFixture } from '#tests/support/producer-fixture.ts';
import { createRoot } from '#tests/support/root.tsx';
import { item, rundown } from '#tests/support/show-view.ts';
import { question } from '#tests/views/que-cards/question.ts';

const windows = { studio: NO_WINDOW, home: timed(30) };

const IN_PLAY = { windows };

interface ListProps {
  readonly cards: QueCardsActor;
  readonly presets?: Partial<RundownItem>;
}

function List({ cards, presets = IN_PLAY }: ListProps) {
  return (
    <RundownList
      producer={producerFixture().producer}
      rundown={rundown({ items: [item('1', { state: 'armed', ...presets })] })}
      busy={false}
      stage={useStage(cards)}
      cards={cards}
    />
  );
}

const word = () => screen.getByRole('listitem').querySelector('[data-state]')?.textContent;

async function shown(presets?: Partial<RundownItem>) {
  const clock = createFakeClock(T0);
  const { cards, lists } = cardsFixture(clock);
  render(createRoot({ now: clock.now }).page(<List cards={cards} {...(presets && { presets })} />));
  await lists([question('q1', { windows })]);
  return { clock, cards };
}

it('counts answers as they arrive', async () => {
  const { cards } = await shown();
  const answered = { studio: 1, home: 29 };
  const about = { gameSessionId: item('1').gameSessionId, connected: answered };
  await act(async () => cards.send(realtime('answers-counted', { ...about, answered })));
  expect(screen.getByRole('listitem').textContent).toMatch(/30$/u);
});

it("marks an item as over when its last window ends, by the server's clock [R2.control-states]", async () => {
  const { clock } = await shown();
  await act(async () => clock.advance(29_999));
  expect(word()).toBe('In play');
  await act(async () => clock.advance(1));
  expect(word()).toBe('Counting');
});

it('counts the appeals to a question until all are settled [R2.appeal-waits]', async () => {
  const { cards } = await shown();
  const answered = { studio: 1, home: 29 };
  const about = { gameSessionId: item('1').gameSessionId, connected: answered, answered };
  await act(async () => cards.send(realtime('answers-counted', { ...about, appeals: 2 })));
  expect(screen.getByText('2 appeals')).not.toBeNull();
  await act(async () => cards.send(realtime('answers-counted', { ...about, appeals: 0 })));
  expect(screen.queryByText(/appeal/u)).toBeNull();
});

it('marks a question with a picture, and names what it shows [R2.media-control]', async () => {
  await shown({ media: { id: 'm', kind: 'picture', alt: 'A red bridge' } });
  expect(screen.getByRole('button', { name: /with a picture: A red bridge/u })).toBeDefined();
});

it("marks an item with timers by which an audience is locked out, and shows 'Open' for no timer [R2.control-lockout R2.control-untimed]", async () => {
  await shown({ studioSeconds: null, homeSeconds: null });
  expect(screen.getByRole('listitem').textContent).toMatch(/Open$/u);
  cleanup();
  await shown({ studioSeconds: null, order: 'studio' });
  expect(screen.getByRole('listitem').textContent).toMatch(/Check$/u);
  await userEvent.click(screen.getByRole('listitem').querySelector('button') ?? document.body);
  expect(screen.getByText(/^Studio has no timer/u)).toBeDefined();
});

it('shows the timers as they will be released: an audience without one gets the other', async () => {
  await shown({ studioSeconds: 60, homeSeconds: null });
  expect(screen.getByRole('listitem').querySelector('[class*=timer]')?.textContent).toBe('1:00');
});

it('arms a skipped item only after it is planned again', async () => {
  await shown({ state: 'skipped' });
  await userEvent.click(screen.getByRole('button', { name: /Question 1|^1/u }));
  expect(screen.getByRole('button', { name: 'Arm' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'Plan again' })).not.toBeNull();
});
