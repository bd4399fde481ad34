import { m } from 'messages';
import { timeText } from 'messages/format';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { plannedText } from '#src/screens/que-cards/planned.tsx';
import { QueCard } from '#src/screens/que-cards/que-card.tsx';
import { QueCardsScreen } from '#src/screens/que-cards/que-cards.tsx';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { admin, realtime } from '#tests/support/game.ts';
import { createRoot, signedIn, where } from '#tests/support/root.tsx';
import { axeFindings, fill } from '#tests/support/screens.tsx';
import { rundown, showView } from '#tests/support/show-view.ts';
import { question } from './question.ts';
import { showCards } from './fixture.tsx';

const timedUntil = (closesAt: number) => ({ released: true, timed: true, closesAt });
const released = { released: true, timed: false, closesAt: null };
const names = () => screen.queryAllByRole('article').map((each) => each.getAttribute('aria-label'));
const timer = (minutes: number, endTime: number) => ({
  durationMinutes: minutes,
  durationSeconds: 5,
  endTime,
});
const START = Date.parse('2030-01-01T20:00:00.000Z');
const END = START + 3_600_000;
const rows = () => screen.queryAllByRole('button', { name: /^Q\d/ });
const texts = (card: HTMLElement, selector: string) =>
  [...card.querySelectorAll(selector)].map(({ textContent }) => textContent);
const isDisabled = (name: string) =>
  screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
const card = () => screen.getByRole('article');
const lane = (name: string) => screen.getByRole('group', { name });
const badges = () =>
  ['Draft', 'On Air', 'To Home'].filter((each) => within(card()).queryByText(each) !== null);
const inLane = (name: string) => within(lane(name));

