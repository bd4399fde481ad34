import { m } from 'messages';
import { listText } from 'messages/format';
import type { Desk, DeskAct, DeskEntry, DeskGroup } from '#machines/contract/desk.ts';
import { compareNames } from 'answer-grouping';
import {
  groupsAfter,
  type PointsEffect,
  previewOf,
} from '#machines/results/rules/desk-decisions.ts';

/** How many names a list shows; the others are only counted. */
const NAMED = 4;

export const quoted = (name: string): string => m.commonQuoted({ text: name });

export const listed = (names: readonly string[]): string => {
  const more = names.length - NAMED;
  const shown = names.slice(0, NAMED).map(quoted);
  return listText(more > 0 ? [...shown, m.groupingMore({ more })] : shown);
};

export const sizeOf = ({ texts }: Pick<DeskGroup, 'texts'>): number =>
  texts.reduce((sum, { home, studio }) => sum + home + studio, 0);

/** Whether groups or texts that the act gathers no longer exist, since another producer changed them. */
const isGone = (act: DeskAct, groups: readonly DeskGroup[]): boolean =>
  act.kind === 'gather' && groupsAfter(groups, act) === 'gone';

/** Title of an act's preview. */
export function titleOf(act: DeskAct, groups: readonly DeskGroup[]): string {
  if (isGone(act, groups)) return m.groupingNotDone();
  const labelOf = new Map(groups.map(({ groupId, label }) => [groupId, label]));
  const labels = (ids: readonly string[]) => listed(ids.map((id) => labelOf.get(id) ?? id));
  if (act.kind === 'undo') return m.groupingUndoLastDecision();
  if (act.kind === 'redo') return m.groupingRedoLastDecision();
  if (act.kind === 'accept') return m.groupingMergeWhatAiSuggests();
  if (act.kind === 'dismiss') return m.groupingKeepTheseAnswersSeparate();
  if (act.kind !== 'gather') return '';
  const typed = new Map(
    groups.flatMap(({ texts }) => texts.map(({ key, text }) => [key, text] as const)),
  );
  const texts = listed(act.texts.map((key) => typed.get(key) ?? key));
  if (act.groups.length > 1)
    return act.texts.length > 0
      ? m.groupingMergeWithTexts({ labels: labels(act.groups), texts })
      : m.groupingMergeGroups({ labels: labels(act.groups) });
  return act.groups.length === 0
    ? m.groupingAskSplitOut({ texts })
    : m.groupingAskMove({ texts, labels: labels(act.groups) });
}

/** What an act changes, one change a line; empty: only the server can compute it. */
export function previewLines(desk: Desk, act: DeskAct): string[] {
  const effect = previewOf(desk, act);
  if (isGone(act, desk.groups)) return [m.deskGone()];
  if (effect === null) return act.kind === 'gather' ? [m.deskNoChange()] : [];
  const typed = new Map(
    desk.groups.flatMap(({ texts }) => texts.map(({ key, text }) => [key, text] as const)),
  );
  const name = nameAfter(desk.groups, act);
  return [
    ...(name === null ? [] : [m.groupingShownAirAs({ name: quoted(name) })]),
    ...effectLines(effect, (key) => typed.get(key) ?? key),
  ];
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

const GAIN = { home: m.groupingHomeGains, studio: m.groupingStudioGains } as const;
const LOSS = { home: m.groupingHomeLoses, studio: m.groupingStudioLoses } as const;

/** Describes the changes of points and ranks, one change per line. */
export function effectLines(effect: PointsEffect, labelOf: (key: string) => string): string[] {
  const lines = (['home', 'studio'] as const).flatMap((audience) => {
    const { gaining, gained, losing, lost } = effect[audience];
    return [
      ...(gaining > 0
        ? [GAIN[audience]({ count: gaining, points: m.countPoints({ count: gained }) })]
        : []),
      ...(losing > 0
        ? [LOSS[audience]({ count: losing, points: m.countPoints({ count: lost }) })]
        : []),
    ];
  });
  const ranks = effect.ranks.map(({ key, from, to }) =>
    rankChangeText(quoted(labelOf(key)), from, to),
  );
  return lines.length + ranks.length === 0
    ? [m.groupingNoOnesPointsChange()]
    : [...lines, ...ranks];
}

function rankChangeText(group: string, from: number | null, to: number | null): string {
  if (from === null) return m.groupingRankGained({ quoted: group, to: to ?? '' });
  return to === null
    ? m.groupingRankLost({ quoted: group, from })
    : m.groupingRankMoves({ quoted: group, from, to });
}

/** What a decision did; texts that name what it was about have {about}. */
const DONE: Readonly<Record<DeskEntry['kind'], (inputs: { by: string; about: string }) => string>> =
  {
    merge: m.groupingDidMerge,
    split: m.groupingDidSplit,
    move: m.groupingDidMove,
    rename: m.groupingDidRename,
    hold: m.groupingDidHold,
    restore: m.groupingDidRestore,
    decline: m.groupingDidDecline,
    accept: m.groupingDidAccept,
    dismiss: m.groupingDidDismiss,
    undo: m.groupingDidUndo,
    redo: m.groupingDidRedo,
  };

/** Describes a decision in the history. */
export function entryText({ kind, by: name, about: names, to, reason }: DeskEntry): string {
  const by = name ?? m.groupingDeletedAccount();
  const about = listed(names);
  const target = to === null || kind === 'merge' ? null : quoted(to);
  const done =
    target === null
      ? DONE[kind]({ by, about })
      : kind === 'rename'
        ? m.groupingDidRenameTo({ by, about, target })
        : m.groupingDidMoveTo({ by, about, target });
  return reason === null ? done : m.groupingDidWhy({ done, reason });
}

/** Why a key of the desk did nothing, by key: what to do so that a button with the key appears. */
export const WHY_IDLE: Readonly<Record<string, (inputs: { key: string }) => string>> = {
  M: m.groupingIdleMerge,
  S: m.groupingIdleSplit,
  V: m.groupingIdleMove,
  R: m.groupingIdleRename,
  H: m.groupingIdleHold,
  C: m.groupingIdleClear,
  U: m.groupingIdleUndo,
  I: m.groupingIdleRedo,
  Y: m.groupingIdleSuggestion,
  N: m.groupingIdleSuggestion,
};
