import type { RoleId } from './entities.ts';
import { ROLE } from './roles.ts';

/*
 * Who may see which page. This module imports no schemas, so that a phone can load it before them. The rights of calls
 * are in `call-rights.ts`.
 */

/** The roles of each group of people, as named in the tables of rights; null: a visitor without a session. */
const ROLES_OF = {
  everybody: [null, ROLE.admin, ROLE.home, ROLE.contestant],
  'signed-in': [ROLE.admin, ROLE.home, ROLE.contestant],
  'not-contestants': [ROLE.admin, ROLE.home],
  'not-home-viewers': [ROLE.admin, ROLE.contestant],
  players: [ROLE.home, ROLE.contestant],
  admins: [ROLE.admin],
  /** Also the people who produce the show that a call names; a page shows them only their shows. */
  producers: [ROLE.admin],
  /** Not an account: a request with a control token. */
  controllers: [],
} as const satisfies Record<string, readonly (RoleId | null)[]>;
export type RoleGroup = keyof typeof ROLES_OF;

/**
 * Whether a visitor with `roleId` (null: signed out) is included in `who`. `produces`: whether an admin has made the
 * visitor a producer of the show in question.
 */
export function isInRoleGroup(who: RoleGroup, roleId: RoleId | null, produces = false): boolean {
  const roles: readonly (RoleId | null)[] = ROLES_OF[who];
  return roles.includes(roleId) || (who === 'producers' && produces);
}

/** Who may see a page, by path in router syntax; `{product}` is the brand's slug (specification §2, 'Route access'). */
export const ROUTE_RIGHTS = {
  '/register': 'everybody',
  '/login': 'everybody',
  '/forgot-password': 'everybody',
  '/reset-password': 'everybody',
  '/reset-password/:token': 'everybody',
  '/verify-email': 'everybody',
  '/cancel-email-change': 'everybody',
  '/cancel-email-change/:token': 'everybody',
  '/how-it-works': 'everybody',
  '/contact': 'everybody',
  '/support': 'everybody',
  '/feedback': 'everybody',

  // Not in the specification. People can log in on this page.
  '/rehearsal': 'everybody',
  // Shows the run sheet of the key in the fragment.
  '/run-sheet': 'everybody',
  '/join': 'everybody',
  '/join/:code': 'everybody',

  '/': 'signed-in',
  '/my-answer': 'signed-in',
  '/profile': 'signed-in',

  '/leaderboard': 'not-contestants',
  '/payment': 'not-contestants',
  '/success': 'not-contestants',
  '/cancel': 'not-contestants',

  '/admin': 'admins',
  '/que-cards': 'admins',
  '/control': 'producers',
  '/run-sheet/:showId': 'producers',
  '/{product}': 'producers',
  '/generate-question': 'admins',
  // Not in the specification.
  '/grouping/:gameSessionId': 'producers',
  '/manage-users': 'admins',

  // Not in the specification; the page itself explains when inspecting is off.
  '/inspect': 'everybody',
  '/inspect/atlas': 'everybody',
} as const satisfies Record<string, RoleGroup>;
export type RoutePath = keyof typeof ROUTE_RIGHTS;
