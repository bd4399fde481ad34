import { createRoot } from 'react-dom/client';
import { matchPath } from 'react-router-dom';
import { createActor } from 'xstate';
import { App } from './app.tsx';
import { hearFacts } from './effects/facts.ts';
import { provideApp } from './effects/provide/app.ts';
import { createRuntime } from './effects/runtime.ts';
import { SCREENS } from './routes.tsx';

const runtime = createRuntime(window);

// The code of the first screen comes along with the rest, not after it.
for (const [path, screen] of Object.entries(SCREENS))
  if (matchPath(path, window.location.pathname)) screen.preload();

const app = createActor(provideApp(runtime, window), {
  input: { now: runtime.clock.now, random: Math.random },
  inspect: hearFacts(runtime.perform),
}).start();

const place = document.getElementById('root');
if (place === null) throw new Error('the page has no place for the application');
createRoot(place).render(<App root={{ app, runtime }} screens={SCREENS} />);
