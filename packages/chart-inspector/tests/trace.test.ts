import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createActor, createMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { InspectionRecord } from '../src/protocol.ts';
import { createRecorder } from '../src/recorder/recorder.ts';
import { journeyTest } from '../src/trace/journey.ts';
import { actorsAfter, replay as replayOf } from '../src/trace/replay.ts';
import { exported, imported, record, type Trace } from '../src/trace/trace.ts';
import { createShop, SHOP } from './shop.ts';

/** Tests that are saved to a sibling folder. */
const SAVED = {
  ...SHOP,
  charts: SHOP.charts.map((chart) => ({ ...chart, importPath: `../${chart.importPath}` })),
};
const replay = (trace: Trace) => replayOf(trace, SHOP);

/** A visit recorded from its first event. */
async function fromTheStart(): Promise<Trace> {
  const { source, begin, signIn, order, app } = createShop();
  const recording = record(source, () => {});
  await begin();
  await signIn();
  await order();
  app.stop();
  recording.stop();
  return recording.trace();
}
/** The same visit, recorded from after the sign-in on. */
async function fromTheMiddle(): Promise<Trace> {
  const { source, begin, signIn, order, app } = createShop();
  await begin();
  await signIn();
  const recording = record(source, () => {});
  await order();
  recording.stop();
  app.stop();
  return recording.trace();
}
const whole = await fromTheStart();
const rest = await fromTheMiddle();

const changed = (trace: Trace, change: (record: InspectionRecord) => InspectionRecord): Trace => ({
  ...trace,
  records: trace.records.map(change),
});

describe('a trace', () => {
  it('is the same after it was exported and imported', () => {
    expect(imported(exported(whole))).toEqual({ trace: whole });
  });
  it('holds no password', () => {
    expect(exported(whole)).not.toMatch(/right|wrong"/u);
    expect(exported(whole)).toContain('(secret 1)');
  });
  it.each([
    ['{', 'This file is no trace. Choose a .json file that was made with Export.'],
    ['{"kind":"song"}', 'This file is no trace. Choose a .json file that was made with Export.'],
    [
      '{"kind":"trace","version":2}',
      'This trace is of version 2; version 1 is expected. Record it again.',
    ],
    [
      exported({ ...whole, dropped: -1 }),
      "This trace is damaged at 'dropped'. Export it again, or record it again.",
    ],
  ])('that cannot be parsed gives the reason', (text, message) => {
    expect(imported(text)).toEqual({ problem: message });
  });
});

describe('a replay', () => {
  it.each([
    ['from the start', whole],
    ['from the middle', rest],
  ])('%s repeats every recorded step, with the same contexts', (_, trace) => {
    const { steps, notes } = replay(trace);
    expect(notes).toEqual([]);
    const moves = trace.records.filter(
      (each) =>
        each.kind === 'moved' && each.now.state !== null && each.event.type !== 'xstate.init',
    );
    expect(steps.filter(({ event }) => event !== null)).toHaveLength(moves.length);
    expect(steps.filter(({ after }) => after.elsewhere).map(({ title }) => title)).toEqual([]);
    expect(steps.flatMap(({ differing, title }) => differing.map((key) => [title, key]))).toEqual(
      [],
    );
    const brewed = steps.findLast(({ title }) => title.startsWith('xstate.after'));
    expect(brewed?.after).toMatchObject({ chart: 'order', now: { state: 'ready' } });
  });
  it('takes the transitions that were taken', () => {
    const recorded = whole.records.flatMap((each) =>
      each.kind === 'moved' && each.taken.length > 0 ? [each.taken] : [],
    );
    const replayed = replay(whole).steps.flatMap(({ event, after }) =>
      event !== null && after.taken.length > 0 ? [after.taken] : [],
    );
    expect(replayed).toEqual(recorded);
  });
  it('shows every actor after any step, in both directions', () => {
    const lived = replay(whole);
    const stateOf = (count: number) =>
      actorsAfter(lived, count).find(({ chart }) => chart === 'auth')?.now.state;
    const last = lived.steps.length;
    expect(stateOf(last)).toBe('signedIn');
    expect(stateOf(2)).toBe('restoring');
    expect(stateOf(last)).toBe('signedIn');
    expect(actorsAfter(replay(rest), 0).map(({ chart }) => chart)).toContain('order');
  });
  it('marks a step whose result differs from the record', () => {
    const turned = changed(whole, (each) =>
      each.kind === 'moved' &&
      each.event['output'] !== undefined &&
      'signIn' === each.event['actorId']
        ? { ...each, event: { ...each.event, output: { ok: false, message: 'Not today.' } } }
        : each,
    );
    const marked = replay(turned).steps.find(({ after }) => after.elsewhere);
    expect(marked).toMatchObject({
      title: 'xstate.done.actor.signIn',
      expected: 'signedIn',
      after: { now: { state: { signedOut: 'refused' } } },
    });
  });
  it('lists what it leaves out', () => {
    const unknown = changed({ ...whole, dropped: 3 }, (each) =>
      each.kind === 'started' && each.chart === 'order' ? { ...each, chart: 'unheard' } : each,
    );
    expect(replay(unknown).notes).toEqual([
      "The chart 'unheard' is not known here, or had ended: left out.",
      '3 records were lost on the way; the end may differ.',
    ]);
  });
  it('finds replacements for masked passwords that lead to the same path', () => {
    const records: InspectionRecord[] = [];
    const recorder = createRecorder({ now: () => 1, send: (each) => records.push(each) });
    const form = createMachine({
      id: 'form',
      initial: 'editing',
      states: {
        editing: {
          on: {
            submit: [
              { guard: ({ event }) => event['password'].length < 6, target: 'short' },
              { guard: ({ event }) => !/\d/u.test(event['password']), target: 'plain' },
              {
                guard: ({ event }) => event['password'] !== event['confirmation'],
                target: 'different',
              },
              { target: 'good' },
            ],
          },
        },
        short: { always: 'editing' },
        plain: { always: 'editing' },
        different: { always: 'editing' },
        good: {},
      },
    });
    const actor = createActor(form, { inspect: recorder.inspect }).start();
    const attempts = ['', 'short', 'Long enough', 'Long enough 1'];
    for (const password of attempts)
      actor.send({ type: 'submit', password, confirmation: password });
    actor.stop();
    const trace: Trace = { ...whole, found: [], records, dropped: 0 };
    const { steps } = replayOf(trace, { machines: { form } });
    expect(steps).toHaveLength(attempts.length + 2);
    expect(steps.filter(({ after, differing }) => after.elsewhere || differing.length > 0)).toEqual(
      [],
    );
  });
});

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ status: z.enum(['passed', 'failed']) })),
    }),
  ),
});

