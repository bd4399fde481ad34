import { type ComponentType, lazy, useState } from 'react';
import { matchPath } from 'react-router-dom';
import type { RoutePath } from '#machines/contract/rights.ts';
import { withTimeout } from './effects/load-once.ts';
import { loadAtlasPage, loadInspectPage } from './inspector-entry.ts';

/** A screen whose code loads on navigation. */
export interface View<Props extends object = object> {
  readonly Screen: ComponentType<Props>;
  /** Preloads the code, once. Resolves when the code has loaded or failed to load. */
  readonly preload: () => Promise<void>;
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Loads a chunk. If it does not load in time, the error has a text of its own (specification §2, §8). */
async function loadChunk<Props>(name: string, load: Load<Props>): ReturnType<Load<Props>> {
  try {
    return await withTimeout(load());
  } catch (cause) {
    throw new Error(`Loading chunk ${name} failed`, { cause });
  }
}

/**
 * Whether a stylesheet failed to load. The browser does not request it again without a reload, so the screen would be
 * unstyled.
 */
const isOfStyle = (error: unknown): error is Error =>
  error instanceof Error &&
  error.cause instanceof Error &&
  error.cause.message.startsWith('Unable to preload CSS');

/** A lazily loaded screen; `name` appears in error messages. */
export function view<Props extends object>(name: string, load: Load<Props>): View<Props> {
  let Ready: ComponentType<Props> | null = null;
  let missing: Error | null = null;
  const fetchCode = async () => {
    if (missing !== null) throw missing;
    try {
      const code = await loadChunk(name, load);
      Ready = code.default;
      return code;
    } catch (error) {
      if (isOfStyle(error)) missing = error;
      throw error;
    }
  };
  const Awaited = lazy(fetchCode);
  /** Renders loaded code at once: React would show a fallback for at least 300 ms. */
  function Screen(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => Ready ?? Awaited);
    return <Shown {...props} />;
  }
  const fetchAhead = async () => {
    try {
      await fetchCode();
    } catch {
      // The screen itself shows the error.
    }
  };
  return { Screen, preload: fetchAhead };
}

export const notFound = view('not-found', () => import('./screens/not-found/not-found.tsx'));
export const accessDenied = view(
  'access-denied',
  () => import('./screens/access-denied/access-denied.tsx'),
);

const resetPassword = view(
  'reset-password',
  () => import('./screens/reset-password/reset-password.tsx'),
);

const cancelEmailChange = view(
  'cancel-email-change',
  () => import('./screens/cancel-email-change/cancel-email-change.tsx'),
);

const runSheet = view('run-sheet', () => import('./screens/run-sheet/run-sheet.tsx'));

const join = view('join', () => import('./screens/join/join.tsx'));

/** The producer's bar at the top of every screen. */
export const liveBar = view('live-bar', () => import('./screens/live-bar/live-bar.tsx'));

/** The stage screen; its path is the brand's slug. */
export const show = view('stage-screen', () => import('./screens/stage-screen/stage-screen.tsx'));

/** The screens by path; `contract/rights` says who may see them. */
export const SCREENS: Readonly<Record<Exclude<RoutePath, '/{product}'>, View>> = {
  '/': view('home', () => import('./screens/home/home.tsx')),
  '/my-answer': view('my-answer', () => import('./screens/my-answer/my-answer.tsx')),
  '/leaderboard': view('leaderboard', () => import('./screens/leaderboard/leaderboard.tsx')),
  '/login': view('login', () => import('./screens/login/login.tsx')),
  '/register': view('register', () => import('./screens/register/register.tsx')),
  '/forgot-password': view(
    'forgot-password',
    () => import('./screens/forgot-password/forgot-password.tsx'),
  ),
  '/reset-password': resetPassword,
  '/reset-password/:token': resetPassword,
  '/verify-email': view('verify-email', () => import('./screens/verify-email/verify-email.tsx')),
  '/cancel-email-change': cancelEmailChange,
  '/cancel-email-change/:token': cancelEmailChange,
  '/profile': view('profile', () => import('./screens/profile/profile.tsx')),
  '/how-it-works': view('how-it-works', () => import('./screens/how-it-works/how-it-works.tsx')),
  '/support': view('support', () => import('./screens/support/support.tsx')),
  '/contact': view('contact', () => import('./screens/contact/contact.tsx')),
  '/feedback': view('feedback', () => import('./screens/feedback/feedback.tsx')),
  '/payment': view('payment', () => import('./screens/payment/payment.tsx')),
  '/success': view('success', () => import('./screens/success/success.tsx')),
  '/cancel': view('cancel', () => import('./screens/cancel/cancel.tsx')),
  '/admin': view('admin', () => import('./screens/admin/admin.tsx')),
  '/control': view('control', () => import('./screens/control/control.tsx')),
  '/que-cards': view('que-cards', () => import('./screens/que-cards/que-cards.tsx')),
  '/generate-question': view(
    'generate-question',
    () => import('./screens/generate-question/generate-question.tsx'),
  ),
  '/grouping/:gameSessionId': view('grouping', () => import('./screens/grouping/grouping.tsx')),
  '/manage-users': view('manage-users', () => import('./screens/manage-users/manage-users.tsx')),
  '/rehearsal': view('rehearsal', () => import('./screens/rehearsal/rehearsal.tsx')),
  '/run-sheet': runSheet,
  '/run-sheet/:showId': runSheet,
  '/join': join,
  '/join/:code': join,
  '/inspect': view('inspect', loadInspectPage),
  '/inspect/atlas': view('atlas', loadAtlasPage),
};

/** The one of `screens` at `path`. */
export const screenAt = (screens: Readonly<Record<string, View>>, path: string): View | undefined =>
  Object.entries(screens).find(([pattern]) => matchPath(pattern, path))?.[1];

/** Preloads the code of the screen at `path`. */
export async function preload(path: string): Promise<void> {
  await screenAt(SCREENS, path)?.preload();
}
