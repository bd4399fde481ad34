import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Rundown } from '#machines/contract/rundown.ts';
import type { Season } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import { REST_MS, selectRundown } from '#machines/show/producer.ts';
import { ShowSettings } from '#src/screens/control/show-settings.tsx';
import { useSelector } from '@xstate/react';
import { producerFixture } from '#tests/support/producer-fixture.ts';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';
import { rundown, showView } from '#tests/support/show-view.ts';
import { direction } from '#tests/views/que-cards/stage-fixture.tsx';

const AUTUMN: Season = { id: 'a', name: 'Autumn' };

/** The settings of a show, beside another show of a season. */
async function open(more: Partial<Rundown>) {
  const { clock, producer, load, perform, house } = producerFixture();
  const show = rundown({ title: 'Friday', ...more });
  const { items, ...other } = rundown({ id: 'other', title: 'Saturday', season: AUTUMN });
  const view = showView({ rundown: show });
  await load.answer(
    success({ shows: [{ ...other, itemCount: items.length }], view, house: house(direction()) }),
  );
  function Settings() {
    const now = useSelector(producer, selectRundown);
    return now && <ShowSettings producer={producer} rundown={now} onClose={() => {}} />;
  }
  render(createRoot().page(<Settings />));
  const user = userEvent.setup({ delay: null });
  return {
    user,
    /** Presses 'Set season'; returns the act, after which the show is in `season`. */
    save: async (season: Season | undefined) => {
      await user.click(saving());
      const { version } = show;
      await perform.answer(
        success(
          showView({ rundown: { ...show, version: version + 1, ...(season && { season }) } }),
        ),
      );
      await act(async () => clock.advance(REST_MS));
      return perform.asked.at(-1)?.act;
    },
  };
}

const choice = () => screen.getByRole('combobox', { name: 'Season' });
const naming = () => screen.getByRole('textbox', { name: 'Name of the season' });
const saving = () => screen.getByRole('button', { name: 'Set season' });

it('puts a show into a new season', async () => {
  const { user, save } = await open({});
  expect(screen.queryByRole('textbox', { name: 'Name of the season' })).toBeNull();
  await user.selectOptions(choice(), 'New season…');
  expect(saving()).toHaveProperty('disabled', true);
  await user.type(naming(), ' Winter ');
  expect(await axeFindings()).toEqual([]);
  expect(await save({ id: 'w', name: 'Winter' })).toEqual({
    type: 'season',
    season: { name: 'Winter' },
  });
  expect([choice(), saving()]).toMatchObject([{ value: 'w' }, { disabled: true }]);
});

it('an ended show can be put into a known season, whose shows are listed', async () => {
  const { user, save } = await open({ state: 'ended' });
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
  await user.selectOptions(choice(), 'Autumn');
  screen.getByText('Its shows: Friday, Saturday');
  expect(await save(AUTUMN)).toEqual({ type: 'season', season: AUTUMN });
});

it('renames the season of a show, or takes the show out of it', async () => {
  const { user, save } = await open({ season: AUTUMN });
  expect(naming()).toHaveProperty('value', 'Autumn');
  await user.type(naming(), ' 2026');
  const season = { ...AUTUMN, name: 'Autumn 2026' };
  expect(await save(season)).toEqual({ type: 'season', season });
  await user.selectOptions(choice(), 'No season');
  expect(await save(undefined)).toEqual({ type: 'season', season: null });
});
