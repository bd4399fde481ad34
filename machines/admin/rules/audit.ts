import { m } from 'messages';
import type { Call } from '#machines/contract/call.ts';
import { CALL_NAMES, type CallName, calls } from '#machines/contract/calls.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import { CALL_RIGHTS } from '#machines/contract/call-rights.ts';

const ofAdmins: readonly CallName[] = CALL_NAMES.filter(
  (name) => CALL_RIGHTS[name] === 'admins' || CALL_RIGHTS[name] === 'producers',
);
const fromOutside: readonly CallName[] = CALL_NAMES.filter(
  (name) => CALL_RIGHTS[name] === 'controllers',
);
const isRead = (name: CallName): boolean => {
  const { method }: Call = calls[name];
  return method === 'GET';
};

/** Titles of audited reads. */
export const AUDITED_READS: readonly string[] = ofAdmins.filter(isRead);
/** Titles of audited changes and of acts in an inspected window. */
export const AUDITED_ACTS: readonly string[] = [
  ...[...ofAdmins, ...fromOutside].filter((name) => !isRead(name)),
  'inspect',
];

/** Labels for producers; other calls are labelled with their summary. */
const TITLES: Readonly<Partial<Record<CallName, () => string>>> = {
  actOnShow: m.adminRunChangeShow,
  addProducer: m.adminLetPersonRunOne,
  aiGenerate: m.adminWriteQuestionWithAi,
  control: m.adminRunShowFromOutside,
  createControlToken: m.adminMakeTokenRemoteControl,
  createShow: m.adminCreateShow,
  createShowLink: m.adminMakeLinkStageScreen,
  createUser: m.adminCreateAccount,
  inviteToRehearsal: m.adminInviteDevicesRehearsal,
  removeProducer: m.adminTakeBackRightRun,
  revokeControlToken: m.adminEndTokenRemoteControl,
  revokeShowLink: m.adminEndLinkStageScreen,
  shareRunSheet: m.adminMakeLinkRunSheet,
  setInspector: m.adminSwitchInspectingOff,
  setTimeZone: m.adminChooseTimeZone,
  unshareRunSheet: m.adminEndLinkRunSheet,
  updateQuestion: m.adminChangeQuestion,
};

/** The title of an act; an unknown act is shown by its name. */
export function actTitle(action: string): string {
  if (action === 'inspect') return m.adminActInspectedWindow();
  const name = CALL_NAMES.find((each) => each === action);
  if (name === undefined) return action;
  const [title = action] = calls[name].summary.split(/[;:]/u);
  return TITLES[name]?.() ?? title;
}

/** The outcome of an act, and the number of tries if more than one. */
export function outcomeTitle(status: number | null, times = 1): string {
  if (status === null) return m.adminNotRecorded();
  if (status < 400) return m.adminDone();
  const outcome = status < 500 ? m.adminRefused({ status }) : m.adminFailed({ status });
  return times === 1 ? outcome : m.adminTimes({ outcome, times });
}

/** An audited value. */
type Recorded = string | number | boolean | null | readonly string[];
function recordedText(value: Recorded | undefined): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? value.join(', ') : String(value);
}

/** Fields with ids. Not listed, as the entry shows the name of the item or question. */
const IDS: ReadonlySet<string> = new Set(['item', 'show id']);

type State = Readonly<Record<string, Recorded>> | null;
/**
 * Lists the changes of an act, one line each: 'role: Home Viewer → Contestant'. Unchanged values are left out. A value
 * that is only in `before` or only in `after` describes the target and is listed without an arrow.
 */
export function changedLines(before: State, after: State): string[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].flatMap(
    (name) => {
      const was = before?.[name];
      const is = after?.[name];
      if (IDS.has(name)) return [];
      if (was === undefined || is === undefined)
        return [m.commonLabelled({ label: name, value: recordedText(was ?? is) })];
      return recordedText(was) === recordedText(is)
        ? []
        : [m.commonLabelled({ label: name, value: `${recordedText(was)} → ${recordedText(is)}` })];
    },
  );
}

