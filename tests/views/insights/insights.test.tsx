import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createActor } from 'xstate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DistributionItem, Grouping } from '#machines/contract/entities.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import {
  distributionMachine,
  groupingMachine,
  type InsightsQuery,
} from '#machines/results/insights.ts';
import type { ShowView } from '#machines/show/calls.ts';
import type { CallApi } from '#src/effects/api.ts';
import InsightsView, { Insights } from '#src/screens/insights/insights.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { NO_TOPS, admin, realtime, T0 } from '#tests/support/game.ts';
import { producerFixture } from '#tests/support/producer-fixture.ts';
import { showView } from '#tests/support/show-view.ts';
import { createRoot, signedIn } from '#tests/support/root.tsx';
import { alertText, axeFindings, manualPort } from '#tests/support/screens.tsx';

const items = (count: number): DistributionItem[] =>
  Array.from({ length: count }, (_, index) => ({
    answer_text: `answer ${index + 1}`,
    count: count - index,
  }));
const group = (groupId: string, representative: string, count: number, texts: string[]) => ({
  groupId,
  representative,
  count,
  pointsPerAnswer: count - 1,
  contestantPoints: 5,
  answers: texts.map((originalText) => ({ originalText, userId: null })),
});
const grouping = (more: Partial<Grouping> = {}): Grouping => ({
  showId: 's1',
  itemId: 'i1',
  aiEnabled: true,
  totalAnswers: 3,
  totalGroups: 1,
  explanation: 'Grouped by a model.',
  groupingDetails: [group('k1', 'Umbrella', 3, ['umbrella', 'umbrela', 'umbrella'])],
  ...more,
});

function open() {
  const clock = createFakeClock(T0);
  const distribution = manualPort<{ readonly query: InsightsQuery }, readonly DistributionItem[]>();
  const groups = manualPort<{ readonly query: InsightsQuery }, Grouping>();
  const { producer, loads, perform } = producerFixture();
  const options = { clock, input: { query: { gameSessionId: 'g1' }, random: () => 0.5 } };
  const groupingActor = createActor(
    groupingMachine.provide({ actors: { load: groups.logic } }),
    options,
  ).start();
  render(
    <main>
      <Insights
        producer={producer}
        distribution={createActor(
          distributionMachine.provide({ actors: { load: distribution.logic } }),
          options,
        ).start()}
        grouping={groupingActor}
      />
    </main>,
  );
  const refresh = () => act(() => groupingActor.send({ type: 'load.retry' }));
  return {
    distribution,
    groups: { ...groups, refresh },
    /** The producer's decisions, and a reply to the oldest pending one. */
    decisions: {
      asked: () =>
        perform.asked.map(({ act: posted, showId }) => [
          showId,
          posted.type === 'decide' && posted.decision,
        ]),
      answer: (outcome: Outcome<ShowView> = success(showView())) => perform.answer(outcome),
      ready: () => loads(success(showView().direction)),
    },
    person: userEvent.setup({ delay: null }),
  };
}
const part = (name: string) => screen.getByRole('region', { name });
const words = (name: string) =>
  [...part(name).children].map(({ textContent }) => textContent).filter((text) => text !== '');
const regions = () =>
  screen.queryAllByRole('region').map((region) => region.getAttribute('aria-label'));
const folded = () => part('AI grouping').querySelectorAll('details').length;
const merge = (
  mergeId: string,
  state: 'applied' | 'held' | 'accepted' | 'dismissed',
  ...names: string[]
): NonNullable<Grouping['merges']>[number] => ({
  mergeId,
  state,
  judgedAt: T0,
  texts: names,
  groups: names.map((representative, index) => ({
    groupId: `group of ${representative}`,
    representative,
    count: names.length - index,
  })),
});

const twoMerges = (state: 'held' | 'accepted' | 'dismissed') =>
  success(
    grouping({
      merges: [merge('j1', state, 'umbrella', 'hat'), merge('j2', state, 'cap', 'beret')],
    }),
  );

