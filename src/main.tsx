import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { assign, waitFor } from 'xstate';
import { selectIsStarting } from '#machines/app.ts';
import {
  HOME_PATH,
  isStageScreenPath,
  routeAccess,
  linkKeyOf,
} from '#machines/account/rules/access.ts';
import { App } from './app.tsx';
import { CODE_KEY, isInspected } from './effects/inspected.ts';
import { prefetchOnIntent } from './effects/prefetch.ts';
import { firstPaint, reloadFailedStyles } from './effects/load-once.ts';
import { openSocketConnection } from './effects/socket-connection.ts';
import { logFault } from './effects/log.ts';
import { startApp } from './effects/provide/app.ts';
import { createRuntime, type Runtime, serverOrigin } from './effects/runtime.ts';
import { createSessionStore, deviceStorage } from './effects/session.ts';
import { TIMERS } from './effects/timers.ts';
import { loadAgent, type ShowAgent } from './inspector-entry.ts';
import { liveBar, preload, SCREENS, show } from './routes.tsx';

/** Maximum time for which the first render waits for the code of its screen and for the session, ms. */
const PATIENCE_MS = 500;

/** The path that this visit most likely leads to; without a session, perhaps the login. */
function firstPath({ brand, session }: Runtime): string {
  const { pathname, hash } = window.location;
  const access = routeAccess(pathname, null, brand.slug, linkKeyOf(hash));
  return session.token() === null && 'redirect' in access ? access.redirect : pathname;
}

/** Records the page's mutations until the code that follows a translator is loaded, and returns them. */
function keepChanges(container: HTMLElement): () => MutationRecord[] {
  const kept: MutationRecord[] = [];
  const observer = new MutationObserver((records) => kept.push(...records));
  observer.observe(container, { childList: true, subtree: true });
  return () => {
    kept.push(...observer.takeRecords());
    observer.disconnect();
    return kept;
  };
}

/** Starts everything that the first paint of the screen at `path` does not need. */
async function followUp(container: HTMLElement, runtime: Runtime, path: string): Promise<void> {
  const changes = keepChanges(container);
  await firstPaint();
  void runtime.warm();
  // A person who has joined sees the main page next.
  if (path.startsWith('/join')) void preload(HOME_PATH);
  try {
    // Loaded at the same time as the code of the calls.
    const { watchTranslator } = await import('./effects/translated.ts');
    watchTranslator(container, changes());
  } catch (error) {
    logFault('translator', error);
  }
}

/** Whether the page already shows the form of its screen (index.html). */
const isStatic = (container: HTMLElement): boolean => 'static' in container.dataset;

/** Runs the static form that the page shows, keeps what was typed, and repeats the press that came before the program. */
function takeOver(container: HTMLElement, page: ReactNode): void {
  const pressed = container.querySelector<HTMLElement>('button[aria-busy]');
  // React only takes over a page that no translator has changed.
  if (container.querySelector('font') === null) hydrateRoot(container, page);
  else replaceForm(container, page);
  delete container.dataset['static'];
  pressed?.removeAttribute('aria-busy');
  pressed?.click();
}

/** Renders the page in place of its static form, and moves what was typed. */
function replaceForm(container: HTMLElement, page: ReactNode): void {
  const fields = Array.from(container.querySelectorAll('input'));
  const focused = document.activeElement;
  flushSync(() => createRoot(container).render(page));
  for (const old of fields) {
    const field = container.querySelector<HTMLInputElement>(`input[name="${old.name}"]`);
    if (field === null) continue;
    field.value = old.value;
    if (old === focused) field.focus();
  }
}

function start(container: HTMLElement, agent: ShowAgent | null): void {
  reloadFailedStyles(window);
  const runtime = createRuntime(window, agent?.effects);
  agent?.follow(runtime.clock.now);

  const path = firstPath(runtime);
  // The page has preloaded the code of a call that is made at once; run it now, so that the first render does not delay
  // the request.
  if (runtime.session.token() !== null || path.startsWith('/join/')) void runtime.warm();
  // The code of the first screen loads in parallel with the rest, otherwise the code of the calls after both.
  const isShow = isStageScreenPath(path, runtime.brand.slug);
  const isCodeThere = Promise.all([
    isShow ? show.preload() : preload(path),
    // Loaded now, as inserting the bar later would shift the layout.
    !isShow && runtime.session.wasAdmin() && liveBar.preload(),
  ]);
  prefetchOnIntent(window, (ahead) => void preload(ahead));

  const app = startApp(runtime, window);

  const draw = (): void => {
    // Called before the first render, so that all its mutations are recorded.
    void followUp(container, runtime, path);
    const page = <App root={{ app, runtime }} screens={SCREENS} />;
    if (isStatic(container)) takeOver(container, page);
    else createRoot(container).render(page);
  };
  // Render only once, with the first screen, as each render takes a phone a fifth of a second. Until then the page's
  // static content is visible.
  const isKnown = waitFor(app, (state) => !selectIsStarting(state));
  const isReady = Promise.all([isCodeThere, isKnown]);
  const isLate = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  // A static form can wait longer.
  void (isStatic(container) ? isReady : Promise.race([isReady, isLate])).then(draw, draw);
}

/** Starts the page with its inspector; if that fails, without it. */
async function startInspected(container: HTMLElement): Promise<void> {
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
  start(container, agent);
}

function begin(): void {
  const container = document.getElementById('root');
  // Without #root, the static page explains that the browser is too old.
  if (container === null) return;
  if (isInspected(window)) void startInspected(container);
  else start(container, null);
}

// The page sets this for browsers that get the older styles.
if ('older' in document.documentElement.dataset)
  void import('./polyfills/polyfills.ts').then(begin, begin);
else begin();
