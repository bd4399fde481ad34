import type { Generated } from 'kysely';
import type {
  AdminPayment,
  AppealState,
  Audience,
  Finale,
  ItemState,
  JoinState,
  MatchReason,
  ReleaseOrder,
  ResultState,
  RoleId,
  Scene,
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
  /** The name that others see while a new one is pending (`server/db/aired-names.ts`). Null: `shown_name`, or `name`. */
  aired_name: Generated<string | null>;
  /** The name shown to others in place of `name`: a stand-in, or the name with a number. Null: `name`. */
  shown_name: Generated<string | null>;
  /** `skeletonOf` the name shown to others. Null while undecided: the account is unverified. */
  name_key: Generated<string | null>;
  /** Whether the word list flags `name` and no producer has allowed it. */
  masked: Generated<Flag>;
  /** Lower case, unique. */
  email: string;
  /** Until verification, `name` and this belong to the newest registration; the opened link decides. */
  password_hash: string;
  role_id: RoleId;
  verified_at: EpochMs | null;
  /** A new address that is not verified yet. */
  pending_email: string | null;
  /** Raised to end all older tokens. */
  token_version: Generated<number>;
  created_at: EpochMs;
  /** A simulated player of a rehearsal, who cannot sign in and is in no statistics. */
  simulated: Generated<Flag>;
  /** Of a guest, the show that they joined with a nickname; they have no address and no password. Null: an account. */
  guest_of: Generated<string | null>;
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
  /** The address it was mailed to. */
  email: string;
  created_at: EpochMs;
  expires_at: EpochMs;
  used_at: EpochMs | null;
  /** With `password_hash` the registration that the link confirms; both null: it confirms none. */
  name: string | null;
  password_hash: string | null;
}

export interface QuestionTable {
  id: string;
  text: string;
  start_at: EpochMs;
  end_at: EpochMs;
  created_at: EpochMs;
  /** Null once the user is deleted. */
  created_by: string | null;
}

/** One airing of one question. Deleted with the question; everything below is deleted with it. */
export interface GameSessionTable {
  id: string;
  question_id: string;
  created_at: EpochMs;
  /** The rehearsal it belongs to: its answers are in no total, board or export, and are deleted with the rehearsal. */
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
  /** Since when the audience may answer: no release or revoke of either audience has kept it from it since. */
  opened_at: EpochMs;
  lapse_announced: Generated<Flag>;
  /** When the window opens by itself; null: the release opened it at once. */
  opens_at: EpochMs | null;
  opening_announced: Generated<Flag>;
  /** When the audience first sees the game session; `UNSEEN`: it was revoked before. Null: it was visible on release. */
  unseen_until: EpochMs | null;
}

/** `ReleaseTable.unseen_until` of a question that was revoked before the audience saw it. */
export const UNSEEN = Number.MAX_SAFE_INTEGER;

/** One per user and game session (unique). */
export interface AnswerTable {
  id: string;
  game_session_id: string;
  /** Null once the user is deleted (decisions §7). */
  user_id: string | null;
  audience: Audience;
  text: string;
  /** The normalised text: answers with the same key are one form. */
  text_key: string;
  received_at: EpochMs;
  /** `YYYY-MM-DD` of `received_at`, in the time zone of the live show, else of the day. */
  day: string;
  /** Whether the groups count it: points and totals only include such answers. */
  counted: Generated<Flag>;
  /** The points as last counted into `score`; null until then, 0 while they are held. */
  points: number | null;
  /** Whether its points wait for the reveal or publication. */
  held: Generated<Flag>;
  /**
   * Keyed hashes of the answer's network, and of the network with the author's mail domain (`answering/origin.ts`).
   * Deleted after a month, and with the author's account. Null: deleted, of a simulated player, or older than the column.
   */
  network: string | null;
  network_domain: string | null;
}

/** The group of a distinct text of a game session, and the reason. */
export interface AnswerFormTable {
  game_session_id: string;
  text_key: string;
  group_id: string;
  reason: MatchReason;
  /**
   * The representative of the group that matching and model chose, regardless of producers' decisions. Fixed while the result
   * is locked. Null: older than results.
   */
  automatic: string | null;
  /** The reason of the match. */
  automatic_reason: MatchReason | null;
}

export interface AnswerGroupTable {
  id: string;
  game_session_id: string;
  representative: string;
  home_count: number;
  studio_count: number;
  home_points: number;
  contestant_points: number;
  /** Set by a producer; null: named by its most given text. */
  name: string | null;
  /** Held back from air by a producer; scores like all others. */
  held: Generated<Flag>;
}

