import { m } from 'messages';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Direction } from '#machines/contract/stage.ts';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import { rundown, showView } from '#tests/support/show-view.ts';
import { axeFindings } from '#tests/support/screens.tsx';
import { question } from './question.ts';
import { direction, hidden, panel, revealed, stagePanelFixture } from './stage-fixture.tsx';

const closing = (closesAt: number) => ({ released: true, timed: true, closesAt });
const PATH = '/gameshow#key=K1';
const ADDRESS = `${window.location.origin}${PATH}`;
const isShown = () => screen.queryByText(ADDRESS) !== null;

async function directed(
  more: Partial<Direction> = {},
  questions?: readonly AdminQuestion[],
  createdLink: Parameters<typeof stagePanelFixture>[0] = null,
) {
  const fixture = await stagePanelFixture(createdLink, questions);
  await fixture.loads(success(direction(more)));
  return {
    ...fixture,
    acts: () => fixture.perform.asked.map(({ act }) => act),
  };
}
const names = () =>
  panel()
    .getAllByRole('button')
    .map(
      (button) => button.getAttribute('aria-label') ?? button.querySelector('span')?.textContent,
    );
const revealNext = () => panel().getByRole('button', { name: /^Reveal next/ });

/** The button on a question's card. */
const there = (id: string) => within(screen.getByRole('article', { name: id })).getByRole('button');
const onCard = (id: string) => [there(id).textContent, there(id).matches(':disabled')];
const REASONS: ReadonlySet<string> = new Set([
  m.showNoQuestion(),
  m.showStillOpen(),
  m.showNothingLeft(),
  m.questionsNoAnswers(),
]);
/** The panel's reason why nothing can be revealed; null: none. */
const whyNot = () => panel().queryByText((text) => REASONS.has(text))?.textContent ?? null;
const face = () => [
  revealNext().matches(':disabled'),
  panel().getByRole('button', { name: 'Reveal book' }).matches(':disabled'),
  whyNot(),
];

describe('the stage on the panel', () => {
  it.each([
    ['idle', 'On the stage: the name of the show'],
    ['board', "On the stage: today's scores"],
    ['question', 'On the stage: Question q1 1 of 2 revealed'],
  ] as const)('shows the scene %s [R2.direct-now]', async (scene, words) => {
    await directed({ scene });
    expect(panel().getByText(/^On the stage:/).textContent).toBe(words);
    expect(await axeFindings()).toEqual([]);
  });

  it('has every group with its answers and points, and whether it is revealed [R2.direct-places]', async () => {
    const { groups } = direction();
    await directed({ groups: groups.map((group) => ({ ...group, sharedPlace: 1 })) });
    expect(
      panel()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '1 =towel 12 answers, Home +11, Studio +5Hide',
      '1 =book 12 answers, Home +11, Studio +5Reveal',
    ]);
  });

  it('gives the studio no points for a group that only home viewers gave', async () => {
    const [group] = hidden;
    await directed(group && { groups: [{ ...group, homePoints: 12 }] });
    expect(panel().getByRole('listitem').textContent).toMatch(/Home \+12, Studio \+0/u);
  });

  it('keeps the space of its button on each card until it has loaded', async () => {
    const { loads } = await stagePanelFixture();
    expect(onCard('q2')).toEqual(['Put on the stage', true]);
    await loads(success(direction()));
    expect(onCard('q2')).toEqual(['Put on the stage', false]);
  });

  it('names what a running show with its own screens shows, and leads to its control room', async () => {
    const { loads } = await stagePanelFixture();
    const join = { code: 'ABC', joining: 'code' } as const;
    const own = showView({
      rundown: rundown({ state: 'live', join }),
      direction: direction({ showId: 's1' }),
    });
    await loads(success(direction({ scene: 'idle' })), own);
    expect(screen.getAllByRole('article').map(({ textContent }) => textContent)).toEqual([
      'Friday: 1 of 2 revealedControl Room',
      'Friday: another questionControl Room',
    ]);
  });

  it('marks the card that is on the stage screen', async () => {
    await directed();
    expect(onCard('q1')).toEqual(['On the stage', true]);
    expect(there('q2').textContent).toBe('Put on the stage');
  });
});

