import type { Generated } from 'kysely';
import type { ItemState, ReleaseOrder, TeamsMode, TieBreak } from '#machines/contract/rundown.ts';
import type { FinalScene, Interlude, Scene } from '#machines/contract/stage.ts';
import type { AdminPayment } from '#machines/payment/calls.ts';
import type {
  AppealState,
  Audience,
  MergeState,
  MatchReason,
  MediaType,
  ResultState,
  RoleId,
  ShowState,
} from '#machines/contract/entities.ts';
import type { DeskEntry } from '#machines/contract/desk.ts';
import type { ResultAct } from '#machines/results/rules/result.ts';

/** A boolean as both databases store it. */
export type Flag = 0 | 1;
/** Epoch milliseconds on the server's clock. */
export type EpochMs = number;

export interface UserTable {
  id: string;
  name: string;
  /**
   * The name that others see until the show ends, because a new name is held back (`server/db/aired-names.ts`). Null:
   * they see `shown_name`, or else `name`.
   */
  aired_name: Generated<string | null>;
  /** A name that others see in place of `name`: a stand-in, or the name with a number. Null: they see `name`. */
  shown_name: Generated<string | null>;
  /**
   * `skeletonOf` the name that others see, to find names that look alike. Null while undecided: the account is
   * unverified.
   */
  name_key: Generated<string | null>;
  /** Whether the word list flags `name` and no producer has allowed it. */
  masked: Generated<Flag>;
  /** Lower case, unique. */
  email: string;
  /** Until verification, `name` and this hash are those of the newest registration; the link that is opened decides. */
  password_hash: string;
  role_id: RoleId;
  verified_at: EpochMs | null;
  /** A new address that is not verified yet. */
  pending_email: string | null;
  /** Raised to make all older tokens invalid. */
  token_version: Generated<number>;
  created_at: EpochMs;
  /** 1 for a simulated player of a rehearsal, who cannot sign in and is in no statistics. */
  simulated: Generated<Flag>;
  /**
   * For a guest, the show that they joined with a nickname; guests have no e-mail address and no password. Null: a full
   * account.
   */
  guest_of: Generated<string | null>;
  /** The language of the account's mails. Null: the owner has never sent one. */
  language: Generated<string | null>;
  /** Hash of the code that brings a guest's session to another device; unique. */
  personal_code_hash: Generated<string | null>;
}

/** A mailed secret, stored as its hash. Deleted with its user. */
export interface MailTokenTable {
  id: string;
  user_id: string;
  purpose: 'verify' | 'reset' | 'change-email' | 'cancel-email-change';
  /** Unique. */
  hash: string;
  /** The e-mail address that the secret was mailed to. */
  email: string;
  created_at: EpochMs;
  expires_at: EpochMs;
  used_at: EpochMs | null;
  /** This and `password_hash` are the registration that the link confirms; both are null if it confirms none. */
  name: string | null;
  password_hash: string | null;
}

export interface QuestionTable {
  id: string;
  text: string;
  start_at: EpochMs;
  end_at: EpochMs;
  created_at: EpochMs;
  /** Null after the user was deleted. */
  created_by: string | null;
}

/** One airing of one question. Deleted with the question; everything below is deleted with it. */
export interface GameSessionTable {
  id: string;
  question_id: string;
  created_at: EpochMs;
  /** 1 in a rehearsal: its answers are in no total, board or export, and are deleted with the rehearsal. */
  rehearsal: Generated<Flag>;
}

/** The newest release of a game session to one audience; a revoked row stays with `released` 0. */
export interface ReleaseTable {
  game_session_id: string;
  audience: Audience;
  released: Flag;
  timed: Flag;
  duration_s: number;
  closes_at: EpochMs | null;
  released_at: EpochMs;
  first_released_at: EpochMs;
  /** Since when the audience may answer without an interruption by a release or revoke of either audience. */
  opened_at: EpochMs;
  lapse_announced: Generated<Flag>;
  /** When a scheduled window opens; null: the release opened the window at once. */
  opens_at: EpochMs | null;
  opening_announced: Generated<Flag>;
  /** When the audience first sees the game session; `UNSEEN`: revoked before they could. Null: visible on release. */
  unseen_until: EpochMs | null;
}

