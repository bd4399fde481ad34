import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Direction } from '#machines/contract/stage.ts';
import { success } from '#machines/contract/outcome.ts';
import { REST_MS } from '#machines/show/producer.ts';
import { ListPeople, MaskedNames } from '#src/screens/control/people.tsx';
import { producerFixture } from '#tests/support/producer-fixture.ts';
import { createRoot } from '#tests/support/root.tsx';
import { rundown, showView } from '#tests/support/show-view.ts';
import { direction } from '#tests/views/que-cards/stage-fixture.tsx';

const masked = (name: string, number: number) => ({
  userId: name,
  name,
  shownName: `Player ${number}`,
  isMasked: true as const,
});
const ann = { userId: 'ann', name: 'Ann', shownName: 'Ann' };

/** The producer's list of people, with a live show controlled by the test. */
async function openPeople(people: Direction['people'], state: 'draft' | 'live' = 'live') {
  const { clock, producer, loads, perform, tells } = producerFixture();
  const view = showView({ rundown: rundown({ state }) });
  await loads(success(direction()), view);
  const seen = (next: Direction['people']) =>
    tells(direction(next === undefined ? {} : { people: next }));
  await seen(people);
  render(
    createRoot().page(
      <>
        <ListPeople producer={producer} />
        <MaskedNames producer={producer} />
      </>,
    ),
  );
  const user = userEvent.setup();
  return {
    seen,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    user,
    /** Completes the requested act and returns it. */
    done: async () => {
      await perform.answer(success(view));
      await act(async () => clock.advance(REST_MS));
      return perform.asked.at(-1)?.act;
    },
  };
}

it('warns of a masked name and shows its stand-in; the producer can allow, rename or remove its owner', async () => {
  const { press, done, user, seen } = await openPeople([masked('Rude', 1), ann]);
  expect(screen.getByText(/may not be fit for air/u).textContent).toBe(
    '"Rude" may not be fit for air. Others see "Player 1".',
  );
  await press('Allow Rude');
  expect(await done()).toEqual({ type: 'allowName', userId: 'Rude' });
  await press('Rename Rude');
  await user.clear(screen.getByRole('textbox', { name: 'Name that others see' }));
  await user.type(screen.getByRole('textbox', { name: 'Name that others see' }), 'Rudi');
  await press('Rename');
  expect(await done()).toEqual({ type: 'renamePlayer', userId: 'Rude', name: 'Rudi' });
  await press('Remove Rude');
  await press('Remove');
  expect(await done()).toEqual({ type: 'removePlayer', userId: 'Rude' });
  await seen(undefined);
  expect(screen.queryByText(/may not be fit for air/u)).toBeNull();
});

it('warns of one name at a time, with the number of others', async () => {
  await openPeople([masked('One', 1), masked('Two', 2), masked('Three', 3)]);
  expect(screen.getAllByText(/may not be fit for air/u)).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Players (3 to check)' })).toBeDefined();
});

it('lists the best players of the show, who can be removed and restored', async () => {
  const { press, done } = await openPeople([
    ann,
    { ...ann, userId: 'b', name: 'Ben', isRemoved: true },
  ]);
  await press('Manage players');
  const list = within(screen.getByRole('dialog', { name: 'Players' }));
  expect(list.getByRole('button', { name: 'Remove Ann' })).toBeDefined();
  expect(list.queryByRole('button', { name: 'Remove Ben' })).toBeNull();
  await press('Restore Ben');
  expect(await done()).toEqual({ type: 'restorePlayer', userId: 'b' });
});

it('keeps its order and its people while it is open, whatever the points', async () => {
  const ben = { ...ann, userId: 'b', name: 'Ben', shownName: 'Ben' };
  const kim = { ...ann, userId: 'k', name: 'Kim', shownName: 'Kim' };
  const { press, seen } = await openPeople([ann, ben]);
  await press('Manage players');
  await seen([kim, ben]);
  const names = screen.getAllByRole('listitem').map((row) => row.querySelector('bdi')?.textContent);
  expect(names).toEqual(['Ann', 'Ben', 'Kim']);
});

it('offers decisions about names but no removal before the show is live', async () => {
  await openPeople([masked('Rude', 1)], 'draft');
  expect(screen.queryByRole('button', { name: 'Remove Rude' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Allow Rude' })).toBeDefined();
});
