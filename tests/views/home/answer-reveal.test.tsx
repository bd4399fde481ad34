import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ActiveQuestion, OwnAnswer, Result } from '#machines/contract/entities.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
// Loaded beforehand, as on a phone that has shown a reveal before.
import '#src/screens/home/answer-reveal.tsx';
import { settled } from '#tests/support/fake-clock.ts';
import {
  answerTo,
  contestant,
  question,
  realtime,
  T0,
  untimed,
  viewer,
} from '#tests/support/game.ts';
import { homeFixture } from './fixture.tsx';

/** Stands for filtered noise, which has no pitch. */
const NOISE = 0;

const revealed: Result = { ...NEW_RESULT, state: 'revealed', version: 1, lockedAt: T0 };
const over = { released: true, timed: false, closesAt: T0 - 1_000 };
const played = (n: number, result = revealed): ActiveQuestion => ({
  ...question(n, { home: over, studio: over }),
  result,
});
const waits: OwnAnswer = { ...answerTo(1), awardedPoints: 0, held: true, answeredAt: T0 - 9_000 };
const worth = (points: number, more = {}) =>
  realtime('answer-updated', { gameSessionId: 'g1', awardedPoints: points, ...more });
const standing = (rank: number, points: number) => {
  const of = { rank, points, overall: { rank, points } };
  return realtime('standing-updated', { daily: of, 'all-time': of });
};

async function at(user = viewer, answers = [waits], questions = [played(1)]) {
  const vibrate = vi.fn<Navigator['vibrate']>(() => true);
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
  const fixture = await homeFixture(user);
  await fixture.load({ questions, answers, versions: { house: 1 } });
  await act(settled);
  return { ...fixture, vibrate };
}
const shown = () => document.querySelector('[data-tile]');
const spoken = () => shown()?.querySelector('[role="status"]')?.textContent;
const titles = () =>
  screen.getAllByRole('article').map((article) => article.getAttribute('aria-label'));

/** The question while this many groups of its board are revealed, the last first; each is shown a second later. */
const withBoard = (open: number): ActiveQuestion => ({
  ...played(1),
  board: [2, 1, 0].map((before) =>
    before < open ? { label: 'apple', count: 1, shownAt: T0 + (before + 1) * 1_000 } : null,
  ),
});
/** How far the board is open: the text, the number of lit lamps, and what was said last. */
function opened() {
  const text = screen.getByText(/of 3 open/, { selector: 'p' });
  const lit = document.querySelectorAll('[data-tile] i[data-lit="true"]:not([data-own])');
  return [text.textContent, lit.length, text.nextSibling?.textContent];
}

/** Records the announcements to screen readers, in order. */
function listen(): string[] {
  const said: string[] = [];
  const region = shown()?.querySelector('[role="status"]');
  new MutationObserver(() => {
    const text = region?.textContent ?? '';
    if (text !== said.at(-1)) said.push(text);
  }).observe(region ?? document.body, { childList: true, subtree: true, characterData: true });
  return said;
}

/** The pitches that play when number one is shown, Hz. */
async function heard(user: typeof viewer, isOn: boolean): Promise<number[]> {
  const fixture = await at(user);
  if (isOn) await fixture.person.click(screen.getByText('Enable Audio'));
  await fixture.send(worth(5, { shownAt: T0, position: 1 }));
  cleanup();
  return fixture.played.map(({ hz }) => hz);
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'vibrate');
});

