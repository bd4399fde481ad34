import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { CHUNK_TIMEOUT_MS } from '#machines/contract/limits.ts';

/** A screen whose code arrives when somebody goes there. */
export interface View {
  readonly Screen: LazyExoticComponent<ComponentType>;
  /** Fetches the code ahead; it is fetched once. */
  readonly preload: () => void;
}

type Load = () => Promise<{ default: ComponentType }>;

/** Code that does not arrive within the time limit, or at all, is an error of its own (specification §2, §8). */
async function inTime(name: string, load: Load): Promise<{ default: ComponentType }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    throw new Error(`Loading chunk ${name} failed`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

function view(name: string, load: Load): View {
  return {
    Screen: lazy(() => inTime(name, load)),
    // Whether it succeeds is seen when the screen is shown.
    preload: () => void load().catch(() => {}),
  };
}

export const notFound = view('not-found', () => import('./views/not-found/not-found.tsx'));
export const accessDenied = view(
  'access-denied',
  () => import('./views/access-denied/access-denied.tsx'),
);

/** Which screen is at which path; who may see it says `rules/access`. `slug` is the brand's. */
export const screensAt = (slug: string): Readonly<Record<string, View>> => ({
  '/': view('home', () => import('./views/home/home.tsx')),
  '/my-answer': view('my-answer', () => import('./views/my-answer/my-answer.tsx')),
  '/leaderboard': view('leaderboard', () => import('./views/leaderboard/leaderboard.tsx')),
  '/success': view('success', () => import('./views/success/success.tsx')),
  '/cancel': view('cancel', () => import('./views/cancel/cancel.tsx')),
  '/payment': view('payment', () => import('./views/payment/payment.tsx')),
});
