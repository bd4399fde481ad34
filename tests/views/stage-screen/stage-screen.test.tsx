import { m } from 'messages';
import { timeText } from 'messages/format';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FinalScene } from '#machines/contract/stage.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { POINTER_ACTIVE_MS } from '#src/screens/stage-screen/hook.ts';
import { admin, realtime, T0, timed, untimed, viewer } from '#tests/support/game.ts';
import { axeFindings } from '#tests/support/screens.tsx';
import {
  questionScene,
  boards,
  entry,
  place,
  settled,
  show,
  showFixture,
  updated,
} from './fixture.tsx';

const up = { type: 'socket.connected' } as const;
const lost = { type: 'socket.lost', reason: 'transport close' } as const;
const lane = (name: string) => within(screen.getByRole('region', { name }));
const isLive = () => screen.getByRole('article').hasAttribute('data-live');
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
/** The announcement to screen readers. */
const said = () => screen.getAllByRole('status').at(-1)?.textContent;
const strip = () => screen.getAllByRole('status')[0]?.textContent;

/** The rows that enter or leave a board. */
const moving = (how: 'entering' | 'leaving') =>
  [...document.querySelectorAll(`[data-${how}]`)].map(({ textContent }) => textContent);
/** The tile of number one in the middle of the stage. */
const middle = () => document.querySelector('[data-layer="board"][aria-hidden]')?.textContent;
const timer = () => screen.getByRole('timer').textContent;
const tiles = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const rows = (name: string) =>
  lane(name)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const scores = (...home: ReturnType<typeof entry>[]) =>
  updated(show({ scene: 'board', board: { studio: [], home } }));
const pressed = () =>
  screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
const isStirring = () => screen.getByRole('main').hasAttribute('data-stirring');
/** Makes these media features match in the browser. */
const become = (what: object) => {
  for (const [name, value] of Object.entries(what))
    Object.defineProperty(document, name, { configurable: true, value });
};

const team = (name: string, points: number, rank: number, members: number) => ({
  ...entry(name, points, rank),
  members,
});

/** Calls a function of the window, as a playout system does. */
const callGlobal = (name: string, ...given: unknown[]) =>
  act(() => {
    const found: unknown = Reflect.get(window, name);
    if (typeof found === 'function') found(...given);
  });

