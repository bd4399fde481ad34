import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#machines/contract/messages.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import {
  releaseControlMachine,
  selectBusy,
  selectIsChoosing,
  selectMessage,
  selectUndo,
  timerProblem,
} from '#machines/release-control.ts';
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

const input = { questionId: 'q1', audience: 'home' } as const;
const choose = { type: 'release.choose' } as const;
const timed = { type: 'release.confirm', timer: { minutes: 2, seconds: 0 } } as const;
const untimed = { type: 'release.confirm', timer: null } as const;
const nothing = { type: 'release.confirm', timer: { minutes: 0, seconds: 0 } } as const;
const cancel = { type: 'release.cancel' } as const;
const revoke = { type: 'release.revoke', remaining: { minutes: 1, seconds: 5 } } as const;
const undo = { type: 'release.undo' } as const;
const released = outcome('release', success(null));
const revoked = outcome('revoke', success(null));

const model = modelOf(releaseControlMachine, {
  input,
  events: {
    'release.choose': [choose],
    'release.confirm': [timed, untimed, nothing],
    'release.cancel': [cancel],
    'release.revoke': [revoke],
    'release.undo': [undo],
  },
  done: {
    release: [success(null), refusal('Not found.')],
    revoke: [success(null), refusal('Not found.')],
  },
});

const seen = (events: Parameters<typeof fold>[2]) => {
  const snapshot = fold(releaseControlMachine, input, events);
  return {
    value: snapshot.value,
    choosing: selectIsChoosing(snapshot),
    busy: selectBusy(snapshot),
    message: selectMessage(snapshot),
    undo: selectUndo(snapshot),
    timer: snapshot.context.timer,
  };
};
const calm = { choosing: false, busy: false, message: null, undo: null, timer: null };

describe('the producer’s hand on a release', () => {
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });

  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });

  it('RC-1 releases with the chosen timer', () => {
    expect(seen([choose, timed])).toEqual({
      ...calm,
      value: 'releasing',
      busy: true,
      timer: timed.timer,
    });
    expect(seen([choose, timed, released])).toEqual({
      ...calm,
      value: { idle: 'released' },
      undo: 'release',
      timer: timed.timer,
    });
  });

  it('RC-2 refuses a timer of nothing and stays with the choice', () => {
    expect(seen([choose, nothing])).toEqual({
      ...calm,
      value: 'choosing',
      choosing: true,
      message: MESSAGES.release.noTime,
    });
    expect(
      [
        { minutes: 61, seconds: 0 },
        { minutes: 0, seconds: 60 },
        { minutes: 1.5, seconds: 0 },
        { minutes: -1, seconds: 5 },
        { minutes: 60, seconds: 59 },
      ].map(timerProblem),
    ).toEqual([
      MESSAGES.release.minutes,
      MESSAGES.release.seconds,
      MESSAGES.release.minutes,
      MESSAGES.release.minutes,
      null,
    ]);
  });

  it('RC-3 counts a second click while busy as none', () => {
    expect(seen([choose, timed, timed, revoke, choose]).value).toBe('releasing');
  });

  it('RC-4 revokes at once, and an undo releases with what was left', () => {
    expect(seen([revoke]).value).toBe('revoking');
    expect(seen([revoke, revoked, undo])).toEqual({
      ...calm,
      value: 'releasing',
      busy: true,
      timer: revoke.remaining,
    });
  });

  it('RC-5 offers the undo for a few seconds only', () => {
    expect(seen([choose, untimed, released, undo]).value).toBe('revoking');
    expect(
      seen([choose, untimed, released, elapsed('undoDelay', 'releaseControl.idle.released'), undo]),
    ).toEqual({ ...calm, value: { idle: 'settled' } });
  });

  it('RC-6 says what failed, in the specified words', () => {
    expect(seen([choose, untimed, outcome('release', refusal('Not found.'))]).message).toBe(
      'Failed to release question to home viewers: Not found.',
    );
    expect(seen([revoke, failure('revoke')]).message).toBe(
      `Failed to revoke question to home viewers: ${MESSAGES.network}`,
    );
  });
});
