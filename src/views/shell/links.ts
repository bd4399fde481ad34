import { type Brand, showPath } from '#machines/contract/brand.ts';
import type { RoleId } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';

export interface ShellLink {
  readonly to: string;
  readonly label: string;
}

const HOW = { to: '/how-it-works', label: 'How It Works' };
const MY_ANSWERS = { to: '/my-answer', label: 'My Answers' };

/** The header's ways (specification §2) for somebody of `roleId`; null: signed out. */
export function mainLinks(roleId: RoleId | null): readonly ShellLink[] {
  const home = { to: '/', label: homeLabel(roleId) };
  if (roleId === null)
    return [home, HOW, { to: '/register', label: 'Register' }, { to: '/login', label: 'Login' }];
  if (roleId === ROLE.contestant) return [home, HOW, MY_ANSWERS];
  return [home, HOW, MY_ANSWERS, { to: '/leaderboard', label: 'Leaderboard' }];
}

/** How the main page is called: contestants come to answer. */
export const homeLabel = (roleId: RoleId | null): string =>
  roleId === ROLE.contestant ? 'Answer Questions' : 'Home';

/** The producer's ways. */
export const adminLinks = (brand: Brand): readonly ShellLink[] => [
  { to: '/que-cards', label: 'Que Cards' },
  { to: showPath(brand), label: brand.name },
  { to: '/admin', label: 'Admin Dashboard' },
  { to: '/generate-question', label: 'Generate Question' },
  { to: '/manage-users', label: 'Manage Users' },
];

export const FOOTER_LINKS: readonly ShellLink[] = [
  { to: '/contact', label: 'Contact' },
  { to: '/support', label: 'Support' },
  { to: '/feedback', label: 'Feedback' },
];