/** A window of one person, who could not answer in time. It ends with their answer, or at `closes_at`. */
export interface OwnWindowTable {
  game_session_id: string;
  user_id: string;
  audience: Audience;
  opened_at: EpochMs;
  closes_at: EpochMs;
}

/** Value of `ReleaseTable.unseen_until` for a question that was revoked before the audience saw it. */
export const UNSEEN = Number.MAX_SAFE_INTEGER;

/** An answer, one per user and game session (unique). */
export interface AnswerTable {
  id: string;
  game_session_id: string;
  /** Null after the user was deleted (decisions §7). */
  user_id: string | null;
  audience: Audience;
  text: string;
  /** The key of the answer text: equal for texts that are the same answer after normalisation. */
  text_key: string;
  received_at: EpochMs;
  /** The day (`YYYY-MM-DD`) of `received_at`, in the time zone of the live show, or else in the time zone of days. */
  day: string;
  /** Whether the groups include this answer; points and totals are only of such answers. */
  counted: Generated<Flag>;
  /** The points that are included in `score`; null before the first count, 0 while they are held. */
  points: number | null;
  /** Whether the points are held until the reveal or publication. */
  held: Generated<Flag>;
  /**
   * Keyed hashes of the author's network, and of the network with the author's mail domain (`answering/origin.ts`).
   * Deleted after a month, and with the author's account. Null: deleted, a simulated player's, or older than the
   * column.
   */
  network: string | null;
  network_domain: string | null;
}

/** The group of an answer text of a game session, and why it is in that group. */
export interface GroupedTextTable {
  game_session_id: string;
  text_key: string;
  group_id: string;
  match_reason: MatchReason;
  /**
   * Text that represents the group chosen by matching and model, regardless of producers' decisions. Fixed while the
   * result is locked. Null: the row is older than the column.
   */
  automatic: string | null;
  /** Why matching and model chose that group. */
  automatic_match_reason: MatchReason | null;
}

export interface AnswerGroupTable {
  id: string;
  game_session_id: string;
  representative: string;
  home_count: number;
  studio_count: number;
  home_points: number;
  contestant_points: number;
  /** Name given by a producer; null: the group is named by its most frequent text. */
  name: string | null;
  /** Held back from air by a producer; the group scores like all others. */
  held: Generated<Flag>;
}

/** A producer's decision about groups. Rows are never changed: an undo is a row of its own. */
export interface DecisionTable {
  game_session_id: string;
  /** Number of the decision within the game session: 1, 2, 3 … */
  turn: number;
  /** Id of the request, unique within the game session. */
  request_id: string;
  at: EpochMs;
  /** Null after the user was deleted. */
  user_id: string | null;
  kind: DeskEntry['kind'];
  /** JSON: `Details` of `server/results/grouping/decision-log.ts`. */
  details: string;
  reason: string | null;
}

/** The state of a game session's grouping, one row per game session. */
export interface GroupingTable {
  game_session_id: string;
  version: number;
  ai_enabled: Flag;
  /** JSON: `HowGrouped` of `server/results/grouping/how-grouped.ts`. */
  explanation: string;
  updated_at: EpochMs;
  answers_counted: number;
  /** At least this many answers are grouped; more answers with known texts may have arrived during grouping. */
  answers_grouped: number;
  /** Raised by every change of the merges that the model proposed. */
  merges_version: Generated<number>;
  /** The `merges_version` that the last recount used. */
  merges_counted: Generated<number>;
  /** Number of requests sent to a model. */
  asked: Generated<number>;
  /** Until when a process that waits for a model holds its lease, epoch ms; null: no process waits. */
  asking_until: EpochMs | null;
  /** Until when a process that recounts holds its lease, epoch ms; null: no process recounts. */
  recounting_until: EpochMs | null;
  /** The `version` that was last announced to clients. */
  announced_version: Generated<number>;
  /** 1 if points became visible or were held again since the last recount, so that another recount must apply it. */
  to_show: Generated<Flag>;
}

