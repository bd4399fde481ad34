import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { loader } from '#machines/kit/loader.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import {
  elapsed,
  failure,
  fold,
  modelOf,
  outcome,
  pathsOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';

const machine = loader<{ page: number }, string>({ id: 'board', unexpected: 'No line.' });
const input = { query: { page: 1 }, random: () => 0.5 };
const refresh = { type: 'load.refresh' } as const;
const retry = { type: 'load.retry' } as const;
const arrived = outcome('load', success('first'));
const refused = outcome('load', refusal('Not now.'));

const model = modelOf(machine, {
  input,
  events: { 'load.refresh': [refresh], 'load.retry': [retry] },
  done: { load: [success('first'), refusal('Not now.')] },
  at: ({ context }) => context.isOvertaken,
});
const seen = (events: Parameters<typeof fold>[2]) => {
  const { value, context } = fold(machine, input, events);
  return { state: value, shown: context.value, message: context.message, page: context.query.page };
};

describe('loaded data', () => {
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });

  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });

  it('LOAD-1 is shown when it arrives', () => {
    expect(seen([arrived])).toEqual({
      state: 'fresh',
      shown: 'first',
      message: null,
      page: 1,
    });
  });

  it('LOAD-2 shows why a load failed, and can be retried', () => {
    expect(seen([refused])).toEqual({ state: 'failed', shown: null, message: 'Not now.', page: 1 });
    expect(seen([failure('load')]).message).toBe('No line.');
    expect(seen([refused, retry]).state).toBe('loading');
  });

  it('LOAD-3 is refreshed after a random delay; the old data stays until then', () => {
    expect(seen([arrived, refresh, refresh]).state).toEqual('due');
    expect(seen([arrived, refresh, elapsed('untilRefresh', 'board.due'), refused])).toEqual({
      state: 'failed',
      shown: 'first',
      message: 'Not now.',
      page: 1,
    });
  });

  it('LOAD-4 is loaded once more if something changed during a load', () => {
    expect(seen([refresh, arrived]).state).toBe('due');
    expect(seen([refresh, refused])).toEqual({
      state: 'due',
      shown: null,
      message: 'Not now.',
      page: 1,
    });
    expect(seen([refresh, failure('load')]).state).toBe('due');
  });
});

/** The running chart on its own clock, with its requests and their times. */
function running(random: number) {
  const clock = createFakeClock(0);
  const asked: [number, number][] = [];
  const slow = loader<{ page: number }, string>({
    id: 'board',
    unexpected: 'No.',
    spreadMs: 4_000,
  });
  const actor = createActor(
    slow.provide({
      actors: {
        load: fromPromise<Outcome<string>, { readonly query: { page: number } }>(
          async ({ input: { query } }) => {
            asked.push([clock.now(), query.page]);
            return success('loaded');
          },
        ),
      },
    }),
    { clock, input: { query: { page: 1 }, random: () => random } },
  ).start();
  return { actor, clock, asked };
}

describe('requests and their times', () => {
  it('LOAD-1 have the query', async () => {
    const { actor, asked } = running(0.5);
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    await settled();
    expect([asked, actor.getSnapshot().hasTag('busy')]).toEqual([[[0, 1]], false]);
  });
  it('LOAD-3 LOAD-4 are repeated once within the spread, at a random time for each client', async () => {
    const { actor, clock, asked } = running(0.25);
    await settled();
    actor.send(refresh);
    actor.send(refresh);
    clock.advance(999);
    expect(asked).toHaveLength(1);
    clock.advance(1);
    await settled();
    clock.advance(60_000);
    await settled();
    expect(asked).toEqual([
      [0, 1],
      [1_000, 1],
    ]);
  });
  it('LOAD-4 are repeated once for a superseded load, whose result is then current', async () => {
    const { actor, clock, asked } = running(0.25);
    actor.send(refresh);
    await settled();
    clock.advance(1_000);
    await settled();
    clock.advance(60_000);
    await settled();
    expect([asked.length, actor.getSnapshot().value]).toEqual([2, 'fresh']);
  });
  it('LOAD-2 are repeated at once after a failure when something has changed', () => {
    expect(seen([refused, refresh]).state).toBe('loading');
  });
});
