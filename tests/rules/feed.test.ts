import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyChange,
  cueOf,
  type Feed,
  hasEnded,
  hasOpened,
  findMissedRelease,
  isChange,
  isGap,
  type FeedUpdate,
  NO_FEED,
  isOlder,
  versionOrder,
  withLoadedList,
  windowFor,
  withAnswer,
  withUpdate,
  type FeedViewer,
} from '#machines/answering/rules/feed.ts';
import { LISTED_QUESTIONS } from '#machines/contract/limits.ts';
import { answerTo, question, T0, timed, untimed } from '#tests/support/game.ts';

const q1 = question(1, { home: untimed });
const q2 = question(2, { home: timed(-5) });
const feed: Feed = { questions: [q1, q2], answers: { g1: answerTo(1) }, versions: { house: 5 } };
const news = (name: string, more: Partial<FeedUpdate> = {}): FeedUpdate => ({
  name: `realtime.${name}`,
  feed: 'house',
  ...more,
});
const atHome = { audience: 'home', at: T0 } as const;

const gap = (name: string, version: number) =>
  isGap(feed.versions, news(name, { version, question: q1 }));
const older = (versions: Feed['versions']) => isOlder({ versions }, { house: 5, show: 1 });

describe('the relation of an event to the list', () => {
  it.each([
    [{ house: 5 }, 4, 'old'],
    [{ house: 5 }, 5, 'same'],
    [{ house: 5 }, 6, 'next'],
    [{ house: 5 }, 7, 'ahead'],
    [{ show: 5 }, 1, 'next'],
    [{ show: 5 }, 5, 'ahead'],
  ] as const)('with version %j, an event with %s of the house show: %s', (held, version, place) => {
    expect(versionOrder(held, { feed: 'house', version })).toBe(place);
    expect(isChange(held, news('timer-expired', { version }))).toBe(place !== 'old');
  });
  it('is no change without a version', () => {
    expect(isChange(feed.versions, { name: 'realtime.boards-updated' })).toBe(false);
  });
  it('is a gap when changes before it, or within it, were missed', () => {
    expect([gap('question-released', 7), gap('question-released', 6)]).toEqual([true, false]);
    expect([gap('feed-moved', 6), gap('feed-moved', 5)]).toEqual([true, false]);
  });
  it('makes a list with an earlier version stale; an event of an unknown feed is for a former member', () => {
    expect([older({ house: 4, show: 1 }), older({ house: 5, show: 0 })]).toEqual([true, true]);
    expect([older({ house: 5, show: 2 }), older({ house: 5 })]).toEqual([false, false]);
  });
});

const applied = (change: Partial<FeedUpdate>, to = feed) =>
  applyChange(to, news('questions-updated', change), atHome);

describe('applyChange', () => {
  it('adds, replaces in place, and removes by either id', () => {
    const q3 = question(3, { home: untimed });
    const changed = question(1, { studio: untimed });
    const ids = (change: Partial<FeedUpdate>) => applied(change).questions.map(({ id }) => id);
    expect(ids({ question: q3 })).toEqual(['q3', 'q1', 'q2']);
    expect(applied({ question: changed }).questions).toEqual([changed, q2]);
    expect(ids({ question: null, gameSessionId: 'g1' })).toEqual(['q2']);
    expect(ids({ question: null, questionId: 'q2' })).toEqual(['q1']);
    expect(ids({ question: null, gameSessionId: 'g9' })).toEqual(['q1', 'q2']);
    expect(applied({ version: 6 })).toEqual({ ...feed, versions: { house: 6 } });
  });
  it('moves the version only forward', () => {
    expect(applied({ version: 4 }).versions).toEqual({ house: 5 });
    expect(applied({ version: 3 }, NO_FEED).versions).toEqual({ house: 3 });
    expect(applied({ feed: 'show', version: 1 }).versions).toEqual({ house: 5, show: 1 });
  });
  it('has no effect the second time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.boolean(), fc.nat(9), (n, isGone, version) => {
        const told = isGone ? null : question(n, { home: timed(version) });
        const change = { gameSessionId: `g${n}`, version, question: told };
        const once = applied(change);
        expect(applied(change, once)).toEqual(once);
      }),
    );
  });
});

const expiredOne = (n: number) => question(n, { home: timed(-n) });

/** A page that received each of these releases in order. */
const heard = (...questions: ReturnType<typeof question>[]) =>
  questions
    .reduce<Feed>(
      (held, each, index) =>
        applyChange(
          held,
          news('question-released', { question: each, version: index + 1 }),
          atHome,
        ),
      NO_FEED,
    )
    .questions.map(({ id }) => id);

