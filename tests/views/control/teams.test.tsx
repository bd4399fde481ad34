import { m } from 'messages';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Rundown } from '#machines/contract/rundown.ts';
import { ROLE } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import { REST_MS } from '#machines/show/producer.ts';
import { PersonActs } from '#src/screens/control/people.tsx';
import { ShowSettings } from '#src/screens/control/show-settings.tsx';
import { producerFixture } from '#tests/support/producer-fixture.ts';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';
import { rundown, showView } from '#tests/support/show-view.ts';
import { direction } from '#tests/views/que-cards/stage-fixture.tsx';

const TEAMS: Rundown['teams'] = {
  mode: 'dealt',
  list: [
    { id: 'r', name: 'Red' },
    { id: 'b', name: 'Blue' },
  ],
};

/** The control room with a show controlled by the test. */
async function open(more: Partial<Rundown>) {
  const { clock, producer, loads, perform } = producerFixture();
  const show = rundown({ join: { code: 'CDFGHJ', joining: 'anybody' }, ...more });
  const view = showView({ rundown: show });
  await loads(success(direction()), view);
  return {
    producer,
    show,
    user: userEvent.setup({ delay: null }),
    /** Completes the requested act and returns it. */
    done: async () => {
      await perform.answer(success(view));
      await act(async () => clock.advance(REST_MS));
      return perform.asked.at(-1)?.act;
    },
  };
}

const names = () => screen.getByRole('textbox', { name: 'Team names, one per line' });
const choice = () => screen.getByRole('combobox', { name: 'Teams' });
const save = () => screen.getByRole('button', { name: 'Set teams' });

it('the teams of a draft are entered one per line, and wrong names are explained', async () => {
  const { producer, show, user, done } = await open({});
  render(createRoot().page(<ShowSettings producer={producer} rundown={show} onClose={() => {}} />));
  expect(screen.queryByRole('textbox', { name: 'Team names, one per line' })).toBeNull();
  expect(save()).toHaveProperty('disabled', true);
  await user.selectOptions(choice(), 'chosen');
  await user.type(names(), 'Red\nred ');
  screen.getByText(m.rundownTeamTwice());
  expect(save()).toHaveProperty('disabled', true);
  await user.type(names(), 'der\n\n');
  expect(await axeFindings()).toEqual([]);
  await user.click(save());
  expect(await done()).toEqual({
    type: 'teams',
    teams: { mode: 'chosen', names: ['Red', 'red der'] },
  });
});

it('teams can be removed, but not while the show is live', async () => {
  const draft = await open({ teams: TEAMS });
  const settings = ({ producer, show }: typeof draft) =>
    createRoot().page(<ShowSettings producer={producer} rundown={show} onClose={() => {}} />);
  const { unmount } = render(settings(draft));
  expect(names()).toHaveProperty('value', 'Red\nBlue');
  await draft.user.selectOptions(choice(), 'off');
  await draft.user.click(save());
  expect(await draft.done()).toEqual({ type: 'teams', teams: null });
  unmount();
  render(settings(await open({ teams: TEAMS, state: 'live' })));
  expect([choice(), names(), save()].map((each) => each.hasAttribute('disabled'))).toEqual([
    true,
    true,
    true,
  ]);
});

it('a home viewer can be moved to another team', async () => {
  const { producer, user, done } = await open({ teams: TEAMS, state: 'live' });
  const ann = { userId: 'ann', name: 'Ann', shownName: 'Ann' };
  render(
    createRoot().page(
      <>
        <PersonActs producer={producer} person={{ ...ann, role_id: ROLE.home, teamId: 'r' }} />
        <PersonActs
          producer={producer}
          person={{ ...ann, name: 'Desk', role_id: ROLE.contestant }}
        />
      </>,
    ),
  );
  expect(screen.queryByRole('button', { name: 'Team of Desk' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Team of Ann' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Blue');
  await user.click(screen.getByRole('button', { name: 'Move' }));
  expect(await done()).toEqual({ type: 'movePlayer', userId: 'ann', teamId: 'b' });
});