describe('the stage screen', () => {
  it('shows the name of the show while it has no scene [R2.stage-screen-idle]', async () => {
    const { line } = await showFixture();
    expect([heading(), strip()]).toEqual(['Gameshow', 'Connecting...']);
    await line(up, updated(show()));
    expect([heading(), strip(), document.title]).toEqual(['Gameshow', '', 'On Air · Gameshow']);
  });

  it('shows the pictures that a producer puts over the scene [R2.show-interlude]', async () => {
    const { line, pass } = await showFixture();
    await line(up, updated(show({ scene: 'holding', title: 'Friday' })));
    expect([heading(), said()]).toEqual(["We'll be right back", "We'll be right back"]);
    await line(updated(show({ scene: 'holding', holdingText: 'Back at nine' })));
    expect(heading()).toBe('Back at nine');
    await line(updated(show({ scene: 'test', title: 'Friday' })));
    expect(heading()).toBe('Friday');
    expect(screen.getByText('Sound is off on this screen')).toBeDefined();
    await line(updated(show({ scene: 'countdown', title: 'Friday', startsAt: T0 + 3_690_000 })));
    expect([heading(), timer()]).toEqual(['Friday', '01:01:30']);
    expect(screen.getByRole('img', { name: 'The address to play along at' })).toBeDefined();
    await pass(90_000);
    expect(timer()).toBe('01:00:00');
    await pass(3_599_000);
    expect(timer()).toBe('0:01');
    await pass(1_000);
    expect(timer()).toBe("We're about to start");
  });

  it('shows the question, the countdown and the number of answers [R2.stage-screen-question R2.stage-screen-countdown R2.stage-screen-answered]', async () => {
    const { line, pass } = await showFixture();
    await line(up, updated(questionScene('Name a fruit')));
    expect(heading()).toBe('Name a fruit');
    expect(lane('Studio').getByRole('timer').textContent).toBe('1:30');
    expect(lane('Studio').getByText('4').parentElement?.textContent).toBe('4 answered');
    expect(lane('Home').getByRole('timer').textContent).toBe("Time's up");
    expect(lane('Home').getByText((1_287).toLocaleString())).toBeDefined();
    await pass(30_000);
    expect([lane('Studio').getByRole('timer').textContent, isLive()]).toEqual(['1:00', true]);
    await pass(60_000);
    expect([lane('Studio').getByRole('timer').textContent, isLive()]).toEqual(["Time's up", false]);
  });

  it('shows that a question without a timer is open, and is lit only until it is over', async () => {
    const { line } = await showFixture();
    const open = questionScene('Name a fruit', [], { studio: untimed, home: NO_WINDOW });
    await line(up, updated(open));
    expect([lane('Studio').getByRole('timer').textContent, isLive()]).toEqual(['Open', true]);
    const over = questionScene('Name a tree', [], { studio: timed(0), home: NO_WINDOW });
    await line(updated(over));
    expect(isLive()).toBe(false);
  });

  it('shows the number of answers while they are counted, and that they are sorted', async () => {
    const { line } = await showFixture();
    const over = questionScene('Name a fruit', [], { studio: timed(0), home: NO_WINDOW });
    const sorted = (isDone: boolean) =>
      updated({
        ...over,
        question: over.question && { ...over.question, sorting: { changes: 1, isDone } },
      });
    await line(up, sorted(false));
    expect(screen.getByText('The answers are being counted')).toBeDefined();
    expect(screen.getByText((1_291).toLocaleString())).toBeDefined();
    await line(sorted(true));
    expect(screen.getByText('Nearly there…')).toBeDefined();
  });

  it('says that everybody has answered, with the time that is left', async () => {
    const { line } = await showFixture();
    const windows = { studio: timed(9), home: timed(9) };
    const asked = questionScene('Name a fruit', [], windows);
    await line(up, updated({ ...asked, connected: { studio: 4, home: 1_288 } }));
    expect(screen.queryByText("Everybody's in!")).toBeNull();
    // A phone that sleeps has not answered.
    await line(updated({ ...asked, connected: { studio: 4, home: 1_200 } }));
    expect(screen.queryByText("Everybody's in!")).toBeNull();
    const question = asked.question && { ...asked.question, answered: { studio: 4, home: 1_288 } };
    await line(updated({ ...asked, question, connected: { studio: 4, home: 1_200 } }));
    // Large, and in the ring.
    expect(
      screen.getAllByText("Everybody's in!").map((each) => each.parentElement?.textContent),
    ).toEqual(["Everybody's in!", "Everybody's in!0:09"]);
  });

  it('has no ring without a timer, in which a number would read as the time', async () => {
    const { line } = await showFixture();
    const windows = { studio: untimed, home: NO_WINDOW };
    const asked = questionScene('Name a fruit', [], windows);
    await line(up, updated({ ...asked, connected: { studio: 6, home: 0 } }));
    expect(lane('Studio').getByText('4').parentElement?.textContent).toBe('4 of 6 answered');
    expect(document.querySelector('circle')).toBeNull();
    const question = asked.question && { ...asked.question, answered: { studio: 6, home: 0 } };
    await line(updated({ ...asked, question, connected: { studio: 6, home: 0 } }));
    // Large, and small in the middle.
    expect(screen.getAllByText("Everybody's in!")).toHaveLength(2);
    expect(document.querySelector('circle')).toBeNull();
  });

  it('does not name the audience that the question is not for [R2.stage-screen-question]', async () => {
    const { line } = await showFixture();
    await line(
      up,
      updated(questionScene('Name a fruit', [], { studio: NO_WINDOW, home: timed(9) })),
    );
    expect(screen.queryByRole('region', { name: 'Studio' })).toBeNull();
    expect(lane('Home').getByRole('timer').textContent).toBe('0:09');
  });

  it('reveals place by place, with only the number of hidden ones [R2.stage-screen-places R2.stage-screen-reveal]', async () => {
    const { line, pass } = await showFixture();
    await line(up, updated(questionScene('Name a fruit', [null, null])));
    await line(updated(questionScene('Name a fruit', [null, place('towel', 12)])));
    expect(tiles()).toEqual(['1Not revealed', '2Not revealed']);
    // The text first, its count a moment later.
    await pass(200 + 900);
    expect(tiles()[1]).toBe('2TowelAnswers Home points+11 Studio points+5');
    await pass(420 + 500);
    expect(tiles()[1]).toContain('Answers12');
    await pass(700 + 450);
    expect(tiles()).toEqual(['1Not revealed', '2TowelAnswers12 Home points+11 Studio points+512']);
    // The next press during a reveal ends it.
    await line(updated(questionScene('Name a fruit', [place('book', 13), place('towel', 12)])));
    await line(updated(questionScene('Name a fruit', [null, place('towel', 12)])));
    expect(tiles()[0]).toBe('1Not revealed');
  });

  it('brings number one to the middle of the stage for its reveal, and back to its row', async () => {
    const { line, pass } = await showFixture();
    const towel = settled('towel', 12);
    await line(up, updated(questionScene('Name a fruit', [null, towel])));
    expect(middle()).toBeUndefined();
    const revealed = questionScene('Name a fruit', [place('book', 13), towel]);
    await line(updated({ ...revealed, tied: 3 }));
    expect([middle(), document.querySelector('[data-mood="narrow"]') !== null]).toEqual([
      '1',
      true,
    ]);
    // The row itself stays in the list for screen readers.
    expect(tiles()[0]).toBe('1Not revealed');
    await pass(600 + 1_800 + 420 + 1_000);
    expect(middle()).toContain('Book');
    // The row is counted, and a tie mentioned, only with its number.
    expect(screen.getByText('1 of 2 revealed')).toBeDefined();
    await pass(1_200);
    expect(
      screen.getByText('2 of 2 revealed · 3 more answers just missed the board'),
    ).toBeDefined();
    await pass(1_400);
    expect(document.querySelector('[data-mood="narrow"]')).toBeNull();
    await pass(500);
    expect(middle()).toBeUndefined();
    // A row that is revealed with the next press ends the moment at once.
    await line(updated(questionScene('Name a fruit', [null, null])));
    await line(updated(questionScene('Name a fruit', [place('book', 13), null])));
    expect(middle()).toBe('1');
    await line(updated(questionScene('Name a fruit', [place('book', 13), place('towel', 12)])));
    expect(middle()).toBeUndefined();
  });

  it('shows the end state on load, still, and an equal count by the number that it shares', async () => {
    const { line } = await showFixture();
    const places = [null, { ...place('towel', 12), sharedPlace: 1 }, place('SANDWICHES', 1)];
    await line(up, updated(questionScene('Name a fruit', places)));
    expect(tiles()).toEqual([
      '1Not revealed',
      '1 =TowelAnswers12 Home points+11 Studio points+512',
      '3SandwichesAnswer1 Studio points+51',
    ]);
  });

  it('shows points of contestants only for rows that a contestant gave', async () => {
    const { line } = await showFixture();
    const places = [place('book', 12), { ...place('towel', 7), homePoints: 7 }];
    await line(up, updated(questionScene('Name a fruit', places)));
    expect(tiles()).toEqual([
      '1BookAnswers12 Home points+11 Studio points+512',
      '2TowelAnswers7 Home points+77',
    ]);
  });

  it('says how many groups tie with the last place and have no room [R2.show-tied]', async () => {
    const { line, pass } = await showFixture();
    const question = questionScene('Name a fruit', [settled('book', 12), settled('towel', 1)]);
    await line(up, updated({ ...question, tied: 3 }));
    expect(
      screen.getByText('2 of 2 revealed · 3 more answers just missed the board'),
    ).toBeDefined();
    const home = [entry('Vera', 9, 1), { ...entry('Noah', 3, 2), sharing: 1_201 }];
    const board = { studio: [entry('Cora', 9, 1)], home };
    const text = `and ${(1_200).toLocaleString()} more tied`;
    await line(updated(show({ scene: 'board', board })));
    expect(lane('Home').getByText(text)).toBeDefined();
    expect(lane('Studio').queryByText(/tied/)).toBeNull();
    const tenth = [...home.slice(0, 1), { ...entry('Noah', 3, 4), sharing: 1_201 }];
    await line(
      updated(show({ scene: 'podium', title: 'Friday', board: { ...board, home: tenth } })),
    );
    await pass(9_000);
    expect(rows('Home').at(-1)).toBe(text);
  });

  it('overlays another picture without a background of its own [R2.stage-screen-overlay]', async () => {
    const { line } = await showFixture(null, '/gameshow?view=overlay');
    await line(up, updated(questionScene('Name a fruit')));
    expect(heading()).toBe('Name a fruit');
    expect(screen.getByRole('main').hasAttribute('data-overlay')).toBe(true);
    expect(document.querySelector('[data-mood]')).toBeNull();
  });

  it('is shown and hidden by a playout system, in the requested layers [R2.stage-screen-playout]', async () => {
    const own = window.stop;
    const { line } = await showFixture(
      null,
      '/gameshow?view=overlay&layers=timer&keyColour=00ff00',
    );
    await line(up, updated(questionScene('Name a fruit')));
    const fixture = screen.getByRole('main');
    expect(fixture.dataset['layers']).toBe('timer');
    expect(document.querySelector<HTMLElement>('[data-key]')?.style.background).toBe('#00ff00');
    expect(fixture.style.transform).toBe('');
    expect(screen.queryByRole('button')).toBeNull();
    callGlobal('stop');
    expect(fixture.hasAttribute('data-out')).toBe(true);
    callGlobal('next');
    expect(fixture.hasAttribute('data-out')).toBe(false);
    callGlobal('update', '{"layers":"question,board"}');
    expect(fixture.dataset['layers']).toBe('question board');
    // Smaller, at an edge; never too small to read.
    callGlobal('update', '{"size":"40","position":"bottom-right"}');
    expect([fixture.style.transform, fixture.style.transformOrigin]).toEqual([
      'scale(0.4)',
      '100% 100%',
    ]);
    callGlobal('update', '{"size":"1","position":"nowhere"}');
    expect([fixture.style.transform, fixture.style.transformOrigin]).toEqual([
      'scale(0.25)',
      '50% 50%',
    ]);
    callGlobal('update', 'no JSON');
    expect(fixture.dataset['layers']).toBe('timer');
    cleanup();
    expect([Reflect.get(window, 'play'), window.stop]).toEqual([undefined, own]);
  });

  it('shows when the time is up, and that the answers are being counted', async () => {
    const { line, pass } = await showFixture();
    await line(
      up,
      updated(questionScene('Name a fruit', [], { studio: timed(5), home: NO_WINDOW })),
    );
    await pass(5_000);
    expect(screen.getByText("Time's up", { selector: 'p' })).toBeDefined();
    // The lane repeats it for viewers who cannot see the middle.
    expect(lane('Studio').getByRole('timer').className).toBe('visually-hidden');
    await pass(1_600);
    expect(screen.getByText('The answers are being counted')).toBeDefined();
    await line(
      updated(questionScene('Name a fruit', [null], { studio: timed(0), home: NO_WINDOW })),
    );
    expect(screen.getByText('The answers are being counted')).toBeDefined();
    // The board shows how many groups there are.
    expect(screen.queryByText('0 of 1 revealed')).toBeNull();
    expect(screen.getAllByText('Studio')).toHaveLength(1);
    await pass(2_500);
    expect(tiles()).toEqual(['1Not revealed']);
    expect(screen.getByText('0 of 1 revealed')).toBeDefined();
  });

  it('keeps the board of a void question and says that it does not count', async () => {
    const { line } = await showFixture();
    const scene = questionScene('Name a fruit', [settled('towel', 12)]);
    const voided = { at: T0, reason: 'Unfair' };
    const result = { ...NEW_RESULT, state: 'published', voided } as const;
    const question = scene.question && { ...scene.question, result };
    await line(up, updated({ ...scene, question }));
    expect(tiles()).toHaveLength(1);
    expect(screen.getByText("This question doesn't count")).toBeDefined();
  });

  it('shows a correction', async () => {
    const { line, pass } = await showFixture();
    await line(up, updated(questionScene('Name a fruit', [settled('towel', 12)])));
    await line(updated(questionScene('Name a fruit', [settled('towel', 13)])));
    expect(screen.getByText('Corrected')).toBeDefined();
    await pass(6_000);
    expect(screen.queryByText('Corrected')).toBeNull();
  });

  it('shows how to join and who is ready [R2.stage-screen-idle]', async () => {
    const { line } = await showFixture();
    const told = { connected: { studio: 2, home: 5 }, joinUrl: 'https://show.example' };
    await line(up, updated(show({ ...told, title: 'Friday' })));
    expect(screen.getByRole('heading', { name: 'Friday' })).toBeDefined();
    const invitation = screen.getByText('show.example').parentElement?.textContent;
    expect([invitation, screen.getByText('7').parentElement?.textContent]).toEqual([
      'Play along at show.example',
      '7 players ready',
    ]);
    expect(screen.getByRole('img', { name: 'The address to play along at' })).toBeDefined();
    await line(updated(show({ ...told, joined: [{ name: 'Noah', at: T0 }] })));
    expect(screen.getByRole('list', { name: 'Just joined' }).textContent).toBe('Noah');
    expect(document.querySelectorAll('[data-fresh]')).toHaveLength(1);
    await line(updated(show({ ...told, connected: { studio: 0, home: 0 } })));
    expect(screen.getByText('The first player lights the first lamp')).toBeDefined();
    await line(
      updated({ ...questionScene('Name a fruit'), connected: { studio: 4, home: 2_000 } }),
    );
    expect(lane('Home').getByText('1,287').parentElement?.textContent).toBe(
      '1,287 of 2,000 answered',
    );
  });

  it('shows boards in their previous order before they move, and one winner alone', async () => {
    const { line, pass } = await showFixture();
    await line(up, scores(entry('Vera', 9, 1), entry('Noah', 3, 2)));
    await line(updated(show()), scores(entry('Noah', 10, 1), entry('Vera', 9, 2)));
    expect(rows('Home')).toEqual(['1Vera9 points', '2Noah3 points']);
    await pass(800 + 900);
    expect(rows('Home')).toEqual(['1Noahup 110 points', '2Vera9 points']);
    await pass(1_300);
    expect(rows('Home')).toEqual(['1Noahup 110 points', '2Vera9 points']);
    const level = [entry('Noah', 10, 1), entry('Vera', 10, 1)];
    await line(scores(...level.map((each) => ({ ...each, shared: true as const }))));
    await pass(9_000);
    expect(rows('Home')).toEqual(['1 =Noah10 points', '1 =Veraup 110 points']);
    expect(screen.getByText('2 share first place')).toBeDefined();
    // Each of them has a crown.
    expect(document.querySelectorAll('li .lucide-crown')).toHaveLength(2);
  });

  it('ends with standings, podium and winner, without a studio part if no one played there [R2.stage-screen-finale]', async () => {
    const { line, pass } = await showFixture();
    const home = [
      { ...entry('Noah', 10, 1), before: { rank: 2, total_points: 4 } },
      { ...entry('Vera', 9, 2), before: { rank: 1, total_points: 9 } },
      entry('Lena', 2, 3),
      entry('Omar', 1, 4),
    ];
    const gone = { studio: [], home: [entry('Ines', 1, 3)] };
    const final = (scene: FinalScene, studio: typeof home = []) =>
      updated(show({ scene, title: 'Friday', board: { studio, home, gone } }));
    await line(up, updated(show()), final('standings'));
    screen.getByRole('heading', { name: 'Final standings' });
    expect(screen.queryByRole('region', { name: 'Studio' })).toBeNull();
    // The rows as they were: without new players, with those who are no longer among the best.
    expect(rows('Home')).toEqual(['1Vera9 points', '2Noah4 points', '3Ines1 points']);
    expect(document.querySelector('li .lucide-crown')?.closest('li')?.textContent).toContain(
      'Vera',
    );
    await pass(800 + 900);
    expect(rows('Home')).toEqual([
      '1Noahup 110 points',
      '2Vera9 points',
      '3Lena2 points',
      '4Omar1 points',
    ]);
    expect(moving('entering')).toEqual(['3Lena2 points', '4Omar1 points']);
    expect(moving('leaving')).toEqual(['3Ines1 points']);
    await pass(9_000);
    expect([...moving('entering'), ...moving('leaving')]).toEqual([]);
    await line(final('podium'));
    const steps = () => rows('Home');
    expect(steps()).toEqual(['3', '2', '1', '4Omar1']);
    await pass(700);
    expect(steps()).toEqual(['3Lena2 points', '2', '1', '4Omar1']);
    await pass(900);
    expect(steps()).toEqual(['3Lena2 points', '2Vera9 points', '1', '4Omar1']);
    await pass(1_400);
    expect(steps()).toEqual(['3Lena2 points', '2Vera9 points', '1Noah10 points', '4Omar1']);
    await line(final('winner', [entry('Cora', 5, 1), entry('Carl', 5, 1)]));
    expect(screen.queryByRole('region', { name: 'Home' })).toBeNull();
    expect(lane('Studio').getByText('Cora, Carl')).toBeDefined();
    expect(lane('Studio').getByText('5 points · 2 share first place')).toBeDefined();
    await pass(6_000);
    expect(lane('Home').getByText('Noah')).toBeDefined();
    expect(await axeFindings()).toEqual([]);
    await pass(6_000);
    expect([lane('Studio'), lane('Home')].length).toBe(2);
  });

  it('shows no final standings while questions are still to come', async () => {
    const { line } = await showFixture();
    const standings = show({
      scene: 'standings',
      title: 'Friday',
      board: { studio: [], home: [entry('Noah', 10, 1)] },
    });
    await line(up, updated(show()), updated({ ...standings, hasMore: true }));
    expect([heading(), said()]).toEqual(['Standings', 'Standings']);
    await line(updated(standings));
    expect(heading()).toBe('Final standings');
  });

  it('shows teams in place of home viewers, with their mean [R2.teams-stage]', async () => {
    const { line, pass } = await showFixture();
    const home = [
      { ...team('Red', 25, 1, 2), before: { rank: 2, total_points: 3 } },
      { ...team('Blue', 10, 2, 3), before: { rank: 1, total_points: 9 } },
    ];
    const final = (scene: FinalScene) =>
      updated(show({ scene, title: 'Friday', board: { studio: [], home } }));
    await line(up, updated(show()), final('standings'));
    expect(lane('Home').getByRole('heading').textContent).toBe('Home teams');
    expect(rows('Home')).toEqual(['1Blue3.0 points', '2Red1.5 points']);
    await pass(9_000);
    expect(rows('Home')).toEqual(['1Redup 112.5 points', '2Blue3.3 points']);
    await line(final('podium'));
    await pass(9_000);
    expect(rows('Home')).toEqual(['2Blue3.3 points', '1Red12.5 points']);
    await line(final('winner'));
    expect(lane('Home').getByRole('heading').textContent).toBe('Home winning team');
    lane('Home').getByText('12.5 points');
  });

  it('shows the standings of a season with its name, first as they were before the show [R2.season-stage]', async () => {
    const { line, pass } = await showFixture();
    const home = [
      { ...entry('Ann', 7, 1), before: { rank: 2, total_points: 3 } },
      { ...entry('Bob', 5, 2), before: { rank: 1, total_points: 5 } },
    ];
    const season = { scene: 'season', title: 'Autumn 2026' } as const;
    await line(up, updated(show()));
    await line(updated(show({ ...season, board: { studio: [], home } })));
    screen.getByRole('heading', { name: 'Season standings' });
    screen.getByText('Autumn 2026');
    expect(rows('Home')).toEqual(['1Bob5 points', '2Ann3 points']);
    await pass(9_000);
    expect(rows('Home')).toEqual(['1Annup 17 points', '2Bob5 points']);
    await line(updated(show({ ...season, board: { studio: [], home: [] } })));
    expect(lane('Home').getByText('No scores published for this season yet.')).toBeDefined();
  });

  it('names players who share a step, as far as there is room', async () => {
    const { line, pass } = await showFixture();
    const eight = 'Vera Noah Lena Omar Ines Jonas Mila Theo'.split(' ');
    const studio = eight.slice(0, 7).map((name, at) => entry(name, at < 2 ? 9 : 4, at < 2 ? 1 : 3));
    const home = eight.map((name) => entry(name, 7, 1));
    const board = { studio, home };
    const final = (scene: FinalScene) => updated(show({ scene, title: 'Friday', board }));
    await line(up, final('podium'));
    expect([rows('Studio'), rows('Home')]).toEqual([
      ['3 =Lena, Omar, Ines, and 2 more4 points', '1 =Vera, Noah2 share first place9 points'],
      [`1 =${eight.join(', ')}8 share first place7 points`],
    ]);
    await line(final('winner'));
    await pass(6_000);
    expect(lane('Home').getByText(eight.join(', '))).toBeDefined();
  });

  it('counts players who share the first place, also those not shown, once', async () => {
    const { line } = await showFixture();
    const home = Array.from({ length: 10 }, (_, at) => ({
      ...entry(`Player ${at}`, 7, 1),
      sharing: 23,
    }));
    const board = { studio: [], home };
    await line(up, updated(show({ scene: 'podium', title: 'Friday', board })));
    const named = home.slice(0, 7).map(({ username }) => username);
    expect(rows('Home')).toEqual([
      `1 =${named.join(', ')}, and 16 more23 share first place7 points`,
    ]);
  });

  it('shows the best of today [R2.stage-screen-board]', async () => {
    const { line } = await showFixture();
    await line(up, updated(boards));
    expect([heading(), rows('Studio'), rows('Home')]).toEqual([
      "Today's scores",
      ['1Cora9 points'],
      [`1Vera${(1_204).toLocaleString()} points`, '2Noah3 points'],
    ]);
    await line(updated(show({ scene: 'board', board: { studio: [], home: [] } })));
    expect(screen.getAllByText(m.questionsNoneToday())).toHaveLength(2);
  });

  it('keeps its content when the connection is lost, says so, and recovers [R2.stage-screen-stale R2.stage-screen-recovers]', async () => {
    const { line, pass } = await showFixture();
    await line(up, updated(questionScene('Name a fruit')), lost);
    expect([heading(), strip()]).toEqual(['Name a fruit', `Reconnecting... As of ${timeText(T0)}`]);
    await pass(24 * 60 * 60_000);
    expect([heading(), strip()]).toEqual([
      'Name a fruit',
      `${m.connectionServerAway()} As of ${timeText(T0)}`,
    ]);
    await line(up, updated(questionScene('Name a tree')));
    expect([heading(), strip()]).toEqual(['Name a tree', '']);
  });

  it('goes dark when the link is revoked, says why, and lets the screen sleep [R2.stage-screen-revoked R2.stage-screen-awake]', async () => {
    const { line, awake } = await showFixture();
    await line(up, updated(questionScene('Name a fruit')));
    expect(awake).toEqual(['hold']);
    await line(realtime('signed-out', { reason: 'revoked' }));
    expect([heading(), screen.getByRole('alert').textContent, awake]).toEqual([
      'Gameshow',
      m.showLinkRevoked(),
      ['hold', 'release'],
    ]);
    expect(screen.getByText(m.showLinkRevoked(), { selector: 'p' })).toBeDefined();
    expect(screen.queryByText('Name a fruit')).toBeNull();
  });

  it('announces a new question, each revealed group and the last seconds [R2.stage-screen-spoken]', async () => {
    const { line, pass } = await showFixture();
    await line(up, updated(questionScene('Name a fruit')));
    expect(said()).toBe('Name a fruit');
    await pass(30_000);
    expect(said()).toBe('60 seconds left');
    await line(updated(questionScene('Name a fruit', [null, place('Towel', 12)])));
    expect(said()).toBe('60 seconds left');
    await pass(200 + 900 + 420);
    expect(said()).toBe('Number 2: Towel');
    await pass(500);
    expect(said()).toBe('12 answers');
  });

  it.each([
    ['nothing', show()],
    ['a question', questionScene('Name a fruit')],
    ['a survey', questionScene('Name a fruit', [null, place('Towel', 12)])],
    ['boards', boards],
  ])('is accessible with %s', async (_, what) => {
    const { line } = await showFixture(admin);
    await line(up, updated(what));
    expect(await axeFindings()).toEqual([]);
  });
});

