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

/** A yes or no as both databases keep it. */
export type Flag = 0 | 1;
/** Epoch milliseconds on the server's clock. */
export type EpochMs = number;

export interface UserTable {
  id: string;
  name: string;
  /** The name that others see while a new one waits (`server/db/aired-names.ts`). Null: `shown_name`, or `name`. */
  aired_name: Generated<string | null>;
  /** What others are to see for `name`: a stand-in, or the name with a number. Null: `name`. */
  shown_name: Generated<string | null>;
  /** `skeletonOf` what others are to see. Null: not decided, as long as the account is unverified. */
  name_key: Generated<string | null>;
  /** The word list flags `name`, and no producer has allowed it. */
  masked: Generated<Flag>;
  /** Lower case, unique. */
  email: string;
  /** Until it is verified, `name` and this are those of the newest registration; the link that is opened decides. */
  password_hash: string;
  role_id: RoleId;
  verified_at: EpochMs | null;
  /** A new address that waits for its own verification. */
  pending_email: string | null;
  /** Moves when all older tokens must end. */
  token_version: Generated<number>;
  created_at: EpochMs;
  /** Plays in a rehearsal alone: nobody signs in with it, and no figure counts it. */
  simulated: Generated<Flag>;
  /** Of a guest, the show that they joined with a nickname; they have no address and no password. Null: an account. */
  guest_of: Generated<string | null>;
  /** Hash of the code that brings a guest's session to another device; unique. */
  personal_code_hash: Generated<string | null>;
}

/** A mailed link's secret, kept as a hash only. Goes with its user. */
export interface MailTokenTable {
  id: string;
  user_id: string;
  purpose: 'verify' | 'reset' | 'change-email' | 'cancel-email-change';
  /** Unique. */
  hash: string;
  /** Where it was mailed to, and what it is about. */
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
  /** Null once that user is deleted. */
  created_by: string | null;
}

