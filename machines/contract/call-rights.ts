import type { CallName } from './calls.ts';
import type { RoleGroup } from './rights.ts';

/**
 * Who may make a call (specification §6, §7). Calls for everybody read a bearer token if one is sent. Handlers that
 * return points and answers also check who may see them, once they have read the row.
 */
export const CALL_RIGHTS = {
  config: 'everybody',

  register: 'everybody',
  login: 'everybody',
  // Not in the specification. The token in the body identifies the caller.
  renewSession: 'everybody',
  verifyEmail: 'everybody',
  resendVerification: 'everybody',
  forgotPassword: 'everybody',
  resetPassword: 'everybody',
  // Not in the specification: restores the old address after a change that its owner did not make.
  cancelEmailChange: 'everybody',
  createUser: 'admins',
  updateProfile: 'signed-in',

  pointsDaily: 'signed-in',
  pointsAllTime: 'signed-in',
  // Contestants have no board page, but the rank in their header needs the boards.
  leaderboardDaily: 'signed-in',
  leaderboardAll: 'signed-in',
  leaderboardDailyHome: 'signed-in',
  leaderboardDailyStudio: 'signed-in',
  leaderboardAllHome: 'signed-in',
  leaderboardAllStudio: 'signed-in',
  leaderboardShow: 'signed-in',
  // The reply depends on the shows that the caller is a member of.
  leaderboardSeason: 'signed-in',
  leaderboardSession: 'everybody',

  activeQuestions: 'not-contestants',
  contestantQuestions: 'not-home-viewers',
  answerDistribution: 'admins',
  aiGrouping: 'admins',
  groupingDesk: 'admins',
  countSuggestions: 'admins',
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
  // Not in the specification.
  explainAnswer: 'players',
  appeal: 'players',

  createShowLink: 'admins',
  revokeShowLink: 'admins',

  // Not in the specification.
  shows: 'admins',
  createShow: 'admins',
  showView: 'admins',
  actOnShow: 'admins',
  exportShow: 'admins',
  uploadMedia: 'admins',
  runSheet: 'admins',
  shareRunSheet: 'admins',
  unshareRunSheet: 'admins',
  // The key in the body shows one run sheet.
  sharedRunSheet: 'everybody',
  showToJoin: 'everybody',
  joinShow: 'everybody',
  myShows: 'signed-in',
  returnAsGuest: 'everybody',
  showPeople: 'admins',
  addSeat: 'admins',
  renewSeat: 'admins',
  removeSeat: 'admins',
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
} as const satisfies Record<CallName, RoleGroup>;
