import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createActor } from 'xstate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DistributionItem, Grouping } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { distributionMachine, groupingMachine, type InsightsQuery } from '#machines/insights.ts';
import type { CallApi } from '#src/effects/api.ts';
import InsightsView, { Insights } from '#src/views/home/insights.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { admin, realtime, T0 } from '#tests/support/game.ts';
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
  const options = { clock, input: { query: { gameSessionId: 'g1' }, random: () => 0.5 } };
  render(
    <main>
      <Insights
        distribution={createActor(
          distributionMachine.provide({ actors: { load: distribution.logic } }),
          options,
        ).start()}
        grouping={createActor(
          groupingMachine.provide({ actors: { load: groups.logic } }),
          options,
        ).start()}
      />
    </main>,
  );
  return { distribution, groups, person: userEvent.setup({ delay: null }) };
}
const part = (name: string) => screen.getByRole('region', { name });
const words = (name: string) => [...part(name).children].map(({ textContent }) => textContent);

describe('what the producer sees of the answers', () => {
  it('waits in its own shape', () => {
    open();
    expect([words('Answer distribution'), words('AI grouping')]).toEqual([
      ['Answer distribution', 'Loading the answers'],
      ['AI grouping', 'Loading the groups'],
    ]);
  });
  it('is the most frequent texts, and how many are left out [R2.admin-distribution]', async () => {
    const { distribution } = open();
    await distribution.answer(success(items(12)));
    expect(words('Answer distribution').slice(1)).toEqual([
      ...items(12)
        .slice(0, 10)
        .map(({ answer_text, count }) => `${answer_text}${count} `),
      'And 2 more, given 3 times',
    ]);
  });
  it('is each group, what it is worth to whom, and the texts in it [R2.admin-grouping R2.grouping-worth]', async () => {
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
  it('says that nobody has answered [R2.empty-answers]', async () => {
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
  it('fails one part at a time, with the way on [R8.insights-failed]', async () => {
    const { distribution, groups, person } = open();
    await groups.answer(success(grouping()));
    await distribution.answer(refusal('Not now.'));
    expect(alertText()).toBe('Not now.');
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    await distribution.answer(success(items(1)));
    expect([alertText(), words('Answer distribution')[1]]).toEqual(['', 'answer 11 ']);
  });
  it('has no axe finding', async () => {
    const { distribution, groups } = open();
    await distribution.answer(success(items(2)));
    await groups.answer(success(grouping()));
    expect(await axeFindings()).toEqual([]);
  });
});

/** How often the server was asked after each of these events. */
async function askedAfter(...events: Parameters<ReturnType<typeof createRoot>['send']>[0][]) {
  let asked = 0;
  const call: CallApi = async () => {
    asked += 1;
    return { ok: false, message: 'Not in this test.', status: null, reply: null };
  };
  const root = createRoot({ effects: { call } });
  await root.ports.restore.answer(signedIn(admin));
  render(root.page(<InsightsView gameSessionId="g1" />));
  const counts: number[] = [];
  await act(() => vi.advanceTimersByTimeAsync(0));
  for (const event of events) {
    await root.send(event);
    // Longer than anybody waits before asking again.
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
  const moved = realtime('boards-updated', {});

  it('asks again when answers to this question came in or points moved, and for no other [R4.after-answer-insights]', async () => {
    expect(await askedAfter(counted('g1'), counted('g2'), moved)).toEqual([4, 4, 6]);
  });
});
