import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Actor,
  type AnyActor,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  fromCallback,
  fromPromise,
  type InspectionEvent,
  isMachineSnapshot,
  setup,
  type Snapshot,
  StateMachine,
} from 'xstate';
import { typesOf } from '#machines/kit/types.ts';
import { CARD_REFUSED } from '#machines/payment/payment.ts';
import { isJsonObject } from 'chart-inspector/events/shape';
import { charts as known, machines, ports as typed } from 'virtual:charts';
import { type SampleSource, sampleOf, samplesOf } from 'chart-inspector/events/samples';
import { createFakeClock, type FakeClock, settled } from '#tests/support/fake-clock.ts';
import { runs } from '#tests/support/run-length.ts';

const BEGINS_AT = Date.UTC(2030, 0, 1, 20);
/** One id of each kind, so that events, answers and contexts refer to the same entities. */
const SAMPLES: SampleSource = {
  idOf: (kind) => `${kind}-1`,
  textOf: (key) => (key === 'zone' ? 'UTC' : 'Apple'),
  now: BEGINS_AT,
};

/** Sample events of each chart, generated from the types of its events; by the chart's id. */
const EVENTS = new Map(
  known.map(({ id, events }): [string, readonly AnyEventObject[]] => [
    id,
    Object.entries(events).flatMap(([type, shape]) =>
      samplesOf(shape, SAMPLES).map((fields): AnyEventObject => ({ ...Object(fields), type })),
    ),
  ]),
);
/** Refusal codes that charts distinguish. */
const CODES = ['network', 'already', 'expired', 'already_paid', CARD_REFUSED];
/** Sample results of each port of each chart, generated from its type; a success comes first. */
const ANSWERS = new Map(
  Object.entries(typed).flatMap(([id, { outputs }]) =>
    Object.entries(outputs).map(([name, shape]): [string, readonly unknown[]] => [
      `${id} ${name}`,
      samplesOf(shape, SAMPLES).flatMap((answer) =>
        isJsonObject(answer) && answer['ok'] === false
          ? [answer, ...CODES.map((code) => ({ ...answer, code }))]
          : [answer],
      ),
    ]),
  ),
);
/** The input of a chart; its functions belong to the test. */
const inputOf = (id: string, clock: FakeClock): unknown => ({
  ...Object(sampleOf(typed[id]?.input ?? { kind: 'json' }, SAMPLES)),
  now: clock.now,
  random: () => 0.5,
  newId: () => 'request-1',
});

/** The fate of a request: the index of one of its port's results (the first is a success), or it throws. */
type Fate = number | 'throws';
interface Request {
  readonly port: string;
  readonly end: (fate: Fate) => void;
}

/**
 * The effects of a run: requests wait for their fate, oldest first, and disappear when their actor
 * stops them.
 */
function effects() {
  let waiting: readonly Request[] = [];
  let areSourcesBroken = false;

  const port = (chart: string, name: string) =>
    fromPromise<unknown, unknown>(
      ({ signal, self }) =>
        new Promise((resolve, reject) => {
          const answers = ANSWERS.get(`${chart} ${name}`) ?? [];
          // oxlint-disable-next-line no-underscore-dangle -- the only name XState gives the parent
          const asker: unknown = self._parent;
          const request: Request = {
            port: `${asker instanceof Actor ? asker.sessionId : ''} ${name}`,
            end: (fate) => {
              waiting = waiting.filter((each) => each !== request);
              if (fate === 'throws') reject(new Error('unexpected'));
              else resolve(answers[fate % answers.length]);
            },
          };
          waiting = [...waiting, request];
          signal.addEventListener('abort', () => {
            waiting = waiting.filter((each) => each !== request);
          });
        }),
    );
  const source = fromCallback<AnyEventObject>(() => {
    if (areSourcesBroken) throw new Error('unexpected');
  });

  /**
   * The chart with its effects controlled by the test, including those of the charts that it
   * starts.
   */
  const provided = (chart: AnyStateMachine): AnyStateMachine =>
    chart.provide({
      actors: Object.fromEntries(
        Object.entries<unknown>(chart.implementations.actors).map(([name, logic]) => {
          if (logic instanceof StateMachine) return [name, provided(logic)];
          return [name, ANSWERS.has(`${chart.id} ${name}`) ? port(chart.id, name) : source];
        }),
      ),
      actions: Object.fromEntries(
        Object.entries<unknown>(chart.implementations.actions)
          // XState's own actions (assign, emit, sendTo) have a type; a bare function has side
          // effects.
          .filter(([, action]) => typeof action === 'function' && !('type' in action))
          .map(([name]) => [name, () => {}]),
      ),
    });

  return {
    provided,
    waiting: () => waiting,
    settle: (fate: Fate) => waiting[0]?.end(fate),
    breakSources: (areBroken: boolean) => {
      areSourcesBroken = areBroken;
    },
  };
}

