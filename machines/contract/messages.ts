import type { Brand } from './brand.ts';
import type { Audience, RoleId } from './entities.ts';
import { ROLE } from './roles.ts';

/** The texts given by the specification (§2, §5, §8), by subject. */
export const MESSAGES = {
  network: 'Network error. Please try again.',
  networkServer: 'Network error. Please check if the server is running.',
  tooMany: 'Too many attempts. Please wait a moment and try again.',
  unavailable: 'The service is busy. Please try again in a moment.',
  unexpected: 'Something went wrong. Please try again.',
  notFound: 'Not found.',
  malformed: 'The request could not be understood.',
  tooLarge: 'The request is too large.',
  tooSlow: 'The request took too long to arrive. Please try again.',
  signInFirst: 'Please log in.',
  adminOnly: 'Admin privileges are needed.',
  forbidden: 'This is not available to you.',
  roleChanged: 'Your role has just been changed. Please try again.',
  accountDeleted: 'This account was deleted.',

  questions: {
    loadFailed: 'Could not load active questions.',
    none: 'No questions available',
    noneHint: 'The next one appears here by itself.',
    noneExpiredHint: 'A question appears here when its time is up.',
    noAnswers: 'No answers submitted yet.',
    noneToday: 'No scores recorded today yet.',
    noneEver: 'No scores recorded yet.',
    noneShow: 'No scores of this show are published yet.',
    waiting: 'Waiting for question to be released...',
    noRecent: 'No recent question found',
    noAnswer: 'No answer submitted',
    timeUp: 'Time is up',
  },
  answer: {
    expired: 'This question has expired. You can no longer submit answers.',
    already: 'You have already answered this question.',
    failed: 'Failed to submit answer',
    empty: 'Please enter an answer.',
    notReleased: 'This question is not open for answers.',
    adminNever: 'Admins do not answer questions.',
    scoring: 'Smart Scoring',
    held: 'The board opens on the screen.',
    void: 'This question does not count.',
  },
  leaderboard: {
    failed: 'Failed to fetch leaderboard',
    dailyFailed: 'Failed to fetch daily leaderboards',
    together: 'Home and Studio on one list, by points.',
  },
  entered: 'You entered',
  register: {
    done: 'Check Your Email',
    accepted: 'Registration received. Please check your email to verify your account.',
    failed: 'Registration failed.',
  },
  login: {
    failed: 'Login failed.',
    wrong: 'Wrong email or password.',
    verifyFirst: 'Please verify your email address before logging in.',
    required: 'Email and password are required.',
  },
  verification: {
    sent: 'Verification email sent! Please check your email.',
    resendFailed: 'Failed to resend verification email.',
    emailFirst: 'Please enter your email address first.',
    emailMissing: 'Email address not available for resending.',
    invalidLink: 'Invalid verification link. Please check your email for the correct link.',
    failed: 'Email verification failed.',
    success: 'Verification Successful!',
  },
  forgot: {
    empty: 'Please enter your email address',
    malformed: 'Please enter a valid email address',
    sent: 'If an account exists for this address, a reset link is on its way.',
    failed: 'Failed to send reset email',
  },
  reset: {
    fillIn: 'Please fill in all fields',
    mismatch: 'Passwords do not match',
    tooShort: 'Password must be at least 8 characters long',
    lower: 'Password must contain at least one lowercase letter',
    upper: 'Password must contain at least one uppercase letter',
    digit: 'Password must contain at least one number',
    missingToken: 'Invalid reset token. Please request a new password reset.',
    invalidLink: 'Invalid Reset Link',
    failed: 'Failed to reset password',
    done: 'Your password has been reset. You can log in now.',
  },
  password: {
    tooShort: 'Password must be at least 6 characters long',
    tooLong: 'Password must be at most 128 characters long',
    common: 'This password is too common. Please choose another one.',
  },
  release: {
    noTime: 'Choose at least one second, or release without a timer.',
    minutes: 'Minutes must be between 0 and 60.',
    seconds: 'Seconds must be between 0 and 59.',
    nothingLeft: 'Its time is up: nothing is left to restore.',
    timerInfoFailed: 'Failed to fetch timer information.',
  },
  appeal: {
    nothing: 'Say what your answer means.',
    stillOpen: 'You can say so when the answers are counted.',
    notAnswered: 'You have not answered this question.',
    already: 'You have said it already. The producer decides.',
    over: 'It is too late to say so.',
    noGroup: 'This answer is not on the board any more. Choose again.',
    failed: 'Failed to send. Please try again.',
    sent: 'Sent. The producer decides.',
    explainFailed: 'Failed to load how your answer counts.',
  },
  show: {
    failed: 'Failed to direct the show page.',
    noQuestion: 'Choose a question to show.',
    stillOpen: 'Players can still answer. Reveal when both windows are closed.',
    nothingLeft: 'Every group is revealed.',
    nothingRevealed: 'No group is revealed.',
    otherQuestion: 'The show page shows another question.',
    noShow: 'No show has been put on the show page yet.',
    linkRevoked: 'This link has been revoked. Ask the producer for a new one.',
  },
  rehearsal: {
    name: 'Rehearsal',
    note: 'This is a rehearsal. Answers do not count.',
    simulated: 'Simulated players answer in rehearsals alone.',
  },
  cancelEmailChange: {
    invalidLink: 'This link is not valid any more. If you cannot log in, choose a new password.',
    taken:
      'Your old address belongs to another account by now, so nothing has been changed. Please ask the show for help: an admin can free the address, and then this link works.',
    notValid: 'This Link Is Not Valid',
    failed: 'Failed to cancel the change',
    done: 'Your account has this address, and everybody has been signed out. We have mailed you a link to choose a new password: the old one no longer works.',
  },
  profile: {
    mismatch: 'Passwords do not match',
    logIn: 'Please log in to update your profile.',
    failed: 'Failed to update profile.',
    confirmEmail: 'Please confirm the new email address with the link we have sent to it.',
    done: 'Profile updated.',
    nameAfterShow: 'Your new name appears after the show.',
  },
  payment: {
    missing: 'Missing payment information. Please go back and try again.',
    failed: 'Payment failed. Please try again.',
    unavailable: 'Payments are not available right now.',
    noForm:
      'The card form could not be loaded. Please check your connection and content blocker, and try again.',
    purpose: 'You pay once, for this question alone. Answers and points do not depend on it.',
    already: 'You have already paid for this question.',
    unknown: 'There is no such question to pay for. Please go back and choose it again.',
    mismatch: 'This payment is not the one that was asked for. Please contact support.',
    refunded: 'This payment was refunded.',
    state: {
      open: 'The payment is not complete yet.',
      processing: 'The payment is being processed.',
      declined: 'Payment failed. Please try again.',
      paid: 'Payment received.',
      cancelled: 'This payment was cancelled.',
    },
  },
  contact: {
    noSubject: 'Please choose a subject.',
    noMessage: 'Please write a message.',
    failed: 'Failed to send message. Please try again.',
    sent: 'Thank you for your message!',
  },
  feedback: {
    noCategory: 'Please choose a category.',
    noRating: 'Please choose a rating.',
    noTitle: 'Please enter a title.',
    noDescription: 'Please enter a description.',
    failed: 'Failed to submit feedback. Please try again.',
    sent: 'Thank you for your feedback!',
  },
  session: { failed: 'Failed to initialize user session' },
  access: {
    denied: 'Access Denied',
    why: 'Admin privileges are needed to view this page.',
  },
  connection: {
    reconnecting: 'Reconnecting...',
    back: 'Back online',
    offline: 'You are offline.',
    serverAway: 'The show cannot be reached. Trying again...',
    signedOutElsewhere: 'You have been signed out. Please log in again.',
  },
} as const;

