import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import type { ReleaseWindow } from '#machines/contract/entities.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { isWindowUnchanged, releaseUndo, timerProblem } from '#machines/show/rules/release.ts';

const NOW = 1_000_000;
const lane = { itemId: 'i1', audience: 'home' } as const;
/** A countdown that has this many ms left at NOW. */
const closing = (ms: number): ReleaseWindow => ({
  released: true,
  timed: true,
  closesAt: NOW + ms,
});
const untimed: ReleaseWindow = { released: true, timed: false, closesAt: null };
const lastOf = (type: 'release' | 'revoke', before: ReleaseWindow) =>
  ({ ...lane, showId: 's1', type, before, after: NO_WINDOW }) as const;

describe('the undo of a release or revoke', () => {
  it.each([
    // With 64.2 s left, screens show 1:05 again, as before the revoke.
    ['a revoke', 'revoke', closing(64_200), 65],
    ['a revoke of what had no timer', 'revoke', untimed, null],
    ['a release that replaced another', 'release', closing(30_000), 30],
  ] as const)(
    'of %s restores the end that was set [R4.release-undo]',
    (_, type, before, seconds) => {
      const act = releaseUndo(lastOf(type, before), NOW);
      expect(act).toEqual({ type: 'releaseTo', ...lane, seconds });
    },
  );

  it('counts from the moment of the undo', () => {
    const act = releaseUndo(lastOf('revoke', closing(64_200)), NOW + 4_000);
    expect(act).toMatchObject({ seconds: 61 });
  });

  it('opens again when it would have what was to open by itself [R4.home-delay]', () => {
    const opensAt = NOW + 2_000;
    const act = releaseUndo(lastOf('revoke', { ...closing(30_000), opensAt }), NOW);
    expect(act).toEqual({ type: 'releaseTo', ...lane, seconds: 30, opensAt });
  });

  it.each([
    ['of a release revokes it', 'release', NO_WINDOW, NOW, 'revoke'],
    ['of a release that reopened a question revokes it', 'release', closing(-1), NOW, 'revoke'],
    ['of a revoke restores what was over', 'revoke', closing(-1), NOW, 'restore'],
    [
      'of a revoke restores what is over by now',
      'revoke',
      closing(64_200),
      NOW + 64_200,
      'restore',
    ],
  ] as const)('%s', (_, type, before, now, undo) => {
    expect(releaseUndo(lastOf(type, before), now)).toEqual({ type: undo, ...lane });
  });

  it('is for a window that is as the act has left it', () => {
    const last = lastOf('revoke', untimed);
    expect([isWindowUnchanged(last, { ...NO_WINDOW }), isWindowUnchanged(last, untimed)]).toEqual([
      true,
      false,
    ]);
  });
});

it('a timer has 0 to 60 minutes and 0 to 59 seconds, at least one [R5.release-minutes R5.release-seconds]', () => {
  expect(
    [
      { minutes: 0, seconds: 0 },
      { minutes: 61, seconds: 0 },
      { minutes: 0, seconds: 60 },
      { minutes: 1.5, seconds: 0 },
      { minutes: -1, seconds: 5 },
      { minutes: 60, seconds: 59 },
      { minutes: 5, seconds: 5 },
    ].map(timerProblem),
  ).toEqual([
    m.releaseNoTime(),
    m.releaseMinutes(),
    m.releaseSeconds(),
    m.releaseMinutes(),
    m.releaseMinutes(),
    null,
    null,
  ]);
});
