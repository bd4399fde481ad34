import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import type { Desk, DeskAct, DeskSuggestion } from '#machines/contract/desk.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import {
  groupingDeskMachine,
  selectChosenGroups,
  selectChosenTexts,
  selectDesk,
  selectIsActing,
  selectIsFailed,
  selectMessage,
  selectOutdatedSince,
  selectPending,
  selectProposed,
} from '#machines/results/grouping-desk.ts';
import { decidedSince, needsReason, previewOf } from '#machines/results/rules/desk-decisions.ts';
import { actFor, suggestionsLeft } from '#machines/results/rules/desk-suggestions.ts';
import {
  failure,
  fold,
  modelOf,
  outcome,
  pathsOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';

const group = (key: string, home: number, more: readonly string[] = []) => ({
  groupId: `g-${key}`,
  label: key,
  name: null,
  isHeld: false,
  isFlagged: false,
  texts: [key, ...more].map((each) => ({
    key: each,
    text: each,
    home,
    studio: 0,
    matchReason: 'exact' as const,
    spellings: [[each, home] as [string, number]],
  })),
});
const pair: DeskSuggestion = { keys: ['sofa', 'couch'], source: 'meaning' };
const ofModel: DeskSuggestion = { ...pair, keys: ['sofa', 'bench'], mergeId: 'j1' };
const merge: DeskAct = { kind: 'gather', groups: ['g-sofa', 'g-couch'], texts: [] };
const hold: DeskAct = { kind: 'hold', groups: ['g-sofa'] };
const desk = (version = 0, more: Partial<Desk> = {}): Desk => ({
  gameSessionId: 's1',
  showId: 'house',
  itemId: 'i1',
  question: 'Name a seat.',
  version,
  state: 'counting',
  groups: [group('sofa', 2, ['settee']), group('couch', 1), group('bench', 1)],
  history: [],
  undo: null,
  redo: null,
  suggestions: [pair, ofModel],
  ...more,
});
const entry = (turn: number, kind: Desk['history'][number]['kind'] = 'merge') => ({
  turn,
  kind,
  at: turn,
  by: 'Ana',
  reason: null,
  about: ['sofa'],
  to: null,
  isUndone: false,
});
const published = desk(0, { state: 'published' });

let ids = 0;
const input = { gameSessionId: 's1', newId: () => `id${(ids += 1)}` };
const toggleGroup = { type: 'choice.toggle', of: 'groups', id: 'g-sofa' } as const;
const toggleText = { type: 'choice.toggle', of: 'texts', id: 'couch' } as const;
const clear = { type: 'choice.clear' } as const;
const ask = { type: 'act.ask', act: hold } as const;
const askMerge = { type: 'act.ask', act: merge } as const;
const askOfPair = { type: 'act.ask', act: merge, suggestion: pair } as const;
const confirm = { type: 'preview.confirm', reason: null } as const;
const cancel = { type: 'preview.cancel' } as const;
const seen = { type: 'conflict.seen' } as const;
const refresh = { type: 'load.refresh' } as const;
const retry = { type: 'load.retry' } as const;
const outdated = refusal(m.deskOutdated(), { code: 'outdated' });
const loaded = outcome('load', success(desk()));
const acted = outcome('act', success(desk(1)));

const model = modelOf(groupingDeskMachine, {
  input,
  events: {
    'load.refresh': [refresh],
    'load.retry': [retry],
    'choice.toggle': [toggleGroup, toggleText],
    'choice.clear': [clear],
    'act.ask': [ask, askMerge, askOfPair],
    'preview.confirm': [confirm],
    'preview.cancel': [cancel],
    'conflict.seen': [seen],
  },
  done: {
    load: [success(desk()), success(published), refusal('Not now.')],
    act: [success(desk(1)), outdated, refusal('Not now.')],
  },
  at: ({ context }) => [
    context.desk === null,
    context.desk?.state,
    context.isOvertaken,
    Math.min(context.pending.length, 2),
  ],
  may: ({ context }, { type }) => type !== 'act.ask' || context.pending.length < 2,
});

type Events = Parameters<typeof fold>[2];
const at = (events: Events) => fold(groupingDeskMachine, input, events);

const chosenAt = (events: Events) => [
  selectChosenGroups(at(events)),
  selectChosenTexts(at(events)),
];
const answer = (suggestion: DeskSuggestion, act: DeskAct) =>
  ({ type: 'act.ask', act, suggestion }) as const;
/** Whether an undo of that would be a correction. */
const undone = (kind: 'merge' | 'hold') =>
  needsReason(desk(1, { state: 'published', history: [entry(1, kind)] }), { kind: 'undo' });

describe('every path through the grouping desk', () => {
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });
});

