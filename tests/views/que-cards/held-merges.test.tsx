import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Grouping } from '#machines/contract/entities.ts';
import { createRuntime } from '#src/effects/runtime.ts';
import { success } from '#machines/contract/outcome.ts';
import { showView } from '#tests/support/show-view.ts';
import { admin, realtime } from '#tests/support/game.ts';
import { axeFindings } from '#tests/support/screens.tsx';
import { question } from './question.ts';
import { showCards } from './fixture.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const counts = { answered: { studio: 0, home: 5 }, connected: { studio: 0, home: 5 } };
const told = (mergesHeld: number) =>
  realtime('answers-counted', { gameSessionId: 'game-q1', ...counts, mergesHeld });
const hint = () => screen.queryByRole('button', { name: /for you$/u })?.textContent ?? null;
const said = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .filter((text) => text.includes('for you'));

it('the card shows and announces the number of pending AI suggestions [R2.qc-merges]', async () => {
  const { cards } = await showCards([question('q1', { mergesHeld: 2 }), question('q2')]);
  expect([hint(), said()]).toEqual([
    '2 AI suggestions wait for you',
    ['2 AI suggestions wait for you: Question q1'],
  ]);
  expect(await axeFindings()).toEqual([]);
  await act(async () => cards.send(told(1)));
  expect([hint(), said()]).toEqual([
    '1 AI suggestion waits for you',
    ['1 AI suggestion waits for you: Question q1'],
  ]);
  await act(async () => cards.send(told(0)));
  expect([hint(), said()]).toEqual([null, []]);
});

const merge = (mergeId: string, state: 'held') => ({
  mergeId,
  state,
  judgedAt: 0,
  texts: ['tea', 'coffee'],
  groups: [
    { groupId: `${mergeId}a`, representative: 'tea', count: 2 },
    { groupId: `${mergeId}b`, representative: 'coffee', count: 1 },
  ],
});

it('the hint opens the dialog that decides them, also for a revoked question [R2.qc-merges]', async () => {
  const grouping: Grouping = {
    showId: 'house',
    itemId: 'item-q1',
    aiEnabled: false,
    totalAnswers: 3,
    totalGroups: 2,
    explanation: '',
    groupingDetails: [],
    merges: [merge('j1', 'held'), merge('j2', 'held')],
  };
  vi.stubGlobal('fetch', async () => Response.json({ grouping }));
  createRuntime(window).session.write('T1', admin);
  const { user, cards, does, perform } = await showCards([question('q1', { mergesHeld: 2 })]);
  await user.click(screen.getByRole('button', { name: '2 AI suggestions wait for you' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Question q1' }));
  await user.click(await dialog.findByRole('button', { name: 'Accept all 2' }));
  expect(perform.asked.map(({ showId, act: { type } }) => [showId, type])).toEqual([
    ['house', 'decide'],
  ]);
  await does(success(showView().direction));
  // The dialog stays although the hint behind it has disappeared.
  await act(async () => cards.send(told(0)));
  expect(dialog.getByText(/^2 merges: Accepted\./u)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect([hint(), screen.queryByRole('dialog')]).toEqual([null, null]);
});
