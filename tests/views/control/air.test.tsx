import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Rundown } from '#machines/contract/rundown.ts';
import type { Direction } from '#machines/contract/stage.ts';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import { success } from '#machines/contract/outcome.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { Air } from '#src/screens/control/air.tsx';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { atText } from '#src/words/counts-and-times.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { T0, timed } from '#tests/support/game.ts';
import { createRoot } from '#tests/support/root.tsx';
import { item, rundown, showView } from '#tests/support/show-view.ts';
import { question } from '#tests/views/que-cards/question.ts';
import { direction, hidden } from '#tests/views/que-cards/stage-fixture.tsx';

const ofItem = { itemId: '1' } as const;
const [towel, book] = hidden;

/** The view of the stage and of the next act, for this direction. */
async function openFixture(
  next: ShowAct | null,
  more: Partial<Direction> = {},
  questions: readonly AdminQuestion[] = [],
  show: Partial<Rundown> = {},
) {
  const clock = createFakeClock(T0);
  const { cards, producer, loads, tells, lists, posted } = cardsFixture(clock);
  const root = createRoot({ now: clock.now });
  const pageOf = (onAir: Direction) => {
    const view = showView({
      rundown: rundown({ state: 'live', items: [item('1', { state: 'armed' })], ...show }),
      direction: onAir,
      next: { act: next, waitsFor: null },
    });
    return root.page(<Air producer={producer} cards={cards} view={view} />);
  };
  const { rerender, unmount } = render(pageOf(direction({ ...ofItem, ...more })));
  const told = async (changed: Partial<Direction>) => {
    const onAir = direction({ ...ofItem, ...changed });
    rerender(pageOf(onAir));
    await tells(onAir);
  };
  await loads(success(direction({ ...ofItem, ...more })), showView());
  await lists(questions);
  await told(more);
  return { told, unmount, posted };
}
const [now, next] = [0, 1].map((at) => () => {
  const [, picture] = screen.getAllByRole('figure')[at]?.children ?? [];
  return picture;
});
const tiles = (picture: Element | undefined) =>
  [...(picture?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);

/** Whether the producer is warned before the towel is revealed. */
async function isWarned(groups: Direction['groups'], groupId = 'towel'): Promise<boolean> {
  const { unmount } = await openFixture({ type: 'reveal', ...ofItem, groupId }, { groups });
  const found = screen.queryByText(/^"towel" may not be fit for air\./u);
  unmount();
  return found !== null;
}

it('warns if the next group to reveal may be unfit for air, unless it is held back', async () => {
  if (!towel || !book) throw new Error('no groups');
  const flagged = { ...towel, isFlagged: true as const };
  expect(await isWarned([flagged, book])).toBe(true);
  expect(await isWarned([flagged, book], 'book')).toBe(false);
  expect(await isWarned([{ ...flagged, isHeld: true }, book])).toBe(false);
  expect(await isWarned([towel, book])).toBe(false);
});

it('offers a better label for the next group if its label has a slip, with one press', async () => {
  if (!towel || !book) throw new Error('no groups');
  const slip = { ...towel, representative: 'Twoel', cleaner: 'Towel' };
  const reveal = (groupId: string) => ({ type: 'reveal', ...ofItem, groupId }) as const;
  const { unmount } = await openFixture(reveal('book'), { groups: [slip, book] });
  expect(screen.queryByText('"Twoel" looks like a slip.')).toBeNull();
  unmount();
  const { posted } = await openFixture(reveal('towel'), { groups: [slip, book] });
  expect(screen.getByText('"Twoel" looks like a slip.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show "Towel"' }));
  expect(posted()).toEqual([
    {
      type: 'decide',
      ...ofItem,
      decision: { kind: 'rename', group: 'towel', name: 'Towel' },
    },
  ]);
});

it('shows who can answer, how long, and how many have; no board before the lock', async () => {
  const windows = { studio: NO_WINDOW, home: timed(30) };
  const asked = question('q1', { windows, answered: { studio: 0, home: 7 }, result: NEW_RESULT });
  await openFixture({ type: 'lock', ...ofItem }, { questionText: 'Name a fruit', groups: hidden }, [
    asked,
  ]);
  expect(now?.()?.textContent).toBe('Name a fruit0:30Home 7');
  expect(now?.()?.querySelectorAll('[data-live]')).toHaveLength(1);
});

const entry = (username: string, rank: number) => ({ username, rank, total_points: 9 });