/** The result of a game session; without a row it is being counted, with version 0. */
export interface ResultTable {
  game_session_id: string;
  state: ResultState;
  /** Raised by every act on the result. */
  version: number;
  locked_at: EpochMs | null;
  published_at: EpochMs | null;
  corrected_at: EpochMs | null;
  /** The reason given for the last act; null if none was given. */
  reason: string | null;
  /** Since when the question is void, and why; null: it counts. */
  voided_at: Generated<EpochMs | null>;
  void_reason: Generated<string | null>;
}

/** An act on a result, and the version that the act gave it. Deleted with the game session. */
export interface ResultActTable {
  game_session_id: string;
  version: number;
  at: EpochMs;
  /** Null: the act was automatic, or the user was deleted. */
  user_id: string | null;
  act: ResultAct;
  state_before: ResultState;
  state_after: ResultState;
  reason: string | null;
}

/** The points of a published text as they were before the last correction. */
export interface PublishedTextTable {
  game_session_id: string;
  text_key: string;
  representative: string;
  home_points: number;
  contestant_points: number;
}

/** A player's appeal that their answer matches another, one per user and game session (unique). Deleted with either. */
export interface AppealTable {
  id: string;
  game_session_id: string;
  user_id: string;
  text_key: string;
  /** The name of the wanted group when the appeal was made, or the player's own words. */
  wanted: string;
  /** The wanted group; null: the player used their own words, or the group no longer exists. */
  group_id: string | null;
  state: AppealState;
  created_at: EpochMs;
  settled_at: EpochMs | null;
  /** The producer who decided; null: undecided, or the user was deleted. */
  settled_by: string | null;
}

/** Texts that a model takes for the same answer: a merge that it proposes. */
export interface ModelMergeTable {
  id: string;
  game_session_id: string;
  status: MergeState;
  judged_at: EpochMs;
  /** When a producer last decided on the merge. */
  decided_at: EpochMs | null;
}

/** A text that a model judged in one request together with the other texts of `judgement`. */
export interface JudgedTextTable {
  game_session_id: string;
  judgement: string;
  text_key: string;
  /** The proposed merge that includes the text; null: the model takes it for an answer of its own. */
  merge_id: string | null;
}

/** Points that a producer gave or took by hand, of a person or of a team. Rows are never deleted while the show exists. */
export interface AdjustmentTable {
  id: string;
  show_id: string;
  /** Null: the adjustment is of a team, or the user was deleted. */
  user_id: string | null;
  team_id: string | null;
  /** The audience of the boards that it counts in: of the person's role at that time; of a team `home`. */
  audience: Audience;
  points: number;
  reason: string;
  /** The day for which it counts, as in `AnswerTable`. */
  day: string;
  at: EpochMs;
  /** Null: the user was deleted. */
  made_by: string | null;
  /** From when Home may know of it. */
  home_at: EpochMs;
  /** Null: it counts. */
  undone_at: EpochMs | null;
  undone_by: string | null;
}

/** A player's total for the boards. Deleted with the user. */
export interface ScoreTable {
  /** `all` for all time, or a day. */
  scope: string;
  /** The audience of the counted answers; `all` means both audiences. */
  audience: Audience | 'all';
  user_id: string;
  points: number;
  answers: number;
  first_answered_at: EpochMs;
}

/** The single row (`id` 1) that is locked while a name is compared with all others. */
export interface NameLockTable {
  id: number;
}

/** An account that may run a show without being an admin. */
export interface ShowProducerTable {
  show_id: string;
  user_id: string;
  created_at: EpochMs;
  /** The admin; null: their account was deleted. */
  created_by: string | null;
}