describe('a button of the panel [R2.direct-open]', () => {
  it('is disabled with a reason until the last window closes', async () => {
    const windows = { studio: closing(5_000), home: closing(9_000) };
    const { pass } = await directed({}, [question('q1', { windows })]);
    expect(face()).toEqual([true, true, m.showStillOpen()]);
    await pass(8_999);
    expect(face()).toEqual([true, true, m.showStillOpen()]);
    await pass(1);
    expect(face()).toEqual([false, false, null]);
  });

  it.each<[string, Partial<Direction>, string[], string | null]>([
    [
      'everything is revealed',
      { groups: revealed },
      ['Reveal next', 'Hide last', 'Show board', 'Clear', 'Hide towel', 'Hide book', 'Create link'],
      m.showNothingLeft(),
    ],
    [
      'nothing is',
      { groups: hidden },
      ['Reveal next', 'Show board', 'Clear', 'Reveal towel', 'Reveal book', 'Create link'],
      null,
    ],
    [
      'nobody has answered',
      { groups: [] },
      ['Reveal next', 'Show board', 'Clear', 'Create link'],
      m.questionsNoAnswers(),
    ],
    [
      'the boards are shown',
      { scene: 'board' },
      ['Reveal next', 'Clear', 'Create link'],
      m.showNoQuestion(),
    ],
    [
      'nothing is shown',
      { scene: 'idle' },
      ['Reveal next', 'Show board', 'Create link'],
      m.showNoQuestion(),
    ],
  ])('when %s', async (_, more, buttons, why) => {
    await directed({ ...more, link: null });
    expect(names()).toEqual(buttons);
    expect([revealNext().matches(':disabled'), whyNot()]).toEqual([why !== null, why]);
  });

  it('acts once for a double click, even after the reply to the first', async () => {
    const { does, acts } = await directed({ groups: hidden });
    fireEvent.click(revealNext(), { detail: 1 });
    await does(success(direction()));
    fireEvent.click(revealNext(), { detail: 2 });
    expect(acts()).toEqual([{ type: 'reveal', itemId: 'item-q1' }]);
  });

  it('has the key that it shows [R2.direct-keys]', async () => {
    await directed();
    const keys = screen
      .getAllByRole('button')
      .flatMap((button) => button.getAttribute('aria-keyshortcuts') ?? []);
    expect(keys).toEqual(['R', 'T', 'B', 'C']);
  });
});

describe('the link of the stage screen', () => {
  const createdLink = { path: PATH, createdAt: 1_000 };

  it('can be created, and the page opens in another tab for an admin [R2.direct-link]', async () => {
    const { person, acts } = await directed({ link: null });
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    expect(acts()).toEqual([{ type: 'createLink' }]);
    const here = screen.getByRole('link', { name: 'Open stage screen' });
    expect([here.getAttribute('href'), here.getAttribute('target')]).toEqual([
      '/gameshow',
      '_blank',
    ]);
  });
  it('is shown once, for copying [R2.direct-link]', async () => {
    const { person } = await directed({}, undefined, createdLink);
    expect(isShown()).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Copy address' }));
    expect(await navigator.clipboard.readText()).toBe(ADDRESS);
    expect(await axeFindings()).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Done' }));
    expect(isShown()).toBe(false);
  });
  it.each([null, { createdAt: 2_000 }])(
    'is hidden when another admin has revoked it: %j',
    async (link) => {
      await directed({ link }, undefined, createdLink);
      expect(isShown()).toBe(false);
    },
  );
  it('has its date of creation', async () => {
    await directed();
    const since = new Date(1_000).toLocaleString(undefined, {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    expect(screen.getByText(`A link opens it without logging in, since ${since}.`)).toBeDefined();
  });
  it.each([
    [
      'Revoke link',
      1,
      '1 screen goes dark, unless opened by an admin. The address stops working.',
      'revokeLink',
    ],
    [
      'Revoke link',
      2,
      '2 screens go dark, unless opened by an admin. The address stops working.',
      'revokeLink',
    ],
    [
      'New link',
      2,
      '2 screens go dark, unless opened by an admin. The old address stops working.',
      'createLink',
    ],
  ])(
    '%s with %i screens explains the effect on them first [R2.direct-revoke]',
    async (name, screens, words, type) => {
      const { person, acts } = await directed({ screens });
      await person.click(screen.getByRole('button', { name }));
      const dialog = within(screen.getByRole('dialog'));
      expect([dialog.getByText(/dark/).textContent, acts()]).toEqual([words, []]);
      expect(await axeFindings()).toEqual([]);
      await person.click(dialog.getByRole('button', { name: 'Cancel' }));
      expect([screen.queryByRole('dialog'), acts()]).toEqual([null, []]);
      await person.click(screen.getByRole('button', { name }));
      await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: /link$/ }));
      expect([screen.queryByRole('dialog'), acts()]).toEqual([null, [{ type }]]);
    },
  );
});