describe('a long evening', () => {
  const SIZE = LISTED_QUESTIONS;
  const expired = Array.from({ length: SIZE + 2 }, (_, index) => expiredOne(index + 1));

  it('keeps as many questions as a list has: the ones released last', () => {
    expect(heard(...expired)).toEqual(
      expired
        .slice(2)
        .map(({ id }) => id)
        .toReversed(),
    );
  });
  it('keeps every question that is open to a player, however old, and those that lock the reader', () => {
    const locked = question(101, { studio: timed(60) });
    const held = heard(question(100, { home: untimed }), locked, ...expired);
    expect(held).toHaveLength(SIZE);
    expect(held.slice(-2)).toEqual(['q101', 'q100']);
    expect(heard(question(102, { studio: untimed, home: timed(-5) }), ...expired)).not.toContain(
      'q102',
    );
  });
  it('counts a question that is released again as new', () => {
    expect(heard(expiredOne(99), ...expired.slice(2), expiredOne(99), expiredOne(98))).toContain(
      'q99',
    );
  });
});

describe('withLoadedList', () => {
  const list = { questions: [q2], answers: [answerTo(2)], versions: { house: 8 } };
  it('has what the list has, and every answer of the user', () => {
    expect(withLoadedList(feed, list, 'all', atHome)).toEqual({
      questions: [q2],
      answers: { g1: answerTo(1), g2: answerTo(2) },
      versions: { house: 8 },
    });
    expect(withLoadedList(feed, { ...list, answers: null }, 'all', atHome).answers).toEqual(
      feed.answers,
    );
  });
  it('keeps what the filter does not cover', () => {
    const ids = (filter: 'active' | 'expired', questions = [q2]) =>
      withLoadedList(feed, { ...list, questions }, filter, atHome).questions.map(({ id }) => id);
    expect(ids('expired')).toEqual(['q2', 'q1']);
    expect(ids('expired', [])).toEqual(['q1']);
    expect(ids('active', [])).toEqual(['q2']);
    expect(ids('active', [q1, q2])).toEqual(['q1', 'q2']);
  });
});

describe('own answers', () => {
  it("are added and get new points; other users' answers are not stored", () => {
    expect(withAnswer(feed, answerTo(2)).answers).toEqual({ g1: answerTo(1), g2: answerTo(2) });
    const moved = withUpdate(feed, { gameSessionId: 'g1', awardedPoints: 9 });
    expect(moved.answers).toEqual({ g1: answerTo(1, { awardedPoints: 9 }) });
    expect(withUpdate(feed, { gameSessionId: 'g2', awardedPoints: 9 })).toBe(feed);
    expect(withUpdate(feed, { gameSessionId: 'g1' })).toBe(feed);
    expect(withUpdate(feed, { awardedPoints: 9 })).toBe(feed);
    const elsewhere = { gameSessionId: 'g2', awardedPoints: 1, answer: answerTo(2) };
    expect(withUpdate(feed, elsewhere).answers).toEqual({ g1: answerTo(1), g2: answerTo(2) });
  });
});

describe('what a user may do', () => {
  it('follows the window of their audience', () => {
    expect(windowFor(feed, 'g1', atHome).isOpen).toBe(true);
    expect(windowFor(feed, 'g2', atHome)).toMatchObject({ isOpen: false, reason: 'expired' });
    expect(windowFor(feed, 'g1', { ...atHome, audience: 'studio' })).toMatchObject({
      reason: 'withheld',
    });
    expect(windowFor(feed, 'g9', atHome)).toMatchObject({ reason: 'withheld' });
    expect(windowFor(feed, 'g1', { ...atHome, audience: null })).toMatchObject({
      reason: 'withheld',
    });
  });
  it('has ended if it was open and is over, not if it was deleted', () => {
    const running = { ...NO_FEED, questions: [question(1, { home: timed(5) })] };
    const later = { ...atHome, at: T0 + 5_000 };
    expect(hasEnded(running, atHome, running, later)).toBe(true);
    expect(hasEnded(running, atHome, running, atHome)).toBe(false);
    expect(hasEnded(running, later, running, later)).toBe(false);
    expect(hasEnded(running, atHome, NO_FEED, later)).toBe(false);
    const beside = {
      ...NO_FEED,
      questions: [question(2, { home: untimed }), ...running.questions],
    };
    expect(hasEnded(beside, atHome, beside, later)).toBe(true);
    expect(hasEnded(running, { ...atHome, audience: null }, running, later)).toBe(true);
    expect(hasEnded(running, atHome, running, { ...later, audience: null })).toBe(false);
  });
});

describe('a question that has just opened', () => {
  const over = { ...NO_FEED, questions: [question(1, { home: timed(-5) })] };
  const again = { ...NO_FEED, questions: [question(1, { home: timed(30) })] };
  it('was over, withheld or locked before, and is open to the user now', () => {
    expect(hasOpened(over, atHome, again, atHome)).toBe(true);
    expect(hasOpened(NO_FEED, atHome, again, atHome)).toBe(true);
    expect(hasOpened(again, atHome, again, atHome)).toBe(false);
    expect(hasOpened(again, atHome, over, atHome)).toBe(false);
    const beside = { ...NO_FEED, questions: [question(2, { home: untimed }), ...again.questions] };
    expect(hasOpened(again, atHome, beside, atHome)).toBe(true);
    const locked = { ...NO_FEED, questions: [question(1, { home: untimed, studio: timed(5) })] };
    expect(hasOpened(locked, atHome, locked, { ...atHome, at: T0 + 5_000 })).toBe(true);
  });
  it('does not exist for an admin, who never answers', () => {
    const byAdmin = { ...atHome, audience: null };
    expect(hasOpened(over, byAdmin, again, byAdmin)).toBe(false);
  });
});