/** An invitation to run a show, for an address without an account. Becomes a `show_producer` after registration. */
export interface ProducerInvitationTable {
  id: string;
  show_id: string;
  email: string;
  created_at: EpochMs;
  /** The admin; null: their account was deleted. */
  created_by: string | null;
}

/** A player removed from a show: no longer on its boards or its stage. */
export interface ShowRemovalTable {
  show_id: string;
  user_id: string;
  removed_at: EpochMs;
}

/** The single row (`id` 1) that `lockScores` locks. */
export interface ScoreLockTable {
  id: number;
  /** Raised by every transaction that takes the lock `alone`. */
  version: Generated<number>;
}

/** The mail outbox. */
export interface MailTable {
  id: string;
  /** The account that the mail concerns; the mail is deleted with it. Null: no account, or older than the column. */
  user_id: string | null;
  recipient: string;
  subject: string;
  body: string;
  created_at: EpochMs;
  next_attempt_at: EpochMs;
  attempts: Generated<number>;
  sent_at: EpochMs | null;
  /** When the mail server rejected the mail for good; its text was deleted then. */
  refused_at: EpochMs | null;
  last_error: string | null;
}

/** A recent change of what clients see, kept so that every process can announce it. */
export interface FeedChangeTable {
  /** Id of the show whose feed contains the change. */
  feed: string;
  /** The show's `feed_version` after this change. */
  version: number;
  at: EpochMs;
  /** JSON: `ChangeEvent` of `server/show/releases/change.ts`. */
  event: string;
  /** Whether the process that made the change has announced it; other processes may have announced it as well. */
  announced: Generated<Flag>;
}

/** The stage of a show: what its screens show, and the link that opens the screens. Created with the show. */
/** The scenes that a stage row stores as such. */
type DirectedScene = Exclude<Scene, FinalScene | Exclude<Interlude, 'board'>>;

export interface StageTable {
  show_id: string;
  scene: Generated<DirectedScene>;
  /** What the scene `board` shows: the show's own board; null: today's board. */
  finale: FinalScene | null;
  /** The picture over the scene; null: none. */
  interlude: Interlude | null;
  /** The text of the holding picture; null: the usual one. */
  holding_text: string | null;
  /** When the show starts, for the countdown; null: not set. */
  starts_at: EpochMs | null;
  /** The question of the scene, or the last question shown; null also after that question was deleted. */
  game_session_id: string | null;
  /** When the scene was chosen; null: no scene was chosen yet, or the row is older than the column. */
  directed_at: EpochMs | null;
  /** When a scene with the show's own board was last chosen; null: never. */
  finale_at: EpochMs | null;
  /**
   * The `revision` when the stage was last put on air; screens of the house show follow the stage with the greatest
   * value. 0: never.
   */
  aired: Generated<number>;
  /** Each change of this row or of the reveals sets it above the revision of every other stage. */
  revision: Generated<number>;
  /** The link's id; this and the following columns are all null if there is no link. */
  link_id: string | null;
  /** Hash of the link's key; the key itself is not stored. */
  link_hash: string | null;
  link_created_at: EpochMs | null;
  link_created_by: string | null;
  /** The `token_version` of the creator's account when the link was made; when it changes, the link becomes invalid. */
  link_owner_version: number | null;
}

/**
 * The points that a text had for an audience before a recount. Home sees them until `until`. If several rows of a text
 * have not ended, the row of the oldest recount applies.
 */
export interface FormerPointsTable {
  game_session_id: string;
  audience: Audience;
  text_key: string;
  /** The version of the recount that changed the points. */
  version: number;
  points: number;
  held: Flag;
  until: EpochMs;
}

/** A time at which more becomes visible to Home, and an event is sent. */
export interface DisclosureTable {
  id: string;
  at: EpochMs;
  show_id: string;
  /** The game session to disclose; null: the final places of the show. */
  game_session_id: string | null;
  /** 1 if the disclosure is the reveal of a group. */
  is_reveal: Flag;
}

