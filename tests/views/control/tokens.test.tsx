import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import { Tokens } from '#src/screens/control/tokens.tsx';
import { producerFixture } from '#tests/support/producer-fixture.ts';
import { axeFindings } from '#tests/support/screens.tsx';
import { rundown, showView } from '#tests/support/show-view.ts';
import { direction } from '#tests/views/que-cards/stage-fixture.tsx';
import { pageWith } from './fixture.tsx';

const token = (name: string, showId: string) => ({
  id: name,
  name,
  createdAt: 0,
  usedAt: null,
  showId,
  isOver: false,
});

it('makes a token for the show on air or for a named one, and says which [R7.control-token]', async () => {
  const { producer, load, house } = producerFixture();
  const { items, ...friday } = rundown({ id: 'friday', title: 'Friday' });
  const over = { ...friday, id: 'over', title: 'Last week', state: 'ended' as const, itemCount: 0 };
  await load.answer(
    success({
      shows: [{ ...friday, itemCount: items.length }, over],
      view: showView({ rundown: rundown({ id: 'friday' }) }),
      house: house(direction()),
    }),
  );
  const sent: unknown[] = [];
  const tokens = [token('Deck', HOUSE_SHOW), token('Tablet', 'friday')];
  const page = pageWith(async (request) => {
    if (request.method === 'GET') return { tokens };
    sent.push(await request.json());
    return { tokens, token: 'control_1' };
  });
  render(
    page(
      <main>
        <Tokens producer={producer} onClose={() => {}} />
      </main>,
    ),
  );
  await screen.findByText(/^The open show on air\. Made .*, never used$/);
  screen.getByText(/^Friday\. Made /);
  const show = screen.getByRole('combobox', { name: 'Show that it runs' });
  expect([...show.querySelectorAll('option')].map(({ text }) => text)).toEqual([
    'The open show on air',
    'Friday',
  ]);
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByRole('textbox', { name: 'Name of the device' }), 'Phone');
  await user.selectOptions(show, 'Friday');
  expect(await axeFindings()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Make token' }));
  await screen.findByText('control_1');
  expect(sent).toEqual([{ name: 'Phone', show: 'friday' }]);
});
