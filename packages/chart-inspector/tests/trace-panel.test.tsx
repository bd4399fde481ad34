// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplayedActor } from '../src/trace/replay.ts';
import { exported, record, type Trace, type TraceSource } from '../src/trace/trace.ts';
import { TracePanel, type TracePanelProps } from '../src/trace/trace-panel.tsx';
import { App } from '../src/app.tsx';
import { createShop, SHOP } from './shop.ts';
import { eventually } from './support.ts';

/** The files that the panel has saved. */
let kept: Blob[] = [];
beforeEach(() => {
  kept = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) kept = [...kept, file];
    return 'blob:kept';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const panel = (
  source: TraceSource | null,
  onReplayed: TracePanelProps['onReplayed'] = () => {},
) => (
  <App value={SHOP}>
    <TracePanel source={source} onReplayed={onReplayed} />
  </App>
);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const steps = () => screen.getAllByRole('listitem');
const current = () =>
  steps().findIndex((item) => within(item).getByRole('button').hasAttribute('aria-current'));

async function open() {
  const { source, ...live } = createShop();
  const onReplayed =
    vi.fn<(actors: readonly ReplayedActor[] | null, concerned: string | null) => void>();
  const view = render(panel(source, onReplayed));
  const stateOf = (chart: string) =>
    onReplayed.mock.lastCall?.[0]?.find((each) => each.chart === chart)?.now.state;
  return { source, live, onReplayed, stateOf, ...view };
}
/** A sign-in, recorded by the panel from its first event. */
async function recorded() {
  const opened = await open();
  await press('Record');
  await act(async () => {
    await opened.live.begin();
    await opened.live.signIn();
  });
  await press('Stop recording');
  return opened;
}
async function traceOf(): Promise<Trace> {
  const { source, begin } = createShop();
  const recording = record(source, () => {});
  await begin();
  recording.stop();
  return recording.trace();
}
const choose = (text: string) =>
  userEvent.upload(
    screen.getByLabelText('Import a trace'),
    new File([text], 'trace.json', { type: 'application/json' }),
  );

describe('the trace panel', () => {
  it('records from one press to the next, and shows the number of steps', async () => {
    const { live } = await open();
    await press('Record');
    expect(screen.getByText('Recording: 0 records.')).toBeTruthy();
    await act(live.begin);
    expect(screen.queryByText('Recording: 0 records.')).toBeNull();
    await press('Stop recording');
    const said = screen.getByText(/^A trace of \/shop: 0 actors found, \d+ records\.$/u);
    const before = said.textContent;
    await act(live.signIn);
    expect(said.textContent).toBe(before);
  });

  it('exports a trace that can be imported again', async () => {
    await recorded();
    await press('Export');
    const text = (await kept[0]?.text()) ?? '';
    expect(JSON.parse(text)).toMatchObject({ kind: 'trace', version: 1 });
    await choose(exported(await traceOf()));
    const summary = await screen.findByText(/^A trace of/u);
    const short = summary.textContent;
    await choose(text);
    await eventually(() => expect(screen.getByText(/^A trace of/u).textContent).not.toBe(short));
  });

  it("shows an invalid file's error, and keeps the current trace", async () => {
    await recorded();
    const before = screen.getByText(/^A trace of/u).textContent;
    await choose('no trace');
    expect(await screen.findByText(/^This file is no trace\./u)).toBeTruthy();
    expect(screen.getByText(/^A trace of/u).textContent).toBe(before);
    await choose(exported(await traceOf()));
    await eventually(() => expect(screen.queryByText(/^This file is no trace\./u)).toBeNull());
  });

  it('replays to the end, back, to a chosen step and from the beginning', async () => {
    const { stateOf, onReplayed } = await recorded();
    await press('Replay');
    expect([current(), onReplayed.mock.lastCall]).toEqual([-1, [[], null]]);
    expect(screen.getByText(/Every step leads where it led\.$/u)).toBeTruthy();
    await press('To the end');
    expect([current(), stateOf('auth')]).toEqual([steps().length - 1, 'signedIn']);
    await press('Back');
    expect(current()).toBe(steps().length - 2);
    await press('To the beginning');
    await press('Forward');
    expect([current(), stateOf('app')]).toEqual([0, 'starting']);
    const [submit] = screen.getAllByRole('button', { name: /^auth login\.submit → signingIn/u });
    if (submit) await userEvent.click(submit);
    expect(stateOf('auth')).toBe('signingIn');
    const [actors, concerned] = onReplayed.mock.lastCall ?? [];
    expect(actors?.find(({ actor }) => actor === concerned)?.chart).toBe('auth');
    await press('Close the replay');
    expect(onReplayed.mock.lastCall).toEqual([null, null]);
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('describes states in the usual words', async () => {
    await recorded();
    await press('Replay');
    const texts = steps().map(({ textContent }) => textContent ?? '');
    expect(texts.some((text) => text.includes('→ signedOut.waiting'))).toBe(true);
    expect(texts.filter((text) => /[{}]|null/u.test(text))).toEqual([]);
  });

  it('names a trace by the page on which it began', async () => {
    const { source, rerender } = await open();
    let path = '/leaderboard';
    const going = {
      ...source,
      get window() {
        return { path, device: 'a test' };
      },
    };
    rerender(panel(going));
    path = '/my-answer';
    await press('Record');
    path = '/profile';
    await press('Stop recording');
    expect(screen.getByText(/^A trace of \/my-answer:/u)).toBeTruthy();
  });

  it('plays step after step until it is paused', async () => {
    await recorded();
    await press('Replay');
    vi.useFakeTimers();
    const play = screen.getByRole('button', { name: 'Play' });
    act(() => play.click());
    act(() => void vi.advanceTimersByTime(600));
    act(() => void vi.advanceTimersByTime(600));
    expect(current()).toBe(1);
    act(() => play.click());
    act(() => void vi.advanceTimersByTime(6_000));
    expect(current()).toBe(1);
  });

  it('marks a step with a different result', async () => {
    render(panel(null));
    expect(screen.getByRole('button', { name: 'Record' })).toHaveProperty('disabled', true);
    const trace = await traceOf();
    const records = trace.records.map((each) =>
      each.kind === 'moved' && each.event['actorId'] === 'restore' && each.now.state !== null
        ? { ...each, now: { ...each.now, state: 'signingIn' } }
        : each,
    );
    await choose(exported({ ...trace, records }));
    await userEvent.click(await screen.findByRole('button', { name: 'Replay' }));
    expect(screen.getByText(/1 step leads elsewhere than recorded\.$/u)).toBeTruthy();
    expect(screen.getByText('Elsewhere: recorded was signingIn.')).toBeTruthy();
  });

  it('saves the trace as a journey test', async () => {
    await recorded();
    await press('Save as journey test');
    const text = (await kept[0]?.text()) ?? '';
    expect(text).toContain("import { authMachine } from '../example/charts/auth.ts';");
    expect(text).toContain('toEqual(["active", "signedIn"])');
    expect(text).not.toContain('right');
  });

  it('keeps the recording when another window is selected', async () => {
    const { rerender, live } = await open();
    await press('Record');
    await act(live.begin);
    rerender(panel(createShop().source));
    expect(screen.getByText(/^A trace of/u)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Record' })).toBeTruthy();
  });
});