describe('an appeal in words that no answer has', () => {
  const stray: DeskSuggestion = { keys: ['bench'], source: 'appeal', appealIds: ['a1'] };
  it('can be granted only with a selected group', () => {
    expect(actFor(desk(), stray, true)).toBeNull();
    expect(actFor(desk(), stray, true, ['g-sofa'])).toEqual({
      kind: 'gather',
      groups: ['g-sofa', 'g-bench'],
      texts: [],
      appealIds: ['a1'],
    });
    expect(actFor(desk(), stray, false, ['g-sofa'])).toEqual({
      kind: 'decline',
      texts: ['bench'],
      appealIds: ['a1'],
    });
  });
  it('does not use the selection if the suggestion is about two groups', () => {
    expect(actFor(desk(), pair, true, ['g-bench'])).toEqual(merge);
  });
});

describe('the grouping desk', () => {
  it('GD-1 shows the groups or the reason of a failure, and reloads after changes', () => {
    expect(selectDesk(at([]))).toBeNull();
    expect(selectDesk(at([loaded]))).toEqual(desk());
    const failed = at([loaded, refresh, outcome('load', refusal('Not now.'))]);
    expect([selectDesk(failed), selectMessage(failed), selectIsFailed(failed)]).toEqual([
      desk(),
      'Not now.',
      true,
    ]);
    expect(selectMessage(at([failure('load')]))).toBe(m.network());
    expect(selectIsFailed(at([failure('load'), retry, loaded]))).toBe(false);
    // What changed while it loaded is loaded again.
    expect(at([refresh, loaded]).matches({ data: 'loading' })).toBe(true);
  });

  it('GD-1 ignores groups that are older than the reply to an act', () => {
    const late = at([loaded, refresh, ask, acted, outcome('load', success(desk(0)))]);
    expect(selectDesk(late)?.version).toBe(1);
  });

  it('GD-2 selects groups and texts, and deselects those that have disappeared', () => {
    const chosen = [loaded, toggleGroup, toggleText] as const;
    expect(chosenAt([...chosen])).toEqual([['g-sofa'], ['couch']]);
    expect(chosenAt([...chosen, toggleGroup])).toEqual([[], ['couch']]);
    expect(chosenAt([...chosen, clear])).toEqual([[], []]);
    // An act uses up the choice, the answer to a suggestion does not.
    expect(chosenAt([...chosen, ask])).toEqual([[], []]);
    expect(chosenAt([...chosen, askOfPair])).toEqual([['g-sofa'], ['couch']]);
    const without = desk(0, { groups: [group('couch', 3)] });
    expect(chosenAt([...chosen, refresh, outcome('load', success(without))])).toEqual([
      [],
      ['couch'],
    ]);
  });

  it('GD-3 shows how points would change before an act [R2.desk-preview]', () => {
    const previewed = at([loaded, askMerge]);
    expect([selectProposed(previewed), selectIsActing(previewed)]).toEqual([merge, false]);
    expect(previewOf(desk(), merge)).toEqual({
      // Four of 'sofa' and 'settee', one of 'couch': all five get five.
      home: { gaining: 5, gained: 8, losing: 0, lost: 0 },
      studio: { gaining: 0, gained: 0, losing: 0, lost: 0 },
      ranks: [],
    });
    // The ranks are those of the board: two groups share the second one, and the next is fourth.
    const sizes = { sofa: 5, couch: 3, bench: 3, chair: 2, stool: 1 };
    const five = desk(0, {
      groups: Object.entries(sizes).map(([key, home]) => group(key, home)),
    });
    const joined = { ...merge, groups: ['g-couch', 'g-bench'] };
    expect(previewOf(five, joined)?.ranks).toEqual([
      { key: 'bench', from: 2, to: 1 },
      { key: 'sofa', from: 1, to: 2 },
      { key: 'chair', from: 4, to: 3 },
      { key: 'stool', from: 5, to: 4 },
    ]);
    expect(previewOf(desk(), hold)).toBeNull();
    expect(previewOf(desk(), { ...merge, groups: ['gone', 'g-sofa'] })).toBeNull();
    const left = at([loaded, toggleGroup, askMerge, cancel]);
    expect([selectProposed(left), selectPending(left), selectChosenGroups(left)]).toEqual([
      null,
      [],
      ['g-sofa'],
    ]);
  });

  it('GD-4 posts an act once, based on the previewed version', () => {
    const events = [loaded, toggleGroup, askMerge, refresh] as const;
    const moved = outcome('load', success(desk(3)));
    const acting = at([...events, moved, { type: 'preview.confirm', reason: 'A synonym' }]);
    expect(selectPending(acting)).toMatchObject([
      { act: merge, upon: 0, reason: 'A synonym', suggestion: null },
    ]);
    expect([selectIsActing(acting), selectChosenGroups(acting)]).toEqual([true, []]);
    const done = at([loaded, askMerge, confirm, acted]);
    expect([selectIsActing(done), selectDesk(done)?.version, selectPending(done)]).toEqual([
      false,
      1,
      [],
    ]);
    const refused = at([loaded, askMerge, confirm, outcome('act', refusal('Not now.'))]);
    expect([selectMessage(refused), selectPending(refused)]).toEqual(['Not now.', []]);
    expect(selectMessage(at([loaded, askMerge, confirm, failure('act')]))).toBe(m.network());
  });

  it('GD-5 queues answers to suggestions, each based on the version after the one before', () => {
    const yes = answer(pair, merge);
    const no = answer(ofModel, { kind: 'dismiss', mergeIds: ['j1'] });
    const two = at([loaded, yes, no]);
    expect(selectPending(two).map(({ upon }) => upon)).toEqual([0, 1]);
    // The groups may be reloaded between the decision and its reply.
    const overtaken = at([loaded, yes, refresh, outcome('load', success(desk(1))), no]);
    expect(selectPending(overtaken).map(({ upon }) => upon)).toEqual([0, 1]);
    expect(suggestionsLeft(desk(), selectPending(two))).toEqual([]);
    expect(suggestionsLeft(desk(), selectPending(at([loaded, yes])))).toEqual([ofModel]);
    const next = at([loaded, yes, no, acted]);
    expect([selectIsActing(next), selectPending(next).map(({ act }) => act)]).toEqual([
      true,
      [no.act],
    ]);
  });

  it('GD-5 expects no new version after an answer that changed nothing', () => {
    const yes = answer(ofModel, { kind: 'accept', mergeIds: ['j1'] });
    const next = at([loaded, yes, yes, yes, outcome('act', success(desk(0)))]);
    expect(selectPending(next).map(({ upon }) => upon)).toEqual([0, 1]);
  });

  it('GD-5 turns every answer into a decision', () => {
    expect(actFor(desk(), pair, true)).toEqual(merge);
    expect(actFor(desk(), pair, false)).toEqual({ kind: 'decline', texts: ['sofa', 'couch'] });
    expect(actFor(desk(), { ...pair, appealIds: ['a1'] }, true)).toEqual({
      ...merge,
      appealIds: ['a1'],
    });
    expect(actFor(desk(), ofModel, true)).toEqual({ kind: 'accept', mergeIds: ['j1'] });
    expect(actFor(desk(), ofModel, false)).toEqual({ kind: 'dismiss', mergeIds: ['j1'] });
    expect(actFor(desk(), { ...pair, keys: ['sofa', 'settee'] }, true)).toBeNull();
  });

  it('GD-6 stops if another producer was faster, and shows their decisions', () => {
    const conflict = at([loaded, ask, askMerge, outcome('act', outdated)]);
    expect([
      selectOutdatedSince(conflict),
      selectPending(conflict),
      selectMessage(conflict),
    ]).toEqual([0, [], m.deskOutdated()]);
    const theirs = desk(2, { history: [entry(2), entry(1)] });
    expect(decidedSince(theirs, 1)).toEqual([entry(2)]);
    const over = at([loaded, ask, outcome('act', outdated), seen]);
    expect([selectOutdatedSince(over), selectMessage(over)]).toEqual([null, null]);
    // The groups are reloaded.
    expect(conflict.matches({ data: 'loading' })).toBe(true);
  });

  it('GD-7 asks for a reason only before a correction of published points', () => {
    const shown = outcome('load', success(published));
    expect(selectProposed(at([shown, askMerge]))).toEqual(merge);
    expect(selectIsActing(at([shown, ask]))).toBe(true);
    expect([undone('merge'), undone('hold')]).toEqual([true, false]);
  });

  it('does nothing before the groups have loaded', () => {
    const [first] = initialTransition(groupingDeskMachine, input);
    for (const event of [askMerge, ask]) {
      const [after] = transition(groupingDeskMachine, first, event);
      expect(after.value).toEqual(first.value);
    }
  });
});
