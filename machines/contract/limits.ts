/** Business constants (specification §9) and the bounds of every input. Units are in the names. */
export const LIMITS = {
  nameLength: 80,
  emailLength: 254,
  passwordLength: 128,
  tokenLength: 4_096,
  answerLength: 200,
  questionLength: 500,
  topicLength: 200,
  searchLength: 200,
  titleLength: 120,
  messageLength: 5_000,
  /** Why a result was unlocked, corrected or opened again. */
  reasonLength: 200,
  /** Appeals that are shown and settled at once. */
  appeals: 200,
  noteLength: 500,
  /** Members of a show. */
  showMembers: 20_000,
  /** Items of a rundown. */
  rundownItems: 200,
  requestIdLength: 64,
  /** How far the stream of home viewers may lag behind the studio. */
  homeDelaySeconds: 60,
  bodyBytes: 100_000,
  /** Joins of a model that are shown and decided at once. */
  joins: 50,
  /** A normalised text may be longer than what was typed. */
  answerKeyLength: 1_000,
  /** Groups, or texts, of one act on the grouping desk. */
  deskChosen: 1_000,
  deskReasonLength: 300,
  /** Ways of typing one text that the desk shows. */
  deskSpellings: 20,
  deskHistory: 200,
  deskSuggestions: 50,
} as const;

/** Simulated players of a rehearsal. */
export const REHEARSAL_PLAYERS = { least: 20, most: 500, usual: 200 } as const;

export const PASSWORD_MIN = 6;
export const RESET_PASSWORD_MIN = 8;
export const GENERATED_PASSWORD_LENGTH = 8;

export const MAX_TIMER_MINUTES = 60;
export const MAX_TIMER_SECONDS = 59;
export const DEFAULT_TIMER_MINUTES = 5;

/** The longest delay a timer of the platform can hold; longer ones are re-armed. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
/** How late an answer may be received and still count (decisions §4). */
export const ANSWER_GRACE_MS = 250;

/** The least time between two acts upon a show. */
export const ACT_REST_MS = 700;
/** So long after publishing a player may still appeal. */
export const APPEAL_MS = 24 * 60 * 60_000;
/** A question publishes itself when its last window has been over for so long. */
export const PUBLISHED_AFTER_MS = 10 * 60_000;

export const BANNER_MS = 3_000;
export const REDIRECT_MS = 3_000;
export const LOGIN_REDIRECT_MS = 100;
export const CREATED_REDIRECT_MS = 2_000;
export const CHUNK_TIMEOUT_MS = 120_000;
export const FEEDBACK_DELAY_MS = 2_000;
export const CONTACT_DELAY_MS = 1_500;

/** A search is sent when nothing was typed for this time. */
export const SEARCH_DELAY_MS = 250;
export const USERS_PAGE_SIZE = 20;
export const AUDIT_PAGE_SIZE = 20;
export const MAX_PAGE = 100_000;
/** Of lists of admins that have no pages: the newest. */
export const ADMIN_LIST_SIZE = 500;
/** Shorter pieces of an id would be found in anybody's. */
export const ID_SEARCH_LENGTH = 6;
/** Shorter beginnings of a role's word are more likely of a name. */
export const ROLE_SEARCH_LENGTH = 4;
export const DASHBOARD_PAGE_SIZE = 5;
export const LEADERBOARD_SIZE = 100;
/** Of a board, so many are sent with each change, and shown until somebody asks for the rest. */
export const BOARD_TOP_SIZE = 10;
/** Of one viewer: what somebody may answer first, then what was released last. */
export const LISTED_QUESTIONS = 50;
/** Groups, and people of each audience, that fit on the show page. */
export const SHOW_PLACES = 8;
export const SHOW_BOARD_SIZE = 10;

/** Points of a contestant's group by popularity rank 1 to 5; 0 below (decisions §5). */
export const CONTESTANT_POINTS = [5, 4, 3, 2, 1] as const;

export const SOCKET = {
  reconnectDelayMs: 1_000,
  reconnectDelayMaxMs: 5_000,
  attempts: 5,
  timeoutMs: 20_000,
  /** The player page looks for a lost connection this often and starts anew, for ever. */
  checkMs: 5_000,
} as const;

/** Chimes: pairs of notes in Hz, each with its start and length (specification §9). */
export const CHIMES = {
  gain: 0.1,
  release: [
    { frequenciesHz: [523.25, 659.25], startMs: 0, lengthMs: 400 },
    { frequenciesHz: [783.99, 1046.5], startMs: 150, lengthMs: 400 },
  ],
  revoke: [
    { frequenciesHz: [880, 659.25], startMs: 0, lengthMs: 300 },
    { frequenciesHz: [523.25, 392], startMs: 100, lengthMs: 400 },
  ],
} as const;

export const TOKEN_LIFETIME_S = 12 * 60 * 60;
export const VERIFICATION_LIFETIME_MS = 24 * 60 * 60_000;
export const RESET_LIFETIME_MS = 60 * 60_000;
/** How long a change of address can be cancelled from the old one. */
export const CANCELLING_LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** How long an admin lets inspect in production. */
export const INSPECTOR_LIFETIME_MS = 4 * 60 * 60_000;

/** Storage keys of the session (specification §3). */
export const STORAGE_KEYS = {
  authToken: 'authToken',
  userRole: 'userRole',
  userId: 'userId',
  userName: 'userName',
  userEmail: 'userEmail',
} as const;
