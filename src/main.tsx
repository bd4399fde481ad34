import { createRoot } from 'react-dom/client';
import { assign, createActor } from 'xstate';
import { isShowPage, routeAccess, showKeyOf } from '#machines/rules/access.ts';
import { App } from './app.tsx';
import { performEmitted } from './effects/emitted.ts';
import { CODE_KEY, isInspected } from './effects/inspected.ts';
import { watchIntent } from './effects/intent.ts';
import { firstPaint } from './effects/lazily.ts';
import { createLine } from './effects/line.ts';
import { logFault } from './effects/log.ts';
import { provideApp } from './effects/provide/app.ts';
import { createRuntime, type Runtime, serverOrigin } from './effects/runtime.ts';
import { createSessionStore, deviceStorage } from './effects/session.ts';
import { TIMERS } from './effects/timers.ts';
import { type Agent, loadAgent } from './inspector-entry.ts';
import { preload, SCREENS, show } from './routes.tsx';

/** Where the visit leads as far as can be told: without a session, perhaps to the login. */
function firstPath({ brand, session }: Runtime): string {
  const { pathname, hash } = window.location;
  const access = routeAccess(pathname, null, brand.slug, showKeyOf(hash));
  return session.token() === null && 'redirect' in access ? access.redirect : pathname;
}

function start(agent: Agent | null): void {
  const runtime = createRuntime(window, agent?.effects);
  agent?.follow(runtime.clock.now);

  // The code of the first screen comes along with the rest, not after it; that of the calls after both.
  const path = firstPath(runtime);
  preload(path);
  if (isShowPage(path, runtime.brand.slug)) show.preload();
  void firstPaint().then(runtime.warm);
  watchIntent(window, preload);

  const app = createActor(provideApp(runtime, window), {
    input: { now: runtime.clock.now, random: Math.random, days: runtime.days },
    clock: runtime.timers,
    inspect: performEmitted(runtime),
  }).start();

  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no place for the application');
  createRoot(place).render(<App root={{ app, runtime }} screens={SCREENS} />);
}

/** A window that cannot be inspected works as any other. */
async function startInspected(): Promise<void> {
  let agent: Agent | null = null;
  try {
    const { bootAgent } = await loadAgent();
    agent = await bootAgent({
      tab: window,
      origin: serverOrigin(window),
      codeKey: CODE_KEY,
      token: createSessionStore(deviceStorage(window), window).token,
      timers: TIMERS,
      openLine: createLine,
      assign,
      log: logFault,
    });
  } catch (error) {
    logFault('inspector', error);
  }
  start(agent);
}

if (isInspected(window)) void startInspected();
else start(null);
