import type { Page, WebSocketRoute } from 'playwright';
import type { StageView } from '#machines/contract/stage.ts';

const OPENED = { sid: 'line', upgrades: [], pingInterval: 1e9, pingTimeout: 1e9, maxPayload: 1e6 };

/** Opens the stage screen on a connection controlled by the test, which sends its events. */
export async function openWithEvents(page: Page, path: string): Promise<(show: StageView) => void> {
  let routing = Promise.resolve();
  const opened = new Promise<WebSocketRoute>((resolve) => {
    routing = page.routeWebSocket(/\/socket\.io\//, (socket) => {
      socket.onMessage((frame) => {
        if (!frame.toString().startsWith('40')) return;
        socket.send('40{"sid":"line"}');
        resolve(socket);
      });
      socket.send(`0${JSON.stringify(OPENED)}`);
    });
  });
  // A page that loads earlier would open a connection of its own.
  await routing;
  await page.goto(path);
  const socket = await opened;
  return (show) => socket.send(`42${JSON.stringify(['show-updated', { show }])}`);
}