/** What each act on a show is called. */
const SHOW_ACTS: Readonly<Record<Exclude<ShowAct['type'], 'go'>, () => string>> = {
  rename: m.adminRenameShow,
  joining: m.adminChooseWhoMayJoin,
  teams: m.adminSetTeams,
  season: m.adminChooseSeason,
  delay: m.adminSetHomeDelay,
  add: m.adminAddQuestions,
  edit: m.commonEdit,
  move: m.adminMove,
  skip: m.adminSkipPlanAgain,
  remove: m.adminRemoveFromRundown,
  arm: m.adminArm,
  release: m.adminRelease,
  releaseTo: m.adminReleaseOneAudience,
  revoke: m.adminRevoke,
  takeBack: m.adminTakeBackFromEveryone,
  restore: m.adminShowAgainAfterRevoke,
  extend: m.adminAddTime,
  close: m.commonClose,
  openFor: m.adminOpenAgainOnePlayer,
  next: m.adminNextQuestion,
  holdPoints: m.adminChooseWhenPointsShown,
  tieBreak: m.adminChooseWhoWinsTie,
  entryFee: m.adminSwitchEntryFee,
  language: m.adminChooseShowLanguage,
  lock: m.adminLockAnswers,
  unlock: m.adminUnlockAnswers,
  publish: m.adminPublishPoints,
  void: m.adminVoidTakeBackPoints,
  unvoid: m.adminCountAgain,
  reveal: m.adminRevealAnswer,
  hide: m.adminHideAnswer,
  decide: m.adminChangeGroups,
  scene: m.adminChangeStage,
  interlude: m.adminPutPictureOverStage,
  question: m.adminPutQuestionStage,
  rehearse: m.adminRehearse,
  clear: m.adminClearRehearsal,
  goLive: m.adminGoLive,
  end: m.adminEndShow,
  reopen: m.adminReopenShow,
  allowName: m.adminShowName,
  muteName: m.adminHideName,
  renamePlayer: m.adminRenamePlayer,
  removePlayer: m.adminRemovePlayer,
  restorePlayer: m.adminRestorePlayer,
  givePoints: m.adminGiveTakePointsHand,
  undoPoints: m.adminUndoPointsHand,
  movePlayer: m.adminMovePlayerAnotherTeam,
};
const isShowAct = (act: Recorded | undefined): act is keyof typeof SHOW_ACTS =>
  typeof act === 'string' && Object.hasOwn(SHOW_ACTS, act);

/** Fields that the words of an act leave out, or show in another place. */
const NOT_IN_WORDS: ReadonlySet<string> = new Set(['act', 'question', 'version']);
const inWords = (state: State): State =>
  state && Object.fromEntries(Object.entries(state).filter(([name]) => !NOT_IN_WORDS.has(name)));

/** The title of an act; of an act on a show, what it did there. */
export function wholeTitle(action: string, after: State): string {
  const act = after?.['act'] ?? action;
  return isShowAct(act) ? SHOW_ACTS[act]() : actTitle(action);
}

/** The question that an act was about, and what changed, without what its title says and numbers of versions. */
export function detailLines(before: State, after: State): string[] {
  const question = after?.['question'];
  const changes = changedLines(inWords(before), inWords(after));
  return [
    ...(typeof question === 'string' ? [m.commonQuoted({ text: question })] : []),
    ...changes,
  ];
}

/**
 * Says in one line what an act did, for example 'Reveal an answer: "Name a fruit"; group: apple; rank: 1'. `action`: the
 * name of a call, or of an act that the server performed itself.
 */
export function actWords(action: string, before: State, after: State): string {
  const title = wholeTitle(action, after);
  const details = detailLines(before, after);
  return details.length === 0
    ? title
    : m.commonLabelled({ label: title, value: details.join('; ') });
}