/** A card at this time, and its text about the planned time. */
async function openAt(instant: number) {
  vi.setSystemTime(instant);
  const root = createRoot({ now: Date.now });
  await root.ports.restore.answer(signedIn(admin, instant));
  const { actors } = cardsFixture();
  render(root.page(<QueCard actors={actors} question={question('q1')} keyed={false} />));
  return () => texts(card(), 'span').find((text) => /^(?:Starts in|Running|Ended)/.test(text));
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const dialog = () => screen.getByRole('dialog').textContent;

describe('the list', () => {
  const list = [
    question('q1-mw7f02', { question_text: 'Beach', start_time: '1970-01-01T20:00:00.000Z' }),
    question('q2-mw7f02', { question_text: 'Apple' }),
  ];
  it('can be searched by text or id, and says if nothing matches [R2.qc-search-text R2.qc-search-id]', async () => {
    const { user } = await showCards(list);
    await fill(user, { 'Search by question or id': 'BEA' });
    expect([names(), where()]).toEqual([['Beach'], '/que-cards?search=BEA']);
    await fill(user, { 'Search by question or id': 'q2-mw7f02' });
    expect(names()).toEqual(['Apple']);
    await fill(user, { 'Search by question or id': 'mw' });
    expect(screen.getByText('Try another search or date.').tagName).toBe('P');
  });
  it('has all dates, or today only [R2.qc-today R2.qc-all-dates]', async () => {
    const { user } = await showCards(list);
    expect(names()).toEqual(['Apple', 'Beach']);
    await user.click(screen.getByRole('button', { name: 'Today only' }));
    expect(names()).toEqual(['Beach']);
    await user.click(screen.getByRole('button', { name: 'All dates' }));
    expect(names()).toEqual(['Apple', 'Beach']);
  });
  it('has four orders [R2.qc-newest R2.qc-oldest R2.qc-a-z R2.qc-z-a]', async () => {
    const { user } = await showCards(list);
    const order = screen.getByLabelText<HTMLSelectElement>('Order');
    const found: [string, (string | null)[]][] = [];
    for (const { textContent } of order.options) {
      await user.selectOptions(order, textContent);
      found.push([textContent, names()]);
    }
    expect(found).toEqual([
      ['Date, newest first', ['Apple', 'Beach']],
      ['Date, oldest first', ['Beach', 'Apple']],
      ['Question A-Z', ['Apple', 'Beach']],
      ['Question Z-A', ['Beach', 'Apple']],
    ]);
  });
  it('has pages of five [R2.qc-pagination R9.dashboard-page]', async () => {
    const six = Array.from({ length: 6 }, (_, index) =>
      question(`q${index}`, { question_text: `Q${index}` }),
    );
    const { user } = await showCards(six, '/que-cards?order=a-z');
    expect([rows().length, names()]).toEqual([5, []]);
    expect(await axeFindings()).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Q3 ?0 answers/ }));
    expect(names()).toEqual(['Q3']);
    await user.click(screen.getByRole('button', { expanded: true }));
    expect(names()).toEqual([]);
    await user.click(screen.getByRole('button', { name: /Next/ }));
    expect([rows(), names()]).toEqual([[], ['Q5']]);
  });
  it('keeps the card of an open question beside the rows of a long list', async () => {
    const open = question('q9', {
      question_text: 'Q9',
      shown_to_home: true,
      windows: { studio: NO_WINDOW, home: released },
    });
    const others = Array.from({ length: 5 }, (_, index) => question(`q${index}`));
    await showCards([open, ...others]);
    expect(names()).toEqual(['Q9']);
  });
  it('says that the show of a question has ended, and offers no release', async () => {
    const windows = { studio: NO_WINDOW, home: timedUntil(-1_000) };
    const shown = { shown_on_air: true, shown_to_home: true };
    const { producer } = await showCards([question('q1', { show_id: 's1', windows, ...shown })]);
    expect(badges()).toEqual(['On Air', 'To Home']);
    expect(['Release to Studio', 'Reopen for Home'].map(isDisabled)).toEqual([false, false]);
    const ended = showView({ rundown: rundown({ id: 's1', state: 'ended' }) });
    await act(async () => producer.send(realtime('show-changed', { show: ended })));
    screen.getByText('Show ended');
    expect(badges()).toEqual([]);
    expect(screen.queryByText(/^Running$|^Starts in/)).toBeNull();
    expect(['Release to Studio', 'Reopen for Home'].map(isDisabled)).toEqual([true, true]);
    expect(isDisabled('Revoke from Home')).toBe(false);
    expect(inLane('Home').getByText(m.rundownEnded()).id).toBe(
      screen.getByRole('button', { name: 'Reopen for Home' }).getAttribute('aria-describedby'),
    );
    expect(await axeFindings()).toEqual([]);
  });
});

it('marks cards with answers', async () => {
  const topGroups = [{ representative: 'apple', count: 2 }];
  await showCards([question('q1', { topGroups }), question('q2', { topGroups })]);
  expect(screen.getAllByRole('heading', { name: 'Top answers' })).toHaveLength(2);
  expect(await axeFindings()).toEqual([]);
});

