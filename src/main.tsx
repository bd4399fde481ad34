import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { isShowPage, routeAccess, showKeyOf } from '#machines/rules/access.ts';
import { App } from './app.tsx';
import { hearFacts } from './effects/facts.ts';
import { hearIntent } from './effects/intent.ts';
import { firstPaint } from './effects/lazily.ts';
import { provideApp } from './effects/provide/app.ts';
import { createRuntime } from './effects/runtime.ts';
import { preload, SCREENS, show } from './routes.tsx';

const runtime = createRuntime(window);

/** Where the visit leads as far as can be told: without a session, perhaps to the login. */
function firstPath(): string {
  const { pathname, hash } = window.location;
  const access = routeAccess(pathname, null, runtime.brand.slug, showKeyOf(hash));
  return runtime.session.token() === null && 'redirect' in access ? access.redirect : pathname;
}

// The code of the first screen comes along with the rest, not after it; that of the calls after both.
const path = firstPath();
preload(path);
if (isShowPage(path, runtime.brand.slug)) show.preload();
void firstPaint().then(runtime.warm);
hearIntent(window, preload);

const app = createActor(provideApp(runtime, window), {
  input: { now: runtime.clock.now, random: Math.random },
  inspect: hearFacts(runtime.perform),
}).start();

const place = document.getElementById('root');
if (place === null) throw new Error('the page has no place for the application');
createRoot(place).render(<App root={{ app, runtime }} screens={SCREENS} />);
