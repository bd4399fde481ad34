import { m } from 'messages';
import type { Brand } from '#machines/contract/brand.ts';
import { routeAccess, type Visitor } from '#machines/account/rules/access.ts';
import { homeLabel } from './links.ts';

const TITLES: Readonly<Record<string, string>> = {
  register: m.shellRegister(),
  login: m.shellLogin(),
  'forgot-password': m.shellForgotPassword(),
  'reset-password': m.shellResetPassword(),
  'verify-email': m.shellVerifyEmail(),
  'cancel-email-change': m.cancelEmailChangeTitle(),
  'how-it-works': m.shellHowWorks(),
  contact: m.shellContact(),
  support: m.shellSupport(),
  feedback: m.shellFeedback(),
  'my-answer': m.shellMyAnswer(),
  profile: m.shellProfile(),
  leaderboard: m.commonLeaderboard(),
  payment: m.shellPayment(),
  success: m.shellPaymentSuccessful(),
  cancel: m.shellPaymentCancelled(),
  admin: m.shellAdminDashboard(),
  control: m.commonControlRoom(),
  'run-sheet': m.shellRunSheet(),
  'que-cards': m.shellQueCards(),
  'generate-question': m.shellGenerateQuestion(),
  grouping: m.shellGroupingDesk(),
  'manage-users': m.shellManageUsers(),
  inspect: m.shellInspector(),
};

/** The title of the browser window at `path`, a pathname, for `user` (null: signed out). */
export function titleOf(path: string, user: Visitor | null, brand: Brand): string {
  const access = routeAccess(path, user, brand.slug);
  const name = path.toLowerCase().split('/')[1] ?? '';
  const own = name === brand.slug ? m.shellAir() : TITLES[name];
  const title =
    'denied' in access
      ? m.accessDenied()
      : 'notFound' in access
        ? m.shellPageNotFound()
        : (own ?? homeLabel(user?.role_id ?? null));
  return `${title} · ${brand.name}`;
}
