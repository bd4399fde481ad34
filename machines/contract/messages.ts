import type { Brand } from './brand.ts';
import type { Audience, User } from './entities.ts';
import { ROLE } from './roles.ts';

/** The texts given by the specification (§2, §5, §8), by subject. */
export const MESSAGES = {
  network: 'Network error. Please try again.',
  networkServer: 'Network error. Please check if the server is running.',
  unexpected: 'Something went wrong. Please try again.',
  notFound: 'Not found.',
  signInFirst: 'Please log in.',
  adminOnly: 'Admin privileges are needed.',
  forbidden: "You don't have access to this.",
  roleChanged: 'Your role has just changed. Please try again.',
  accountDeleted: 'This account was deleted.',

  questions: {
    loadFailed: 'Could not load active questions.',
    none: 'No questions available',
    noneHint: 'The next question will pop up here.',
    thanks: 'Thanks for playing!',
    soon: 'Next question soon',
    soonHint: 'Keep this page open and watch the screen.',
    noneExpiredHint: 'Questions move here when their time is up.',
    noAnswers: 'No answers submitted yet.',
    noneToday: 'No scores recorded today yet.',
    noneEver: 'No scores recorded yet.',
    noneShow: 'No scores published for this show yet.',
    noneSeason: 'No scores published for this season yet.',
    noSeason: "There's no season to see right now.",
    waiting: 'Waiting for question to be released...',
    noRecent: 'No recent question found',
    noAnswer: 'No answer submitted',
    timeUp: "Time's up",
  },
  answer: {
    expired: 'This question has expired. You can no longer submit answers.',
    already: 'You have already answered this question.',
    failed: 'Failed to submit answer',
    empty: 'Please enter an answer.',
    notReleased: "This question isn't open for answers.",
    adminNever: "Admins can't answer questions.",
    scoring: 'Smart Scoring',
    held: 'Locked in! Watch the screen.',
    void: "This question doesn't count.",
  },
  leaderboard: {
    failed: 'Failed to fetch leaderboard',
    dailyFailed: 'Failed to fetch daily leaderboards',
    together: 'Everyone, ranked by points.',
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
    nothingLeft: "Time's up. There's nothing left to restore.",
    timerInfoFailed: 'Failed to fetch timer information.',
  },
  appeal: {
    nothing: 'Tell us which answer yours matches.',
    stillOpen: 'You can appeal once the answers are counted.',
    notAnswered: "You haven't answered this question.",
    already: "You've already asked. The producer will decide.",
    over: "It's too late to appeal.",
    noGroup: 'That answer is no longer on the board. Choose another.',
    failed: "That didn't send. Please try again.",
    sent: 'Sent! The producer will decide.',
    explainFailed: "Couldn't load how your answer counts.",
  },
  show: {
    failed: 'Failed to change the stage. Please try again.',
    noQuestion: 'Choose a question to show.',
    stillOpen: 'Players can still answer. Reveal when both windows are closed.',
    nothingLeft: 'All groups are revealed.',
    nothingRevealed: 'No groups are revealed yet.',
    otherQuestion: 'The stage shows another question.',
    noShow: 'No show is on the stage yet.',
    linkRevoked: 'This link no longer works. Ask the producer for a new one.',
  },
  rehearsal: {
    name: 'Rehearsal',
    note: "This is a rehearsal. Answers don't count.",
    simulated: 'Simulated players only answer in rehearsals.',
  },
  cancelEmailChange: {
    invalidLink: "This link no longer works. If you can't log in, choose a new password.",
    taken:
      "Another account now uses your old address, so nothing has changed. Ask the show's team for help: once an admin frees the address, this link will work.",
    notValid: "This Link Doesn't Work",
    failed: 'Failed to cancel the change',
    done: "Your account is back on this address, and all devices are logged out. We've emailed you a link to choose a new password. The old one no longer works.",
  },
  profile: {
    mismatch: 'Passwords do not match',
    logIn: 'Please log in to update your profile.',
    failed: 'Failed to update profile.',
    confirmEmail: "We've emailed a link to your new address. Open it to confirm.",
    done: 'Profile updated.',
    nameAfterShow: 'Your new name will appear after the show.',
  },
  payment: {
    missing: 'Missing payment information. Please go back and try again.',
    failed: 'Payment failed. Please try again.',
    unavailable: "Payments aren't available right now.",
    noForm: "The card form didn't load. Check your connection and content blocker, then try again.",
    purpose: "One-time fee for this question. It doesn't affect your score.",
    already: 'You have already paid for this question.',
    unknown: "We couldn't find this question. Please go back and choose it again.",
    mismatch: "This payment doesn't match the entry fee. Please contact support.",
    refunded: 'This payment was refunded.',
    state: {
      open: "The payment isn't complete yet.",
      processing: 'The payment is being processed.',
      declined: 'Payment failed. Please try again.',
      paid: 'Payment received.',
      cancelled: 'This payment was cancelled.',
    },
  },
  access: {
    denied: 'Access Denied',
    why: 'Admin privileges are needed to view this page.',
  },
  connection: {
    reconnecting: 'Reconnecting...',
    back: 'Back online',
    offline: "You're offline.",
    serverAway: "Can't reach the show. Trying again...",
    signedOutElsewhere: "You've been logged out. Please log in again.",
  },
} as const;

/* Texts that are not needed by every page; separate exports, so that pages do not load them. */