/* Texts that are not needed by every page; separate exports, so that pages do not load them. */

/** Warnings to the operator of the server. */
export const DEVELOPMENT_MODE = {
  undeclaredProxy:
    'A proxy stands in front of this server but TRUST_PROXY is not set: everybody behind it counts as one address, so that one person can use up what all may do. Set TRUST_PROXY to the proxy’s address (loopback for one on the same machine), have it send X-Forwarded-For, and start again. If there is no proxy, somebody has made its headers up: leave it unset.',
  developmentEnds:
    'A proxy stands in front of this server, so that others may reach it: the parts of development (mailbox, test payments, inspecting by everybody, /metrics without a token) are off until the next start. Set APP_URL to the public address and NODE_ENV=production.',
} as const;

/** Texts for people who join a show. */
export const JOIN_TEXTS = {
  sixLetters: 'A join code has six letters and digits.',
  personalLetters: 'A personal code has nine letters and digits.',
  unknown: 'No show has this code. Look at the screen once more.',
  ended: 'This show is over. Thanks for wanting to play!',
  full: 'This show is full.',
  accountsOnly: 'This show is for players with an account. Log in or register to play.',
  removed: 'The producer has removed you from this show.',
  invitedOnly: 'This show is for invited players. Ask its producer for a link.',
  producers: 'Producers do not play. Log out to join as a guest.',
  noName: 'What shall we call you?',
  noTeam: 'Please choose your team.',
  unknownPerson: 'No player has this personal code.',
  seatOver: 'This link is over. Ask the producer for a new one.',
  failed: 'Could not join. Please try again.',
} as const;

