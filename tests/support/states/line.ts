import { m } from 'messages';
import type { Page } from 'playwright';
import type { SocketReply } from '#machines/contract/events.ts';

/* Network faults of a page, so that waiting and failing are visible. A pattern is a glob over
   the whole address. */

export const QUESTIONS = '**/api/game-sessions/*-questions?*';
export const BOARDS = '**/api/game-sessions/leaderboard*';
export const SESSION_BOARD = '**/api/game-sessions/leaderboard/*';
export const ADMIN_QUESTIONS = '**/api/game-sessions/admin/questions*';
export const ADMIN_USERS = '**/api/game-sessions/admin/users*';

/** The reply never comes. */
export const hold = (page: Page, pattern: string): Promise<unknown> =>
  page.route(pattern, () => {});

/** The connection breaks. */
export const cut = (page: Page, pattern: string): Promise<unknown> =>
  page.route(pattern, (route) => route.abort());

/** The server refuses. */
export const refuse = (
  page: Page,
  pattern: string,
  status = 503,
  error: string = m.serverUnavailable(),
): Promise<unknown> => page.route(pattern, (route) => route.fulfill({ status, json: { error } }));

/** The server never replies to the answer that the page submits, or refuses it so. Before the page is opened. */
export async function stopAnswer(page: Page, reply: SocketReply | null): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const [, id] = /^42(\d+)\["submit-answer"/u.exec(message.toString()) ?? [];
      if (id === undefined) server.send(message);
      else if (reply !== null) socket.send(`43${id}${JSON.stringify([reply])}`);
    });
  });
  // Without a reply on the live line the page makes a request.
  await hold(page, '**/api/game-sessions/answers');
}

/** The server sends this reply instead. */
export const answerWith = (page: Page, pattern: string, json: object): Promise<unknown> =>
  page.route(pattern, (route) => route.fulfill({ json }));

/** The server is slow: the page is painted before its content. */
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

/** The live connection breaks and cannot be restored. Before the page is opened. */
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

/** Reloads the page; resolves when its snapshot has arrived: it receives all later changes. */
export async function reloadLive(page: Page): Promise<void> {
  const snapshotArrived = page.waitForEvent('websocket', {
    // Listens from the first frame on: on a busy machine the snapshot may have come with the event.
    predicate: (socket) =>
      new Promise<boolean>((resolve) => {
        socket.on('framereceived', ({ payload }) => {
          if (payload.toString().includes('"snapshot"')) resolve(true);
        });
      }),
  });
  await page.reload();
  await snapshotArrived;
}

/**
 * From now on timers of the page of a second or more run a hundred times faster: retries fail soon.
 */
export const hurry = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const start = globalThis.setTimeout.bind(globalThis);
    const hurried = (run: TimerHandler, ms = 0): number => start(run, ms >= 1_000 ? ms / 100 : ms);
    Reflect.set(globalThis, 'setTimeout', hurried);
  });

/**
 * Timers of the page of a second or more never fire: a temporary state (a banner, a delayed
 * redirect, a simulated request) stays visible. Before the page is opened.
 */
export const holdMoments = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const start = globalThis.setTimeout.bind(globalThis);
    const held = (run: TimerHandler, ms = 0): number => (ms >= 1_000 ? 0 : start(run, ms));
    Reflect.set(globalThis, 'setTimeout', held);
  });
