import type { RoleId } from '#machines/contract/entities.ts';
import { isAmong, ROUTE_RIGHTS, type Who } from '#machines/contract/rights.ts';

export type RouteAccess =
  | { allow: true }
  | { redirect: string }
  | { denied: 'admin' }
  | { notFound: true };

/** Where people without a session are sent. It carries nothing of the address they came from. */
export const SIGN_IN_PATH = '/login';
export const HOME_PATH = '/';

/** The browser's routes and who may see them, in router syntax. `slug` is the brand's (decisions §1). */
export const routeTable = (slug: string): readonly { path: string; who: Who }[] =>
  Object.entries(ROUTE_RIGHTS).map(([path, who]) => ({
    path: path.replace('{product}', slug),
    who,
  }));

/** The key of the show page's link, carried in the address's fragment ('#key=…'); null: none. */
export const showKeyOf = (fragment: string): string | null =>
  /^#key=(?<key>[\w-]+)/.exec(fragment)?.groups?.['key'] ?? null;

/** Whether `path` is the show page's. */
export const isShowPage = (path: string, slug: string): boolean => visitedPath(path) === `/${slug}`;

/**
 * What becomes of a visit to `path` (a pathname, without query and fragment) by somebody of `roleId`,
 * null when signed out (specification §2). Whoever brings the link's key sees the show page: whether
 * it is a good one says the server. As in the router, letter case and a slash at the end do not matter.
 */
export function routeAccess(
  path: string,
  roleId: RoleId | null,
  slug: string,
  showKey: string | null = null,
): RouteAccess {
  if (showKey !== null && isShowPage(path, slug)) return { allow: true };
  const visited = visitedPath(path);
  const route = routeTable(slug).find((candidate) => matches(candidate.path, visited));
  if (!route) return { notFound: true };
  if (isAmong(route.who, roleId)) return { allow: true };
  if (roleId === null) return { redirect: SIGN_IN_PATH };
  return route.who === 'admins' && route.path !== '/admin'
    ? { denied: 'admin' }
    : { redirect: HOME_PATH };
}

const visitedPath = (path: string): string => path.toLowerCase().replace(/([^/])\/$/, '$1');

function matches(pattern: string, path: string): boolean {
  const [prefix = '', parameter] = pattern.split(':');
  if (parameter === undefined) return pattern === path;
  const rest = path.slice(prefix.length);
  return path.startsWith(prefix) && !rest.includes('/');
}
