import { describe, expect, it } from 'vitest';
import {
  type ActorState,
  type InspectionRecord,
  type Report,
  UNDISTURBED,
} from '../src/protocol.ts';
import {
  entryText,
  afterReport,
  afterRequest,
  differences,
  LOG_LENGTH,
  NOTHING_SEEN,
  type Seen,
  stateWords,
  treeOf,
} from '../src/page/seen.ts';

const now = (more: Partial<ActorState> = {}): ActorState => ({
  status: 'active',
  state: 'idle',
  active: ['clerk', 'clerk.idle'],
  tags: [],
  accepts: ['ask'],
  context: { asked: 0, name: 'Ann' },
  ...more,
});
const present = (id: string, path = '/'): Report => ({
  type: 'window.present',
  window: { id, kind: 'page', path, device: 'a phone', openedAt: 1, disturbance: UNDISTURBED },
});
const started = (actor: string, parent: string | null = null): InspectionRecord => ({
  kind: 'started',
  at: 1,
  actor,
  parent,
  name: `the ${actor}`,
  chart: 'clerk',
  input: null,
  now: now(),
});
const moved = (actor: string, more: Partial<Extract<InspectionRecord, { kind: 'moved' }>> = {}) =>
  ({
    kind: 'moved',
    at: 2,
    actor,
    from: null,
    event: { type: 'ask', question: 'Why?' },
    before: 'idle',
    taken: [{ source: 'clerk.idle', event: 'ask', index: 0 }],
    now: now({ state: 'busy', context: { asked: 1, name: 'Ann' } }),
    ...more,
  }) satisfies InspectionRecord;
const said = (window: string, ...records: readonly InspectionRecord[]): Report => ({
  type: 'window.records',
  window,
  dropped: 0,
  records: [...records],
});
const state = (window: string, ...records: readonly InspectionRecord[]): Report => ({
  type: 'window.state',
  window,
  records: [...records],
});
const after = (...reports: readonly Report[]): Seen => reports.reduce(afterReport, NOTHING_SEEN);
const windowOf = (seen: Seen, id = 'w') => seen.get(id) ?? expect.fail(id);
const actorOf = (seen: Seen, id: string) =>
  windowOf(seen).actors?.get(id) ?? expect.fail(`no ${id}`);