/** A revealed group. The row is deleted with the group. */
export interface ShowRevealTable {
  group_id: string;
  /** Position of the reveal within the game session. */
  turn: number;
  /** Null: the row is older than the column. */
  revealed_at: EpochMs | null;
}

/**
 * A payment attempt; at most one per user and game session is unsettled (unique). Its id is sent to the provider with
 * every request. Kept without a name when its user or question is deleted.
 */
export interface PaymentTable {
  id: string;
  /** Where the payment was made: the card provider's live or test mode, or the stand-in of development. */
  provider: 'live' | 'test' | 'stand-in';
  /** Null: paid without an account, or the account was deleted. */
  user_id: string | null;
  game_session_id: string | null;
  /** In the smallest unit of the currency, such as cents. */
  amount: number;
  currency: string;
  status: AdminPayment['status'];
  /** The provider's id of the payment intent; null until the provider has replied. Unique. */
  intent_id: string | null;
  /** Increases with each change of the status. */
  revision: Generated<number>;
  created_at: EpochMs;
  /** When the status was last requested from the provider. */
  checked_at: EpochMs;
  paid_at: EpochMs | null;
  /** When money was last refunded. */
  refunded_at: EpochMs | null;
  /** The refunded part of `amount`; all of it if the status is 'refunded'. */
  amount_refunded: Generated<number>;
}

/** A payment intent of the stand-in for the provider, which exists only in test mode. */
export interface StandInIntentTable {
  id: string;
  /** The idempotency key of the request that created it. Unique. */
  idempotency_key: string | null;
  /** The parameters of the request that created it. */
  request: string;
  /** The intent as JSON. */
  intent: string;
  created_at: EpochMs;
}

/** An entry of the audit trail of admins' acts. Kept when the user is deleted. */
export interface AuditTable {
  id: string;
  at: EpochMs;
  user_id: string | null;
  action: string;
  target: string | null;
  /** The target's name at the time of the act. Null: the target is a person, or the row is older than the column. */
  target_name: Generated<string | null>;
  address: string;
  /** The HTTP status of the reply; 200 or 201 if the act succeeded. Null: the row is older than the column. */
  status: number | null;
  /**
   * JSON of the `before` and `after` of `AuditDetails` (`server/db/audit-details.ts`); null if the act recorded none.
   */
  before: string | null;
  after: string | null;
  /** The reason as the admin typed it. */
  reason: string | null;
  /** The name of the control token that was used; null: none was used. */
  token: string | null;
  /** Number of attempts: repeated refused calls share a row. */
  times: Generated<number>;
}

export interface ShowTable {
  id: string;
  /** 'house' is the one show that always exists and contains the questions created outside a show. */
  kind: Generated<'show' | 'house'>;
  title: string;
  /** Is 'draft' also during a rehearsal; a row in `rehearsal` marks that. */
  state: Exclude<ShowState, 'rehearsal'>;
  /** Raised by every act on the show. */
  version: number;
  created_at: EpochMs;
  ended_at: EpochMs | null;
  /** Seconds by which the stream of home viewers lags behind the studio. */
  home_delay_s: Generated<number>;
  /** Whether points of its questions are held until the reveal or publication. */
  hold_points: Generated<Flag>;
  /** Whether home viewers are asked for the entry fee of its questions. */
  entry_fee: Generated<Flag>;
  /** 1: everybody takes part; 0: only members. */
  is_open: Generated<Flag>;
  /** The join code, unique; null for the house show. */
  join_code: Generated<string | null>;
  /** Whether the join code lets guests play, and makes players members of a show that is not open to everybody. */
  by_code: Generated<Flag>;
  /** Whether its home viewers are in teams, which they choose or are dealt to. */
  teams: Generated<'off' | TeamsMode>;
  /** The language of its stage and of its answers. */
  language: Generated<string>;
  /** How a first place that several people share is decided. */
  tie_break: Generated<TieBreak>;
  /**
   * Raised by every change announced to the players of this show only; for the house show, by every change announced to
   * everybody. Changes of what these players see lock the row.
   */
  feed_version: Generated<number>;
  /** The season that its points count for; null: none. */
  season_id: Generated<string | null>;
}

