import type { User } from '#machines/contract/entities.ts';
import { isInRoleGroup, ROUTE_RIGHTS, type RoleGroup } from '#machines/contract/rights.ts';

/** The part of a user that decides which pages they may see. */
export type Visitor = Pick<User, 'role_id' | 'produces'>;

export type RouteAccess =
  | { allow: true }
  | { redirect: string }
  | { denied: 'admin' }
  | { notFound: true };

/** The page that visitors without a session are sent to, without the address of the page that they came from. */
export const SIGN_IN_PATH = '/login';
export const HOME_PATH = '/';

/** The browser's routes in router syntax, with who may see them. `slug`: the brand's slug (decisions §1). */
export const routeTable = (slug: string): readonly { path: string; who: RoleGroup }[] =>
  Object.entries(ROUTE_RIGHTS).map(([path, who]) => ({
    path: path.replace('{product}', slug),
    who,
  }));

/** The key in the URL fragment of a link ('#key=…') that opens a page without an account; null if there is none. */
export const linkKeyOf = (fragment: string): string | null =>
  /^#key=(?<key>[\w-]+)/.exec(fragment)?.groups?.['key'] ?? null;

/** Whether `path` is the path of the stage screen. */
export const isStageScreenPath = (path: string, slug: string): boolean =>
  visitedPath(path) === `/${slug}`;

/**
 * What a visitor (null: signed out) gets at `path`, a pathname without query and fragment (specification
 * §2). `showKey`, from a link, opens the stage screen; the server checks the key. As in the router, letter case and a
 * trailing slash do not matter.
 */
export function routeAccess(
  path: string,
  visitor: Visitor | null,
  slug: string,
  showKey: string | null = null,
): RouteAccess {
  if (showKey !== null && isStageScreenPath(path, slug)) return { allow: true };
  const visited = visitedPath(path);
  const route = routeTable(slug).find((candidate) => matches(candidate.path, visited));
  if (!route) return { notFound: true };
  if (isInRoleGroup(route.who, visitor?.role_id ?? null, visitor?.produces)) return { allow: true };
  if (visitor === null) return { redirect: SIGN_IN_PATH };
  const isOfAdmins = route.who === 'admins' || route.who === 'producers';
  return isOfAdmins && route.path !== '/admin' ? { denied: 'admin' } : { redirect: HOME_PATH };
}

const visitedPath = (path: string): string => path.toLowerCase().replace(/([^/])\/$/, '$1');

function matches(pattern: string, path: string): boolean {
  const [prefix = '', parameter] = pattern.split(':');
  if (parameter === undefined) return pattern === path;
  const rest = path.slice(prefix.length);
  return path.startsWith(prefix) && !rest.includes('/');
}
