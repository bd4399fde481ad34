import { m } from 'messages';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type AnyEventObject, createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { Desk, DeskAct, DeskSuggestion } from '#machines/contract/desk.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { groupingDeskMachine, type SentAct } from '#machines/results/grouping-desk.ts';
import { suggestionsLeft } from '#machines/results/rules/desk-suggestions.ts';
import { aboutDesk } from '#src/screens/grouping/hook.ts';
import { GroupList } from '#src/screens/grouping/group-list.tsx';
import { GroupingScreen } from '#src/screens/grouping/grouping.tsx';
import { foundIn, nextFound } from '#src/screens/grouping/search.ts';
import { effectLines } from '#src/screens/grouping/words.ts';
import { fold, modelOf, toursOf } from '#tests/support/graph.ts';
import { realtime, T0, timed } from '#tests/support/game.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { ProducerActorsContext } from '#src/bindings/producer-actors.ts';
import { Lock } from '#src/screens/grouping/lock.tsx';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { showView } from '#tests/support/show-view.ts';
import { question } from '#tests/views/que-cards/question.ts';
import { createRoot } from '#tests/support/root.tsx';
import { alertText, manualPort } from '#tests/support/screens.tsx';
import { itWalks } from '#tests/support/tours.ts';

const group = (key: string, home: number, more: readonly string[] = []) => ({
  groupId: `g-${key}`,
  label: key,
  name: null,
  isHeld: false,
  isFlagged: false,
  texts: [key, ...more].map((each) => {
    const spellings: [string, number][] = [[each, home]];
    return { key: each, text: each, home, studio: 0, matchReason: 'exact' as const, spellings };
  }),
});
const about = (other: string): DeskSuggestion => ({
  keys: ['sofa', other],
  source: 'meaning',
});
const desk = (version: number, state: Desk['state'] = 'counting'): Desk => ({
  gameSessionId: 's1',
  showId: 'house',
  itemId: 'i1',
  question: 'Name a seat.',
  version,
  state,
  groups: [group('sofa', 2, ['settee']), group('couch', 1), group('bench', 1)],
  history: [],
  undo: null,
  redo: null,
  suggestions: [about('couch'), about('bench')],
});
const yes = (other: string) => {
  const join: DeskAct = { kind: 'gather', groups: ['g-sofa', `g-${other}`], texts: [] };
  return { type: 'act.ask', act: join, suggestion: about(other) } as const;
};
const split: DeskAct = { kind: 'gather', groups: [], texts: ['settee'] };
const input = { gameSessionId: 's1', newId: () => 'request' };
const refused = refusal('Not now.');