/** One airing of one question. Goes with the question, and all below go with it. */
export interface GameSessionTable {
  id: string;
  question_id: string;
  created_at: EpochMs;
  /** Of a rehearsal: its answers are in no total, board or export, and go with the rehearsal. */
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

/** One a user and game session (unique). */
export interface AnswerTable {
  id: string;
  game_session_id: string;
  /** Null once that user is deleted (decisions §7). */
  user_id: string | null;
  audience: Audience;
  text: string;
  /** The normalised text: answers with the same key are one form. */
  text_key: string;
  received_at: EpochMs;
  /** `YYYY-MM-DD`, of `received_at`, by the zones of the show and the evening that was live. */
  day: string;
  /** Whether the groups' counts have it in them: points and totals go by these answers alone. */
  counted: Generated<Flag>;
  /** As last counted into `score`; null until then, 0 while they are held. */
  points: number | null;
  /** Its points wait until they are revealed on air or published. */
  held: Generated<Flag>;
  /**
   * Keyed hashes of the answer's network, and of the network with the author's mail domain (`answering/origin.ts`).
   * Deleted after a month, and with the author's account. Null: deleted, of a simulated player, or older than the column.
   */
  network: string | null;
  network_domain: string | null;
}

/** Which group a distinct text of a game session belongs to, and why. */
export interface AnswerFormTable {
  game_session_id: string;
  text_key: string;
  group_id: string;
  reason: MatchReason;
  /**
   * The representative of the group that matching and model have put the text into, whatever a producer decided; while the
   * result is locked it stays. Null: from before there were results.
   */
  automatic: string | null;
  /** Why it is there. */
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
  /** Given by hand; null: named by its most given text. */
  name: string | null;
  /** Held back from air by hand; scores like all others. */
  held: Generated<Flag>;
}

/** What a producer decided about groups by hand; never changed, an undo is a row of its own. */
export interface DecisionTable {
  game_session_id: string;
  /** 1, 2, 3 … within the game session. */
  turn: number;
  /** Unique within the game session. */
  request_id: string;
  at: EpochMs;
  /** Null once that user is deleted. */
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
  /** Of so many answers the groups were made; of more when known texts came while it grouped. */
  answers_grouped: number;
  /** Moves with every change of what a model has joined. */
  joins_version: Generated<number>;
  /** `joins_version` as last counted. */
  joins_counted: Generated<number>;
  /** How often a model was asked. */
  asked: Generated<number>;
  /** A process waits for a model, at most until then; the value is its lease. Null: none does. */
  asking_until: EpochMs | null;
  /** A process recounts, at most until then; the value is its lease. Null: none does. */
  recounting_until: EpochMs | null;
  /** The `version` that everybody concerned has been told of. */
  told_version: Generated<number>;
  /** What is held, and what is not, has changed since the last recount. */
  to_show: Generated<Flag>;
}

/** The life of a game session's result; none yet: it is being counted, version 0. */
export interface ResultTable {
  game_session_id: string;
  state: ResultState;
  /** Moves with every act. */
  version: number;
  locked_at: EpochMs | null;
  published_at: EpochMs | null;
  corrected_at: EpochMs | null;
  /** Of the last act, if it has one. */
  reason: string | null;
}

/** What was done to a result: with `version` it had that version. Stays while the game session does. */
export interface ResultActTable {
  game_session_id: string;
  version: number;
  at: EpochMs;
  /** Null: it was done by itself, or that user is deleted. */
  user_id: string | null;
  act: ResultAct;
  state_before: ResultState;
  state_after: ResultState;
  reason: string | null;
}

/** What a text was worth when it was published, before the last correction. */
export interface PublishedFormTable {
  game_session_id: string;
  text_key: string;
  representative: string;
  home_points: number;
  contestant_points: number;
}

/** A player's 'mine means the same as', one a user and game session (unique). Goes with either. */
export interface AppealTable {
  id: string;
  game_session_id: string;
  user_id: string;
  text_key: string;
  /** The group as it was named then, or words of the player's own. */
  wanted: string;
  /** Null: words of the player's own, or the group is gone. */
  group_id: string | null;
  state: AppealState;
  created_at: EpochMs;
  settled_at: EpochMs | null;
  /** Null: nobody has, or that user is deleted. */
  settled_by: string | null;
}

/** Texts that a model takes for one answer. */
export interface ModelJoinTable {
  id: string;
  game_session_id: string;
  status: JoinState;
  judged_at: EpochMs;
  /** When a producer decided on it last. */
  decided_at: EpochMs | null;
}

/** A text that a model saw together with the others of the same judgement. */
export interface JudgedTextTable {
  game_session_id: string;
  judgement: string;
  text_key: string;
  /** Null: an answer of its own. */
  join_id: string | null;
}

/** Kept totals for the boards. Goes with its user. */
export interface ScoreTable {
  /** `all`, or a day. */
  scope: string;
  /** In which the answers were given; `all`: in either. */
  audience: Audience | 'all';
  user_id: string;
  points: number;
  answers: number;
  first_answered_at: EpochMs;
}

/** One row, `id` 1, to be locked while a name is compared with all others. */
export interface NameLockTable {
  id: number;
}

/** A person who is removed from a show: on none of its boards, and not on the show page. */
export interface ShowRemovalTable {
  show_id: string;
  user_id: string;
  removed_at: EpochMs;
}

/** One row, `id` 1, to be locked: see `lockScores`. */
export interface ScoreLockTable {
  id: number;
  /** Raised by every change that locks `alone`. */
  version: Generated<number>;
}

/** The outbox. */
export interface MailTable {
  id: string;
  /** The account that the mail is about and is deleted with. Null: about no account, or older than the column. */
  user_id: string | null;
  recipient: string;
  subject: string;
  body: string;
  created_at: EpochMs;
  next_attempt_at: EpochMs;
  attempts: Generated<number>;
  sent_at: EpochMs | null;
  /** The mail server will never take it; its text is forgotten. */
  refused_at: EpochMs | null;
  last_error: string | null;
}

/** One row, `id` 1: a counter of the changes clients see. */
export interface FeedTable {
  id: number;
  version: number;
}

/** What is told of each recent change of what clients see, whichever process tells it. */
export interface FeedChangeTable {
  /** `feed.version` with this change. */
  version: number;
  at: EpochMs;
  /** JSON: `ChangeEvent` of `server/show/releases/change.ts`. */
  event: string;
  /** By the process that made it; every other one may have announced it too. */
  announced: Generated<Flag>;
}

/** The stage of a show: what its screens show, and the one link that opens them. Created with the show. */
export interface StageTable {
  show_id: string;
  scene: Generated<Exclude<Scene, Finale>>;
  /** Of the scene `board`: what is made of the board of the show; null: it is today's. */
  finale: Finale | null;
  /** The question of the scene, or the last one that was shown; null also once it is deleted. */
  game_session_id: string | null;
  /** When the scene was chosen; null: it never was, or before the column existed. */
  directed_at: EpochMs | null;
  /** `revision` when it was last put on air: the screens of the house show follow the greatest. 0: never. */
  aired: Generated<number>;
  /** Raised above that of every other stage with each change of this row and of what is revealed. */
  revision: Generated<number>;
  /** All null: there is no link. */
  link_id: string | null;
  /** Of the link's key, which is kept nowhere. */
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

/** At `at` more becomes visible to Home, and an event is sent. */
export interface DisclosureTable {
  id: string;
  at: EpochMs;
  /** Null: the final places of a show. */
  game_session_id: string | null;
  /** A group was revealed. */
  is_reveal: Flag;
}

/** A group that was revealed. Goes with the group. */
export interface ShowRevealTable {
  group_id: string;
  /** The order of revealing within the game session. */
  turn: number;
  /** Null: nobody noted it in those days. */
  revealed_at: EpochMs | null;
}

/**
 * A payment, one row an attempt; at most one of a user and game session is not over yet (unique). What is
 * asked of the provider carries the id. Stays without a name when its user goes, and when its question goes.
 */
export interface PaymentTable {
  id: string;
  /** Whose payments they are: nothing of one provider counts with another. */
  provider: 'live' | 'test' | 'stand-in';
  /** Null: made without an account, or the account is deleted. */
  user_id: string | null;
  game_session_id: string | null;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  status: AdminPayment['status'];
  /** The provider's; null until it has answered, and nobody has a client secret before. Unique. */
  intent_id: string | null;
  /** Moves with the status. */
  revision: Generated<number>;
  created_at: EpochMs;
  /** When the provider was last asked because nobody else did. */
  checked_at: EpochMs;
  paid_at: EpochMs | null;
  /** When money was last refunded. */
  refunded_at: EpochMs | null;
  /** All of `amount` where the status is 'refunded'. */
  amount_refunded: Generated<number>;
}

/** What the local stand-in of the payment provider knows, in test mode alone. */
export interface StandInIntentTable {
  id: string;
  /** Unique. */
  idempotency_key: string | null;
  /** The form it was made with. */
  request: string;
  /** JSON. */
  intent: string;
  created_at: EpochMs;
}

/** What admins did. Stays when its user goes. */
export interface AuditTable {
  id: string;
  at: EpochMs;
  user_id: string | null;
  action: string;
  target: string | null;
  /** The target's name at the time. Null: a person, or older than the column. */
  target_name: Generated<string | null>;
  address: string;
  /** How the call was answered, as HTTP has it: 200 or 201 where it was done. Null: not noted in those days. */
  status: number | null;
  /** JSON of `AuditDetails` (`server/db/audit-details.ts`), null where the act gave none. */
  before: string | null;
  after: string | null;
  /** As the admin typed it. */
  reason: string | null;
  /** The name of the control token that did it; null: the admin did. */
  token: string | null;
  /** Number of tries: repeated refusals share a row. */
  times: Generated<number>;
}

/** A show. */
export interface ShowPlanTable {
  id: string;
  /** 'house': the one show that always exists, with the questions created outside a show. */
  kind: Generated<'show' | 'house'>;
  title: string;
  /** 'draft' also while it is rehearsed: `rehearsal` says that. */
  state: Exclude<ShowState, 'rehearsal'>;
  /** Moves with every act. */
  version: number;
  created_at: EpochMs;
  ended_at: EpochMs | null;
  /** How far the stream of home viewers lags behind the studio. */
  home_delay_s: Generated<number>;
  /** Points of its questions are held until they are revealed on air or published. */
  suspense: Generated<Flag>;
  /** Everybody takes part; 0: its members alone. */
  is_open: Generated<Flag>;
  /** Unique; null: the house show. */
  join_code: Generated<string | null>;
  /** Of a show with members: whether the code makes one. */
  by_code: Generated<Flag>;
}

/** A player who takes part in a show. Only of meaning while the show is not open to everybody. */
export interface ShowMemberTable {
  show_id: string;
  user_id: string;
  joined_at: EpochMs;
}

/** A show's rehearsal. Goes with the show, which is a draft meanwhile. */
export interface RehearsalTable {
  show_id: string;
  /** When it began; identifies it among all rehearsals. */
  started_at: EpochMs;
  /** Simulated ones. */
  players: number;
  /** The process that runs the players, at most until then. Null: none does yet. */
  run_by: string | null;
  run_until: EpochMs;
  /** Hash of the key that invites devices; null: none was made. */
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

/** A show's item: one game session. Every game session is an item of one show; goes with the question. */
export interface RundownItemTable {
  id: string;
  show_id: string;
  game_session_id: string;
  /** In the order of these. */
  place: number;
  state: ItemState;
  /** Null: no timer. */
  studio_seconds: number | null;
  home_seconds: number | null;
  release_order: ReleaseOrder;
  note: string;
}

/** Acts that were done, so that none is done twice. */
export interface ShowRequestTable {
  show_id: string;
  request_id: string;
  at: EpochMs;
}

/** What runs a show from outside; of the token only its hash is kept. Goes with the account that made it. */
export interface ControlTokenTable {
  id: string;
  name: string;
  /** Unique. */
  hash: string;
  created_at: EpochMs;
  created_by: string;
  /** `token_version` of that account when it was made; with another one the token is over. */
  owner_version: number;
  used_at: EpochMs | null;
  /** The show that it runs; the house show: whichever open show is on air. */
  show_id: Generated<string>;
}

/** Acts from outside that were done, so that none is done twice. */
export interface ControlRequestTable {
  token_id: string;
  request_id: string;
  at: EpochMs;
}

/** Who may inspect in production: one row. */
export interface InspectorTable {
  id: 1;
  /** Admins may until then; null: nobody may. */
  open_until: EpochMs | null;
}

/** Whose days are counted since when; what was answered keeps its own day. */
export interface DayZoneTable {
  from_at: EpochMs;
  zone: string;
}

/** A show while it is live; its day lasts until it ends. A show reopened on a later day has another one. */
export interface EveningTable {
  show_id: string;
  /** When the show went live. */
  from_at: EpochMs;
  /** When the calendar day of `from_at` ends. */
  midnight_at: EpochMs;
  /** Null: the show is live. */
  ended_at: EpochMs | null;
}

/** The time zone that an admin has chosen, `id` 1; it counts while `SHOW_TIME_ZONE` is not set. */
export interface ChosenZoneTable {
  id: 1;
  zone: string;
}

/**
 * Every table of the store. Ids are texts made by us, times epoch milliseconds, yes and no 1 and 0:
 * SQLite and PostgreSQL return the same values for the same queries.
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
  feed: FeedTable;
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
