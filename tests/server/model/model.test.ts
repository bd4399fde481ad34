import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { z } from 'zod';
import { createLog } from '#server/log.ts';
import { createModel, type Model, type ModelFailure } from '#server/model/model.ts';
import { createFakeClock, type FakeClock, settled } from '#tests/support/fake-clock.ts';
import {
  asks,
  faults,
  type ModelServer,
  says,
  shapeless,
  startModelServer,
  well,
} from '#tests/support/model-server.ts';

const schema = z.object({ question: z.string() });
const SECRETS = ['sk-secret', 'the task', 'beaches', 'Name something'];

let server: ModelServer;
let clock: FakeClock;
let model: Model;
let measured: { outcome: string; tookMs: number }[];
/** Timers that were set and not cleared. */
let waits: number[];
let isSpent: boolean;

beforeEach(async () => {
  server = await startModelServer();
  clock = createFakeClock(1_000_000);
  measured = [];
  waits = [];
  isSpent = false;
  model = createModel({
    settings: { baseUrl: server.url, apiKey: 'sk-secret', model: 'tiny' },
    now: clock.now,
    log: createLog('silent'),
    measure: (completion) => measured.push(completion),
    mayAsk: () => Promise.resolve(!isSpent),
    after: (ms, then) => {
      waits.push(ms);
      const id = clock.setTimeout(then, ms);
      return () => clock.clearTimeout(id);
    },
  });
});
afterEach(() => server.close());

const complete = (signal?: AbortSignal) =>
  model.complete({
    system: 'the task',
    data: { topic: 'beaches' },
    schema,
    ...(signal === undefined ? {} : { signal }),
  });
/** Advances time past the pauses between attempts. */
const patient = async (answer: ReturnType<typeof complete>) => {
  let isOver = false;
  const watched = answer.finally(() => {
    isOver = true;
  });
  await expect
    .poll(
      () => {
        if (waits[1] !== undefined && clock.pending() > 1) clock.advance(waits[1]);
        return isOver;
      },
      { interval: 1 },
    )
    .toBe(true);
  return watched;
};
const because = (why: ModelFailure, more: { status?: number; retryAfterS?: number } = {}) => ({
  ok: false,
  why,
  ...more,
});
const QUESTION = { ok: true, value: { question: 'Name something people connect with beaches.' } };