const model = modelOf(groupingDeskMachine, {
  input,
  events: {
    'load.refresh': [{ type: 'load.refresh' }],
    'load.retry': [{ type: 'load.retry' }],
    'choice.toggle': [
      { type: 'choice.toggle', of: 'groups', id: 'g-bench' },
      { type: 'choice.toggle', of: 'texts', id: 'settee' },
    ],
    'choice.clear': [{ type: 'choice.clear' }],
    'act.ask': [yes('couch'), yes('bench'), { type: 'act.ask', act: split }],
    'preview.confirm': [null, 'Wrong'].map((reason) => ({ type: 'preview.confirm', reason })),
    'preview.cancel': [{ type: 'preview.cancel' }],
    'conflict.seen': [{ type: 'conflict.seen' }],
  },
  done: {
    load: [success(desk(0)), success(desk(0, 'published')), refused],
    act: [success(desk(1)), refusal(m.deskOutdated(), { code: 'outdated' }), refused],
  },
  // Only events with a control that no dialog covers.
  may: (snapshot, event) => {
    const { desk: shown, message, groups, texts, pending } = snapshot.context;
    const isCovered =
      snapshot.matches({ work: 'previewing' }) || snapshot.matches({ work: 'conflict' });
    const chosen = groups.length + texts.length;
    const isFresh = snapshot.matches({ data: 'fresh' });
    // The two regions are walked one after the other where they are independent.
    if (/load/u.test(event.type) && event.type !== 'load.retry')
      return (
        chosen === 0 &&
        (snapshot.matches({ work: 'choosing' }) || snapshot.matches({ work: 'conflict' }))
      );
    switch (event.type) {
      case 'load.retry':
        return message !== null && snapshot.matches({ data: 'failed' }) && !isCovered;
      case 'choice.toggle':
        return (
          isFresh && snapshot.matches({ work: 'choosing' }) && message === null && chosen === 0
        );
      case 'choice.clear':
        return chosen > 0 && !isCovered;
      case 'act.ask':
        if (event['suggestion'] === undefined)
          return texts.length === 1 && !snapshot.matches({ work: 'acting' });
        return (
          shown !== null &&
          isFresh &&
          !isCovered &&
          chosen === 0 &&
          suggestionsLeft(shown, pending)[0]?.keys[1] === event['suggestion'].keys[1]
        );
      case 'preview.confirm':
        return (event['reason'] === null) === (shown?.state !== 'published');
      default:
        return true;
    }
  },
  at: ({ context: { desk: shown, message, groups, texts, pending } }) => [
    shown === null ? null : shown.state,
    message !== null,
    [groups.length, texts.length],
    pending.length,
  ],
});
const paths = toursOf(model);