/** The results of each generated test when one vitest runs them all as files of this folder. */
async function runAsTests(texts: Readonly<Record<string, string>>): Promise<Map<string, string[]>> {
  const folder = await mkdtemp(join(import.meta.dirname, 'recorded-'));
  try {
    for (const [name, text] of Object.entries(texts))
      await writeFile(join(folder, `${name}.test.ts`), text);
    const report = await new Promise<string>((resolve, reject) => {
      const run = spawn(
        'npx',
        ['vitest', 'run', '--project', 'chart-inspector', '--reporter', 'json', folder],
        {
          cwd: join(import.meta.dirname, '../../..'),
        },
      );
      let said = '';
      run.stdout.on('data', (part: Buffer) => (said += part.toString()));
      run.on('error', reject);
      run.on('close', () => resolve(said));
    });
    const { testResults } = reportSchema.parse(JSON.parse(report));
    return new Map(
      testResults.map(({ name, assertionResults }) => [
        basename(name, '.test.ts'),
        assertionResults.map(({ status }) => status),
      ]),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Starts another vitest. */
const SLOW_MS = 120_000;

describe('a trace saved as a journey test', { timeout: SLOW_MS }, () => {
  it('passes unchanged and when it was recorded from the middle on, and fails when its end is changed', async () => {
    const asIs = journeyTest(whole, replay(whole), SAVED);
    const pinned = 'toEqual(["active", "ready"])';
    expect(asIs).toContain(pinned);
    const ends = await runAsTests({
      asIs,
      fromTheMiddle: journeyTest(rest, replay(rest), SAVED),
      turned: asIs.replace(pinned, 'toEqual(["active", "open"])'),
    });
    expect(ends.get('asIs')).toEqual(Array(3).fill('passed'));
    expect(new Set(ends.get('fromTheMiddle'))).toEqual(new Set(['passed']));
    expect(ends.get('turned')?.filter((end) => end === 'failed')).toHaveLength(1);
  });
});