/** A producer's decision about groups. Never changed: an undo is a row of its own. */
export interface DecisionTable {
  game_session_id: string;
  /** 1, 2, 3 … within the game session. */
  turn: number;
  /** Unique within the game session. */
  request_id: string;
  at: EpochMs;
  /** Null once the user is deleted. */
  user_id: string | null;
  kind: DeskEntry['kind'];
  /** JSON: `Details` of `server/results/grouping/decision-log.ts`. */
  details: string;
  reason: string | null;
}

/** The state of a game session's grouping, one row each. */
export interface GroupingTable {
  game_session_id: string;
  version: number;
  ai_enabled: Flag;
  explanation: string;
  updated_at: EpochMs;
  answers_counted: number;
  /** The least number of grouped answers; more with known texts may have arrived during grouping. */
  answers_grouped: number;
  /** Raised by every change of the model's joins. */
  joins_version: Generated<number>;
  /** `joins_version` as last counted. */
  joins_counted: Generated<number>;
  /** Number of requests to a model. */
  asked: Generated<number>;
  /** The lease of a process that waits for a model, epoch ms; null: none waits. */
  asking_until: EpochMs | null;
  /** The lease of a process that recounts, epoch ms; null: none recounts. */
  recounting_until: EpochMs | null;
  /** The `version` that has been announced to clients. */
  told_version: Generated<number>;
  /** Whether held points have changed since the last recount. */
  to_show: Generated<Flag>;
}

/** The result of a game session; without a row it is being counted, version 0. */
export interface ResultTable {
  game_session_id: string;
  state: ResultState;
  /** Raised by every act. */
  version: number;
  locked_at: EpochMs | null;
  published_at: EpochMs | null;
  corrected_at: EpochMs | null;
  /** The reason of the last act, if it had one. */
  reason: string | null;
}

/** An act on a result, which then had `version`. Deleted with the game session. */
export interface ResultActTable {
  game_session_id: string;
  version: number;
  at: EpochMs;
  /** Null: automatic, or the user is deleted. */
  user_id: string | null;
  act: ResultAct;
  state_before: ResultState;
  state_after: ResultState;
  reason: string | null;
}

/** The points of a text when it was published, before the last correction. */
export interface PublishedFormTable {
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
  /** The name of the group at that time, or the player's own words. */
  wanted: string;
  /** Null: the player's own words, or the group is gone. */
  group_id: string | null;
  state: AppealState;
  created_at: EpochMs;
  settled_at: EpochMs | null;
  /** Null: undecided, or the user is deleted. */
  settled_by: string | null;
}

/** Texts that a model takes for one answer. */
export interface ModelJoinTable {
  id: string;
  game_session_id: string;
  status: JoinState;
  judged_at: EpochMs;
  /** When a producer last decided on it. */
  decided_at: EpochMs | null;
}

/** A text that a model judged together with the others of the judgement. */
export interface JudgedTextTable {
  game_session_id: string;
  judgement: string;
  text_key: string;
  /** Null: an answer of its own. */
  join_id: string | null;
}

/** Totals for the boards. Deleted with the user. */
export interface ScoreTable {
  /** `all`, or a day. */
  scope: string;
  /** The audience of the answers; `all` means both. */
  audience: Audience | 'all';
  user_id: string;
  points: number;
  answers: number;
  first_answered_at: EpochMs;
}

/** One row, `id` 1, locked while a name is compared with all others. */
export interface NameLockTable {
  id: number;
}

/** A player removed from a show: on none of its boards, and not on its stage. */
export interface ShowRemovalTable {
  show_id: string;
  user_id: string;
  removed_at: EpochMs;
}

/** One row, `id` 1, locked by `lockScores`. */
export interface ScoreLockTable {
  id: number;
  /** Raised by every transaction that locks `alone`. */
  version: Generated<number>;
}

/** The mail outbox. */
export interface MailTable {
  id: string;
  /** The account that the mail concerns and is deleted with. Null: none, or older than the column. */
  user_id: string | null;
  recipient: string;
  subject: string;
  body: string;
  created_at: EpochMs;
  next_attempt_at: EpochMs;
  attempts: Generated<number>;
  sent_at: EpochMs | null;
  /** The mail server rejected it for good; its text is deleted. */
  refused_at: EpochMs | null;
  last_error: string | null;
}

/** Recent changes of what clients see, so that every process can announce them. */
export interface FeedChangeTable {
  /** The show whose feed it is in. */
  feed: string;
  /** `feed_version` of that show with this change. */
  version: number;
  at: EpochMs;
  /** JSON: `ChangeEvent` of `server/show/releases/change.ts`. */
  event: string;
  /** Whether the process that made the change has announced it; others may have, too. */
  announced: Generated<Flag>;
}