it('shows the board from the lock on, number one last, and the next group to reveal', async () => {
  const [first, second] = hidden;
  if (!first || !second) throw new Error('no groups');
  const groups = [first, { ...second, revealed: true }];
  const { told } = await openFixture({ type: 'reveal', ...ofItem, groupId: 'towel' }, { groups });
  expect([tiles(now?.()), tiles(next?.())]).toEqual([
    ['1', 'Book 12'],
    ['Towel 12', 'Book 12'],
  ]);
  expect(next?.()?.querySelector('[data-hot]')?.textContent).toBe('Towel 12');
  const board = { studio: [], home: [entry('Vera', 1), entry('Noah', 2)] };
  await told({ scene: 'podium', groups: [], board });
  expect(tiles(now?.())).toEqual(['2 Noah 9 points', 'First place1 Vera 9 points']);
  await told({ scene: 'winner', groups: [], board });
  expect(now?.()?.textContent).toBe('HomeFirst place Vera');
  const shared = {
    studio: [],
    home: [{ ...entry('Vera', 1), shared: true as const, sharing: 12 }],
  };
  await told({ scene: 'winner', groups: [], board: shared });
  expect(now?.()?.textContent).toBe('HomeFirst place 12 share first place');
  await told({ scene: 'podium', groups: [], board: shared });
  expect(tiles(now?.())).toEqual(['First place1 = Vera and 11 more 9 points']);
  await told({ scene: 'standings', groups: [], board: shared, hasMore: true });
  expect(now?.()?.textContent).toMatch(/^Standings/u);
  await told({ scene: 'standings', groups: [], board: shared });
  expect(now?.()?.textContent).toMatch(/^Final standings/u);
  expect(tiles(now?.())).toEqual(['1 = Vera 9', ' and 11 more tied']);
});

it('shows the question with its timer after a release, and the covered board after the lock', async () => {
  const { unmount } = await openFixture(
    { type: 'release', ...ofItem, timers: { studio: 30, home: 30 } },
    { scene: 'idle' },
  );
  expect(next?.()?.textContent).toBe('Question 1Studio 00:30Home 0');
  unmount();
  const asked = question('q1', { result: NEW_RESULT });
  await openFixture({ type: 'lock', ...ofItem }, { groups: hidden }, [asked]);
  expect([tiles(now?.()), tiles(next?.())]).toEqual([[], ['1', '2']]);
});

it("shows the scenes after a show's board with their names", async () => {
  const board = { studio: [entry('Vera', 1)], home: [] };
  const { unmount } = await openFixture(
    { type: 'scene', scene: 'winner' },
    { scene: 'podium', board },
  );
  expect(next?.()?.textContent).toBe('StudioFirst place Vera');
  unmount();
  await openFixture({ type: 'scene', scene: 'standings' }, { scene: 'idle' });
  expect(next?.()?.textContent).toBe('the standings');
});

it('shows how to join while the stage is idle', async () => {
  const join = { joining: 'code', code: 'CDFGHJ' } as const;
  await openFixture(null, { scene: 'idle' }, [], { join });
  expect(now?.()?.textContent).toBe('FridayJoin code CDF GHJ');
});

it('shows no amber light on the board that comes after the timer', async () => {
  const windows = { studio: NO_WINDOW, home: timed(30) };
  const asked = question('q1', { windows, result: NEW_RESULT });
  await openFixture({ type: 'lock', ...ofItem }, { groups: hidden }, [asked]);
  expect([now, next].map((each) => each?.()?.querySelector('[data-live]') !== null)).toEqual([
    true,
    false,
  ]);
});

it('shows the picture that the producer has put over the scene', async () => {
  const { told } = await openFixture(null, { scene: 'holding', behind: 'question', groups: [] });
  expect(now?.()?.textContent).toBe("We'll be right back");
  await told({ scene: 'holding', behind: 'idle', holdingText: 'Back at nine', groups: [] });
  expect(now?.()?.textContent).toBe('Back at nine');
  await told({ scene: 'countdown', behind: 'idle', startsAt: T0, groups: [] });
  expect(now?.()?.textContent).toBe(`Starts ${atText(T0)}`);
  await told({ scene: 'test', behind: 'idle', groups: [] });
  expect(now?.()?.textContent).toBe('the test card');
});

const seasonButton = () => screen.queryByRole('button', { name: /^Season/u });

it('offers the standings of the season for a show that is in one [R2.season-stage]', async () => {
  const { unmount } = await openFixture(null);
  expect(seasonButton()).toBeNull();
  unmount();
  const season = { id: 'autumn', name: 'Autumn' };
  const { posted } = await openFixture(null, { scene: 'idle' }, [], { season });
  await userEvent.click(seasonButton() ?? document.body);
  expect(posted()).toEqual([{ type: 'interlude', interlude: 'season' }]);
});

it('shows that a screen has disconnected until the producer says that it was closed [R2.direct-lost]', async () => {
  const { told } = await openFixture(null, { screens: 2 });
  expect(screen.getByRole('status').textContent).toBe('');
  await told({ screens: 1 });
  expect(screen.getByRole('status').textContent).toMatch(
    /^1 screen disconnected at .+\. The last picture is still up\./u,
  );
  await userEvent.click(screen.getByText('Dismiss'));
  expect(screen.getByRole('status').textContent).toBe('');
});
