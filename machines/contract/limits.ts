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
  /** The reason of an unlock, correction or reopening. */
  reasonLength: 200,
  /** The most points that a producer gives or takes by hand at once. */
  pointsByHand: 10_000,
  /** Listed adjustments of a show, the newest. */
  adjustments: 500,
  /** Appeals shown at once, and settled by one call. */
  appeals: 200,
  noteLength: 500,
  /** The text alternative of a picture or sound. */
  altLength: 300,
  /** A picture or sound. */
  mediaBytes: 5 * 1_024 * 1_024,
  /** All pictures and sounds of a show. */
  showMediaBytes: 200 * 1_024 * 1_024,
  /** Members of a show. */
  showMembers: 20_000,
  /** People who may run a show without being an admin, with the invited ones. */
  showProducers: 20,
  /** Items of a rundown. */
  rundownItems: 200,
  requestIdLength: 64,
  /** How far the stream of home viewers may lag behind the studio. */
  homeDelaySeconds: 60,
  bodyBytes: 100_000,
  /** A model's merge suggestions shown at once, and decided by one call. */
  modelMerges: 50,
  /** A normalised text may be longer than the typed one. */
  answerKeyLength: 1_000,
  /** Groups, or texts, of one act on the grouping desk. */
  deskChosen: 1_000,
  /** Spellings of one text shown on the desk. */
  deskSpellings: 20,
  deskHistory: 200,
  deskSuggestions: 50,
} as const;

/** Number of teams in a show that has teams. */
export const TEAMS = { least: 2, most: 20 } as const;

/** Simulated players of a rehearsal. */
export const REHEARSAL_PLAYERS = { least: 20, most: 500, usual: 200 } as const;

export const PASSWORD_MIN = 6;
export const RESET_PASSWORD_MIN = 8;
export const GENERATED_PASSWORD_LENGTH = 8;

export const MAX_TIMER_MINUTES = 60;
export const MAX_TIMER_SECONDS = 59;
export const DEFAULT_TIMER_MINUTES = 5;

/** The longest delay that `setTimeout` supports; for a longer delay the timer is started again. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
/** How late an answer may be received and still count (decisions §4). */
export const ANSWER_GRACE_MS = 250;

/** The minimum time between two acts on a show. */
export const ACT_REST_MS = 700;
/** By how much one press extends an open window, seconds. */
export const EXTENSION_S = 10;
/** For how long a question can be opened for one person, seconds. */
export const OPEN_FOR_S = [15, 30, 45, 60] as const;
/** How long a question that was closed too early opens again, in seconds. */
export const REOPENED_S = 30;
/** How long after publishing a player may appeal. */
export const APPEAL_MS = 24 * 60 * 60_000;
/** A question of the house show is published this long after its last window closed. */
export const PUBLISHED_AFTER_MS = 10 * 60_000;

export const BANNER_MS = 3_000;
export const REDIRECT_MS = 3_000;
export const LOGIN_REDIRECT_MS = 100;
export const CREATED_REDIRECT_MS = 2_000;
export const CHUNK_TIMEOUT_MS = 120_000;
export const FEEDBACK_DELAY_MS = 2_000;
export const CONTACT_DELAY_MS = 1_500;

/** A search is sent when the person has typed nothing for this time. */
export const SEARCH_DELAY_MS = 250;
export const USERS_PAGE_SIZE = 20;
export const AUDIT_PAGE_SIZE = 20;
export const MAX_PAGE = 100_000;
/** Maximum number of entries in admin lists without pages; the newest are listed. */
export const ADMIN_LIST_SIZE = 500;
/** Minimum length of a search by id: a shorter part would match other ids by accident. */
export const ID_SEARCH_LENGTH = 6;
/** Minimum length of a search by role: a shorter text more likely means a person's name. */
export const ROLE_SEARCH_LENGTH = 4;
export const DASHBOARD_PAGE_SIZE = 5;
export const LEADERBOARD_SIZE = 100;
/** Rows of a board sent with each change, and shown until the rest is requested. */
export const BOARD_TOP_SIZE = 10;
/** Questions listed for one viewer: the answerable ones first, then the latest released. */
export const LISTED_QUESTIONS = 50;
/** Number of groups, and of people of each audience (`SHOW_BOARD_SIZE`), that fit on the stage screen. */
export const STAGE_GROUPS = 8;
export const SHOW_BOARD_SIZE = 10;
/** Names of players who have just joined, on the stage screen. */
export const JOINED_NAMES = 4;

/** Points of a contestant for an answer in a group of popularity rank 1 to 5; 0 for lower ranks (decisions §5). */
export const CONTESTANT_POINTS = [5, 4, 3, 2, 1] as const;

export const SOCKET = {
  reconnectDelayMs: 1_000,
  reconnectDelayMaxMs: 5_000,
  attempts: 5,
  timeoutMs: 20_000,
  /** Interval at which a lost connection is tried again without end. */
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
/** How long a change of address can be cancelled by the link sent to the old address. */
export const CANCELLING_LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** How long an admin's switch allows inspecting in production. */
export const INSPECTOR_LIFETIME_MS = 4 * 60 * 60_000;

/** The cookie, and the query parameter of an address, with the language in which a browser gets pages. */
export const LANGUAGE_COOKIE = 'language';

/** Storage keys of the session (specification §3). */
export const STORAGE_KEYS = {
  authToken: 'authToken',
  userRole: 'userRole',
  userId: 'userId',
  userName: 'userName',
  userEmail: 'userEmail',
} as const;
/** Storage key of a guest's personal code. */
export const PERSONAL_CODE_KEY = 'personalCode';