describe('the analysis of answers for the producer', () => {
  it('shows placeholders while it loads', () => {
    open();
    expect([words('Answer distribution'), words('AI grouping')]).toEqual([
      ['Answer distribution', 'Loading the answers'],
      ['AI grouping', 'Loading the groups'],
    ]);
  });
  it('has the most frequent texts, and the number of those left out [R2.admin-distribution]', async () => {
    const { distribution } = open();
    await distribution.answer(success(items(12)));
    expect(words('Answer distribution').slice(1)).toEqual([
      ...items(12)
        .slice(0, 10)
        .map(({ answer_text, count }) => `${answer_text}${count} `),
      'And 2 more, given 3 times',
    ]);
  });
  it('has each group with its points for each audience and its texts [R2.admin-grouping R2.grouping-worth]', async () => {
    const { groups } = open();
    await groups.answer(success(grouping()));
    expect(words('AI grouping').slice(1)).toEqual([
      'AI3 answers in 1 group',
      'Grouped by a model.',
      'Umbrella3 Home 2 points · Studio 5 pointsumbrellaumbrela',
    ]);
  });
  it('says when text matching made the groups [R2.grouping-by]', async () => {
    const { groups } = open();
    await groups.answer(success(grouping({ aiEnabled: false, totalGroups: 2, totalAnswers: 1 })));
    expect(words('AI grouping')[1]).toBe('Text matching1 answer in 2 groups');
  });
  it('shows who made each group, and the match reason of each text [R2.grouping-by]', async () => {
    const { groups } = open();
    const reasons = [
      'exact',
      'spelling',
      'word-order',
      'short-form',
      'number',
      'meaning',
      'known-name',
      'model',
    ] as const;
    await groups.answer(
      success(
        grouping({
          totalGroups: 2,
          groupingDetails: [
            {
              ...group('k1', 'Umbrella', 3, []),
              madeBy: 'model',
              answers: reasons.map((matchReason) => ({
                originalText: `by ${matchReason}`,
                userId: null,
                matchReason,
              })),
            },
            { ...group('k2', 'Hat', 1, ['hat']), madeBy: 'text' },
          ],
        }),
      ),
    );
    expect(words('AI grouping').slice(3)).toEqual([
      [
        'Umbrella3 Home 2 points · Studio 5 points · AI',
        'by exact',
        'by spelling (spelling)',
        'by word-order (word order)',
        'by short-form (short form)',
        'by number (same number)',
        'by meaning (same meaning)',
        'by known-name (known name)',
        'by model (AI)',
      ].join(''),
      'Hat1 Home 0 points · Studio 5 points · Text matchinghat',
    ]);
  });
  it('shows the largest groups and the number of others, which can be shown too', async () => {
    const { groups, person } = open();
    const groupingDetails = Array.from({ length: 12 }, (_, index) =>
      group(`k${index}`, `Group ${index}`, 20 - index, ['a', 'b']),
    );
    await groups.answer(success(grouping({ totalGroups: 30, groupingDetails })));
    expect([folded(), words('AI grouping').slice(-2)]).toEqual([
      10,
      ['And 20 smaller groups', 'Show 12 groups'],
    ]);
    expect(words('AI grouping')[3]).toContain(
      'Showing the first 2 answers; 18 more are in the group.',
    );
    await person.click(screen.getByRole('button', { name: 'Show 12 groups' }));
    expect([folded(), words('AI grouping').slice(-2)]).toEqual([
      12,
      ['And 18 smaller groups', 'Show fewer groups'],
    ]);
  });
  it('shows that there are no answers [R2.empty-answers]', async () => {
    const { distribution, groups } = open();
    await distribution.answer(success([]));
    await groups.answer(
      success(grouping({ totalAnswers: 0, totalGroups: 0, groupingDetails: [] })),
    );
    expect([words('Answer distribution')[1], words('AI grouping')[1]]).toEqual([
      'No answers submitted yet.',
      'No answers submitted yet.',
    ]);
  });
  it('omits a part that could not be loaded, and shows the rest [R8.insights-failed]', async () => {
    const { distribution, groups } = open();
    await groups.answer(success(grouping()));
    await distribution.answer(refusal('Not now.'));
    expect([regions(), alertText()]).toEqual([['AI grouping'], '']);
  });
  it('has no axe finding', async () => {
    const { distribution, groups } = open();
    await distribution.answer(success(items(2)));
    await groups.answer(success(grouping()));
    expect(await axeFindings()).toEqual([]);
  });
});