/** Shows with a common board. Deleted with its last show. */
export interface SeasonTable {
  id: string;
  /** Unique. */
  name: string;
}

/** A player who takes part in a show. Only used while the show is not open to everybody. */
export interface ShowMemberTable {
  show_id: string;
  user_id: string;
  joined_at: EpochMs;
  /**
   * Id of the device that joined (`server/account/devices.ts`). Null: joined without the code, or the row is older than
   * the column.
   */
  device: Generated<string | null>;
  /**
   * Keyed hash of the network from which the device joined (`server/answering/origin.ts`). Null for the same reasons.
   */
  network: Generated<string | null>;
  /** The member's team; null: none, as for a contestant. */
  team_id: Generated<string | null>;
}

/** A team of a show. */
export interface ShowTeamTable {
  id: string;
  show_id: string;
  name: string;
  /** The place in the producer's list, from 0. */
  position: number;
}

/** The link that shows a show's run sheet without an account. Deleted with the show and with its creator. */
export interface RunSheetLinkTable {
  show_id: string;
  /** Of the link's key. Unique. */
  hash: string;
  created_at: EpochMs;
  created_by: string;
  /** The creator's `token_version`: the link ends with their sessions. */
  owner_version: number;
}

/** A show's rehearsal. Deleted with the show, which stays a draft during the rehearsal. */
export interface RehearsalTable {
  show_id: string;
  /** When the rehearsal began; identifies it among all rehearsals. */
  started_at: EpochMs;
  /** Number of simulated players. */
  players: number;
  /**
   * Id of the process that runs the simulated players, with a lease until `run_until`; null: no process runs them yet.
   */
  run_by: string | null;
  run_until: EpochMs;
  /** Hash of the key in the link that invites devices; null: no link was created. */
  invitation_hash: string | null;
  /**
   * The items as they were before the rehearsal, JSON of `ItemBefore`; null: the rehearsal is older than the column.
   */
  items_before: string | null;
}

/**
 * A simulated player of a rehearsal, or a real player invited to it. A player takes part in one rehearsal at a time.
 */
export interface RehearsalMemberTable {
  user_id: string;
  show_id: string;
  joined_at: EpochMs;
  /** As in `ShowMemberTable`. */
  team_id: Generated<string | null>;
}

/**
 * An item of a show's rundown: one game session. Every game session is an item of exactly one show. Deleted with the
 * question.
 */
export interface RundownItemTable {
  id: string;
  show_id: string;
  game_session_id: string;
  /** Position of the item in the rundown. */
  position: number;
  state: ItemState;
  /** Seconds that the studio has to answer; null: no timer. */
  studio_seconds: number | null;
  home_seconds: number | null;
  release_order: ReleaseOrder;
  note: string;
  /** The picture or sound of the question, and what it shows or plays; null: it has none. */
  media_id: Generated<string | null>;
  media_alt: Generated<string | null>;
  /**
   * The key of the sealed bytes that phones load ahead (`server/show/media/seal.ts`), new each time the item is armed
   * or gets another picture or sound; null: it was never armed.
   */
  media_key: Generated<string | null>;
}

/** A picture or sound. Its id is random: knowing it is the permission to load the bytes. Rows are never changed. */
export interface MediaTable {
  id: string;
  type: MediaType;
  /** In pixels; null: a sound, or a picture that does not say. */
  width: number | null;
  height: number | null;
  created_at: EpochMs;
  /** When the clean-up first found that no item refers to it; null: an item does, or it is not known yet. */
  unused_since: EpochMs | null;
  /** Last, because SQLite reads through a large value to get to the columns behind it. */
  bytes: Uint8Array;
}

