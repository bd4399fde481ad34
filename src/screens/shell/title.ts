import type { Brand } from '#machines/contract/brand.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { routeAccess, type Visitor } from '#machines/account/rules/access.ts';
import { homeLabel } from './links.ts';

const TITLES: Readonly<Record<string, string>> = {
  register: 'Register',
  login: 'Login',
  'forgot-password': 'Forgot Password',
  'reset-password': 'Reset Password',
  'verify-email': 'Verify Email',
  'cancel-email-change': 'Take Your Account Back',
  'how-it-works': 'How It Works',
  contact: 'Contact',
  support: 'Support',
  feedback: 'Feedback',
  'my-answer': 'My Answer',
  profile: 'Profile',
  leaderboard: 'Leaderboard',
  payment: 'Payment',
  success: 'Payment Successful',
  cancel: 'Payment Cancelled',
  admin: 'Admin Dashboard',
  control: 'Control Room',
  'run-sheet': 'Run Sheet',
  'que-cards': 'Que Cards',
  'generate-question': 'Generate Question',
  grouping: 'Grouping Desk',
  'manage-users': 'Manage Users',
  inspect: 'Inspector',
};

/** The title of the browser window at `path`, a pathname, for `user` (null: signed out). */
export function titleOf(path: string, user: Visitor | null, brand: Brand): string {
  const access = routeAccess(path, user, brand.slug);
  const name = path.toLowerCase().split('/')[1] ?? '';
  const own = name === brand.slug ? 'On Air' : TITLES[name];
  const title =
    'denied' in access
      ? MESSAGES.access.denied
      : 'notFound' in access
        ? 'Page Not Found'
        : (own ?? homeLabel(user?.role_id ?? null));
  return `${title} · ${brand.name}`;
}