/** Texts for people who open an invitation to a rehearsal. */
export const INVITATION_TEXTS = {
  joined: 'You are in the rehearsal. Its questions appear on this device until it ends.',
  over: 'This invitation is over. Ask the producer for a new one.',
} as const;

/** Error texts for remote control devices. */
export const CONTROL_REFUSALS = {
  noToken: 'This needs a control token. One is made in the control room.',
  noShow: 'No show is live. Go live in the control room first.',
  otherShow: 'That show is not live.',
  outdated: 'The show has moved on since that was asked for.',
  tooSoon: 'Too soon after the act before.',
  endInRoom: 'The show is ended in the control room.',
  tooManyTokens:
    'There are as many control tokens as there can be. Revoke one that is not used any more.',
} as const;

/** The text for an audience while only the other one may answer. */
export const LOCKED_LABEL: Record<Audience, string> = {
  studio: 'Contestant-only mode active',
  home: 'Home viewer-only mode active',
};

/** The refusal of an answer while only the audience `open` may answer. */
export const lockedMessage = (open: Audience, brand: Brand): string =>
  open === 'studio'
    ? `This question is currently in contestant-only mode. Only ${brand.name} contestants can answer right now.`
    : 'This question is currently in home viewer-only mode. Only home viewers can answer right now.';

/** The extra line of 'Access Denied' for a contestant. */
export const contestantDenied = (brand: Brand): string =>
  `${brand.name} players can only answer questions on the home page.`;

/** 'Failed to release question: …', or the text for a revoke or for home viewers. */
export const releaseFailed = (
  action: 'release' | 'revoke',
  audience: Audience,
  why: string,
): string => `Failed to ${action} question${audience === 'home' ? ' to home viewers' : ''}: ${why}`;

/** The banner after a release or revoke. `to`: the audience, for an admin; null: for the audience itself. */
export const changeText = (action: 'release' | 'revoke', to: Audience | null): string => {
  const people = to === 'studio' ? 'contestants' : 'home viewers';
  if (action === 'release') return to ? `Question released to ${people}.` : 'A question is open.';
  return to ? `Question revoked from ${people}.` : 'The question was withdrawn.';
};

/**
 * The banner of a release or revoke, for a producer. `to`: the audience's name; `time`: the length of its timer, e.g.
 * '0:30', null without a timer.
 */
export const namedChangeText = (
  action: 'release' | 'revoke',
  text: string,
  to: string,
  time: string | null,
): string =>
  action === 'release'
    ? `Released "${text}" to ${to}, ${time ?? 'no timer'}`
    : `Revoked "${text}" from ${to}`;

/** The text for a user whose role an admin has changed. */
export const roleChangedText = (roleId: RoleId): string =>
  ({
    [ROLE.admin]: 'You are now an admin.',
    [ROLE.home]: 'You are now a home viewer.',
    [ROLE.contestant]: 'You are now a contestant.',
  })[roleId];

/** The warning before changing the role of a user who may be typing. */
export const answeringText = (name: string): string =>
  `${name} has an open question and has not answered it yet. With another role they may not be able to.`;

/** The refusal of a wrong amount or currency. `label`: the published price, e.g. '$0.50'. */
export const wrongAmount = (label: string): string => `The entry fee is ${label}.`;
