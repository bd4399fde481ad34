import { createRoot } from 'react-dom/client';
import { assign, createActor, waitFor } from 'xstate';
import { selectIsStarting } from '#machines/app.ts';
import { isShowPage, routeAccess, showKeyOf } from '#machines/account/rules/access.ts';
import { App } from './app.tsx';
import { rootOptions } from './effects/emitted.ts';
import { CODE_KEY, isInspected } from './effects/inspected.ts';
import { prefetchOnIntent } from './effects/prefetch.ts';
import { firstPaint } from './effects/lazily.ts';
import { openSocketConnection } from './effects/socket-connection.ts';
import { logFault } from './effects/log.ts';
import { provideApp } from './effects/provide/app.ts';
import { createRuntime, type Runtime, serverOrigin } from './effects/runtime.ts';
import { createSessionStore, deviceStorage } from './effects/session.ts';
import { TIMERS } from './effects/timers.ts';
import { loadAgent, type ShowAgent } from './inspector-entry.ts';
import { liveBar, preload, SCREENS, show } from './routes.tsx';

/** How long the first drawing waits for the code of its screen and for who is there. */
const PATIENCE_MS = 500;

/** The path that this visit most likely leads to; without a session, perhaps the login. */
function firstPath({ brand, session }: Runtime): string {
  const { pathname, hash } = window.location;
  const access = routeAccess(pathname, null, brand.slug, showKeyOf(hash));
  return session.token() === null && 'redirect' in access ? access.redirect : pathname;
}

/** Keeps the page's changes until the code that follows a translator is here, and returns them. */
function keepChanges(place: HTMLElement): () => MutationRecord[] {
  const kept: MutationRecord[] = [];
  const observer = new MutationObserver((records) => kept.push(...records));
  observer.observe(place, { childList: true, subtree: true });
  return () => {
    kept.push(...observer.takeRecords());
    observer.disconnect();
    return kept;
  };
}

/** What the first paint does not wait for. */
async function followUp(place: HTMLElement, runtime: Runtime): Promise<void> {
  const changes = keepChanges(place);
  await firstPaint();
  void runtime.warm();
  try {
    // It comes with the code of the calls.
    const { watchTranslator } = await import('./effects/translated.ts');
    watchTranslator(place, changes());
  } catch (error) {
    logFault('translator', error);
  }
}

function start(place: HTMLElement, agent: ShowAgent | null): void {
  const runtime = createRuntime(window, agent?.effects);
  agent?.follow(runtime.clock.now);

  // The code of the first screen comes along with the rest, not after it; that of the calls after both.
  const path = firstPath(runtime);
  const isShow = isShowPage(path, runtime.brand.slug);
  const isCodeThere = Promise.all([
    isShow ? show.preload() : preload(path),
    // Inserted later, it would move the page.
    !isShow && runtime.session.wasAdmin() && liveBar.preload(),
  ]);
  prefetchOnIntent(window, (ahead) => void preload(ahead));

  const app = createActor(provideApp(runtime, window), {
    input: { now: runtime.clock.now, random: Math.random, days: runtime.days },
    ...rootOptions(runtime),
  }).start();

  const draw = (): void => {
    // It keeps what happens from the first drawing on.
    void followUp(place, runtime);
    createRoot(place).render(<App root={{ app, runtime }} screens={SCREENS} />);
  };
  // Once, as the first screen: a phone takes a fifth of a second for each drawing. Until then the page's own shape stands.
  const isKnown = waitFor(app, (state) => !selectIsStarting(state));
  const isLate = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  void Promise.race([Promise.all([isCodeThere, isKnown]), isLate]).then(draw, draw);
}

/** A window that cannot be inspected works like all others. */
async function startInspected(place: HTMLElement): Promise<void> {
  let agent: ShowAgent | null = null;
  try {
    const { bootShowAgent } = await loadAgent();
    agent = await bootShowAgent({
      tab: window,
      origin: serverOrigin(window),
      codeKey: CODE_KEY,
      token: createSessionStore(deviceStorage(window), window).token,
      timers: TIMERS,
      openConnection: openSocketConnection,
      assign,
      log: logFault,
    });
  } catch (error) {
    logFault('inspector', error);
  }
  start(place, agent);
}

function begin(): void {
  const place = document.getElementById('root');
  // The page itself says that the browser is too old.
  if (place === null) return;
  if (isInspected(window)) void startInspected(place);
  else start(place, null);
}

// Marked by the page, which gives it other styles.
if ('older' in document.documentElement.dataset)
  void import('./polyfills/polyfills.ts').then(begin, begin);
else begin();