/** An actor and all its running child charts. */
function livingCharts(actor: AnyActor): AnyActor[] {
  const snapshot: Snapshot<unknown> = actor.getSnapshot();
  if (!isMachineSnapshot(snapshot) || snapshot.status !== 'active') return [];
  const children: unknown[] = Object.values(snapshot.children);
  return [
    actor,
    ...children.flatMap((child) => (child instanceof Actor ? livingCharts(child) : [])),
  ];
}
const chartOf = ({ logic }: { readonly logic: unknown }): string =>
  logic instanceof StateMachine ? logic.id : '';
const isBusy = (actor: AnyActor): boolean => {
  const snapshot: Snapshot<unknown> = actor.getSnapshot();
  return isMachineSnapshot(snapshot) && (snapshot.hasTag('busy') || snapshot.hasTag('loading'));
};

/**
 * A chart under a parent, as most are; errors of charts are recorded, wherever they would propagate
 * to.
 */
function start(id: string) {
  const clock = createFakeClock(BEGINS_AT);
  const { provided, ...ports } = effects();
  const chart = machines[id];
  if (chart === undefined) throw new Error(`no chart ${id}`);
  const errors: unknown[] = [];
  const note = (event: InspectionEvent): void => {
    if (event.type !== '@xstate.event' || !(event.sourceRef instanceof Actor)) return;
    if (event.event.type.startsWith('xstate.error.actor.') && chartOf(event.sourceRef) !== '')
      errors.push(event.event);
  };
  const parent = createActor(
    setup({
      types: typesOf<{ children: { life: 'life' } }>(),
      actors: { life: provided(chart) },
    }).createMachine({
      invoke: { id: 'life', src: 'life', input: inputOf(id, clock) },
      on: { '*': {} },
    }),
    { clock, inspect: note },
  );
  parent.subscribe({ error: (error) => errors.push(error) });
  parent.start();
  const charts = (): AnyActor[] => livingCharts(parent).slice(1);
  return { ...ports, clock, errors, charts, stop: () => parent.stop() };
}

/** Sends an event that the chart of some running actor handles. */
function sendOne(charts: readonly AnyActor[], who: number, what: number): void {
  const actor = charts[who % Math.max(charts.length, 1)];
  if (actor === undefined) return;
  const events = EVENTS.get(chartOf(actor)) ?? [];
  const event = events[what % Math.max(events.length, 1)];
  if (event !== undefined) actor.send(event);
}

const numbers = fc.nat({ max: 1_000 });
const steps = fc.oneof(
  { weight: 4, arbitrary: fc.record({ who: numbers, what: numbers }) },
  {
    weight: 2,
    arbitrary: fc.record({ fate: fc.oneof(fc.nat({ max: 9 }), fc.constant('throws' as const)) }),
  },
  fc.record({ ms: fc.integer({ min: 0, max: 20_000 }) }),
  fc.record({ areBroken: fc.boolean() }),
);

describe('every chart under random events and faults', () => {
  // XState warns about events sent to a failed source, which is expected here.
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
  afterEach(() => void vi.restoreAllMocks());

  it.each(Object.keys(machines))(
    '%s is never in error or stuck, makes no request twice at once, and leaves no timer',
    async (id) => {
      const lives = fc.asyncProperty(
        fc.array(steps, { maxLength: 40 }),
        fc.boolean(),
        async (story, isInTheMiddle) => {
          const { clock, errors, charts, waiting, settle, breakSources, stop } = start(id);
          for (const step of story) {
            if ('who' in step) sendOne(charts(), step.who, step.what);
            else if ('fate' in step) settle(step.fate);
            else if ('ms' in step) clock.advance(step.ms);
            else breakSources(step.areBroken);
            await settled();
            const ports = waiting().map(({ port }) => port);
            expect(ports).toHaveLength(new Set(ports).size);
          }
          // From here on everything works: no request may be left waiting.
          breakSources(false);
          const rounds = isInTheMiddle ? 0 : 8;
          for (let round = 0; round < rounds; round += 1) {
            while (waiting().length > 0) {
              settle(0);
              await settled();
            }
            clock.advance(10_000);
            await settled();
          }
          expect(isInTheMiddle ? [] : charts().filter(isBusy).map(chartOf)).toEqual([]);
          expect(isInTheMiddle ? [] : waiting()).toEqual([]);
          stop();
          expect([errors, clock.pending(), waiting()]).toEqual([[], 0, []]);
        },
      );
      await expect(fc.assert(lives, { numRuns: runs(50) })).resolves.toBeUndefined();
    },
  );
});