describe('the reveal on a phone', () => {
  it.each([
    ['counting', '32 others at home said the same so far +33'],
    ['revealed', '32 others at home said the same! +33'],
  ] as const)(
    'says of %s points whether they can still change [R2.explained]',
    async (state, words) => {
      const fixture = await at(viewer, [waits], [played(1, { ...revealed, state })]);
      await fixture.send(worth(33, { shownAt: T0, position: 2 }));
      expect(shown()?.textContent).toContain(words);
    },
  );

  it('waits for the board, and then announces once how many gave the same answer [R2.answer-reveal-said]', async () => {
    const fixture = await at();
    expect(shown()?.getAttribute('data-shown')).toBe('false');
    expect(shown()?.textContent).toContain('Your answer');
    const said = listen();
    await fixture.send(worth(33, { shownAt: T0, position: 2 }));
    await fixture.tellBoards(standing(4, 88));
    expect(shown()?.getAttribute('data-shown')).toBe('true');
    expect(shown()?.querySelector('small')?.textContent).toBe('Your answer 2nd on the board');
    expect(said).toEqual(['32 others at home said the same! +33']);
    await fixture.send(worth(35, { shownAt: T0, position: 2 }));
    expect(said.at(-1)).toContain('Corrected: it was +33');
  });
  it('shows an answer of more than 40 letters smaller', async () => {
    const sizes = [];
    for (const letters of [40, 41]) {
      await at(viewer, [{ ...waits, answer_text: 'a'.repeat(letters) }]);
      sizes.push(shown()?.querySelector('p')?.dataset['long']);
      cleanup();
    }
    expect(sizes).toEqual(['false', 'true']);
  });
  it('lights a first place also where it is shared', async () => {
    const place = { label: 'apple', count: 5, shownAt: T0 };
    const isLit = async (sharedPlace?: number) => {
      const tied = { ...place, ...(sharedPlace !== undefined && { sharedPlace }) };
      const fixture = await at(viewer, [waits], [{ ...played(1), board: [tied, tied] }]);
      await fixture.send(worth(5, { shownAt: T0, position: 2 }));
      const lit = shown()?.getAttribute('data-top');
      cleanup();
      return lit;
    };
    expect([await isLit(), await isLit(1)]).toEqual(['false', 'true']);
  });
  it('shows the answer as a label, with its first letter raised', async () => {
    await at(viewer, [{ ...waits, answer_text: 'sun HAT.' }]);
    expect(shown()?.querySelector('p')?.textContent).toBe('Your answer Sun HAT.');
  });
  it('shows meanwhile how far the board is open, in time with the stage, and says so when it opens and at its end', async () => {
    const fixture = await at(viewer, [waits], [withBoard(0)]);
    const reveal = (open: number) => {
      const more = { feed: 'house', gameSessionId: 'g1', version: 1 + open };
      return fixture.send(realtime('show-answers', { ...more, question: withBoard(open) }));
    };
    expect(opened()).toEqual(["0 of 3 open, yours isn't out yet", 0, '']);
    await reveal(1);
    expect(opened()).toEqual(["0 of 3 open, yours isn't out yet", 0, '']);
    const opening = "The board is opening, yours isn't out yet";
    await fixture.advance(1_000);
    expect(opened()).toEqual(["1 of 3 open, yours isn't out yet", 1, opening]);
    await reveal(2);
    await fixture.advance(1_000);
    expect(opened()).toEqual(["2 of 3 open, yours isn't out yet", 2, opening]);
    await reveal(3);
    await fixture.advance(1_000);
    expect(opened()).toEqual(['3 of 3 open', 3, '3 of 3 open']);
    await fixture.send(worth(1));
    expect(screen.queryByText(/of 3 open/)).toBe(null);
  });
  it('vibrates when the points are shown, longer for number one [R2.answer-reveal-haptic]', async () => {
    const { send, vibrate } = await at();
    await send(worth(40, { shownAt: T0, position: 1 }));
    expect(vibrate.mock.calls).toEqual([[[20, 60, 20, 60, 60]]]);
  });
  it('plays a sound if sound is on, longer for number one, but never for contestants, who have microphones [R2.answer-reveal-heard]', async () => {
    expect(await heard(viewer, true)).toEqual([523, 659, 784, 1_047, NOISE]);
    expect(await heard(viewer, false)).toEqual([]);
    expect(await heard(contestant, true)).toEqual([]);
  });
  it('does not vibrate for contestants, who have microphones [R2.answer-reveal-haptic]', async () => {
    const desk = await at(contestant);
    await desk.send(worth(5, { shownAt: T0, position: 1 }));
    expect([shown()?.textContent?.includes('Most popular'), desk.vibrate.mock.calls]).toEqual([
      true,
      [],
    ]);
  });
  it('does not vibrate with reduced motion [R2.answer-reveal-haptic]', async () => {
    const wanted = window.matchMedia('(prefers-reduced-motion: reduce)');
    const calm = vi
      .spyOn(window, 'matchMedia')
      .mockReturnValue(Object.create(wanted, { matches: { value: true } }));
    const { send, vibrate } = await at();
    await send(worth(40, { shownAt: T0, position: 1 }));
    expect(vibrate).not.toHaveBeenCalled();
    calm.mockRestore();
  });
  it('says that the points come when the whole board is open and the answer is not on it', async () => {
    const fixture = await at(viewer, [waits], [withBoard(3)]);
    await fixture.advance(2_000);
    expect(spoken()).toBe('Locked in! Watch the screen.');
    await fixture.advance(1_000);
    expect(spoken()).toBe('The board is open. Your points come in a moment.');
  });
  it('shows the new rank after the points [R2.answer-reveal-place]', async () => {
    const fixture = await at();
    await fixture.tellBoards(standing(7, 55));
    expect(shown()?.textContent).toContain('7th in Home today');
    await fixture.send(worth(33, { shownAt: T0, position: 2 }));
    await fixture.tellBoards(standing(4, 88));
    expect(shown()?.textContent).toContain('4thup 388 points');
  });
  it('shows the new rank only when the board is open, as other rows still bring points [R2.answer-reveal-place]', async () => {
    const fixture = await at(viewer, [waits], [withBoard(2)]);
    await fixture.advance(2_000);
    await fixture.tellBoards(standing(7, 55));
    await fixture.send(worth(33, { shownAt: T0, position: 2 }));
    await fixture.tellBoards(standing(1, 88));
    expect(shown()?.textContent).toContain('7th in Home today55 points');
    const more = { feed: 'house', gameSessionId: 'g1', version: 4 };
    await fixture.send(realtime('show-answers', { ...more, question: withBoard(3) }));
    await fixture.tellBoards(standing(4, 88));
    await fixture.advance(1_000);
    expect(shown()?.textContent).toContain('4thup 388 points');
  });
  it('shows no climb with the first points, as there was no place before [R2.answer-reveal-place]', async () => {
    const fixture = await at();
    await fixture.tellBoards(standing(9, 0));
    await fixture.send(worth(5, { shownAt: T0, position: 1 }));
    await fixture.tellBoards(standing(1, 5));
    expect(shown()?.textContent).toContain('1st in Home today5 points');
  });
  it('shows the new rank also if the standing arrives with the points [R2.answer-reveal-place]', async () => {
    const fixture = await at();
    await fixture.tellBoards(standing(7, 55));
    await act(async () => {
      fixture.boards.send(standing(4, 88));
      fixture.actor.send(worth(33, { shownAt: T0, position: 2 }));
      await settled();
    });
    expect(shown()?.textContent).toContain('4thup 388 points');
  });
  it('shows for how many questions in a row the player was on the board [R2.answer-reveal-streak]', async () => {
    const before = { ...answerTo(2), answeredAt: T0 - 20_000, awardedPoints: 3, shownAt: T0 - 10 };
    const fixture = await at(
      viewer,
      [waits, before],
      [played(1), played(2, { ...revealed, state: 'published', lockedAt: T0 - 10 })],
    );
    expect(shown()?.textContent).not.toContain('in a row');
    await fixture.send(worth(33, { shownAt: T0, position: 2 }));
    expect(shown()?.textContent).toContain('2 in a row on the board');
  });
  it('is at the top until the next question takes its place', async () => {
    const fixture = await at(viewer, [waits], [played(3), played(1)]);
    expect(titles()).toEqual(['Question 1?', 'Question 3?']);
    const next = question(4, { home: untimed, studio: untimed });
    await fixture.send(
      realtime('question-released', {
        feed: 'house',
        type: 'home',
        version: 2,
        gameSessionId: 'g4',
        question: next,
      }),
    );
    expect([titles()[0], shown()]).toEqual(['Question 4?', null]);
  });
});
