import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { RundownItem } from '#machines/contract/rundown.ts';
import { success } from '#machines/contract/outcome.ts';
import { queCardsMachine } from '#machines/show/que-cards.ts';
import type { ItemStage } from '#machines/show/rules/item.ts';
import { Armed, type ArmedProps } from '#src/screens/control/armed.tsx';
import { ControlScreen } from '#src/screens/control/control.tsx';
import { createRuntime } from '#src/effects/runtime.ts';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { admin, realtime } from '#tests/support/game.ts';
import { producerFixture } from '#tests/support/producer-fixture.ts';
import { createRoot } from '#tests/support/root.tsx';
import { question } from '#tests/views/que-cards/question.ts';
import { item as itemOf, rundown, showView } from '#tests/support/show-view.ts';

const item = itemOf('1', { text: 'Name a seat', state: 'armed', note: 'Smile' });
const { next } = showView();
beforeEach(() => {
  const suggestions = '/api/game-sessions/grouping-desk/game-q1/suggestions';
  vi.stubGlobal('fetch', (request: Request) =>
    Promise.resolve(
      request.url.endsWith(suggestions)
        ? Response.json({ count: 1 })
        : Response.json({ error: 'Not asked for here.' }, { status: 404 }),
    ),
  );
  createRuntime(window).session.write('T1', admin);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const now = () => 0;

function open(stage: ItemStage, props: Partial<ArmedProps> = {}) {
  render(
    createRoot().page(
      <Armed
        producer={producerFixture().producer}
        cards={createActor(queCardsMachine, { input: { now } }).start()}
        rundown={rundown({ state: 'live', items: [item] })}
        item={item}
        question={undefined}
        stage={stage}
        finale={null}
        next={next}
        nextText="Release"
        slip={null}
        confirming={null}
        busy={false}
        {...props}
      />,
    ),
  );
}

it('shows the number of suggestions at the grouping desk, which opens by a key [R2.control-desk]', async () => {
  open('locked');
  const said = await screen.findByText('Locked · 1 suggestion');
  expect(said).not.toBeNull();
  const way = screen.getByRole('link', { name: 'Grouping desk' });
  expect([way.getAttribute('href'), way.getAttribute('aria-keyshortcuts')]).toEqual([
    '/grouping/game-q1',
    'G',
  ]);
});

it('says how many appeals wait for the producer, also after publishing [R2.appeal-waits]', async () => {
  const cards = createActor(queCardsMachine, { input: { now } }).start();
  open('published', { cards });
  const counts = { answered: { studio: 1, home: 1 }, connected: { studio: 1, home: 1 } };
  const payload = { gameSessionId: 'game-q1', ...counts, appeals: 1 };
  await act(async () => cards.send(realtime('answers-counted', payload)));
  expect(screen.getByText('Published · 1 appeal')).not.toBeNull();
});

it.each([
  [3, 4, 'Home3 of 4 answeredNot released'],
  [3, 2, 'Home3 answeredNot released'],
  [0, 0, 'Home0 answeredNot released'],
])('counts %i answers of %i connected', async (answers, players, text) => {
  const cards = createActor(queCardsMachine, { input: { now } }).start();
  open('counting', { cards, question: question('q1', { game_session_id: 'game-q1' }) });
  const answered = { studio: 0, home: answers };
  const connected = { studio: 0, home: players };
  const payload = { gameSessionId: 'game-q1', answered, connected };
  await act(async () => cards.send(realtime('answers-counted', payload)));
  expect(screen.getByRole('group', { name: 'Home' }).textContent).toBe(text);
});

it('requests no suggestions before answers can be grouped, and has no link before there are any', () => {
  open('armed');
  expect(screen.getByText('Armed')).not.toBeNull();
  expect(screen.getByText('Smile')).not.toBeNull();
  expect(screen.queryByRole('link', { name: 'Grouping desk' })).toBeNull();
});

it.each([
  ['goLive', 'Go live', 'Press again to go live'],
  ['end', 'End the show', 'Press again to end the show'],
  ['clear', 'End rehearsal and clear', 'Press again to end and clear'],
] as const)(
  'shows inside the main button that it waits for a second press of %s [R2.control-hold]',
  (type, label, again) => {
    const would = { next: { act: { type }, waitsFor: null }, nextText: label };
    open('armed', would);
    const button = screen.getByRole('button', { name: label });
    const confirming = button.dataset['twice'] ?? '';
    expect(confirming).toBe(`${again}: "Friday"`);
    cleanup();
    open('armed', { ...would, confirming });
    expect(screen.getByRole('button', { name: again })).not.toBeNull();
  },
);

it('stops the first press before a label with a slip is revealed', () => {
  const would = {
    next: { act: { type: 'reveal', itemId: item.id }, waitsFor: null },
    nextText: 'Reveal',
  } as const;
  open('locked', { ...would, slip: 'Th etrain' });
  const confirming = screen.getByRole('button', { name: 'Reveal' }).dataset['twice'] ?? '';
  expect(confirming).toBe('Press again to show: "Th etrain"');
  cleanup();
  open('locked', { ...would, slip: 'Th etrain', confirming });
  expect(screen.getByRole('button', { name: confirming })).not.toBeNull();
});

it('says after the end of the show what can be done next, and exports with the main button', () => {
  open('published', { rundown: rundown({ state: 'ended', items: [item] }) });
  screen.getByRole('heading', { name: 'The show has ended' });
  screen.getByText(/^Export every answer/u);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Export']);
});

const armed = () => within(screen.getByRole('region', { name: 'Armed' }));
/** While the standings are on the stage; `result`: of the only item. */
function standings(result: Partial<RundownItem['result']>, serverTime: number) {
  const items = [{ ...item, result: { ...item.result, ...result } }];
  const onAir = { ...showView().direction, scene: 'standings' } as const;
  return showView({ rundown: rundown({ state: 'live', items }), direction: onAir, serverTime });
}

it('shows the final scene in place of the question that was played, and not of one that comes', async () => {
  const { actors, load } = cardsFixture();
  render(createRoot().page(<ControlScreen actors={actors} />));
  const view = standings({ state: 'published' }, 1);
  await act(() => load.answer(success({ shows: [], view, house: null })));
  armed().getByRole('heading', { name: 'Final standings' });
  expect(armed().queryByRole('button', { name: 'Void' })).toBeNull();
  armed().getByRole('button', { name: 'Show the board' });
  armed().getByRole('link', { name: 'Grouping desk' });
  await act(async () => actors.producer.send(realtime('show-changed', { show: standings({}, 2) })));
  armed().getByRole('heading', { name: 'Name a seat' });
});

it('shows inside the button that closing waits for a second press [R2.control-hold]', () => {
  open('inPlay', { confirming: 'Press again to close "Name a seat" now' });
  expect(screen.getByRole('button', { name: 'Press again' })).not.toBeNull();
});

it('reopens a question that was closed too early, for the same audiences', async () => {
  const { producer, loads } = producerFixture();
  await act(() => loads(success(showView().direction)));
  const closed = { released: true, timed: true, closesAt: 0 };
  const over = { ...item, windows: { ...item.windows, home: closed } };
  open('counting', { producer, item: over });
  await userEvent.click(screen.getByRole('button', { name: 'Reopen 0:30' }));
  expect(producer.getSnapshot().context.posted?.act).toEqual({
    type: 'release',
    itemId: '1',
    timers: { home: 30 },
  });
});

it('shows the board of a played question on the stage again, unless it is there', async () => {
  const { producer, load } = producerFixture();
  const played = { ...item, result: { ...item.result, state: 'published' } } as const;
  const view = showView({ rundown: rundown({ state: 'live', items: [played] }) });
  const there = { ...view.direction, scene: 'question', gameSessionId: 'game-q1' } as const;
  await act(() => load.answer(success({ shows: [], view, house: null })));
  open('published', { producer, item: played });
  const button = screen.getByRole('button', { name: 'Show the board' });
  expect(button.getAttribute('aria-keyshortcuts')).toBe('W');
  await userEvent.click(button);
  const wanted = { type: 'question', itemId: '1' };
  expect(producer.getSnapshot().context.posted?.act).toEqual(wanted);
  const shown = { ...view, serverTime: 2, direction: there };
  await act(async () => producer.send(realtime('show-changed', { show: shown })));
  expect(screen.queryByRole('button', { name: 'Show the board' })).toBeNull();
});

it('says that a question was taken back and what comes next, and plans it again with one press', async () => {
  const { producer, loads } = producerFixture();
  await act(() => loads(success(showView().direction)));
  const [first, second] = [
    itemOf('1', { state: 'skipped', takenBackAt: 1 }),
    itemOf('2', { state: 'skipped', takenBackAt: 2 }),
  ];
  const items = [first, second, itemOf('3')];
  open('armed', { producer, item: null, rundown: rundown({ state: 'live', items }) });
  expect(
    screen.getByRole('heading', { name: 'Question 2 was taken back and is skipped' }),
  ).not.toBeNull();
  expect(
    screen.getByText('"Question 2" is off the phones and the stage. Next: "Question 3"'),
  ).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Plan again' }));
  expect(producer.getSnapshot().context.posted?.act).toEqual({
    type: 'skip',
    itemId: '2',
    skipped: false,
  });
});

it('takes the last reveal back', async () => {
  const { producer, loads } = producerFixture();
  await act(() => loads(success(showView().direction)));
  open('revealed', { producer });
  await userEvent.click(screen.getByRole('button', { name: 'Hide last' }));
  expect(producer.getSnapshot().context.posted?.act).toEqual({ type: 'hide', itemId: '1' });
});

it('can correct the text of an open question in place', async () => {
  const { producer, loads } = producerFixture();
  const person = userEvent.setup({ delay: null });
  await act(() => loads(success(showView().direction)));
  open('inPlay', { producer });
  await person.click(screen.getByRole('button', { name: 'Edit' }));
  await person.type(screen.getByRole('textbox', { name: 'Question' }), ' at home{Enter}');
  const { studioSeconds, homeSeconds, order, note } = item;
  expect(producer.getSnapshot().context.posted?.act).toEqual({
    type: 'edit',
    itemId: '1',
    presets: { studioSeconds, homeSeconds, order, note },
    text: 'Name a seat at home',
  });
});

it('can void a played question with a reason, and restore its points', async () => {
  const { producer, loads } = producerFixture();
  const person = userEvent.setup({ delay: null });
  const stage = 'published';
  await act(() => loads(success(showView().direction)));
  open(stage, { producer });
  await person.click(screen.getByRole('button', { name: 'Void' }));
  await person.type(screen.getByRole('textbox', { name: 'Reason' }), 'Unfair{Enter}');
  const { act: made } = producer.getSnapshot().context.posted ?? {};
  expect(made).toEqual({ type: 'void', itemId: '1', reason: 'Unfair' });
  cleanup();

  const voided = { ...item, result: { ...item.result, voided: { at: 1, reason: 'Unfair' } } };
  open('voided', { item: voided });
  expect(screen.getByText('Void, no points: Unfair')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Count again' })).not.toBeNull();
});