describe('a request', () => {
  it('has the task, the data as JSON, the model and the key', async () => {
    expect(await complete()).toEqual(QUESTION);
    const [asked] = server.asked;
    expect(asked).toEqual({
      path: '/v1/chat/completions',
      authorization: 'Bearer sk-secret',
      model: 'tiny',
      system: expect.stringMatching(
        /^the task\nAnswer with JSON alone, of this schema: \{.*"question"/,
      ),
      data: { topic: 'beaches' },
      isShaped: true,
    });
    expect(asked?.system).not.toContain('beaches');
  });

  it('omits the schema if the endpoint refuses one, and remembers that', async () => {
    server.behave(shapeless);
    expect([await patient(complete()), await complete()]).toEqual([QUESTION, QUESTION]);
    expect(server.asked.map(({ isShaped }) => isShaped)).toEqual([true, false, false]);
  });
});

describe('a reply', () => {
  it.each([
    ['fenced', '```json\n{"question":"Which?"}\n```'],
    ['thought over', '<think>A {beach}?</think>\n{"question":"Which?"}'],
    ['with more than was asked for', '{"question":"Which?","role_id":1}'],
  ])('%s is parsed', async (_, content) => {
    server.behave(says(content));
    expect(await complete()).toEqual({ ok: true, value: { question: 'Which?' } });
  });

  it.each(['prose', 'another form', 'obedient', 'declining'] as const)(
    'with %s is unfit',
    async (fault) => {
      server.behave(faults[fault]);
      expect(await complete()).toEqual(because('unfit'));
      expect(server.asked).toHaveLength(1);
    },
  );

  it.each([
    ['no JSON', because('malformed')],
    ['no choices', because('malformed')],
    ['5 MB', because('oversized')],
    ['not letting us in', because('refused', { status: 401 })],
    ['sending elsewhere', because('refused', { status: 307 })],
  ] as const)('with %s is a failure, and is not retried', async (fault, failure) => {
    server.behave(faults[fault]);
    expect(await complete()).toEqual(failure);
    expect(server.asked).toHaveLength(1);
  });
});

describe('a retry', () => {
  it.each([
    ['hanging up', 250],
    ['hanging up in the middle', 250],
    ['failing', 250],
    ['busy', 1_000],
  ] as const)('after %s is automatic, in %i ms', async (fault, pauseMs) => {
    server.behave(faults[fault], well);
    expect(await patient(complete())).toEqual(QUESTION);
    expect(waits).toEqual([10_000, pauseMs]);
    expect(clock.pending()).toBe(0);
  });

  it.each([
    ['hanging up', because('unreachable')],
    ['failing', because('failing', { status: 500 })],
    ['busy', because('busy', { status: 429, retryAfterS: 1 })],
  ] as const)('after %s is the last', async (fault, answer) => {
    server.behave(faults[fault]);
    expect(await patient(complete())).toEqual(answer);
    expect(server.asked).toHaveLength(2);
  });

  it('is not made if a long pause is requested', async () => {
    server.behave(faults['busy for long']);
    expect(await complete()).toEqual(because('busy', { status: 429, retryAfterS: 60 }));
    expect(server.asked).toHaveLength(1);
  });

  it('is made after a refused connection', async () => {
    await server.close();
    expect(await patient(complete())).toEqual(because('unreachable'));
    expect(waits).toEqual([10_000, 250]);
    server = await startModelServer();
  });
});

describe('a wait', () => {
  it.each(['silent', 'silent after the head'] as const)('ends after 10 s: %s', async (fault) => {
    server.behave(faults[fault]);
    const answer = complete();
    await server.heard(1);
    clock.advance(9_999);
    await settled();
    expect(measured).toEqual([]);
    clock.advance(1);
    expect(await answer).toEqual(because('late'));
    expect([measured, server.asked.length]).toEqual([[{ outcome: 'late', tookMs: 10_000 }], 1]);
  });

  it('ends when the caller aborts', async () => {
    server.behave(faults.silent);
    const asker = new AbortController();
    const answer = complete(asker.signal);
    await server.heard(1);
    asker.abort();
    expect([await answer, await complete(asker.signal)]).toEqual([
      because('cancelled'),
      because('cancelled'),
    ]);
    expect([server.asked.length, clock.pending()]).toEqual([1, 0]);
  });
});

const fail = async (times: number) => {
  for (let time = 0; time < times; time += 1) await complete();
};

describe('after failures, a model', () => {
  it('is not called for half a minute, and then once as a probe', async () => {
    server.behave(faults['not letting us in']);
    await fail(5);
    expect(await complete()).toEqual(because('resting', { retryAfterS: 30 }));
    expect(server.asked).toHaveLength(5);
    clock.advance(30_000);
    expect(await complete()).toEqual(because('refused', { status: 401 }));
    expect(await complete()).toEqual(because('resting', { retryAfterS: 30 }));
    clock.advance(30_000);
    server.behave(well);
    expect([await complete(), await complete()]).toEqual([QUESTION, QUESTION]);
  });

  it('is still called if only a text was at fault: no typed text can block it', async () => {
    for (const fault of ['prose', 'declining', '5 MB', 'not taking the text'] as const) {
      server.behave(faults[fault]);
      await fail(6);
    }
    server.behave(well);
    expect(await complete()).toEqual(QUESTION);
  });

  it('is not called beyond the limit', async () => {
    isSpent = true;
    expect(await complete()).toEqual(because('spent'));
    expect(server.asked).toEqual([]);
    isSpent = false;
    expect(await complete()).toEqual(QUESTION);
  });
});

it('is measured by outcome; prompts, replies and the key are not logged', async () => {
  const lines: string[] = [];
  // Without log redaction: there must be nothing to redact.
  const log = pino({ level: 'trace', base: null }, { write: (line) => lines.push(line) });
  const settings = { baseUrl: server.url, apiKey: 'sk-secret', model: 'tiny' };
  const outcomes: string[] = [];
  const other = createModel({
    settings,
    now: clock.now,
    log,
    measure: ({ outcome }) => outcomes.push(outcome),
    mayAsk: () => Promise.resolve(true),
    after: () => () => {},
  });
  const ask = () => other.complete({ system: 'the task', data: { topic: 'beaches' }, schema });
  server.behave(well, faults.prose, asks('Name something <b>'), faults['not letting us in']);
  for (let time = 0; time < 4; time += 1) await ask();
  expect(outcomes).toEqual(['answered', 'unfit', 'answered', 'refused']);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 40, time: expect.any(Number), outcome: 'unfit', msg: 'the model gave no answer' },
    {
      level: 40,
      time: expect.any(Number),
      outcome: 'refused',
      status: 401,
      msg: 'the model gave no answer',
    },
  ]);
  for (const secret of SECRETS) expect(lines.join('')).not.toContain(secret);
});
