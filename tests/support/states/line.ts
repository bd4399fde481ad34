import type { Page } from 'playwright';
import { MESSAGES } from '#machines/contract/messages.ts';

/* What the browser's network does to a page, so that waiting and failing can be looked at. A pattern is
   a glob over the whole address. */

export const QUESTIONS = '**/api/game-sessions/*-questions?*';
export const SUBMIT = '**/api/game-sessions/answers';
export const BOARDS = '**/api/game-sessions/leaderboard*';
export const SESSION_BOARD = '**/api/game-sessions/leaderboard/*';
export const ADMIN_QUESTIONS = '**/api/game-sessions/admin/questions*';
export const ADMIN_USERS = '**/api/game-sessions/admin/users*';

/** No answer ever comes. */
export const hold = (page: Page, pattern: string): Promise<unknown> =>
  page.route(pattern, () => {});

/** The line breaks. */
export const cut = (page: Page, pattern: string): Promise<unknown> =>
  page.route(pattern, (route) => route.abort());

/** The server refuses. */
export const refuse = (
  page: Page,
  pattern: string,
  status = 503,
  error: string = MESSAGES.unavailable,
): Promise<unknown> => page.route(pattern, (route) => route.fulfill({ status, json: { error } }));

/** The server answers this instead. */
export const answerWith = (page: Page, pattern: string, json: object): Promise<unknown> =>
  page.route(pattern, (route) => route.fulfill({ json }));

/** The server takes its time: the page is painted before its content. */
export const slow = (page: Page, pattern: string): Promise<unknown> =>
  page.route(pattern, async (route) => {
    await page.locator('main h1').waitFor();
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
    await route.fallback();
  });

/** The device loses its network. */
export const goOffline = (page: Page): Promise<void> => page.context().setOffline(true);

/** The live line breaks and cannot be taken up again. Before the page is asked for. */
export async function watchLiveLine(page: Page): Promise<{ readonly cut: () => Promise<void> }> {
  let isCut = false;
  const open = new Set<() => Promise<void>>();
  await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
    if (isCut) {
      await socket.close();
      return;
    }
    socket.connectToServer();
    open.add(() => socket.close());
  });
  return {
    cut: async () => {
      isCut = true;
      await cut(page, '**/socket.io/**');
      await Promise.all([...open].map((close) => close()));
    },
  };
}

/** Loads the page anew; resolves when it has been told how things are: what changes from then on, it hears. */
export async function reloadLive(page: Page): Promise<void> {
  const isTold = page.waitForEvent('websocket', {
    // Heard from its first frame on: on a busy machine it may have come with the event.
    predicate: (socket) =>
      new Promise<boolean>((resolve) => {
        socket.on('framereceived', ({ payload }) => {
          if (payload.toString().includes('"snapshot"')) resolve(true);
        });
      }),
  });
  await page.reload();
  await isTold;
}

/** From now on waits of the page of a second or more take a hundredth: attempts are soon in vain. */
export const hurry = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const start = globalThis.setTimeout.bind(globalThis);
    const hurried = (run: TimerHandler, ms = 0): number => start(run, ms >= 1_000 ? ms / 100 : ms);
    Reflect.set(globalThis, 'setTimeout', hurried);
  });

/**
 * Waits of the page of a second or more do not end: what is shown for a moment (a banner, the way to the
 * next page, a simulated sending) stays to be looked at. Before the page is asked for.
 */
export const holdMoments = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const start = globalThis.setTimeout.bind(globalThis);
    const held = (run: TimerHandler, ms = 0): number => (ms >= 1_000 ? 0 : start(run, ms));
    Reflect.set(globalThis, 'setTimeout', held);
  });
