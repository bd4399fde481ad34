import type { CallName } from './calls.ts';
import type { RoleId } from './entities.ts';
import { ROLE } from './roles.ts';

/* Who may do what: every call of the server and every page of the browser, in one place. No schemas
   here, so that a phone can ask before any has arrived. */

/** The roles of each word of the tables below; null: nobody is signed in. */
const ROLES_OF = {
  everybody: [null, ROLE.admin, ROLE.home, ROLE.contestant],
  'signed-in': [ROLE.admin, ROLE.home, ROLE.contestant],
  'not-contestants': [ROLE.admin, ROLE.home],
  'not-home-viewers': [ROLE.admin, ROLE.contestant],
  players: [ROLE.home, ROLE.contestant],
  admins: [ROLE.admin],
  /** Nobody by an account: whoever has a control token. */
  controllers: [],
} as const satisfies Record<string, readonly (RoleId | null)[]>;
export type Who = keyof typeof ROLES_OF;

/** Whether somebody of `roleId` is meant; null: nobody is signed in. */
export function isAmong(who: Who, roleId: RoleId | null): boolean {
  const roles: readonly (RoleId | null)[] = ROLES_OF[who];
  return roles.includes(roleId);
}

/**
 * Who may make a call (specification §6, §7). Where everybody may, a bearer is looked at when one is
 * sent. Whose points or answer one may see is decided with the row in hand.
 */
export const CALL_RIGHTS = {
  config: 'everybody',

  register: 'everybody',
  login: 'everybody',
  // Ours, beside the specification. The token in its body says who asks.
  renewSession: 'everybody',
  verifyEmail: 'everybody',
  resendVerification: 'everybody',
  forgotPassword: 'everybody',
  resetPassword: 'everybody',
  // Ours, beside the specification: the way back for whose address somebody else has changed.
  cancelEmailChange: 'everybody',
  createUser: 'admins',
  updateProfile: 'signed-in',

  pointsDaily: 'signed-in',
  pointsAllTime: 'signed-in',
  // The rank in the header needs the boards; contestants only have no page of them.
  leaderboardDaily: 'signed-in',
  leaderboardAll: 'signed-in',
  leaderboardDailyHome: 'signed-in',
  leaderboardDailyStudio: 'signed-in',
  leaderboardAllHome: 'signed-in',
  leaderboardAllStudio: 'signed-in',
  leaderboardShow: 'signed-in',
  leaderboardSession: 'everybody',

  activeQuestions: 'not-contestants',
  contestantQuestions: 'not-home-viewers',
  answerDistribution: 'admins',
  aiGrouping: 'admins',
  decideJoins: 'admins',
  groupingDesk: 'admins',
  countSuggestions: 'admins',
  actOnGroups: 'admins',
  userAnswer: 'signed-in',
  submitAnswer: 'players',
  myLastAnswer: 'signed-in',
  timerInfo: 'signed-in',

  adminStats: 'admins',
  adminUsers: 'admins',
  adminAudit: 'admins',
  updateUser: 'admins',
  deleteUser: 'admins',
  adminQuestions: 'admins',
  updateQuestion: 'admins',
  deleteQuestion: 'admins',
  aiGenerate: 'admins',
  generate: 'admins',
  release: 'admins',
  releaseHome: 'admins',
  revoke: 'admins',
  revokeHome: 'admins',
  // Ours, beside the specification.
  restoreEnded: 'admins',
  actOnResult: 'admins',
  explainAnswer: 'players',
  appeal: 'players',
  appeals: 'admins',
  settleAppeals: 'admins',

  show: 'admins',
  directShow: 'admins',
  showAnswers: 'admins',
  hideAnswers: 'admins',
  createShowLink: 'admins',
  revokeShowLink: 'admins',

  // Ours, beside the specification.
  shows: 'admins',
  createShow: 'admins',
  rundown: 'admins',
  actOnShow: 'admins',
  exportShow: 'admins',
  inviteToRehearsal: 'admins',
  joinRehearsal: 'signed-in',
  controlTokens: 'admins',
  createControlToken: 'admins',
  revokeControlToken: 'admins',
  control: 'controllers',
  controlState: 'controllers',

  timeZone: 'admins',
  setTimeZone: 'admins',
  inspector: 'admins',
  setInspector: 'admins',

  createPaymentIntent: 'everybody',
  confirmPayment: 'everybody',
  // Contestants have no payment page.
  myPayments: 'not-contestants',
  adminPayments: 'admins',
} as const satisfies Record<CallName, Who>;

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

  '/': 'signed-in',
  '/my-answer': 'signed-in',
  '/profile': 'signed-in',

  '/leaderboard': 'not-contestants',
  '/payment': 'not-contestants',
  '/success': 'not-contestants',
  '/cancel': 'not-contestants',

  '/admin': 'admins',
  '/que-cards': 'admins',
  '/control': 'admins',
  '/{product}': 'admins',
  '/generate-question': 'admins',
  // Ours, beside the specification.
  '/grouping/:gameSessionId': 'admins',
  '/manage-users': 'admins',

  // Ours, beside the specification; the page itself says where inspecting is off.
  '/inspect': 'everybody',
  '/inspect/atlas': 'everybody',
} as const satisfies Record<string, Who>;
export type RoutePath = keyof typeof ROUTE_RIGHTS;
