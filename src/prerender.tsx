import { renderToString } from 'react-dom/server';
import { waitFor } from 'xstate';
import { selectIsStarting } from '#machines/app.ts';
import { App } from './app.tsx';
import { startApp } from './effects/provide/app.ts';
import { createRuntime } from './effects/runtime.ts';
import { preload, SCREENS } from './routes.tsx';

/** Where React leaves out a part that is not ready, or has failed. */
const UNREADY = '<!--$!-->';

/**
 * Returns the HTML of the screen at the window's path as a visitor without a session sees it. Only the build calls it,
 * with a window of its own.
 */
export async function prerender(): Promise<string> {
  const runtime = createRuntime(window);
  const app = startApp(runtime, window);
  await Promise.all([
    preload(window.location.pathname),
    import('./bindings/language-choice.tsx'),
    waitFor(app, (state) => !selectIsStarting(state)),
  ]);
  const render = (): string => renderToString(<App root={{ app, runtime }} screens={SCREENS} />);
  // The first passes the loaded code on to React.
  render();
  await new Promise((resolve) => setTimeout(resolve));
  const html = render();
  app.stop();
  if (html.includes(UNREADY)) throw new Error('A part of a static screen was not ready.');
  // The program writes the title into the head.
  return html.replace(/^<title>[^<]*<\/title>/u, '');
}
