import { type Call, CALL_NAMES, type CallName, calls } from '#machines/contract/calls.ts';
import { CALL_RIGHTS } from '#machines/contract/rights.ts';

const ofAdmins: readonly CallName[] = CALL_NAMES.filter((name) => CALL_RIGHTS[name] === 'admins');
const fromOutside: readonly CallName[] = CALL_NAMES.filter(
  (name) => CALL_RIGHTS[name] === 'controllers',
);
const isRead = (name: CallName): boolean => {
  const { method }: Call = calls[name];
  return method === 'GET';
};

/** What is noted when an admin reads. */
export const AUDITED_READS: readonly string[] = ofAdmins.filter(isRead);
/** What is noted when an admin changes something, or acts in a window that is inspected. */
export const AUDITED_ACTS: readonly string[] = [
  ...[...ofAdmins, ...fromOutside].filter((name) => !isRead(name)),
  'inspect',
];

/** An act in words; one that is not known any more by its name. */
export function actTitle(action: string): string {
  if (action === 'inspect') return 'Act in a window that is inspected';
  const name = CALL_NAMES.find((each) => each === action);
  return name === undefined ? action : calls[name].summary;
}

/** How it ended. */
export function outcomeTitle(status: number | null): string {
  if (status === null) return 'Not noted';
  if (status < 400) return 'Done';
  return status < 500 ? `Refused (${status})` : `Failed (${status})`;
}

/** A value that was recorded, in words. */
type Recorded = string | number | boolean | null | readonly string[];
function recordedText(value: Recorded | undefined): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? value.join(', ') : String(value);
}

type State = Readonly<Record<string, Recorded>> | null;
/** What an act changed, a line each: 'role: Home Viewer → Contestant'; what stayed the same is left out. */
export function changedLines(before: State, after: State): string[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].flatMap(
    (name) => {
      const [was, is] = [before?.[name], after?.[name]].map(recordedText);
      if (after === null) return [`${name}: ${was}`];
      if (before === null) return [`${name}: ${is}`];
      return was === is ? [] : [`${name}: ${was} → ${is}`];
    },
  );
}