/** A processed act on a show, kept so that a repeated request is not applied twice. */
export interface ShowRequestTable {
  show_id: string;
  request_id: string;
  at: EpochMs;
}

/** A control token, stored as its hash. Deleted with the account that created it. */
export interface ControlTokenTable {
  id: string;
  name: string;
  /** Unique. */
  hash: string;
  created_at: EpochMs;
  created_by: string;
  /** The `token_version` of the account at creation; when it changes, the control token becomes invalid. */
  owner_version: number;
  used_at: EpochMs | null;
  /** The show it controls; a token of the house show controls the show open to everybody that is on air. */
  show_id: Generated<string>;
}

/** A processed act of a control token, kept so that a repeated request is not applied twice. */
export interface ControlRequestTable {
  token_id: string;
  request_id: string;
  at: EpochMs;
}

/** The single row that switches inspecting in production on. */
export interface InspectorTable {
  id: 1;
  /** Until when admins may inspect; null: inspecting is off. */
  open_until: EpochMs | null;
}

/** The time zone in which answers from `from_at` on get their day; earlier answers keep their day. */
export interface DayZoneTable {
  from_at: EpochMs;
  zone: string;
}

/**
 * A period in which a show was live; it counts as one day until it ends. A show that is reopened on a later day has
 * another period.
 */
export interface LivePeriodTable {
  show_id: string;
  /** When the show went live. */
  from_at: EpochMs;
  /** When the calendar day of `from_at` ends. */
  midnight_at: EpochMs;
  /** Null: the show is still live. */
  ended_at: EpochMs | null;
}

/** The single row (`id` 1) with the time zone that an admin chose, used while `SHOW_TIME_ZONE` is not set. */
export interface ChosenZoneTable {
  id: 1;
  zone: string;
}

/**
 * All tables of the store. Ids are texts that we generate, times are epoch milliseconds, booleans 1 and 0: so SQLite
 * and PostgreSQL return the same values for the same queries.
 */
export interface Schema {
  user: UserTable;
  mail_token: MailTokenTable;
  question: QuestionTable;
  game_session: GameSessionTable;
  release: ReleaseTable;
  own_window: OwnWindowTable;
  answer: AnswerTable;
  grouped_text: GroupedTextTable;
  answer_group: AnswerGroupTable;
  grouping: GroupingTable;
  result: ResultTable;
  result_act: ResultActTable;
  published_text: PublishedTextTable;
  appeal: AppealTable;
  model_merge: ModelMergeTable;
  judged_text: JudgedTextTable;
  decision: DecisionTable;
  adjustment: AdjustmentTable;
  score: ScoreTable;
  score_lock: ScoreLockTable;
  name_lock: NameLockTable;
  mail: MailTable;
  feed_change: FeedChangeTable;
  show: ShowTable;
  season: SeasonTable;
  rehearsal: RehearsalTable;
  rehearsal_member: RehearsalMemberTable;
  rundown_item: RundownItemTable;
  media: MediaTable;
  show_member: ShowMemberTable;
  show_team: ShowTeamTable;
  run_sheet_link: RunSheetLinkTable;
  show_request: ShowRequestTable;
  show_removal: ShowRemovalTable;
  show_producer: ShowProducerTable;
  producer_invitation: ProducerInvitationTable;
  stage: StageTable;
  show_reveal: ShowRevealTable;
  former_points: FormerPointsTable;
  disclosure: DisclosureTable;
  control_token: ControlTokenTable;
  control_request: ControlRequestTable;
  inspector: InspectorTable;
  day_zone: DayZoneTable;
  chosen_zone: ChosenZoneTable;
  live_period: LivePeriodTable;
  payment: PaymentTable;
  stand_in_intent: StandInIntentTable;
  audit: AuditTable;
}
