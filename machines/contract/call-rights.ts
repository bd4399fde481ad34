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
  groupingDesk: 'producers',
  countSuggestions: 'producers',
  userAnswer: 'signed-in',
  submitAnswer: 'players',
  myLastAnswer: 'signed-in',
  timerInfo: 'signed-in',

  adminStats: 'admins',
  adminUsers: 'admins',
  adminAudit: 'admins',
  updateUser: 'admins',
  deleteUser: 'admins',
  adminQuestions: 'producers',
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

  createShowLink: 'producers',
  revokeShowLink: 'producers',

  // Not in the specification.
  shows: 'producers',
  createShow: 'admins',
  showView: 'producers',
  actOnShow: 'producers',
  exportShow: 'producers',
  uploadMedia: 'producers',
  runSheet: 'producers',
  shareRunSheet: 'producers',
  unshareRunSheet: 'producers',
  // The key in the body shows one run sheet.
  sharedRunSheet: 'everybody',
  showToJoin: 'everybody',
  joinShow: 'everybody',
  myShows: 'signed-in',
  returnAsGuest: 'everybody',
  showProducers: 'admins',
  addProducer: 'admins',
  removeProducer: 'admins',
  showPeople: 'producers',
  addSeat: 'producers',
  renewSeat: 'producers',
  removeSeat: 'producers',
  inviteToRehearsal: 'producers',
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

type CallFor<G extends RoleGroup> = {
  [N in CallName]: (typeof CALL_RIGHTS)[N] extends G ? N : never;
}[CallName];
export type ProducersCall = CallFor<'producers'>;

/**
 * How a call for producers names the show that it is about: by the id in its path, the id in its query (without one:
 * the house show, which only admins run), a game session of the show, or, for `own`, by the id in its query or not at
 * all; the reply then contains only the shows that the caller produces.
 */
export const SHOW_OF_CALL = {
  shows: 'own',
  adminQuestions: 'own',
  // What is stored belongs to no show until the act `edit` puts it into an item.
  uploadMedia: 'own',
  showView: 'path',
  actOnShow: 'path',
  exportShow: 'path',
  runSheet: 'path',
  shareRunSheet: 'path',
  unshareRunSheet: 'path',
  showPeople: 'path',
  addSeat: 'path',
  renewSeat: 'path',
  removeSeat: 'path',
  createShowLink: 'query',
  revokeShowLink: 'query',
  inviteToRehearsal: 'query',
  groupingDesk: 'session',
  countSuggestions: 'session',
} as const satisfies Record<ProducersCall, 'path' | 'query' | 'session' | 'own'>;