describe('a card', () => {
  it('has the question, its planned times, its id and the number of answers [R2.qc-question R2.qc-start R2.qc-end R2.qc-totals]', async () => {
    await showCards([question('q1', { answered: { studio: 1, home: 4 } })]);
    expect(card().getAttribute('aria-label')).toBe('Question q1');
    expect(within(card()).getByText('5 answers').tagName).toBe('SPAN');
    expect(texts(card(), 'details > p')).toEqual([
      `Starts ${plannedText(START)}`,
      `Ends ${plannedText(END)}`,
      'Id q1',
    ]);
  });
  it.each([
    ['Draft', {}],
    ['On Air', { shown_on_air: true }],
    ['To Home', { shown_to_home: true }],
  ])('has the badge %s [R2.qc-badges]', async (word, more) => {
    await showCards([question('q1', more)]);
    expect(badges()).toEqual([word]);
  });
  it('updates the numbers of answers and of connected players by events [R2.qc-totals]', async () => {
    const { cards } = await showCards([question('q1', { answered: { studio: 1, home: 4 } })]);
    expect(lane('Studio').textContent).toContain('1 answered of 2 connected');
    expect(lane('Home').textContent).toContain('4 answered of 80 connected');
    const told = { answered: { studio: 2, home: 40 }, connected: { studio: 3, home: 90 } };
    const news = realtime('answers-counted', { gameSessionId: 'game-q1', ...told });
    await act(async () => cards.send(news));
    expect(lane('Studio').textContent).toContain('2 answered of 3 connected');
    expect(lane('Home').textContent).toContain('40 answered of 90 connected');
    expect(within(card()).getByText('42 answers').tagName).toBe('SPAN');
  });
  it('counts players who have answered and left as connected [R2.qc-totals]', async () => {
    const { cards } = await showCards([question('q1')]);
    const told = { answered: { studio: 2, home: 50 }, connected: { studio: 2, home: 1 } };
    await act(async () =>
      cards.send(realtime('answers-counted', { gameSessionId: 'game-q1', ...told })),
    );
    expect(lane('Studio').textContent).toContain('2 answered of 2 connected');
    expect(lane('Home').textContent).toContain('50 answered of 50, 1 connected now');
  });
  it("shows the length, end and remaining time of each audience's timer [R2.qc-timer-contestant R2.qc-timer-home]", async () => {
    await showCards([
      question('q1', {
        windows: {
          studio: { released: true, timed: true, closesAt: 61_000 },
          home: { released: true, timed: true, closesAt: -1_000 },
        },
        contestantTimer: timer(2, 61_000),
        homeViewerTimer: timer(1, -1_000),
      }),
    ]);
    expect(inLane('Studio').getByRole('timer').textContent).toBe('00:01:01');
    expect(texts(lane('Studio'), 'p')).toEqual([`Timer of 2:05, until ${timeText(61_000)}`]);
    expect(inLane('Home').queryByRole('timer')).toBeNull();
    expect(texts(lane('Home'), 'p')).toEqual([`Was open for 1:05, until ${timeText(-1_000)}`]);
  });
  it('shows how a release without a timer ends [R2.qc-untimed]', async () => {
    await showCards([
      question('q1', { windows: { studio: { ...released, closesAt: END }, home: released } }),
    ]);
    expect([texts(lane('Studio'), 'p'), texts(lane('Home'), 'p')]).toEqual([
      [`No timer: open until ${plannedText(END)}`],
      ['No timer: open until revoked'],
    ]);
  });
  it.each([
    ['Not released', 'Release to Home', NO_WINDOW],
    ['Open', 'Release again to Home', released],
    ['Closed', 'Reopen for Home', { ...released, timed: true, closesAt: 0 }],
  ])(
    'has a lane that is %s, with the buttons: %s [R2.qc-lane-state R2.qc-release-button R2.qc-revoke-button R4.release-reopens]',
    async (state, action, window) => {
      await showCards([question('q1', { windows: { studio: NO_WINDOW, home: window } })]);
      expect(inLane('Home').getByText(state).tagName).toBe('SPAN');
      expect(inLane('Home').getByRole('button', { name: action }).tagName).toBe('BUTTON');
      expect(inLane('Home').queryByRole('button', { name: 'Revoke from Home' }) !== null).toBe(
        window.released,
      );
      expect(inLane('Studio').getByRole('button', { name: 'Release to Studio' }).tagName).toBe(
        'BUTTON',
      );
    },
  );
  it('shows before the click that the other audience has the question, and for how long [R2.qc-lane-state R4.release-conflict]', async () => {
    const running = { released: true, timed: true, closesAt: 30_000 };
    const { user } = await showCards([
      question('q1', { windows: { studio: running, home: released } }),
    ]);
    expect(lane('Home').textContent).toContain('Contestant-only mode active');
    expect(lane('Home').textContent).toContain(
      'Home waits 00:00:30. To open it sooner, release it with its own timer.',
    );
    await user.click(inLane('Home').getByRole('button', { name: 'Release to Home' }));
    expect(screen.getByRole('dialog').textContent).toContain('Studio has a running timer');
  });
  const OPEN =
    "A timer locks HomeHome is open without a timer. With a timer here, it can't answer until that ends. Without one, it stays open. It sees 'Contestant-only mode active'.";
  const STAYS =
    "A timer locks HomeWith a new timer, Home stays locked until that ends. Without one, it can answer again. It sees 'Contestant-only mode active'.";
  const AWAY =
    "A timer locks HomeHome doesn't have this question and won't see its text. It sees 'Contestant-only mode active'.";
  it.each([
    ['is open without a timer', OPEN, NO_WINDOW, released],
    ['is locked already', STAYS, timedUntil(30_000), released],
    ['was never released to', AWAY, NO_WINDOW, NO_WINDOW],
    ['has a timer of its own', null, NO_WINDOW, timedUntil(30_000)],
    ['is over', null, NO_WINDOW, timedUntil(-1_000)],
  ])(
    'explains before the click what a timer does to an audience that %s [R2.qc-other-audience R4.release-conflict]',
    async (_, text, studio, home) => {
      const { user } = await showCards([question('q1', { windows: { studio, home } })]);
      await user.click(inLane('Studio').getByRole('button', { name: /^Release/ }));
      const title = within(screen.getByRole('dialog')).queryByText('A timer locks Home');
      expect(title?.parentElement?.textContent ?? null).toBe(text);
    },
  );
  it('shows the mode that contestants would see', async () => {
    const { user } = await showCards([
      question('q1', { windows: { studio: released, home: NO_WINDOW } }),
    ]);
    await user.click(inLane('Home').getByRole('button', { name: 'Release to Home' }));
    expect(dialog()).toContain("It sees 'Home viewer-only mode active'.");
  });
  it('has its largest groups with their counts [R2.qc-groups]', async () => {
    const topGroups = [
      { representative: 'apple', count: 3 },
      { representative: 'pear', count: 1 },
    ];
    await showCards([question('q1', { topGroups })]);
    expect(within(card()).getByRole('heading', { name: 'Top answers' }).tagName).toBe('H3');
    expect(card().textContent).toMatch(/apple\s*3.*pear\s*1/);
  });
  it('has no list of groups without answers [R2.qc-groups]', async () => {
    await showCards([question('q1')]);
    expect(within(card()).queryByText('Top answers')).toBeNull();
    expect(within(card()).getAllByRole('group', { name: /Studio|Home/ }).length).toBe(2);
  });
});