describe('the controls of the stage screen [R2.stage-screen-bare]', () => {
  afterEach(() => vi.useRealTimers());

  it('are the only frame around it', async () => {
    await showFixture(admin);
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });
  it('lead an admin back [R2.stage-screen-back]', async () => {
    await showFixture(admin);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/que-cards');
  });
  it.each([null, viewer])('lead %j nowhere', async (user) => {
    await showFixture(user);
    expect(screen.queryByRole('link')).toBeNull();
  });
  it('appear with the pointer and hide again [R2.stage-screen-back]', async () => {
    await showFixture();
    vi.useFakeTimers();
    expect(isStirring()).toBe(false);
    fireEvent.pointerMove(document.body);
    expect(isStirring()).toBe(true);
    act(() => void vi.advanceTimersByTime(POINTER_ACTIVE_MS - 1));
    fireEvent.pointerMove(document.body);
    act(() => void vi.advanceTimersByTime(POINTER_ACTIVE_MS - 1));
    expect(isStirring()).toBe(true);
    act(() => void vi.advanceTimersByTime(1));
    expect(isStirring()).toBe(false);
  });
  it('enter full screen by a button or its key, and leave it again', async () => {
    const done: string[] = [];
    become({ fullscreenEnabled: true, fullscreenElement: null });
    document.documentElement.requestFullscreen = async () => void done.push('full');
    document.exitFullscreen = () => {
      done.push('out');
      return Promise.reject(new Error('not allowed'));
    };
    const { person } = await showFixture();
    await person.click(screen.getByRole('button', { name: 'Full screen' }));
    await person.keyboard('f');
    become({ fullscreenElement: document.documentElement });
    act(() => void document.dispatchEvent(new Event('fullscreenchange')));
    await person.click(screen.getByRole('button', { name: 'Leave full screen' }));
    expect(done).toEqual(['full', 'full', 'out']);
    become({ fullscreenEnabled: false, fullscreenElement: null });
  });
  it('do not offer what the browser lacks', async () => {
    await showFixture();
    expect(screen.queryByRole('button', { name: /screen/ })).toBeNull();
  });
  it('turn the sound on and off [R2.stage-screen-sound]', async () => {
    const { person } = await showFixture();
    expect(pressed()).toEqual(['Sound off']);
    await person.click(screen.getByRole('button', { name: 'Sound off' }));
    expect(pressed()).toEqual(['Sound off']);
  });
});
