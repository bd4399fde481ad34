import { prerender as renderWhole } from 'react-dom/static';
import { waitFor } from 'xstate';
import { selectIsStarting } from '#machines/app.ts';
import { App } from './app.tsx';
import { startApp } from './effects/provide/app.ts';
import { createRuntime } from './effects/runtime.ts';
import { SCREENS } from './routes.tsx';

/**
 * Returns the HTML of the screen at the window's path as a visitor without a session sees it. Only the build calls it,
 * with a window of its own.
 * @throws what a part of the screen throws
 */
export async function prerender(): Promise<string> {
  const runtime = createRuntime(window);
  const app = startApp(runtime, window);
  await waitFor(app, (state) => !selectIsStarting(state));
  const failures: unknown[] = [];
  const { prelude } = await renderWhole(<App root={{ app, runtime }} screens={SCREENS} />, {
    onError: (error) => void failures.push(error),
    // In one piece: scripts would put the others in their places.
    progressiveChunkSize: Infinity,
  });
  const html = await new Response(prelude).text();
  app.stop();
  if (failures.length > 0) throw failures[0];
  // The program writes the title into the head.
  return html.replace(/^<title>[^<]*<\/title>/u, '');
}