describe('the planned times of a question', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());
  it('count down to the start, run, and end, without a reload [R2.qc-planned R4.planned-times]', async () => {
    const words = await openAt(START - 61_000);
    expect(words()).toBe('Starts in 00:01:01');
    await pass(1_000);
    expect(words()).toBe('Starts in 00:01:00');
    await pass(60_000);
    expect(words()).toBe('Running');
    await pass(3_599_999);
    expect(words()).toBe('Running');
    await pass(1);
    expect(words()).toBe('Ended');
  });
  it("change the filter 'Today only' at midnight UTC, by the clock alone [R2.qc-today]", async () => {
    const midnight = Date.parse('2030-01-02T00:00:00.000Z');
    vi.setSystemTime(midnight - 1_000);
    const root = createRoot({ now: Date.now });
    await root.ports.restore.answer(signedIn(admin, Date.now()));
    const { actors, lists } = cardsFixture();
    render(root.page(<QueCardsScreen actors={actors} />, '/que-cards?date=today'));
    await lists([question('q1'), question('q2', { start_time: '2030-01-02T20:00:00.000Z' })]);
    expect(names()).toEqual(['Question q1']);
    vi.setSystemTime(midnight);
    await root.pass(1_000);
    expect(names()).toEqual(['Question q2']);
  });
  it('determine the text in the dialog about a release without a timer', async () => {
    await openAt(END - 1_000);
    fireEvent.click(screen.getByRole('button', { name: 'Release to Home' }));
    expect(dialog()).toContain(
      `Without a timer, it stays open until its planned end, ${plannedText(END)}.`,
    );
    await pass(1_000);
    expect(dialog()).toContain(
      'Its planned end has passed, so without a timer it stays open until you revoke it.',
    );
  });
});
