import { describe, expect, it } from 'vitest';
import type { ResultState } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import {
  resultMachine,
  selectBusy,
  selectIsReasoning,
  selectMessage,
  selectResult,
} from '#machines/results/result.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import {
  failure,
  fold,
  modelOf,
  outcome,
  pathsOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';

const inState = (state: ResultState, version = 1) => ({ ...NEW_RESULT, state, version });
const told = (state: ResultState, version = 1) =>
  ({ type: 'result.updated', result: inState(state, version) }) as const;
const lock = { type: 'result.lock' } as const;
const publish = { type: 'result.publish' } as const;
const unlock = { type: 'result.unlock' } as const;
const confirm = { type: 'result.confirm', reason: ' Not yet ' } as const;
const empty = { type: 'result.confirm', reason: ' ' } as const;
const cancel = { type: 'result.cancel' } as const;
const input = { showId: 's1', itemId: 'i1', result: NEW_RESULT };

const model = modelOf(resultMachine, {
  input,
  events: {
    'result.updated': [
      told('counting'),
      told('locked'),
      told('revealed'),
      told('published'),
      told('corrected'),
    ],
    'result.lock': [lock],
    'result.publish': [publish],
    'result.unlock': [unlock],
    'result.confirm': [confirm, empty],
    'result.cancel': [cancel],
  },
  done: { act: [success(inState('locked')), success(null), refusal('No.')] },
  at: ({ context: { result } }) => result.state,
});

const seen = (events: Parameters<typeof fold>[2]) => {
  const snapshot = fold(resultMachine, input, events);
  return {
    value: snapshot.value,
    busy: selectBusy(snapshot),
    reasoning: selectIsReasoning(snapshot),
    message: selectMessage(snapshot),
    version: selectResult(snapshot).version,
  };
};
const calm = { busy: false, reasoning: false, message: null, version: 0 };
const done = (state: ResultState, version: number) =>
  outcome('act', success(inState(state, version)));

describe('the life of a result', () => {
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });

  it('RL-1 is what the server says, and what comes late does not overrule it [R2.result-guards]', () => {
    const states = ['counting', 'locked', 'revealed', 'published', 'corrected'] as const;
    expect(states.map((state) => seen([told(state)]).value)).toEqual(states);
    expect(seen([told('published', 3), told('locked', 1)]).value).toBe('published');
  });

  it('RL-2 is locked and published by one act each [R2.result-publish]', () => {
    expect(seen([lock])).toEqual({ ...calm, value: 'acting', busy: true });
    expect(seen([lock, done('locked', 1)])).toEqual({ ...calm, value: 'locked', version: 1 });
    expect(seen([lock, done('locked', 1), publish, done('published', 2)])).toEqual({
      ...calm,
      value: 'published',
      version: 2,
    });
    // Nothing is published before it is locked, nothing unlocked after it was revealed.
    expect([seen([publish]).value, seen([told('revealed'), unlock]).value]).toEqual([
      'counting',
      'revealed',
    ]);
  });

  it('RL-3 is unlocked for a reason alone', () => {
    const asked = [told('locked'), unlock];
    expect(seen(asked)).toEqual({ ...calm, value: 'reasoning', reasoning: true, version: 1 });
    expect(seen([...asked, empty])).toMatchObject({
      reasoning: true,
      message: PRODUCER_MESSAGES.result.noReason,
    });
    expect(fold(resultMachine, input, [...asked, confirm]).context).toMatchObject({
      act: 'unlock',
      reason: 'Not yet',
    });
    expect(seen([...asked, cancel]).value).toBe('locked');
    // Somebody else was faster.
    expect(seen([...asked, told('revealed', 2)]).value).toBe('revealed');
    expect(seen([...asked, told('locked', 1)]).value).toBe('reasoning');
  });

  it('RL-4 one act at a time, and a second click counts as none [R4.result-twice]', () => {
    expect(seen([lock, lock, told('counting', 0)]).value).toBe('acting');
  });

  it('RL-5 says why nothing came of an act, and stays as the server has it', () => {
    expect(seen([lock, outcome('act', refusal('Outdated.'))])).toEqual({
      ...calm,
      value: 'counting',
      message: 'Outdated.',
    });
    expect(seen([lock, failure('act')]).message).toBe(MESSAGES.network);
    expect(seen([lock, told('locked', 1), outcome('act', refusal('Outdated.'))]).value).toBe(
      'locked',
    );
    expect(seen([lock, outcome('act', success(null))]).value).toBe('counting');
  });
});