/** The stage of a show: what its screens show, and the link that opens them. Created with the show. */
export interface StageTable {
  show_id: string;
  scene: Generated<Exclude<Scene, Finale>>;
  /** The scope of the scene `board`: the show's board; null: today's. */
  finale: Finale | null;
  /** The question of the scene, or the last one shown; null also once it is deleted. */
  game_session_id: string | null;
  /** When the scene was chosen; null: never, or older than the column. */
  directed_at: EpochMs | null;
  /** `revision` when it was last put on air; screens of the house show follow the greatest. 0: never. */
  aired: Generated<number>;
  /** Raised above that of every other stage with each change of this row and of the reveals. */
  revision: Generated<number>;
  /** All null if there is no link. */
  link_id: string | null;
  /** Hash of the link's key; the key itself is not stored. */
  link_hash: string | null;
  link_created_at: EpochMs | null;
  link_created_by: string | null;
  /** `token_version` of that account when the link was made; with another version the link is invalid. */
  link_owner_version: number | null;
}

/**
 * The points of one text in an audience before a recount, which Home sees until `until`. Of several rows of a text that have
 * not ended, the oldest recount's applies.
 */
export interface FormerPointsTable {
  game_session_id: string;
  audience: Audience;
  text_key: string;
  /** Version of the recount that changed the points. */
  version: number;
  points: number;
  held: Flag;
  until: EpochMs;
}

/** The times at which more becomes visible to Home and an event is sent. */
export interface DisclosureTable {
  id: string;
  at: EpochMs;
  show_id: string;
  /** Null: the final places of the show. */
  game_session_id: string | null;
  /** Whether a group was revealed. */
  is_reveal: Flag;
}

/** A revealed group. Deleted with the group. */
export interface ShowRevealTable {
  group_id: string;
  /** The order of the reveals within the game session. */
  turn: number;
  /** Null: older than the column. */
  revealed_at: EpochMs | null;
}

/**
 * A payment attempt; at most one per user and game session is unsettled (unique). Requests to the provider carry the id. Kept
 * without a name when its user or question is deleted.
 */
export interface PaymentTable {
  id: string;
  /** The provider that holds the payment; payments of different providers are independent. */
  provider: 'live' | 'test' | 'stand-in';
  /** Null: made without an account, or the account is deleted. */
  user_id: string | null;
  game_session_id: string | null;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  status: AdminPayment['status'];
  /** The provider's id; null until the provider has replied. No client secret exists before. Unique. */
  intent_id: string | null;
  /** Set with each change of the status. */
  revision: Generated<number>;
  created_at: EpochMs;
  /** When the provider was last polled. */
  checked_at: EpochMs;
  paid_at: EpochMs | null;
  /** When money was last refunded. */
  refunded_at: EpochMs | null;
  /** All of `amount` if the status is 'refunded'. */
  amount_refunded: Generated<number>;
}

/** The payment intents of the stand-in, only in test mode. */
export interface StandInIntentTable {
  id: string;
  /** Unique. */
  idempotency_key: string | null;
  /** The parameters of its creation. */
  request: string;
  /** JSON. */
  intent: string;
  created_at: EpochMs;
}

/** The audit of admins' acts. Kept when the user is deleted. */
export interface AuditTable {
  id: string;
  at: EpochMs;
  user_id: string | null;
  action: string;
  target: string | null;
  /** The target's name at the time. Null: a person, or older than the column. */
  target_name: Generated<string | null>;
  address: string;
  /** The HTTP status of the reply; 200 or 201 if done. Null: older than the column. */
  status: number | null;
  /** JSON of `AuditDetails` (`server/db/audit-details.ts`); null if the act gave none. */
  before: string | null;
  after: string | null;
  /** As the admin typed it. */
  reason: string | null;
  /** The name of the control token used; null: none. */
  token: string | null;
  /** Number of tries: repeated refusals share a row. */
  times: Generated<number>;
}

/** A show. */
export interface ShowPlanTable {
  id: string;
  /** 'house' is the show that always exists, with the questions created outside a show. */
  kind: Generated<'show' | 'house'>;
  title: string;
  /** 'draft' also during a rehearsal, which has a row in `rehearsal`. */
  state: Exclude<ShowState, 'rehearsal'>;
  /** Raised by every act. */
  version: number;
  created_at: EpochMs;
  ended_at: EpochMs | null;
  /** How far the stream of home viewers lags behind the studio. */
  home_delay_s: Generated<number>;
  /** Whether points of its questions are held until the reveal or publication. */
  suspense: Generated<Flag>;
  /** 1: everybody takes part; 0: only members. */
  is_open: Generated<Flag>;
  /** Unique; null: the house show. */
  join_code: Generated<string | null>;
  /** Whether the code lets guests play, and makes members where not everybody takes part. */
  by_code: Generated<Flag>;
  /**
   * Moves with every change that is announced to the players of the show alone; of the house show: to everybody. Changes of what these
   * players see lock the row.
   */
  feed_version: Generated<number>;
}

