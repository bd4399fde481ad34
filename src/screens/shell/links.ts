import { m } from 'messages';
import { type Brand, stageScreenPath } from '#machines/contract/brand.ts';
import type { Visitor } from '#machines/account/rules/access.ts';
import type { RoleId } from '#machines/contract/entities.ts';
import { isInRoleGroup, ROUTE_RIGHTS } from '#machines/contract/rights.ts';
import { ROLE } from '#machines/contract/roles.ts';

export interface ShellLink {
  readonly to: string;
  readonly label: string;
  /** Set if the link opens in a new browser window. */
  readonly newTab?: true;
}

/** The header's links (specification §2) for `user`, with the control room for who may run a show; null: signed out. */
export function mainLinks(user: Visitor | null): readonly ShellLink[] {
  const roleId = user?.role_id ?? null;
  const first = [
    { to: '/', label: homeLabel(roleId) },
    { to: '/how-it-works', label: m.shellHowWorks() },
  ];
  if (roleId === null)
    return [
      ...first,
      { to: '/register', label: m.shellRegister() },
      { to: '/login', label: m.shellLogin() },
    ];
  const own = [
    { to: '/my-answer', label: m.shellMyAnswers() },
    { to: '/leaderboard', label: m.commonLeaderboard() },
  ] as const;
  return [
    ...first,
    ...own.filter(({ to }) => isInRoleGroup(ROUTE_RIGHTS[to], roleId)),
    ...(user?.produces ? [CONTROL_ROOM] : []),
  ];
}

const CONTROL_ROOM: ShellLink = { to: '/control', label: m.commonControlRoom() };

/** The label of the link to the main page, which for contestants names their task. */
export const homeLabel = (roleId: RoleId | null): string =>
  roleId === ROLE.contestant ? m.shellAnswerQuestions() : m.shellHome();

/** The producer's links. */
export const adminLinks = (brand: Brand): readonly ShellLink[] => [
  CONTROL_ROOM,
  { to: '/que-cards', label: m.shellQueCards() },
  { to: stageScreenPath(brand), label: brand.name, newTab: true },
  { to: '/admin', label: m.shellAdminDashboard() },
  { to: '/generate-question', label: m.shellGenerateQuestion() },
  { to: '/manage-users', label: m.shellManageUsers() },
];

export const FOOTER_LINKS: readonly ShellLink[] = [
  { to: '/contact', label: m.shellContact() },
  { to: '/support', label: m.shellSupport() },
  { to: '/feedback', label: m.shellFeedback() },
];
