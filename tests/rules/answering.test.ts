import { m } from 'messages';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReleaseWindow, textSchema } from '#machines/contract/entities.ts';
import { ANSWER_GRACE_MS, LIMITS } from '#machines/contract/limits.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import {
  answerWindow,
  checkAnswer,
  isPastAnswering,
  isShutting,
  isUndecided,
  latenessMs,
  refusedBy,
} from '#machines/answering/rules/answering.ts';
import { mayAnswer, NO_WINDOW, windowState } from '#machines/answering/rules/schedule.ts';
import { T0, timed, untimed } from '#tests/support/game.ts';

const windows: fc.Arbitrary<ReleaseWindow> = fc.oneof(
  fc.constant(NO_WINDOW),
  fc.constant(untimed),
  fc
    .record({ timed: fc.boolean(), offset: fc.integer({ min: -20_000, max: 20_000 }) })
    .map(({ timed: isTimed, offset }) => ({
      released: true,
      timed: isTimed,
      closesAt: T0 + offset,
    })),
);

describe('answerWindow', () => {
  it('is open exactly when an answer would count, and otherwise gives the reason', () => {
    fc.assert(
      fc.property(
        windows,
        windows,
        fc.constantFrom('home' as const, 'studio' as const),
        (home, studio, audience) => {
          const both = { home, studio };
          const window = answerWindow(both, audience, T0);
          expect(window.isOpen).toBe(windowState(both, audience, T0) === 'open');
          // The page never shows a window as closed while the server would accept the answer.
          const isTaken = mayAnswer(both, audience, T0).ok;
          expect(isTaken && isPastAnswering(window, T0)).toBe(false);
          const reason = window.isOpen ? 'open' : window.reason;
          expect(reason).toBe(windowState(both, audience, T0));
        },
      ),
    );
  });
  it('has the words and the time of the end [R8.answer-expired]', () => {
    const both = { home: timed(-1), studio: NO_WINDOW };
    expect(answerWindow(both, 'home', T0)).toEqual({
      isOpen: false,
      closesAt: T0 - 1_000,
      reason: 'expired',
      message: 'This question has expired. You can no longer submit answers.',
    });
    const locked = { home: untimed, studio: timed(9) };
    expect(answerWindow(locked, 'home', T0)).toMatchObject({
      reason: 'locked',
      message: 'Contestant-only mode active',
    });
    expect(answerWindow({ home: timed(9), studio: untimed }, 'studio', T0)).toMatchObject({
      message: 'Home viewer-only mode active',
    });
    expect(answerWindow({ home: timed(9), studio: timed(3) }, 'home', T0)).toEqual({
      isOpen: true,
      closesAt: T0 + 9_000,
    });
  });
  it('of a deleted question is withheld', () => {
    expect(answerWindow(null, 'home', T0)).toEqual({
      isOpen: false,
      closesAt: null,
      reason: 'withheld',
      message: m.answerNotReleased(),
    });
  });
});

describe('checkAnswer', () => {
  it('takes trimmed text of any script up to its length', () => {
    expect(checkAnswer('  Äpfel 🍎 ')).toEqual(success('Äpfel 🍎'));
    expect(checkAnswer('x'.repeat(200)).ok).toBe(true);
  });
  it('refuses empty, overlong and unstorable text [R5.answer-not-empty]', () => {
    expect(checkAnswer(' \t ')).toEqual(refusal('Please enter an answer.'));
    expect(checkAnswer('x'.repeat(201)).ok).toBe(false);
    expect(checkAnswer('a\0b').ok).toBe(false);
  });
  it.each(['', ' ', '\u200b\u200d', '\ufeff \u2060', '\u3164', '\u00ad\ufe0f'])(
    'refuses %j, which has no visible character, as the server does',
    (text) => {
      expect(checkAnswer(text)).toEqual(refusal(m.answerEmpty()));
      const parsed = textSchema(LIMITS.answerLength, m.answerEmpty).safeParse(text);
      expect(parsed.error?.issues.map(({ message }) => message)).toEqual([m.answerEmpty()]);
    },
  );
});

const expired = answerWindow({ home: timed(-4), studio: NO_WINDOW }, 'home', T0);
const open = answerWindow({ home: timed(4), studio: NO_WINDOW }, 'home', T0);
const reasonOf = (message: string, code?: string) =>
  refusedBy(refusal(message, code === undefined ? {} : { code }), open, T0).reason;

describe('the meaning of a reply', () => {
  it('is undecided only without an explicit acceptance or refusal', () => {
    const codes = ['network', 'busy', 'expired', 'already', undefined];
    expect(
      codes.map((code) => isUndecided(refusal('?', code === undefined ? {} : { code }))),
    ).toEqual([true, true, false, false, false]);
    expect(isUndecided(success(1))).toBe(false);
  });
  it('is recognised by its code, or by its text if it has none', () => {
    expect(
      ['expired', 'locked', 'withheld', 'already', 'teapot'].map((code) => reasonOf('?', code)),
    ).toEqual(['expired', 'locked', 'withheld', 'already', 'other']);
  });
  it('states how late a late answer was', () => {
    const late = refusal(m.answerExpired(), { code: 'expired' });
    expect(refusedBy(late, expired, T0).lateMs).toBe(4_000);
    expect(refusedBy(late, open, T0).lateMs).toBe(0);
    expect(refusedBy(refusal('?', { code: 'locked' }), expired, T0).lateMs).toBe(null);
    expect(latenessMs({ isOpen: true, closesAt: null }, T0)).toBe(null);
  });
  it('closes the form when no answer counts until the window opens again', () => {
    const reasons = ['expired', 'locked', 'withheld', 'already', 'other', null] as const;
    expect(reasons.map(isShutting)).toEqual([true, true, true, false, false, false]);
  });
});

const at = (window: ReleaseWindow, now: number) =>
  isPastAnswering(answerWindow({ home: window, studio: NO_WINDOW }, 'home', now), now);

describe('isPastAnswering', () => {
  it('leaves the last instant for the server to decide', () => {
    const end = T0 + 5_000;
    expect(
      [end - 1, end, end + ANSWER_GRACE_MS, end + ANSWER_GRACE_MS + 1].map((now) =>
        at(timed(5), now),
      ),
    ).toEqual([false, false, false, true]);
  });
  it('refuses after an unknown end', () => {
    const over = { isOpen: false, closesAt: null, reason: 'expired', message: '' } as const;
    expect(isPastAnswering(over, T0)).toBe(true);
  });
  it('refuses a window that was never open', () => {
    expect([at(NO_WINDOW, T0), at(untimed, T0)]).toEqual([true, false]);
  });
  it("refuses while the other audience's timer locks, however late the own end is", () => {
    const home = { released: true, timed: false, closesAt: T0 + 60_000 };
    const locked = answerWindow({ home, studio: timed(5) }, 'home', T0);
    expect(isPastAnswering(locked, T0)).toBe(true);
  });
});