describe("an inspector's view", () => {
  it('has the open windows, their pages, and those that were closed', () => {
    const seen = after(present('w'), present('v'), present('w', '/login'), {
      type: 'window.gone',
      window: 'v',
    });
    expect(
      [...seen.values()].map(({ window, isGone }) => [window.id, window.path, isGone]),
    ).toEqual([
      ['w', '/login', false],
      ['v', '/', true],
    ]);
  });
  it('keeps only the last closed windows', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const gone = ids.map((window): Report => ({ type: 'window.gone', window }));
    expect([...after(...ids.map((id) => present(id)), ...gone).keys()]).toEqual(['c', 'd', 'e']);
  });
  it('ignores unknown windows', () => {
    expect(after(state('w', started('a')))).toBe(NOTHING_SEEN);
  });
  it('has no actors before the first full report', () => {
    expect(windowOf(after(present('w'), said('w', moved('a')))).actors).toBeNull();
  });
  it('follows an actor: state, last event, changes', () => {
    const seen = after(present('w'), state('w', started('a')), said('w', moved('a')));
    expect(actorOf(seen, 'a')).toMatchObject({
      now: { state: 'busy' },
      taken: [{ event: 'ask' }],
      before: { asked: 0, name: 'Ann' },
      isEnded: false,
    });
    const still = afterReport(seen, said('w', moved('a', { taken: [] })));
    expect(actorOf(still, 'a')).toMatchObject({
      taken: [{ event: 'ask' }],
      before: { asked: 1, name: 'Ann' },
    });
    expect(windowOf(still).log.map(({ before }) => before)).toEqual([
      { asked: 0, name: 'Ann' },
      { asked: 1, name: 'Ann' },
    ]);
  });
  it('compares two contexts at any depth', () => {
    const earlier = {
      asked: 1,
      who: { name: 'Ann', tags: ['a', 'b'] },
      same: { x: [1] },
      kind: [],
    };
    const later = { asked: 1, who: { name: 'Bob', tags: ['a'] }, same: { x: [1] }, kind: {}, n: 2 };
    expect(differences(earlier, later)).toEqual([
      { path: ['who', 'name'], before: 'Ann', after: 'Bob' },
      { path: ['who', 'tags', '1'], before: 'b', after: undefined },
      { path: ['kind'], before: [], after: {} },
      { path: ['n'], before: undefined, after: 2 },
    ]);
    expect(differences(1, 2)).toEqual([{ path: [], before: 1, after: 2 }]);
  });
  it('keeps actors that were stopped or ended', () => {
    const seen = after(
      present('w'),
      state('w', started('a'), started('b'), started('c')),
      said(
        'w',
        { kind: 'stopped', at: 3, actor: 'a' },
        moved('b', { now: now({ status: 'done' }) }),
      ),
    );
    expect(['a', 'b', 'c'].map((id) => actorOf(seen, id).isEnded)).toEqual([true, true, false]);
  });
  it('resets on a full report, and keeps the log', () => {
    const seen = after(
      present('w'),
      state('w', started('a')),
      said('w', moved('a')),
      state('w', started('b')),
    );
    expect([...(windowOf(seen).actors?.keys() ?? [])]).toEqual(['b']);
    expect(windowOf(seen).log.map(({ record }) => record.kind)).toEqual(['moved']);
  });
  it('keeps the last thousand records, with the names of their actors', () => {
    const many = Array.from({ length: LOG_LENGTH + 5 }, () => moved('b', { from: 'a' }));
    const { log } = windowOf(
      after(present('w'), state('w', started('a'), started('b', 'a')), said('w', ...many)),
    );
    expect([log.length, log[0]?.no, log.at(-1)?.no]).toEqual([LOG_LENGTH, 6, LOG_LENGTH + 5]);
    expect(log.at(-1)).toMatchObject({ name: 'the b', sender: 'the a' });
  });
  it('counts dropped records, and shows a refusal with its actor until the next request or full report', () => {
    const seen = after(
      present('w'),
      state('w'),
      { ...said('w'), type: 'window.records', window: 'w', dropped: 2, records: [] },
      {
        type: 'window.refused',
        window: 'w',
        actor: 'a',
        message: 'The actor has gone.',
      },
    );
    const refusal = { message: 'The actor has gone.', actor: 'a' };
    expect(windowOf(seen)).toMatchObject({ dropped: 2, refusal });
    expect(afterRequest(seen, { type: 'windows.call' })).toBe(seen);
    expect(afterRequest(seen, { type: 'line.drop', window: 'v' })).toBe(seen);
    expect(windowOf(afterRequest(seen, { type: 'line.drop', window: 'w' })).refusal).toBeNull();
    expect(windowOf(afterReport(seen, state('w'))).refusal).toBeNull();
  });
  it('puts actors below those that started them', () => {
    const seen = after(
      present('w'),
      state('w', started('a'), started('b'), started('c', 'a'), started('d', 'gone')),
    );
    expect(
      treeOf(windowOf(seen).actors ?? new Map()).map(({ actor, depth }) => [actor.id, depth]),
    ).toEqual([
      ['a', 0],
      ['c', 1],
      ['b', 0],
      ['d', 0],
    ]);
  });
  it.each([
    [null, ''],
    ['open', 'open'],
    [{ open: 'timed' }, 'open.timed'],
    [{ open: {} }, 'open'],
    [{ tone: { before: 'low' }, rope: 'pulled' }, '(tone.before.low, rope.pulled)'],
  ])('shows the state %j as %j', (value, words) => {
    expect(stateWords(value)).toBe(words);
  });
  it('searches records by names, events and data', () => {
    const [entry] = windowOf(
      after(present('w'), state('w', started('a')), said('w', moved('a'))),
    ).log;
    const text = entry === undefined ? '' : entryText(entry);
    expect(['the a', 'ask', 'why?'].every((part) => text.includes(part))).toBe(true);
  });
});
