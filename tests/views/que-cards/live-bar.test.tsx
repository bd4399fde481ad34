import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createActor } from 'xstate';
import { expect, it } from 'vitest';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { type Desk, queCardsMachine } from '#machines/show/que-cards.ts';
import {
  type Changed,
  type ReleaseTarget,
  releaseControlMachine,
  type ReleaseRequest,
} from '#machines/show/release-control.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { timeText } from '#src/words/counts-and-times.ts';
import { Live } from '#src/screens/que-cards/live-bar.tsx';
import { producerFixture } from '#tests/support/producer-fixture.ts';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings, manualPort } from '#tests/support/screens.tsx';
import { question } from './question.ts';
import { direction } from './show-fixture.tsx';

const running = { released: true, timed: true, closesAt: 90_000 };
const open = question('q1', {
  windows: { studio: NO_WINDOW, home: running },
  answered: { studio: 0, home: 7 },
});
const over = question('q2', { windows: { studio: { ...running, closesAt: 0 }, home: NO_WINDOW } });

/** The bar before anything is known; the test answers for the server. */
function openBar() {
  const { clock, producer, loads, does, perform } = producerFixture();
  const load = manualPort<undefined, Desk>();
  const ports = {
    release: manualPort<ReleaseRequest, Changed>(),
    revoke: manualPort<ReleaseTarget, Changed>(),
    restoreEnded: manualPort<ReleaseTarget, Changed>(),
  };
  const releaseControl = releaseControlMachine.provide({
    actors: {
      release: ports.release.logic,
      revoke: ports.revoke.logic,
      restoreEnded: ports.restoreEnded.logic,
    },
  });
  const cards = createActor(
    queCardsMachine.provide({ actors: { load: load.logic, releaseControl } }),
    { clock, input: { now: clock.now } },
  ).start();
  render(createRoot({ now: clock.now }).page(<Live cards={cards} producer={producer} />));
  return { ...ports, loads, does, perform, clock, load, user: userEvent.setup({ delay: null }) };
}
const onAir = success(direction({ questionText: 'Name a fruit' }));

async function showBar(questions: readonly AdminQuestion[]) {
  const fixture = openBar();
  await fixture.load.answer(
    success({ questions, connected: { studio: 2, home: 181 }, versions: { house: 1 } }),
  );
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

it('says what is open to whom for how long, what is on air and who is there [R2.live-bar]', async () => {
  const { clock } = await showBar([over, open]);
  expect(lines()).toEqual(['HomeQuestion q11:307 answeredRevoke']);
  const onAirNow = () =>
    bar()
      .getByText(/^On air/)
      .textContent?.trim();
  // The groups of answers that still come are no board.
  expect(onAirNow()).toBe('On air: Name a fruit');
  expect(bar().getByText(/^Connected/).textContent).toBe('Connected: Studio 2, Home 181');
  expect(await axeFindings()).toEqual([]);
  await act(async () => clock.advance(90_000));
  expect([lines(), bar().getByText('Nothing is open.').tagName]).toEqual([[], 'P']);
  expect(onAirNow()).toBe('On air: Name a fruit 1 of 2 revealed');
});

it('says what is on air when that has its place: what is open comes before it', async () => {
  const { load, loads } = openBar();
  await loads(onAir);
  expect(bar().queryByText(/^On air/)).toBeNull();
  await load.answer(refusal('Not now.'));
  expect(bar().getByText(/^On air/).tagName).toBe('P');
});

it('revokes what it names, and keeps the undo with what it will do until the next act [R2.live-bar R2.live-undo]', async () => {
  const { user, clock, revoke, release } = await showBar([open]);
  await user.click(bar().getByRole('button', { name: 'Revoke "Question q1" from Home' }));
  expect(revoke.asked).toEqual([{ questionId: 'q1', audience: 'home' }]);
  await revoke.answer(success(question('q1')));
  const undo = `Undo: release "Question q1" to Home again, until ${timeText(90_000)}`;
  expect(buttons()).toEqual([undo, 'Take out of the show page']);
  await act(async () => clock.advance(60_000));
  await user.click(bar().getByRole('button', { name: undo }));
  expect(release.asked).toEqual([
    { questionId: 'q1', audience: 'home', timer: { minutes: 0, seconds: 30 } },
  ]);
  await release.answer(success(open));
  expect(buttons()).toContain('Undo: revoke "Question q1" from Home');
});

it('says why a revoke came to nothing', async () => {
  const { user, revoke } = await showBar([open]);
  await user.click(bar().getByRole('button', { name: /^Revoke/ }));
  await revoke.answer(refusal('Not now.'));
  expect(lines()[0]).toContain('Failed to revoke question to home viewers: Not now.');
});

it('takes the show page back, and back again [R2.live-bar R2.live-undo]', async () => {
  const { user, does, perform } = await showBar([open]);
  await user.click(bar().getByRole('button', { name: 'Take out of the show page' }));
  await does(success(direction({ scene: 'idle', questionText: 'Name a fruit' })));
  expect(bar().getByText(/^On air/).textContent).toBe('On air: the name of the show');
  await user.click(bar().getByRole('button', { name: 'Undo: show "Name a fruit" again' }));
  expect(perform.asked.at(-1)?.act).toEqual({ type: 'question', itemId: 'item-q1' });
});
