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
const TITLES: Readonly<Partial<Record<CallName, string>>> = {
  actOnShow: 'Run or change a show',
  addProducer: 'Let a person run one show',
  aiGenerate: 'Write a question with AI',
  control: 'Run a show from outside',
  createControlToken: 'Make a token for remote control',
  createShow: 'Create a show',
  createShowLink: 'Make the link to the stage screen',
  createUser: 'Create an account',
  inviteToRehearsal: 'Invite devices to a rehearsal',
  removeProducer: 'Take back the right to run one show',
  revokeControlToken: 'End a token for remote control',
  revokeShowLink: 'End the link to the stage screen',
  shareRunSheet: 'Make the link to the run sheet',
  setInspector: 'Switch inspecting on or off',
  setTimeZone: 'Choose the time zone',
  unshareRunSheet: 'End the link to the run sheet',
  updateQuestion: 'Change a question',
};

/** The title of an act; an unknown act is shown by its name. */
export function actTitle(action: string): string {
  if (action === 'inspect') return 'Act in an inspected window';
  const name = CALL_NAMES.find((each) => each === action);
  if (name === undefined) return action;
  const [title = action] = calls[name].summary.split(/[;:]/u);
  return TITLES[name] ?? title;
}

/** The outcome of an act, and the number of tries if more than one. */
export function outcomeTitle(status: number | null, times = 1): string {
  if (status === null) return 'Not recorded';
  if (status < 400) return 'Done';
  const outcome = status < 500 ? `Refused (${status})` : `Failed (${status})`;
  return times === 1 ? outcome : `${outcome}, ${times} times`;
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
      if (was === undefined || is === undefined) return [`${name}: ${recordedText(was ?? is)}`];
      return recordedText(was) === recordedText(is)
        ? []
        : [`${name}: ${recordedText(was)} → ${recordedText(is)}`];
    },
  );
}

/** What each act on a show is called. */
const SHOW_ACTS: Readonly<Record<Exclude<ShowAct['type'], 'go'>, string>> = {
  rename: 'Rename the show',
  joining: 'Choose who may join',
  teams: 'Set the teams',
  season: 'Choose the season',
  delay: 'Set the home delay',
  add: 'Add questions',
  edit: 'Edit',
  move: 'Move',
  skip: 'Skip or plan again',
  remove: 'Remove from the rundown',
  arm: 'Arm',
  release: 'Release',
  releaseTo: 'Release to one audience',
  revoke: 'Revoke',
  takeBack: 'Take back from everyone',
  restore: 'Show again after a revoke',
  extend: 'Add time',
  close: 'Close',
  openFor: 'Open again for one player',
  next: 'Next question',
  holdPoints: 'Choose when points are shown',
  tieBreak: 'Choose who wins a tie',
  entryFee: 'Switch the entry fee',
  lock: 'Lock the answers',
  unlock: 'Unlock the answers',
  publish: 'Publish the points',
  void: 'Void: take back its points',
  unvoid: 'Count again',
  reveal: 'Reveal an answer',
  hide: 'Hide an answer',
  decide: 'Change the groups',
  scene: 'Change the stage',
  interlude: 'Put a picture over the stage',
  question: 'Put the question on the stage',
  rehearse: 'Rehearse',
  clear: 'Clear the rehearsal',
  goLive: 'Go live',
  end: 'End the show',
  reopen: 'Reopen the show',
  allowName: 'Show a name',
  muteName: 'Hide a name',
  renamePlayer: 'Rename a player',
  removePlayer: 'Remove a player',
  restorePlayer: 'Restore a player',
  givePoints: 'Give or take points by hand',
  undoPoints: 'Undo points by hand',
  movePlayer: 'Move a player to another team',
};
const isShowAct = (act: Recorded | undefined): act is keyof typeof SHOW_ACTS =>
  typeof act === 'string' && Object.hasOwn(SHOW_ACTS, act);

/** Fields that the words of an act leave out, or show in another place. */
const NOT_IN_WORDS: ReadonlySet<string> = new Set(['act', 'question', 'version']);
const inWords = (state: State): State =>
  state && Object.fromEntries(Object.entries(state).filter(([name]) => !NOT_IN_WORDS.has(name)));

/**
 * Says in one line what an act did, for example 'Reveal an answer: "Name a fruit"; group: apple; rank: 1'. `action`: the
 * name of a call, or of an act that the server performed itself.
 */
export function actWords(action: string, before: State, after: State): string {
  const act = after?.['act'] ?? action;
  const title = isShowAct(act) ? SHOW_ACTS[act] : actTitle(action);
  const question = after?.['question'];
  const changes = changedLines(inWords(before), inWords(after));
  const details = [...(typeof question === 'string' ? [`"${question}"`] : []), ...changes];
  return details.length === 0 ? title : `${title}: ${details.join('; ')}`;
}