interface Taken {
  readonly event: AnyEventObject;
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const tick = (name: RegExp) => fireEvent.click(screen.getByRole('checkbox', { name }));

function start() {
  const load = manualPort<{ readonly gameSessionId: string }, Desk>();
  const perform = manualPort<SentAct, Desk>();
  const actor = createActor(
    groupingDeskMachine.provide({ actors: { load: load.logic, act: perform.logic } }),
    { input },
  ).start();
  render(
    createRoot().page(
      <main>
        <GroupingScreen actor={actor} />
      </main>,
    ),
  );
  const taken: AnyEventObject[] = [];
  const noting =
    (execute: (step: Taken) => unknown) =>
    async (step: Taken): Promise<void> => {
      taken.push(step.event);
      await execute(step);
    };
  const events = {
    'load.refresh': noting(() => act(async () => actor.send({ type: 'load.refresh' }))),
    'load.retry': noting(() => press('Try Again')),
    'choice.toggle': noting(({ event }) =>
      tick(event['of'] === 'groups' ? /^Group bench/ : /^settee/),
    ),
    'choice.clear': noting(() => press(/^Clear/)),
    'act.ask': noting(({ event }) =>
      press(event['suggestion'] === undefined ? /^Split out/ : /^Yes/),
    ),
    'preview.confirm': noting(({ event }) => {
      if (event['reason'] !== null)
        fireEvent.change(screen.getByLabelText('Why'), { target: { value: event['reason'] } });
      press('Confirm');
    }),
    'preview.cancel': noting(() => press('Cancel')),
    'conflict.seen': noting(() => press('Got it')),
    'xstate.done.actor.load': noting(({ event }) => load.answer(event['output'])),
    'xstate.error.actor.load': noting(load.fail),
    'xstate.done.actor.act': noting(({ event }) => perform.answer(event['output'])),
    'xstate.error.actor.act': noting(perform.fail),
  };
  const facts = () => {
    const snapshot = fold(groupingDeskMachine, input, taken);
    const { desk: shown, message, groups, texts, pending, proposed } = snapshot.context;
    const left = shown === null ? [] : suggestionsLeft(shown, pending);
    expect({
      question: screen.queryByText(/same answer\?$/)?.textContent ?? null,
      chosen: document.querySelectorAll(':checked').length,
      dialog: document.querySelector('dialog[open] h2')?.textContent ?? null,
      isWaiting: screen.queryByText('Loading the groups') !== null,
      mayRetry: screen.queryByText('Try Again') !== null,
      message: alertText() || null,
    }).toEqual({
      question:
        left[0] === undefined ? null : `"sofa" (4) and "${left[0].keys[1]}" (1): same answer?`,
      chosen: groups.length + texts.length,
      dialog: snapshot.matches({ work: 'conflict' })
        ? 'Not done'
        : proposed === null
          ? null
          : proposed.act.kind === 'gather' && proposed.act.groups.length === 0
            ? 'Split out "settee"?'
            : `Merge "sofa" and "${proposed.suggestion?.keys[1]}"?`,
      isWaiting: shown === null && message === null,
      mayRetry: message !== null && snapshot.matches({ data: 'failed' }),
      message,
    });
  };
  const states = {
    'data.loading': facts,
    'data.fresh': facts,
    'data.failed': facts,
    'work.choosing': facts,
    'work.previewing': facts,
    'work.acting': () => {
      facts();
      expect(perform.asked.at(-1)?.gameSessionId).toBe('s1');
    },
    'work.conflict': facts,
  };
  return { events, states };
}

describe('every path through the grouping desk, by its controls [R2.desk-preview R2.desk-outdated]', () => {
  itWalks(model, paths, start);
});

it('groups can be merged by keyboard alone: Enter selects the typed group and merges [R2.desk-preview]', async () => {
  const user = userEvent.setup();
  const { events } = start();
  await events['xstate.done.actor.load']({ event: { type: 'loaded', output: success(desk(0)) } });
  await user.keyboard('f');
  await user.keyboard('be{Enter}');
  await user.keyboard('settee{Enter}');
  expect(screen.getByText('Chosen: "sofa" and "bench"')).not.toBeNull();
  // What the merge would do is shown before it is asked for.
  expect(screen.getByRole('list', { name: 'Merge' }).textContent).toMatch(/"sofa"/u);
  expect(screen.getByLabelText('Search answers')).toHaveProperty('value', '');
  await user.keyboard('{Enter}');
  expect(document.querySelector('dialog[open] h2')?.textContent).toBe('Merge "bench" and "sofa"?');
  expect(document.querySelector('dialog[open]')?.textContent).toMatch(/Shown on air as "sofa"\./u);
});

it('says that a merge would change nothing, and offers no way to confirm it', async () => {
  const user = userEvent.setup();
  const { events } = start();
  await events['xstate.done.actor.load']({ event: { type: 'loaded', output: success(desk(0)) } });
  await user.keyboard('f');
  await user.keyboard('sofa{Enter}');
  tick(/^settee/);
  await user.keyboard('{Enter}');
  expect(document.querySelector('dialog[open]')?.textContent).toMatch(
    /That wouldn't change anything\./u,
  );
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

it('says in an open preview that another producer has changed its groups, and offers no way to confirm it', async () => {
  const user = userEvent.setup();
  const { events } = start();
  await events['xstate.done.actor.load']({ event: { type: 'loaded', output: success(desk(0)) } });
  tick(/^Group sofa/);
  tick(/^Group bench/);
  await user.keyboard('m');
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeDefined();
  const others = { ...desk(1), groups: [group('sofa', 2, ['settee', 'bench'])] };
  await events['load.refresh']({ event: { type: 'load.refresh' } });
  await events['xstate.done.actor.load']({ event: { type: 'loaded', output: success(others) } });
  const dialog = screen.getByRole('dialog', { name: 'Not done' });
  expect(dialog.textContent).toContain('These groups have just changed.');
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

const linesOf = (list: Element | null) =>
  [...(list?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);

it('lists at most four changes of a merge beside the groups, and all of them in its dialog', async () => {
  const user = userEvent.setup();
  const { events } = start();
  const sizes = [9, 8, 7, 6, 5, 4];
  const groups = sizes.map((size, at) => group(`g${at}`, size));
  await events['xstate.done.actor.load']({
    event: { type: 'loaded', output: success({ ...desk(0), groups, suggestions: [] }) },
  });
  await user.click(screen.getByRole('checkbox', { name: /^Group g4,/u }));
  await user.click(screen.getByRole('checkbox', { name: /^Group g5,/u }));
  const beside = linesOf(screen.getByRole('list', { name: 'Merge' }));
  expect(beside).toHaveLength(5);
  await user.keyboard('m');
  const all = linesOf(document.querySelector('dialog[open] ul'));
  expect(beside).toEqual([...all.slice(0, 4), `${all.length - 4} more`]);
  // A line reads in the page's direction, also if it begins with an answer of the other one.
  expect(document.querySelector('dialog[open] li[dir], [aria-label="Merge"] li[dir]')).toBeNull();
});

it('marks where the board ends, if it has no place for all groups', () => {
  const actor = createActor(groupingDeskMachine, { input });
  const list = (count: number) => (
    <GroupList
      actor={actor}
      groups={Array.from({ length: count }, (_, at) => group(`g${at}`, 20 - at))}
      search=""
    />
  );
  const { rerender } = render(list(8));
  expect(screen.queryByText(/^The board ends here/u)).toBeNull();
  rerender(list(9));
  const rows = [...screen.getByRole('list', { name: 'Groups' }).children];
  expect(rows.map(({ textContent }) => textContent?.startsWith('The board ends'))).toEqual([
    ...Array.from({ length: 8 }, () => false),
    true,
    false,
  ]);
  expect(screen.queryByText(/answered first/u)).toBeNull();
  rerender(
    <GroupList
      actor={actor}
      groups={Array.from({ length: 9 }, (_, at) => group(`g${at}`, 3))}
      search=""
    />,
  );
  expect(screen.getByText(/answered first/u).tagName).toBe('LI');
});

const lock = () => screen.getByRole('button', { name: /^Lock/u });

it('counts down to the end of answering, and then locks the groups', async () => {
  const { cards, producer, lists, loads, posted, clock } = cardsFixture(createFakeClock(T0));
  const asked = question('q1', {
    game_session_id: 's1',
    windows: { studio: NO_WINDOW, home: timed(30) },
    result: NEW_RESULT,
  });
  await loads(success(showView().direction), showView());
  await lists([asked]);
  const page = createRoot({ now: clock.now }).page;
  const actors = { cards, producer, createdLink: null };
  const ui = (
    <ProducerActorsContext value={actors}>
      <Lock desk={desk(0)} />
    </ProducerActorsContext>
  );
  const { unmount } = render(page(ui));
  expect([screen.getByRole('timer').textContent, lock().matches(':disabled')]).toEqual([
    '0:30',
    true,
  ]);
  unmount();
  await act(async () => clock.advance(31_000));
  render(page(ui));
  fireEvent.click(lock());
  expect([screen.queryByRole('timer'), posted()]).toEqual([null, [{ type: 'lock', itemId: 'i1' }]]);
});

/** Whether the hint to groups of one answer, and the explanation of flagged names, are shown. */
const hints = () => [
  screen.queryByText('2 groups of a single answer: look through them before you lock.') !== null,
  screen.queryByText(/English word list/) !== null,
];

it('points at groups of one answer once no suggestion is left, and explains flagged names where there are some', async () => {
  const { events } = start();
  const load = (output: unknown) =>
    events['xstate.done.actor.load']({ event: { type: 'loaded', output } });
  await load(success(desk(0)));
  expect(hints()).toEqual([false, false]);
  const [sofa, ...others] = desk(1).groups;
  if (sofa === undefined) throw new Error('no groups');
  const groups = [{ ...sofa, isFlagged: true }, ...others];
  await events['load.refresh']({ event: { type: 'load.refresh' } });
  await load(success({ ...desk(1), groups, suggestions: [] }));
  expect(hints()).toEqual([true, true]);
});

it('a click with Shift chooses all groups from the last clicked one [R2.desk-range]', async () => {
  const user = userEvent.setup();
  const { events } = start();
  await events['xstate.done.actor.load']({ event: { type: 'loaded', output: success(desk(0)) } });
  const boxes = screen.getAllByRole('checkbox', { name: /^Group / });
  const [first, last] = [boxes[0], boxes.at(-1)];
  if (first === undefined || last === undefined) throw new Error('no groups');
  await user.click(last);
  await user.keyboard('{Shift>}');
  await user.click(first);
  await user.keyboard('{/Shift}');
  expect(boxes.length).toBeGreaterThan(2);
  expect(boxes.every((box) => box.matches(':checked'))).toBe(true);
  expect(screen.getByRole('list', { name: 'Groups' }).textContent).toMatch(/^1sofa/u);
});

it('the focus follows a text into the group that it was merged into, or that was split out', () => {
  const actor = createActor(groupingDeskMachine, { input });
  const list = (...groups: ReturnType<typeof group>[]) => (
    <GroupList actor={actor} groups={groups} search="" />
  );
  const { rerender } = render(list(group('sofa', 2), group('couch', 1), group('bench', 1)));
  act(() => screen.getByRole('checkbox', { name: /^Group couch/ }).focus());
  rerender(list(group('bench', 1), group('sofa', 2, ['couch'])));
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /^Group sofa/ }));
  act(() => screen.getByRole('checkbox', { name: /^couch/ }).focus());
  rerender(list(group('sofa', 2), group('bench', 1), group('couch', 1)));
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /^Group couch/ }));
});

