import { timeText } from 'messages/format';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { Live } from '#src/screens/live-bar/live-bar.tsx';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { realtime } from '#tests/support/game.ts';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';
import { question } from '../que-cards/question.ts';
import { direction } from '../que-cards/stage-fixture.tsx';

const running = { released: true, timed: true, closesAt: 90_000 };
const open = question('q1', {
  windows: { studio: NO_WINDOW, home: running },
  answered: { studio: 0, home: 7 },
});
const over = question('q2', { windows: { studio: { ...running, closesAt: 0 }, home: NO_WINDOW } });

/** The bar before it has data; the test replies for the server. */
function openBar(path = '/') {
  const fixture = cardsFixture();
  const { clock, actors } = fixture;
  render(createRoot({ now: clock.now }).page(<Live {...actors} />, path));
  return { ...fixture, user: userEvent.setup({ delay: null }) };
}
const onAir = success(direction({ questionText: 'Name a fruit' }));

async function showBar(questions: readonly AdminQuestion[], path?: string) {
  const fixture = openBar(path);
  await fixture.lists(questions);
  await fixture.loads(onAir);
  return fixture;
}
const bar = () => within(screen.getByRole('region', { name: 'Live' }));
const lines = () =>
  bar()
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const buttons = () =>
  bar()
    .getAllByRole('button')
    .map((each) => each.getAttribute('aria-label') ?? each.textContent);

it('shows which question is open to which audience for how long, what is on air, and the connected players [R2.live-bar]', async () => {
  const { clock } = await showBar([over, open]);
  expect(lines()).toEqual(['HomeQuestion q11:307 answeredRevoke']);
  const onAirNow = () =>
    bar()
      .getByText(/^On air/)
      .textContent?.trim();
  // While answers arrive, their groups are not shown as a board.
  expect(onAirNow()).toBe('On air: Name a fruit');
  expect(bar().getByText(/^Connected/).textContent).toBe('Connected: Studio 2, Home 80');
  expect(await axeFindings()).toEqual([]);
  await act(async () => clock.advance(90_000));
  expect([lines(), bar().getByText('Nothing is open.').tagName]).toEqual([[], 'P']);
  expect(onAirNow()).toBe('On air: Name a fruit 1 of 2 revealed');
});

it('leaves the name of the only open question and its revoke to the que cards', async () => {
  const { changes } = await showBar([open], '/que-cards');
  expect(lines()).toEqual(['Home1:307 answered']);
  await changes(question('q3', { windows: { studio: running, home: NO_WINDOW } }));
  expect(lines().toSorted()).toEqual([
    'HomeQuestion q11:307 answered',
    'StudioQuestion q31:300 answered',
  ]);
});

it('shows what is on air if there is room, after open questions', async () => {
  const { list, loads } = openBar();
  await loads(onAir);
  expect(bar().queryByText(/^On air/)).toBeNull();
  await list.answer(refusal('Not now.'));
  expect(bar().getByText(/^On air/).tagName).toBe('P');
});

it('revokes the shown question, and offers the undo until the next act [R2.live-bar R2.live-undo]', async () => {
  const { user, clock, changes, posted } = await showBar([open]);
  const lane = { itemId: 'item-q1', audience: 'home' };
  await user.click(bar().getByRole('button', { name: 'Revoke "Question q1" from Home' }));
  await changes(question('q1'));
  const undo = `Undo: release "Question q1" to Home again, until ${timeText(90_000)}`;
  expect(buttons()).toEqual([undo, 'Clear screen']);
  await act(async () => clock.advance(60_000));
  await user.click(bar().getByRole('button', { name: undo }));
  await changes(open);
  expect(buttons()).toContain('Undo: revoke "Question q1" from Home');
  expect(posted()).toEqual([
    { type: 'revoke', ...lane },
    { type: 'releaseTo', ...lane, seconds: 30 },
  ]);
});

it('offers no undo of a window that another producer has changed [R2.live-undo]', async () => {
  const { user, cards, changes } = await showBar([open]);
  await user.click(bar().getByRole('button', { name: /^Revoke/ }));
  await changes(question('q1'));
  const forProducers = { question: open, connected: { studio: 2, home: 80 } };
  await act(async () =>
    cards.send(realtime('question-list-updated', { questionId: 'q1', forProducers })),
  );
  expect(buttons()).not.toContainEqual(expect.stringMatching(/^Undo: /));
});

it('shows why a revoke was refused', async () => {
  const { user, perform } = await showBar([open]);
  await user.click(bar().getByRole('button', { name: /^Revoke/ }));
  await perform.answer(refusal('Not now.'));
  expect(lines()[0]).toContain('Failed to revoke question to home viewers: Not now.');
});

it('undoes changes of the stage screen, step by step [R2.live-bar R2.live-undo]', async () => {
  const { user, does, perform } = await showBar([open]);
  await user.click(bar().getByRole('button', { name: 'Clear screen' }));
  await does(success(direction({ scene: 'idle', questionText: 'Name a fruit' })));
  expect(bar().getByText(/^On air/).textContent).toBe('On air: the name of the show');
  await user.click(bar().getByRole('button', { name: 'Undo: show "Name a fruit" again' }));
  expect(perform.asked.at(-1)?.act).toEqual({ type: 'question', itemId: 'item-q1' });
});
