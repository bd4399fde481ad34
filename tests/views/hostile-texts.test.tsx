import { render } from '@testing-library/react';
import { createActor } from 'xstate';
import { expect, it } from 'vitest';
import type { DistributionItem, Grouping } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import {
  distributionMachine,
  groupingMachine,
  type InsightsQuery,
} from '#machines/results/insights.ts';
import { Insights } from '#src/screens/insights/insights.tsx';
import ShellView from '#src/screens/shell/shell.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { producerFixture } from '#tests/support/producer-fixture.ts';
import { question, T0, timed, viewer } from '#tests/support/game.ts';
import { createRoot, signedIn } from '#tests/support/root.tsx';
import { manualPort } from '#tests/support/screens.tsx';
import { homeFixtureWith } from '#tests/views/home/fixture.tsx';
import { boardOf, entry, rows } from '#tests/views/leaderboard/fixture.tsx';

const HOSTILE = '<script>window.caught=1</script><img src="x" onerror="window.caught=1">';
/** How often the text occurs on the page, and the elements that it has created. */
const seen = () => ({
  times: (document.body.textContent ?? '').split(HOSTILE).length - 1,
  made: document.querySelectorAll('script, img, iframe, [onerror]').length,
});

it('shows a question and a player exactly as written', async () => {
  const hostile = question(1, { home: timed(90) }, { question_text: HOSTILE });
  const page = await homeFixtureWith(viewer, hostile);
  const before = seen();
  await page.board.answer(boardOf([entry(HOSTILE, 2, 9, 1)]));
  expect([before.times > 0, before.made]).toEqual([true, 0]);
  expect(rows().flat()).toContain(HOSTILE);
  expect(seen()).toEqual({ times: before.times + 1, made: 0 });
});

it('shows answers and groups exactly as written', async () => {
  const distribution = manualPort<{ readonly query: InsightsQuery }, readonly DistributionItem[]>();
  const groups = manualPort<{ readonly query: InsightsQuery }, Grouping>();
  const options = {
    clock: createFakeClock(T0),
    input: { query: { gameSessionId: 'g1' }, random: () => 0.5 },
  };
  const loaded = {
    distribution: distributionMachine.provide({ actors: { load: distribution.logic } }),
    grouping: groupingMachine.provide({ actors: { load: groups.logic } }),
  };
  render(
    <Insights
      producer={producerFixture().producer}
      distribution={createActor(loaded.distribution, options).start()}
      grouping={createActor(loaded.grouping, options).start()}
    />,
  );
  await distribution.answer(success([{ answer_text: HOSTILE, count: 1 }]));
  expect(seen()).toEqual({ times: 1, made: 0 });
  await groups.answer(
    success({
      showId: 's1',
      itemId: 'i1',
      aiEnabled: true,
      totalAnswers: 1,
      totalGroups: 1,
      explanation: 'Grouped by a model.',
      groupingDetails: [
        {
          groupId: 'k1',
          representative: HOSTILE,
          pointsPerAnswer: 1,
          contestantPoints: 5,
          count: 1,
          answers: [{ originalText: 'plain', userId: null }],
        },
      ],
      merges: [
        {
          mergeId: 'j1',
          state: 'held',
          judgedAt: T0,
          texts: [HOSTILE],
          groups: [{ groupId: 'k1', representative: HOSTILE, count: 1 }],
        },
      ],
    }),
  );
  expect(seen()).toEqual({ times: 3, made: 0 });
});

it('greets a name exactly as written', async () => {
  const root = createRoot();
  render(root.page(<ShellView>Text</ShellView>));
  await root.ports.restore.answer(signedIn({ ...viewer, name: HOSTILE }));
  const { times, made } = seen();
  expect([times > 0, made]).toEqual([true, 0]);
});