/** Warnings to the operator of the server. */
export const DEVELOPMENT_MODE = {
  undeclaredProxy:
    'This server is behind a proxy but TRUST_PROXY is not set, so everyone counts as one address and one person can use up the limits for all. Set TRUST_PROXY to the proxy’s address (loopback if it runs on this machine), have it send X-Forwarded-For, and restart. If there is no proxy, someone is faking its headers: leave TRUST_PROXY unset.',
  developmentEnds:
    'This server is behind a proxy, so others may reach it. Development features (mailbox, test payments, inspecting by everyone, /metrics without a token) are off until the next start. Set APP_URL to the public address and NODE_ENV=production.',
} as const;

/** Texts that only the server sends. */
export const SERVER_MESSAGES = {
  tooMany: 'Too many attempts. Please wait a moment and try again.',
  unavailable: 'The service is busy. Please try again in a moment.',
  malformed: "We couldn't read that request. Please reload and try again.",
  tooLarge: "That's too large to send. Please shorten it.",
  tooSlow: 'The request took too long to arrive. Please try again.',
} as const;

/** Texts of the form at /contact. */
export const CONTACT_TEXTS = {
  noSubject: 'Please choose a subject.',
  noMessage: 'Please write a message.',
  failed: 'Failed to send message. Please try again.',
  sent: 'Thank you for your message!',
} as const;

/** Texts of the form at /feedback. */
export const FEEDBACK_TEXTS = {
  noCategory: 'Please choose a category.',
  noRating: 'Please choose a rating.',
  noTitle: 'Please enter a title.',
  noDescription: 'Please enter a description.',
  failed: 'Failed to submit feedback. Please try again.',
  sent: 'Thank you for your feedback!',
} as const;

/** Texts for people who join a show. */
export const JOIN_TEXTS = {
  sixLetters: 'A join code has six letters and digits.',
  personalLetters: 'A personal code has nine letters and digits.',
  unknown: 'No show has this code. Check the screen and try again.',
  ended: 'This show is over. Thanks for wanting to play!',
  full: 'This show is full.',
  accountsOnly: 'This show is for players with an account. Log in or register to play.',
  removed: 'The producer has removed you from this show.',
  invitedOnly: 'This show is for invited players. Ask the producer for a link.',
  producers: "Producers can't play. Log out to join as a guest.",
  noName: 'What shall we call you?',
  noTeam: 'Please choose your team.',
  unknownPerson: 'No player has this personal code. Check it and try again.',
  seatOver: 'This link no longer works. Ask the producer for a new one.',
  failed: 'Could not join. Please try again.',
} as const;

/** Texts for people who open an invitation to a rehearsal. */
export const INVITATION_TEXTS = {
  joined: "You're in the rehearsal. Its questions appear on this device until it ends.",
  over: 'This invitation no longer works. Ask the producer for a new one.',
} as const;

export const RUN_SHEET_TEXTS = {
  over: 'This link no longer works. Ask the producer for a new one.',
} as const;

/** Error texts for remote control devices. */
export const CONTROL_REFUSALS = {
  noToken: 'This needs a control token. Make one in the control room.',
  noShow: 'No show is live. Go live in the control room first.',
  otherShow: "That show isn't live.",
  outdated: 'The show has moved on since. Check it, then try again.',
  tooSoon: 'Too soon after the last press. Wait a moment.',
  slip: (labels: string) =>
    `This looks like a slip: ${labels}. Press again to reveal it anyway, or change it in the control room.`,
  undoPublished: 'Published points are corrected at the desk, or taken back with void.',
  undoUnreleased: "The armed question isn't released yet, so there is nothing to undo.",
  undoNothing: 'No question is armed, so there is nothing to undo.',
  noItem: 'The rundown has no item with this number.',
  noneTakenBack: 'No question was taken back.',
  endInRoom: 'Only the control room can end the show.',
  tooManyTokens: 'There are too many control tokens. Revoke one you no longer use.',
  tooManyDevices: 'Too many devices are connected. Disconnect one, then try again.',
  unavailable: "The server can't check the token right now. Please try again.",
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
export const releaseBanner = (action: 'release' | 'revoke', to: Audience | null): string => {
  const people = to === 'studio' ? 'contestants' : 'home viewers';
  if (action === 'release') return to ? `Question released to ${people}.` : 'A question is open.';
  return to ? `Question revoked from ${people}.` : 'The question was withdrawn.';
};

/**
 * The banner of a release or revoke, for a producer. `to`: the audience's name; `time`: the length of its timer, e.g.
 * '0:30', null without a timer.
 */
export const producerReleaseBanner = (
  action: 'release' | 'revoke',
  text: string,
  to: string,
  time: string | null,
): string =>
  action === 'release'
    ? `Released "${text}" to ${to}, ${time ?? 'no timer'}`
    : `Revoked "${text}" from ${to}`;

const ROLE_TEXTS = {
  [ROLE.admin]: 'You are now an admin.',
  [ROLE.home]: 'You are now a home viewer.',
  [ROLE.contestant]: 'You are now a contestant.',
} as const;

/** The text for a user after an admin has changed their role, or their right to run a show. */
export function rightsChangedText(before: User, { role_id, produces }: User): string {
  if (before.role_id !== role_id) return ROLE_TEXTS[role_id];
  return produces ? 'You can now run a show.' : 'You no longer run a show.';
}

/** The warning before changing the role of a user who may be typing. */
export const answeringText = (name: string): string =>
  `${name} has an open question and hasn't answered it yet. In another role they may not be able to.`;

/** The refusal of a wrong amount or currency. `label`: the published price, e.g. '$0.50'. */
export const wrongAmount = (label: string): string => `The entry fee is ${label}.`;
