import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/roles.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { CARDS_REQUESTS, PAGE_REQUESTS } from '#tests/support/page-requests.ts';
import { ADMIN } from '#tests/support/process.ts';
import { asker, signIn } from '#tests/support/states/scenario.ts';
import { answer, askQuestion, card, QUESTION } from './acts.ts';
import { arrive, producerSeat, seated } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();

/** The page's requests, apart from its own files. */
function requestsOf(page: Page) {
  let asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
  });
  return {
    /** Returns the requests since the last call. */
    take: (): string[] => {
      const taken = asked;
      asked = [];
      return taken;
    },
  };
}

describe.skipIf(chromium === null)('a running show', () => {
  const fixture = openShowFixture(chromium);

  it('causes no requests of its pages except for their own acts', async () => {
    const { url } = fixture.server;
    const ask = asker(url);
    const { token } = await signIn(ask, ADMIN.email, ADMIN.password);
    const viewer = await arrive(fixture.browser, { url, seat: await seated(url, 'Viewer') });
    const contestant = await arrive(fixture.browser, {
      url,
      seat: await seated(url, 'Contestant', ROLE.contestant),
    });
    await contestant.page.goto('/my-answer');
    const producer = await arrive(fixture.browser, {
      url,
      seat: await producerSeat(url),
      desktop: true,
    });
    await producer.page.goto('/que-cards');
    const others = await Promise.all(['Ada', 'Bo', 'Cy'].map((name) => seated(url, name)));
    const { id, gameSessionId } = await askQuestion(url, QUESTION);
    const answerAs = (who: { readonly token: string } | undefined, answerText: string) =>
      ask('submitAnswer', {
        token: who?.token ?? '',
        body: { gameSessionId, answerText },
      });
    const { page } = viewer;
    await page.getByText('No questions available').waitFor();
    await contestant.page.getByRole('main').waitFor();
    const lane = producer.page.getByRole('group', { name: 'Home' });
    await lane.waitFor();
    await Promise.all(
      [page, contestant.page, producer.page].map((each) => each.waitForLoadState('networkidle')),
    );
    const requests = {
      viewer: requestsOf(page),
      contestant: requestsOf(contestant.page),
      producer: requestsOf(producer.page),
    };
    const directed: Record<string, string[]> = {};
    const asked: Record<string, string[]> = {};
    const step = async (
      name: string,
      act: () => Promise<unknown>,
      isSeen: () => Promise<unknown>,
    ) => {
      await act();
      await isSeen();
      asked[name] = requests.viewer.take();
      await desk(name);
      directed[name] = requests.producer.take();
    };
    const revokeFrom = (audience: string) =>
      producer.page.getByRole('button', { name: `Revoke from ${audience}` });
    /** What the producer's page shows after it has received each step. */
    const shown: Record<string, ReturnType<Page['locator']>> = {
      released: revokeFrom('Home'),
      'answered by another': producer.page.getByText('1 answer', { exact: true }),
      'answered oneself': producer.page.getByText('2 answers', { exact: true }),
      'answered by more': producer.page.getByText('4 answers', { exact: true }),
      locked: revokeFrom('Studio'),
      revoked: lane.getByRole('button', { name: /^Release/ }),
      'released again': revokeFrom('Home'),
    };
    const desk = (name: string) => shown[name]?.first().waitFor();
    const rank = page.getByRole('button', { name: /^Score/ });

    await step(
      'released',
      () => ask('releaseHome', { token, params: { id }, body: {} }),
      () => card(page).getByRole('button', { name: 'Answer Question' }).waitFor(),
    );
    await step(
      'answered by another',
      () => answerAs(others[0], 'towel'),
      () => page.getByRole('row', { name: /Ada/ }).waitFor(),
    );
    await step(
      'answered oneself',
      () => answer(viewer, 'Towels'),
      () => rank.filter({ hasText: '2' }).waitFor(),
    );
    await step(
      'answered by more',
      () => Promise.all([answerAs(others[1], 'towel'), answerAs(others[2], 'a towel')]),
      () => rank.filter({ hasText: '4' }).waitFor(),
    );
    await step(
      'locked',
      () => ask('release', { token, params: { id }, body: { timerMinutes: 5, timerSeconds: 0 } }),
      () => contestant.page.getByRole('timer').waitFor(),
    );
    await step(
      'revoked',
      () => ask('revokeHome', { token, params: { id } }),
      () => card(page).waitFor({ state: 'hidden' }),
    );
    await step(
      'released again',
      () =>
        ask('releaseHome', { token, params: { id }, body: { timerMinutes: 0, timerSeconds: 1 } }),
      () => page.getByRole('row', { name: /Ada/ }).waitFor(),
    );
    await step(
      'expired',
      () => Promise.resolve(),
      () => card(page).getByText('Expired').first().waitFor(),
    );
    // Delayed requests would be sent in this time.
    await page.clock.runFor(15_000);
    await step(
      'later',
      () => Promise.resolve(),
      () => rank.filter({ hasText: '4' }).waitFor(),
    );

    // Questions released to the studio came with its events (specification §4).
    expect(requests.contestant.take()).toEqual([]);
    await step(
      'looked at other boards',
      async () => {
        await page.getByRole('tab', { name: "Today's Scores" }).click();
        await page.getByRole('tab', { name: 'All-Time Scores' }).click();
      },
      () => page.getByRole('row', { name: /Ada/ }).waitFor(),
    );
    await step(
      'went to the leaderboard',
      async () => {
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('link', { name: 'Leaderboard' }).click();
      },
      () => page.getByRole('row', { name: /Ada/ }).waitFor(),
    );
    const late = await seated(url, 'Dee');
    await ask('revoke', { token, params: { id } });
    await ask('revokeHome', { token, params: { id } });
    await ask('releaseHome', { token, params: { id }, body: {} });
    await step(
      'answered by another, at the leaderboard',
      () => answerAs(late, 'water'),
      () => page.getByRole('row', { name: /Dee/ }).waitFor(),
    );

    // The release and the answer arrive together, or each by itself.
    const there = 'answered by another, at the leaderboard';
    // The test has moved the page's clock, so the page requests the time at some point.
    for (const name of ['later', 'looked at other boards'])
      asked[name] = asked[name]?.filter((each) => each !== 'GET /api/config') ?? [];
    const arrival = 'went to the leaderboard';
    for (const name of [there, arrival]) asked[name] = [...new Set(asked[name])];
    // Concurrent requests come in any order.
    expect(
      Object.fromEntries(Object.entries(asked).map(([name, each]) => [name, each.toSorted()])),
    ).toEqual(PAGE_REQUESTS);
    expect(directed).toEqual(
      Object.fromEntries(Object.keys(PAGE_REQUESTS).map((name) => [name, CARDS_REQUESTS])),
    );
    expect([...viewer.faults, ...contestant.faults, ...producer.faults]).toEqual([]);
  });
});
