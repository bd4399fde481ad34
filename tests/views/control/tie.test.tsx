import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Direction } from '#machines/contract/stage.ts';
import { success } from '#machines/contract/outcome.ts';
import { Tie } from '#src/screens/control/tie.tsx';
import { realtime } from '#tests/support/game.ts';
import { producerFixture } from '#tests/support/producer-fixture.ts';
import { createRoot } from '#tests/support/root.tsx';
import { rundown, showView } from '#tests/support/show-view.ts';
import { direction } from '#tests/views/que-cards/stage-fixture.tsx';

const entry = (username: string, rank: number) => ({ username, rank, total_points: 9 });
const offer = () => screen.queryByRole('button', { name: 'Let the earlier answer win' });

it('says who shares first place on the final standings, and lets the producer break the tie [R2.show-tie-break]', async () => {
  const { producer, loads } = producerFixture();
  let serverTime = 1;
  const viewOf = (more: Partial<Direction>, tieBreak: 'shared' | 'earlier' = 'shared') => {
    serverTime += 1;
    const shown = rundown({ state: 'live', tieBreak });
    return showView({ rundown: shown, direction: direction(more), serverTime });
  };
  const told = (...view: Parameters<typeof viewOf>) =>
    act(async () => producer.send(realtime('show-changed', { show: viewOf(...view) })));
  const board = { studio: [entry('Cat', 1)], home: [entry('Vera', 1), entry('Noah', 1)] };
  await act(() => loads(success(direction()), viewOf({ scene: 'board', board })));
  render(createRoot().page(<Tie producer={producer} />));
  expect(offer()).toBeNull();
  await told({ scene: 'standings', board });
  expect(screen.getByText('Home: Vera and others share first place with 9 points.')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Let the earlier answer win' }));
  expect(producer.getSnapshot().context.posted?.act).toEqual({ type: 'tieBreak', by: 'earlier' });
  const broken = { studio: [], home: [entry('Noah', 1), entry('Vera', 2)] };
  await told({ scene: 'winner', board: broken }, 'earlier');
  expect(
    screen.getByText('Home: Noah wins the tie with Vera by the earlier answer.'),
  ).not.toBeNull();
  await told({ scene: 'winner', board: { studio: [], home: [entry('Noah', 1)] } });
  expect(offer()).toBeNull();
});