it('a group with many answers from one origin is marked', () => {
  const { groups } = desk(0);
  const [sofa, couch] = groups;
  if (sofa === undefined || couch === undefined) throw new Error('no groups');
  const marked = [
    { ...sofa, origin: { percent: 72, isOneDomain: false } },
    { ...couch, origin: { percent: 60, isOneDomain: true } },
  ];
  const actor = createActor(groupingDeskMachine, { input });
  render(<GroupList actor={actor} groups={marked} search="" />);
  for (const text of [
    'Many of these answers come from one network (72%)',
    'Many of these answers come from one network and email domain (60%)',
  ])
    expect(screen.getByText(text)).not.toBeNull();
});

it('the search lists groups that begin with the text first, then those that contain it, without selected ones', () => {
  const { groups } = desk(0);
  const labels = (search: string) => foundIn(groups, search).map(({ label }) => label);
  expect(labels('')).toEqual(['sofa', 'couch', 'bench']);
  expect(labels('CH')).toEqual(['couch', 'bench']);
  expect(labels('s')).toEqual(['sofa']);
  expect(labels('o')).toEqual(['sofa', 'couch']);
  expect(labels('b')).toEqual(['bench']);
  expect(nextFound(groups, 'o', ['g-sofa'])?.label).toBe('couch');
  expect(nextFound(groups, ' ', [])).toBeUndefined();
});

it('the groups are reloaded after answers, appeals, and changes of the result', () => {
  const counts = { studio: 0, home: 1 };
  const isAsked = (gameSessionId: string) => [
    aboutDesk('s1')(
      realtime('answers-counted', { gameSessionId, answered: counts, connected: counts }),
    ) !== null,
    aboutDesk('s1')(
      realtime('questions-updated', { feed: 'house', version: 2, question: null, gameSessionId }),
    ) !== null,
  ];
  expect([isAsked('s1'), isAsked('s2')]).toEqual([
    [true, true],
    [false, false],
  ]);
});

it('the preview counts players who gain and lose points, in singular and plural', () => {
  const none = { gaining: 0, gained: 0, losing: 0, lost: 0 };
  const effect = {
    home: { ...none, gaining: 5, gained: 8, losing: 1, lost: 3 },
    studio: { ...none, gaining: 1, gained: 1 },
    ranks: [],
  };
  expect(effectLines(effect, (key) => key)).toEqual([
    '5 home viewers gain 8 points in total.',
    '1 home viewer loses 3 points.',
    '1 contestant gains 1 point.',
  ]);
});