/** A player who takes part in a show. Only used while the show is not open to everybody. */
export interface ShowMemberTable {
  show_id: string;
  user_id: string;
  joined_at: EpochMs;
  /** Id of the device that joined (`server/account/devices.ts`). Null: joined without the code, or older than the column. */
  device: Generated<string | null>;
  /** Keyed hash of the network that it joined from (`server/answering/origin.ts`). Null likewise. */
  network: Generated<string | null>;
}

/** A show's rehearsal. Deleted with the show, which is a draft during it. */
export interface RehearsalTable {
  show_id: string;
  /** When it began; identifies it among all rehearsals. */
  started_at: EpochMs;
  /** Number of simulated players. */
  players: number;
  /** The lease of the process that runs the players, epoch ms; null: none does yet. */
  run_by: string | null;
  run_until: EpochMs;
  /** Hash of the key that invites devices; null: none was created. */
  invitation_hash: string | null;
  /** The items before the rehearsal, JSON of `ItemBefore`; null: the rehearsal is older than the column. */
  items_before: string | null;
}

/** A simulated player of a rehearsal, or a real one invited to it, who takes part in one at a time. Deleted with it. */
export interface RehearsalMemberTable {
  user_id: string;
  show_id: string;
  joined_at: EpochMs;
}

/** A show's item: one game session. Every game session is an item of one show. Deleted with the question. */
export interface RundownItemTable {
  id: string;
  show_id: string;
  game_session_id: string;
  /** The sort order. */
  place: number;
  state: ItemState;
  /** Null: no timer. */
  studio_seconds: number | null;
  home_seconds: number | null;
  release_order: ReleaseOrder;
  note: string;
}

/** Processed acts, so that a repeated request is not applied twice. */
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
  /** `token_version` of the account at creation; the token ends when it changes. */
  owner_version: number;
  used_at: EpochMs | null;
  /** The show it controls; for the house show, the open show that is on air. */
  show_id: Generated<string>;
}

/** Processed remote acts, so that a repeated request is not applied twice. */
export interface ControlRequestTable {
  token_id: string;
  request_id: string;
  at: EpochMs;
}

/** The inspector switch for production: one row. */
export interface InspectorTable {
  id: 1;
  /** Until when admins may inspect; null: inspecting is off. */
  open_until: EpochMs | null;
}

/** The time zone of days from an instant on; earlier answers keep their day. */
export interface DayZoneTable {
  from_at: EpochMs;
  zone: string;
}

/** A period in which a show is live; its day lasts until it ends. A show reopened on a later day has another one. */
export interface EveningTable {
  show_id: string;
  /** When the show went live. */
  from_at: EpochMs;
  /** When the calendar day of `from_at` ends. */
  midnight_at: EpochMs;
  /** Null: the show is still live. */
  ended_at: EpochMs | null;
}

/** The time zone that an admin has chosen, `id` 1; used while `SHOW_TIME_ZONE` is not set. */
export interface ChosenZoneTable {
  id: 1;
  zone: string;
}

/**
 * All tables of the store. Ids are our own texts, times epoch milliseconds, booleans 1 and 0: SQLite and PostgreSQL return the
 * same values for the same queries.
 */
export interface Schema {
  user: UserTable;
  mail_token: MailTokenTable;
  question: QuestionTable;
  game_session: GameSessionTable;
  release: ReleaseTable;
  answer: AnswerTable;
  answer_form: AnswerFormTable;
  answer_group: AnswerGroupTable;
  grouping: GroupingTable;
  result: ResultTable;
  result_act: ResultActTable;
  published_form: PublishedFormTable;
  appeal: AppealTable;
  model_join: ModelJoinTable;
  judged_text: JudgedTextTable;
  decision: DecisionTable;
  score: ScoreTable;
  score_lock: ScoreLockTable;
  name_lock: NameLockTable;
  mail: MailTable;
  feed_change: FeedChangeTable;
  show_plan: ShowPlanTable;
  rehearsal: RehearsalTable;
  rehearsal_member: RehearsalMemberTable;
  rundown_item: RundownItemTable;
  show_member: ShowMemberTable;
  show_request: ShowRequestTable;
  show_removal: ShowRemovalTable;
  stage: StageTable;
  show_reveal: ShowRevealTable;
  former_points: FormerPointsTable;
  disclosure: DisclosureTable;
  control_token: ControlTokenTable;
  control_request: ControlRequestTable;
  inspector: InspectorTable;
  day_zone: DayZoneTable;
  chosen_zone: ChosenZoneTable;
  evening: EveningTable;
  payment: PaymentTable;
  stand_in_intent: StandInIntentTable;
  audit: AuditTable;
}
