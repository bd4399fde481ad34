import type { Call } from '#machines/contract/call.ts';
import { CALL_NAMES, type CallName, calls } from '#machines/contract/calls.ts';
import { CALL_RIGHTS } from '#machines/contract/call-rights.ts';

const ofAdmins: readonly CallName[] = CALL_NAMES.filter((name) => CALL_RIGHTS[name] === 'admins');
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
  aiGenerate: 'Write a question with AI',
  control: 'Run a show from outside',
  createControlToken: 'Make a token for remote control',
  createShow: 'Create a show',
  createShowLink: 'Make the link to the stage screen',
  createUser: 'Create an account',
  inviteToRehearsal: 'Invite devices to a rehearsal',
  revokeControlToken: 'End a token for remote control',
  revokeShowLink: 'End the link to the stage screen',
  setInspector: 'Switch inspecting on or off',
  setTimeZone: 'Choose the time zone',
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

/** The field with the id of a show's item. Not listed, as the entry shows the item's name. */
const ITEM = 'item';

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
      if (name === ITEM) return [];
      if (was === undefined || is === undefined) return [`${name}: ${recordedText(was ?? is)}`];
      return recordedText(was) === recordedText(is)
        ? []
        : [`${name}: ${recordedText(was)} → ${recordedText(is)}`];
    },
  );
}
