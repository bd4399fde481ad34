import { beforeEach, describe, expect, it } from 'vitest';
import { createDrafts } from '#src/effects/drafts.ts';

beforeEach(() => localStorage.clear());
const keyOf = (index: number) => ({ userId: 'u1', gameSessionId: `g${index}` });
const key = { userId: 'u1', gameSessionId: 'g1' };

describe('drafts', () => {
  it('survive a reload, apart for each person and question', () => {
    createDrafts(localStorage, () => 1).save(key, 'a: banana');
    const after = createDrafts(localStorage, () => 2);
    expect(after.recall(key)).toBe('a: banana');
    expect(after.recall({ ...key, userId: 'u2' })).toBe('');
    expect(after.recall({ ...key, gameSessionId: 'g2' })).toBe('');
  });
  it('are forgotten with their text', () => {
    const drafts = createDrafts(localStorage, () => 1);
    drafts.save(key, 'banana');
    drafts.save(key, '');
    expect([drafts.recall(key), localStorage.length]).toEqual(['', 0]);
  });
  it('are kept in bounds, the newest ones', () => {
    let now = 0;
    localStorage.setItem('authToken', 'kept');
    const drafts = createDrafts(localStorage, () => (now += 1));
    for (let index = 0; index < 60; index += 1) drafts.save(keyOf(index), `text ${index}`);
    const kept = Array.from({ length: 60 }, (_, index) => drafts.recall(keyOf(index)));
    expect(kept).toEqual(kept.map((_, index) => (index < 10 ? '' : `text ${index}`)));
    expect(localStorage.getItem('authToken')).toBe('kept');
  });
});