describe('a merge that was held back', () => {
  it('shows what would be merged with the numbers of answers; the rest is counted [R2.grouping-held]', async () => {
    const { groups } = open();
    await groups.answer(
      success(
        grouping({
          merges: [
            merge('j1', 'held', 'umbrella', 'hat'),
            merge('j2', 'held', ...Array.from({ length: 10 }, (_, index) => `t${index}`)),
          ],
        }),
      ),
    );
    const shown = [...part('Held back').querySelectorAll('li > p')];
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      '"umbrella" and "hat" (3 answers in 2 groups)',
      '"t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", and 2 more (55 answers in 10 groups)',
    ]);
    expect(await axeFindings()).toEqual([]);
  });

  it('shows the effect of accepting and dismissing, for one and for all', async () => {
    const { groups } = open();
    const effects = () =>
      [...part('Held back').querySelectorAll('ul:first-of-type > li')].map(
        ({ textContent }) => textContent,
      );
    await groups.answer(success(grouping({ merges: [merge('j1', 'held', 'umbrella', 'hat')] })));
    expect(effects()).toEqual([
      'Accept: 2 groups with 3 answers become 1 group, and all points update at once.',
      'Dismiss: groups and points stay as they are. You can change your mind later.',
    ]);
    expect(within(part('Held back')).queryByRole('button', { name: /all/u })).toBeNull();
  });

  it.each([
    ['Accept all 2', true],
    ['Dismiss all 2', false],
  ])(
    'is decided with all others by the key on %s, and the focus stays [R2.grouping-held]',
    async (name, accepted) => {
      const { groups, decisions, person } = open();
      await decisions.ready();
      await groups.answer(twoMerges('held'));
      expect(part('Held back').textContent).toContain(
        'Accept all: 4 groups with 6 answers become 2 groups',
      );
      screen.getByRole('button', { name }).focus();
      await person.keyboard('{Enter}{Enter}');
      const kind = accepted ? 'accept' : 'dismiss';
      expect(decisions.asked()).toEqual([['s1', { kind, mergeIds: ['j1', 'j2'] }]]);
      const status = screen.getAllByRole('status').at(-1);
      expect(status?.textContent).toBe('');
      await decisions.answer();
      expect(status?.textContent).toBe(
        `2 merges: ${accepted ? 'Accepted. Groups and points will update in a moment.' : 'Dismissed. Merged answers will separate in a moment.'}`,
      );
      groups.refresh();
      await groups.answer(twoMerges(accepted ? 'accepted' : 'dismissed'));
      expect(screen.queryByRole('region', { name: 'Held back' })).toBeNull();
      expect(document.activeElement?.textContent).toMatch(/^2 merges by AI/u);
    },
  );

  it('can be decided again, and so can a merge that was applied at once', async () => {
    const { groups, decisions, person } = open();
    await decisions.ready();
    const merges = [
      merge('j1', 'accepted', 'a'),
      merge('j2', 'dismissed', 'b', 'c'),
      merge('j3', 'applied', 'd', 'e'),
    ];
    await groups.answer(success(grouping({ merges })));
    expect(screen.queryByRole('region', { name: 'Held back' })).toBeNull();
    await person.click(screen.getByText('3 merges by AI'));
    expect(words('AI grouping')[3]).toBe(
      [
        '3 merges by AI',
        'Accepted: "a" (1 answer in 1 group)Dismiss',
        'Dismissed: "b" and "c" (3 answers in 2 groups)Accept',
        'Applied: "d" and "e" (3 answers in 2 groups)Dismiss',
      ].join(''),
    );
    await person.click(screen.getByRole('button', { name: 'Dismiss: keep "a" apart' }));
    await decisions.answer(refusal('Not now.'));
    expect(alertText()).toBe('Not now.');
    await person.click(screen.getByRole('button', { name: 'Accept: merge "b" and "c"' }));
    expect(alertText()).toBe('');
    expect(decisions.asked()).toEqual([
      ['s1', { kind: 'dismiss', mergeIds: ['j1'] }],
      ['s1', { kind: 'accept', mergeIds: ['j2'] }],
    ]);
  });
});

/** The number of requests for answers and groups after each of these events. */
async function askedAfter(...events: Parameters<ReturnType<typeof createRoot>['send']>[0][]) {
  let asked = 0;
  const call: CallApi = async (name) => {
    if (name === 'answerDistribution' || name === 'aiGrouping') asked += 1;
    return { ok: false, message: 'Not in this test.', status: null, reply: null };
  };
  const root = createRoot({ effects: { call } });
  await root.ports.restore.answer(signedIn(admin));
  render(root.page(<InsightsView gameSessionId="g1" />));
  const counts: number[] = [];
  await act(() => vi.advanceTimersByTimeAsync(0));
  for (const event of events) {
    await root.send(event);
    // Longer than any delay before a reload.
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    counts.push(asked);
  }
  return counts;
}

describe('keeping it fresh', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const none = { studio: 0, home: 0 };
  const counted = (gameSessionId: string) =>
    realtime('answers-counted', { gameSessionId, answered: none, connected: none });
  const moved = realtime('boards-updated', { boards: NO_TOPS });

  it('reloads after answers or changed points of this question only [R4.after-answer-insights]', async () => {
    expect(await askedAfter(counted('g1'), counted('g2'), moved)).toEqual([4, 4, 6]);
  });
});
