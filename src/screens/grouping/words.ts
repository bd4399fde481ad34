import type { DeskAct, DeskEntry, DeskGroup } from '#machines/contract/desk.ts';
import { compareNames } from 'answer-grouping';
import type { PointsEffect } from '#machines/results/rules/desk-decisions.ts';
import { counted } from '#src/words/counts-and-times.ts';

/** Key that opens the grouping desk from the control room, and the control room from the desk. */
export const DESK_KEY = 'G';

/** How many names a list shows; the others are only counted. */
const NAMED = 4;
export const NAMES = new Intl.ListFormat('en', { type: 'conjunction' });

export const quoted = (name: string): string => `“${name}”`;

export const listed = (names: readonly string[]): string => {
  const more = names.length - NAMED;
  const shown = names.slice(0, NAMED).map(quoted);
  return NAMES.format(more > 0 ? [...shown, `${more} more`] : shown);
};

export const sizeOf = ({ texts }: Pick<DeskGroup, 'texts'>): number =>
  texts.reduce((sum, { home, studio }) => sum + home + studio, 0);

/** Title of an act's preview. */
export function titleOf(act: DeskAct, groups: readonly DeskGroup[]): string {
  const labelOf = new Map(groups.map(({ groupId, label }) => [groupId, label]));
  const labels = (ids: readonly string[]) => listed(ids.map((id) => labelOf.get(id) ?? id));
  if (act.kind === 'undo') return 'Undo the last decision?';
  if (act.kind === 'redo') return 'Redo the last decision?';
  if (act.kind === 'accept') return 'Merge what AI suggests?';
  if (act.kind === 'dismiss') return 'Keep these answers separate?';
  if (act.kind !== 'gather') return '';
  const typed = new Map(
    groups.flatMap(({ texts }) => texts.map(({ key, text }) => [key, text] as const)),
  );
  const texts = listed(act.texts.map((key) => typed.get(key) ?? key));
  if (act.groups.length > 1)
    return `Merge ${labels(act.groups)}${act.texts.length > 0 ? ` with ${texts}` : ''}?`;
  return act.groups.length === 0
    ? `Split out ${texts}?`
    : `Move ${texts} to ${labels(act.groups)}?`;
}

/** On-air name of the group that results from a merge; null: the act merges no groups. */
export function nameAfter(groups: readonly DeskGroup[], act: DeskAct): string | null {
  if (act.kind !== 'gather' || act.groups.length < 2) return null;
  const merged = groups.filter(({ groupId }) => act.groups.includes(groupId));
  const [target] = merged.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  if (target === undefined || target.name !== null) return target?.name ?? null;
  const [most] = merged
    .flatMap((group) =>
      group.texts.map(({ key, text, home, studio }) => ({
        key,
        text,
        count: home + studio,
        groupCount: sizeOf(group),
        isLead: text === group.label,
      })),
    )
    .toSorted(compareNames);
  return most?.text ?? null;
}

/** Describes the changes of points and ranks, one change per line. */
export function effectLines(effect: PointsEffect, labelOf: (key: string) => string): string[] {
  const lines = (['home', 'studio'] as const).flatMap((audience) => {
    const who = audience === 'home' ? 'home viewer' : 'contestant';
    const { gaining, gained, losing, lost } = effect[audience];
    return [
      ...(gaining > 0 ? [movedText(counted(gaining, who), 'gain', gained, gaining)] : []),
      ...(losing > 0 ? [movedText(counted(losing, who), 'lose', lost, losing)] : []),
    ];
  });
  const ranks = effect.ranks.map(
    ({ key, from, to }) => `${quoted(labelOf(key))}: ${rankText(from)} to ${rankText(to)}.`,
  );
  return lines.length + ranks.length === 0 ? ['No one’s points change.'] : [...lines, ...ranks];
}

const movedText = (who: string, verb: string, points: number, people: number): string =>
  people === 1
    ? `${who} ${verb}s ${counted(points, 'point')}.`
    : `${who} ${verb} ${counted(points, 'point')} in total.`;

const rankText = (rank: number | null): string => (rank === null ? 'no rank' : `rank ${rank}`);

const DONE = {
  merge: 'merged',
  split: 'split out',
  move: 'moved',
  rename: 'renamed',
  hold: 'held back',
  restore: 'restored for air',
  decline: 'left unchanged:',
  accept: 'merged, as AI suggested,',
  dismiss: 'kept separate',
  undo: 'undid the decision about',
  redo: 'redid the decision about',
} as const;

/** Describes a decision in the history. */
export function entryText({ kind, by, about, to, reason }: DeskEntry): string {
  const where = to === null ? '' : kind === 'rename' ? ` as ${quoted(to)}` : ` to ${quoted(to)}`;
  const why = reason === null ? '' : ` Why: ${reason}`;
  const target = kind === 'merge' ? '' : where;
  return `${by ?? 'A deleted account'} ${DONE[kind]} ${listed(about)}${target}.${why}`;
}

/** Why a key of the desk did nothing, by key: what to do so that a button with the key appears. */
export const WHY_IDLE: Readonly<Record<string, string>> = {
  M: 'choose two groups or more.',
  S: 'choose answers inside a group, but no group.',
  V: 'choose a group or an answer.',
  R: 'choose one group.',
  H: 'choose only groups.',
  C: 'nothing is chosen.',
  U: 'there is nothing to undo.',
  I: 'there is nothing to redo.',
  Y: 'there is no suggestion.',
  N: 'there is no suggestion.',
};
