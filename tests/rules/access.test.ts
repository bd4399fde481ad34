import { describe, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { routeAccess, routeTable } from '#machines/account/rules/access.ts';

const ROLES = [null, ROLE.admin, ROLE.home, ROLE.contestant] as const;
const accessOf = (path: string) =>
  ROLES.map((role) => routeAccess(path, role && { role_id: role }, 'quizzo'));

const allow = { allow: true };
const denied = { denied: 'admin' };
const notFound = { notFound: true };
const toLogin = { redirect: '/login' };
const toHome = { redirect: '/' };

/** Specification §2, for a visitor, an admin, a home viewer and a contestant. */
const EXPECTED: [readonly string[], readonly object[]][] = [
  [
    [
      '/register',
      '/login',
      '/forgot-password',
      '/reset-password',
      '/reset-password/a.b-C_1',
      '/verify-email',
      '/cancel-email-change',
      '/cancel-email-change/a.b-C_1',
      '/how-it-works',
      '/contact',
      '/support',
      '/feedback',
      '/rehearsal',
      '/run-sheet',
      '/join',
      '/join/CDFGHJ',
    ],
    [allow, allow, allow, allow],
  ],
  [
    ['/', '/my-answer', '/profile'],
    [toLogin, allow, allow, allow],
  ],
  [
    ['/leaderboard', '/payment', '/success', '/cancel'],
    [toLogin, allow, allow, toHome],
  ],
  [['/admin'], [toLogin, allow, toHome, toHome]],
  [
    [
      '/que-cards',
      '/control',
      '/run-sheet/s1',
      '/grouping/s1',
      '/quizzo',
      '/generate-question',
      '/manage-users',
    ],
    [toLogin, allow, denied, denied],
  ],
  [
    ['/gameshow', '/nowhere', '/admin/users', '/reset-password/a/b', '/constructor', '//', ''],
    [notFound, notFound, notFound, notFound],
  ],
];

describe('routeAccess [R2.route-product]', () => {
  it.each(EXPECTED.flatMap(([paths, expected]) => paths.map((path) => [path, expected] as const)))(
    '%s',
    (path, expected) => {
      expect(accessOf(path)).toEqual(expected);
    },
  );

  it('lets who produces a show see the screens that run it, and no other page of admins', () => {
    const paths = ['/control', '/run-sheet/s1', '/grouping/s1', '/quizzo', '/que-cards', '/admin'];
    for (const role of [ROLE.home, ROLE.contestant])
      expect(
        paths.map((path) => routeAccess(path, { role_id: role, produces: true }, 'quizzo')),
      ).toEqual([allow, allow, allow, allow, denied, toHome]);
  });

  it('reads a path as the router does', () => {
    expect(
      ['/Admin', '/admin/', '/reset-password/'].map((path) => routeAccess(path, null, 'quizzo')),
    ).toEqual([toLogin, toLogin, allow]);
  });

  // Additions to the specification's table.
  const OURS = ['/inspect', '/inspect/atlas'];
  it('has no route that the specification does not', () => {
    const specified = EXPECTED.slice(0, -1).flatMap(([paths]) => paths);
    expect(
      routeTable('quizzo')
        .map(({ path }) =>
          path
            .replace(':token', 'a.b-C_1')
            .replace(':gameSessionId', 's1')
            .replace(':showId', 's1')
            .replace(':code', 'CDFGHJ'),
        )
        .toSorted(),
    ).toEqual([...specified, ...OURS].toSorted());
  });
});
