import { describe, expect, it } from 'vitest';
import { refusal, success } from '#machines/contract/outcome.ts';
import { loader } from '#machines/kit/loader.ts';
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
const another = { type: 'load.query', query: { page: 2 } } as const;
const refresh = { type: 'load.refresh' } as const;
const retry = { type: 'load.retry' } as const;
const arrived = outcome('load', success('first'));
const refused = outcome('load', refusal('Not now.'));

const model = modelOf(machine, {
  input,
  events: { 'load.query': [another], 'load.refresh': [refresh], 'load.retry': [retry] },
  done: { load: [success('first'), refusal('Not now.')] },
  at: ({ context }) => context.isOvertaken,
});
const seen = (events: Parameters<typeof fold>[2]) => {
  const { value, context } = fold(machine, input, events);
  return { state: value, shown: context.value, message: context.message, page: context.query.page };
};

describe('something loaded', () => {
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });

  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });

  it('LOAD-1 shows what arrived', () => {
    expect(seen([arrived])).toEqual({
      state: 'fresh',
      shown: 'first',
      message: null,
      page: 1,
    });
  });

  it('LOAD-2 says why nothing arrived and can be asked again', () => {
    expect(seen([refused])).toEqual({ state: 'failed', shown: null, message: 'Not now.', page: 1 });
    expect(seen([failure('load')]).message).toBe('No line.');
    expect(seen([refused, retry]).state).toBe('loading');
  });

  it('LOAD-3 refreshes after a moment of its own, and shows the old until then', () => {
    expect(seen([arrived, refresh, refresh]).state).toEqual('due');
    expect(seen([arrived, refresh, elapsed('untilRefresh', 'board.due'), refused])).toEqual({
      state: 'failed',
      shown: 'first',
      message: 'Not now.',
      page: 1,
    });
  });

  it('LOAD-4 loads once more when something changed during a load', () => {
    expect(seen([refresh, arrived]).state).toBe('due');
    expect(seen([refresh, refused])).toEqual({
      state: 'due',
      shown: null,
      message: 'Not now.',
      page: 1,
    });
    expect(seen([refresh, failure('load')]).state).toBe('due');
  });

  it('LOAD-5 forgets the old answer when the question changes', () => {
    expect(seen([arrived, another])).toEqual({
      state: 'loading',
      shown: null,
      message: null,
      page: 2,
    });
  });
});
