import type { RoleId } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';

/** Who may see a screen: everybody, the signed-in, the signed-in but contestants, admins. */
export type Viewers = 'everybody' | 'signed-in' | 'not-contestants' | 'admins';

export type RouteAccess =
  | { allow: true }
  | { redirect: string }
  | { denied: 'admin' }
  | { notFound: true };

/** Where people without a session are sent. It carries nothing of the address they came from. */
const SIGN_IN_PATH = '/login';
const HOME_PATH = '/';

/**
 * The browser's routes and who may see them (specification §2, 'Route access'), in router syntax.
 * `slug` is the brand's (decisions §1).
 */
export function routeTable(slug: string): readonly { path: string; viewers: Viewers }[] {
  return [
    { path: '/register', viewers: 'everybody' },
    { path: SIGN_IN_PATH, viewers: 'everybody' },
    { path: '/forgot-password', viewers: 'everybody' },
    { path: '/reset-password', viewers: 'everybody' },
    { path: '/reset-password/:token', viewers: 'everybody' },
    { path: '/verify-email', viewers: 'everybody' },
    { path: '/how-it-works', viewers: 'everybody' },
    { path: '/contact', viewers: 'everybody' },
    { path: '/support', viewers: 'everybody' },
    { path: '/feedback', viewers: 'everybody' },
    { path: HOME_PATH, viewers: 'signed-in' },
    { path: '/my-answer', viewers: 'signed-in' },
    { path: '/profile', viewers: 'signed-in' },
    { path: '/leaderboard', viewers: 'not-contestants' },
    { path: '/payment', viewers: 'not-contestants' },
    { path: '/success', viewers: 'not-contestants' },
    { path: '/cancel', viewers: 'not-contestants' },
    { path: '/admin', viewers: 'admins' },
    { path: '/que-cards', viewers: 'admins' },
    { path: `/${slug}`, viewers: 'admins' },
    { path: '/generate-question', viewers: 'admins' },
    { path: '/manage-users', viewers: 'admins' },
  ];
}

/**
 * What becomes of a visit to `path` (a pathname, without query and fragment) by somebody of `roleId`,
 * null when signed out (specification §2). As in the router, letter case and a slash at the end do
 * not matter.
 */
export function routeAccess(path: string, roleId: RoleId | null, slug: string): RouteAccess {
  const visited = path.toLowerCase().replace(/(?<=[^/])\/$/, '');
  const route = routeTable(slug).find((candidate) => matches(candidate.path, visited));
  if (!route) return { notFound: true };
  if (route.viewers === 'everybody') return { allow: true };
  if (roleId === null) return { redirect: SIGN_IN_PATH };
  if (route.viewers === 'not-contestants' && roleId === ROLE.contestant) {
    return { redirect: HOME_PATH };
  }
  if (route.viewers === 'admins' && roleId !== ROLE.admin) {
    return route.path === '/admin' ? { redirect: HOME_PATH } : { denied: 'admin' };
  }
  return { allow: true };
}

function matches(pattern: string, path: string): boolean {
  const [prefix = '', parameter] = pattern.split(':');
  if (parameter === undefined) return pattern === path;
  const rest = path.slice(prefix.length);
  return path.startsWith(prefix) && !rest.includes('/');
}