describe('the cue of missed events', () => {
  const now = { ...atHome, at: T0 + 60_000 };
  const late = question(3, { home: timed(90) });
  const missed = (before: Feed, questions: Feed['questions'], viewing: FeedViewer = now) =>
    findMissedRelease(before, { ...before, questions }, viewing)?.cue ?? null;
  it('is that of a release if the question is still open', () => {
    expect(missed(feed, [late, q1, q2])).toEqual({
      action: 'release',
      banner: 'A question is open.',
      tone: 'released',
      text: 'Question 3?',
    });
    expect(missed(feed, [question(3, { home: timed(30) }), q1, q2])).toBe(null);
    expect(missed(feed, [question(3, { studio: timed(90) }), q1, q2])).toBe(null);
  });
  it('is none for a question that was open before, or is only locked', () => {
    expect(missed(feed, [q1, q2])).toBe(null);
    const locked = question(3, { home: untimed, studio: timed(30) });
    expect(missed({ ...feed, questions: [locked] }, [locked])).toBe(null);
    expect(missed(feed, [question(2, { home: timed(90) })])).toMatchObject({ text: 'Question 2?' });
  });
  it('reaches admins for either audience', () => {
    const byAdmin = { audience: null, at: T0 + 60_000 };
    expect(missed(feed, [question(3, { studio: timed(90) }), q1, q2], byAdmin)).toMatchObject({
      action: 'release',
    });
    expect(missed(feed, [q1, q2], byAdmin)).toBe(null);
  });
});

describe('the cue of an event', () => {
  const released = news('question-released', { type: 'home', version: 3, question: q1 });
  it('is for its audience and for admins', () => {
    expect(cueOf(released, { audience: 'home', at: T0 })).toEqual({
      action: 'release',
      banner: 'A question is open.',
      tone: 'released',
      text: 'Question 1?',
    });
    expect(cueOf(released, { audience: 'studio', at: T0 })).toBe(null);
    expect(cueOf(released, { audience: null, at: T0 })).toMatchObject({
      banner: 'Released "Question 1?" to Home, no timer',
    });
    expect(cueOf(news('timer-started', { type: 'home' }), { audience: 'home', at: T0 })).toBe(null);
  });
  it('names the question and its timer for an admin if the event has them [R2.live-named]', () => {
    const admin = { audience: null, at: T0 };
    const timer = { durationMinutes: 1, durationSeconds: 5, endTime: T0 + 65_000 };
    const counting = {
      ...released,
      question: { ...q1, homeViewerTimer: timer },
    };
    expect(cueOf(counting, admin)?.banner).toBe('Released "Question 1?" to Home, 1:05');
    const revoked = { ...released, name: 'realtime.question-revoked' };
    expect(cueOf(revoked, admin)?.banner).toBe('Revoked "Question 1?" from Home');
    expect(cueOf({ ...revoked, question: null }, admin)?.banner).toBe(
      'Question revoked from home viewers.',
    );
  });
  it("of a release that the other audience's timer locks says who may answer, without the light [R4.banner-locked]", () => {
    const windows = { home: untimed, studio: timed(30) };
    const locked = news('question-released', {
      type: 'home',
      version: 3,
      question: question(1, windows),
    });
    expect(cueOf(locked, atHome)).toEqual({
      action: 'release',
      banner: 'Contestant-only mode active',
      tone: 'revoked',
      text: null,
    });
    expect(cueOf(locked, { ...atHome, at: T0 + 30_000 })).toMatchObject({ tone: 'released' });
    const both = news('question-released', {
      type: 'contestant',
      question: question(1, { home: timed(30), studio: untimed }),
    });
    expect(cueOf(both, { ...atHome, audience: 'studio' })?.banner).toBe(
      'Home viewer-only mode active',
    );
    expect(cueOf(locked, { ...atHome, audience: null })?.banner).toBe(
      'Released "Question 1?" to Home, no timer',
    );
    const withdrawn = { ...locked, name: 'realtime.question-revoked' };
    expect(cueOf(withdrawn, atHome)).toMatchObject({
      banner: 'The question was withdrawn.',
      tone: 'revoked',
      text: null,
    });
  });
  it('without a name is for every receiver; without a version it is always new', () => {
    expect(cueOf(news('question-released', { type: 'home' }), atHome)?.text).toBe(null);
    const plain = news('question-revoked');
    expect(cueOf(plain, { audience: 'studio', at: T0 })).toMatchObject({
      action: 'revoke',
      text: null,
    });
    expect(cueOf(plain, { audience: null, at: T0 })).toMatchObject({
      banner: 'The question was withdrawn.',
    });
  });
});
