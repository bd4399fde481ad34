import { createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import {
  type Changed,
  type ReleaseTarget,
  type ReleaseControlInput,
  releaseControlMachine,
  type ReleaseRequest,
  selectBusy,
  selectIsChoosing,
  selectMessage,
  selectUndo,
  timerProblem,
} from '#machines/show/release-control.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { settled } from '#tests/support/fake-clock.ts';
import {
  failure,
  fold,
  modelOf,
  type ModelOptions,
  outcome,
  pathsOf,
  sentBy,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';

const NOW = 1_000_000;
const input = { questionId: 'q1', audience: 'home', now: () => NOW } as const;
const window = NO_WINDOW;
/** A countdown that has this many ms left at NOW. */
const closing = (ms: number) => ({ released: true, timed: true, closesAt: NOW + ms });
const choose = { type: 'release.choose' } as const;
const timed = { type: 'release.confirm', timer: { minutes: 2, seconds: 0 }, window } as const;
const again = { ...timed, window: closing(30_000) };
const untimed = { type: 'release.confirm', timer: null, window } as const;
const nothing = { type: 'release.confirm', timer: { minutes: 0, seconds: 0 }, window } as const;
const cancel = { type: 'release.cancel' } as const;
const revoke = { type: 'release.revoke', window: closing(64_200) } as const;
const revokeOver = { type: 'release.revoke', window: closing(-1) } as const;
const undo = { type: 'release.undo', window } as const;
const released = outcome('release', success(null));
const revoked = outcome('revoke', success(null));
/** A clock that is this much further. */
const later = (ms: number) => ({ ...input, now: () => NOW + ms });

const options: ModelOptions<
  typeof releaseControlMachine,
  SnapshotFrom<typeof releaseControlMachine>
> = {
  input,
  events: {
    'release.choose': [choose],
    'release.confirm': [timed, again, untimed, nothing],
    'release.cancel': [cancel],
    'release.revoke': [revoke, revokeOver],
    'release.undo': [undo],
  },
  done: {
    release: [success(null), refusal('Not found.')],
    revoke: [success(null), refusal('Not found.')],
    restoreEnded: [success(null), refusal('Not found.')],
  },
  at: ({ context: { before } }) => before,
};
const model = modelOf(releaseControlMachine, options);
/** The time is up while the undo is offered. */
const late = modelOf(
  releaseControlMachine.provide({
    guards: { canRestore: ({ event }) => event.type !== 'release.undo' },
  }),
  options,
);

const seen = (events: Parameters<typeof fold>[2], by: ReleaseControlInput = input) => {
  const snapshot = fold(releaseControlMachine, by, events);
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

  it('walks every transition, with the undo that comes when the time is up', () => {
    const missed = unwalked(late, pathsOf(late));
    expect(unwalked(model, pathsOf(model)).filter((name) => missed.includes(name))).toEqual([]);
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

  it('RC-2 refuses a timer of nothing and stays with the choice [R5.release-minutes R5.release-seconds]', () => {
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
        { minutes: 5, seconds: 5 },
      ].map(timerProblem),
    ).toEqual([
      MESSAGES.release.minutes,
      MESSAGES.release.seconds,
      MESSAGES.release.minutes,
      MESSAGES.release.minutes,
      null,
      null,
    ]);
  });

  it('RC-3 counts a second click while busy as none', () => {
    expect(seen([choose, timed, timed, revoke, choose]).value).toBe('releasing');
  });

  it('RC-4 revokes at once, and an undo restores the end that was set [R4.release-undo]', () => {
    expect(seen([revoke])).toEqual({ ...calm, value: 'revoking', busy: true });
    expect(seen([revoke, revoked]).undo).toBe('revoke');
    const restored = { ...calm, value: 'releasing', busy: true };
    // 64.2 s are left at the click: every screen shows 1:05, then as before.
    expect(seen([revoke, revoked, undo])).toEqual({
      ...restored,
      timer: { minutes: 1, seconds: 5 },
    });
    expect(seen([revoke, revoked, undo], later(4_000))).toEqual({
      ...restored,
      timer: { minutes: 1, seconds: 1 },
    });
    const open = {
      type: 'release.revoke',
      window: { ...closing(0), timed: false, closesAt: null },
    };
    expect(seen([open, revoked, undo])).toEqual({ ...restored, timer: null });
  });

  it('RC-4 opens again when it would have what was to open by itself [R4.home-delay]', () => {
    const opensAt = NOW + 2_000;
    const revokeEarly = {
      type: 'release.revoke',
      window: { ...closing(30_000), opensAt },
    } as const;
    const { context } = fold(releaseControlMachine, input, [revokeEarly, revoked, undo]);
    expect(context.opensAt).toBe(opensAt);
    const anew = [revokeEarly, revoked, undo, released, choose, timed];
    expect(fold(releaseControlMachine, input, anew).context.opensAt).toBeNull();
  });

  it('RC-4 restores what is over as it was, also where the time is up meanwhile', () => {
    expect(seen([revokeOver, revoked]).undo).toBe('revoke');
    const restoring = { ...calm, value: 'restoring', busy: true };
    expect(seen([revokeOver, revoked, undo])).toEqual(restoring);
    expect(seen([revoke, revoked, undo], later(64_200))).toEqual(restoring);
    const done = outcome('restoreEnded', success(null));
    expect(seen([revokeOver, revoked, undo, done]).undo).toBe('release');
    const refused = outcome('restoreEnded', refusal('Not found.'));
    expect(seen([revokeOver, revoked, undo, refused])).toEqual({
      ...calm,
      value: { idle: 'settled' },
      message: 'Failed to release question to home viewers: Not found.',
    });
  });

  it('RC-4 undoes a release by revoking it, or by the release it has replaced', () => {
    expect(seen([choose, timed, released, undo]).value).toBe('revoking');
    // What was open when the undo was pressed can itself be had again.
    const pressed = { ...undo, window: closing(30_000) };
    expect(seen([choose, timed, released, pressed, revoked]).undo).toBe('revoke');
    expect(seen([choose, again, released, undo])).toEqual({
      ...calm,
      value: 'releasing',
      busy: true,
      timer: { minutes: 0, seconds: 30 },
    });
  });

  it('RC-7 tells what the server has made of the question', () => {
    const question = { id: 'q1' };
    expect(
      sentBy(releaseControlMachine, input, [
        revoke,
        outcome('revoke', success(question)),
        choose,
        untimed,
        outcome('release', refusal('Not found.')),
      ]),
    ).toEqual([{ type: 'release.changed', questionId: 'q1', audience: 'home', question }]);
  });

  it('RC-5 offers the undo until something else is done [R4.release-undo]', () => {
    expect(seen([choose, untimed, released, choose]).undo).toBeNull();
    expect(seen([choose, untimed, released, choose, cancel, undo])).toEqual({
      ...calm,
      value: { idle: 'settled' },
    });
    expect(seen([revoke, revoked, choose, timed, released]).undo).toBe('release');
  });

  it.each([
    ['release', [choose, untimed, outcome('release', refusal('Not found.'))], 'Not found.'],
    ['release', [choose, untimed, failure('release')], MESSAGES.network],
    ['revoke', [revoke, outcome('revoke', refusal('Not found.'))], 'Not found.'],
    ['revoke', [revoke, failure('revoke')], MESSAGES.network],
  ])(
    'RC-6 a failed %s says so in the specified words, until something else is done [R8.release-failed R8.revoke-failed]',
    (act, events, why) => {
      const message = `Failed to ${act} question to home viewers: ${why}`;
      expect(seen(events)).toEqual({ ...calm, value: { idle: 'settled' }, message });
      expect(seen([...events, choose]).message).toBe(null);
      expect(seen([...events, revoke]).message).toBe(null);
    },
  );

  it('RC-6 what was wrong with a timer is over with the choice', () => {
    expect(seen([choose, nothing, cancel])).toEqual({ ...calm, value: { idle: 'settled' } });
    expect(seen([choose, nothing, timed]).message).toBe(null);
  });

  it('RC-1 RC-4 asks the server for this question, audience and timer', async () => {
    const asked: unknown[] = [];
    const actor = createActor(
      releaseControlMachine.provide({
        actors: {
          release: fromPromise<Outcome<Changed>, ReleaseRequest>(async ({ input: request }) => {
            asked.push(request);
            return refusal('Not now.');
          }),
          revoke: fromPromise<Outcome<Changed>, ReleaseTarget>(async ({ input: request }) => {
            asked.push(request);
            return refusal('Not now.');
          }),
        },
      }),
      { input },
    ).start();
    actor.send(choose);
    actor.send(timed);
    await settled();
    actor.send(revoke);
    await settled();
    const lane = { questionId: 'q1', audience: 'home' };
    expect(asked).toEqual([{ ...lane, timer: { minutes: 2, seconds: 0 } }, lane]);
    expect(selectMessage(actor.getSnapshot())).toContain('Not now.');
  });
});
