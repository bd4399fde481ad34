import { beforeEach, describe, expect, it } from 'vitest';
import { createDrafts } from '#src/effects/drafts.ts';

beforeEach(() => localStorage.clear());
const keyOf = (index: number) => ({ userId: 'u1', gameSessionId: `g${index}` });
const unheard = () => {};
const key = { userId: 'u1', gameSessionId: 'g1' };

describe('drafts', () => {
  it('survive a reload, separate for each user and question [R5.answer-draft]', () => {
    createDrafts(localStorage, () => 1, unheard).save(key, 'a: banana');
    const after = createDrafts(localStorage, () => 2, unheard);
    expect(after.recall(key)).toBe('a: banana');
    expect(after.recall({ ...key, userId: 'u2' })).toBe('');
    expect(after.recall({ ...key, gameSessionId: 'g2' })).toBe('');
  });
  it('are deleted with their text', () => {
    const drafts = createDrafts(localStorage, () => 1, unheard);
    drafts.save(key, 'banana');
    drafts.save(key, '');
    expect([drafts.recall(key), localStorage.length]).toEqual(['', 0]);
  });
  it('are limited in number, the newest ones kept', () => {
    let now = 0;
    localStorage.setItem('authToken', 'kept');
    const drafts = createDrafts(localStorage, () => (now += 1), unheard);
    for (let index = 0; index < 60; index += 1) drafts.save(keyOf(index), `text ${index}`);
    const kept = Array.from({ length: 60 }, (_, index) => drafts.recall(keyOf(index)));
    expect(kept).toEqual(kept.map((_, index) => (index < 10 ? '' : `text ${index}`)));
    expect(localStorage.getItem('authToken')).toBe('kept');
  });
  it('stay in memory when storage is full, which is reported once', () => {
    const faults: unknown[] = [];
    const full = new DOMException('full', 'QuotaExceededError');
    let isFull = true;
    const storage: Storage = {
      get length() {
        return localStorage.length;
      },
      key: (index) => localStorage.key(index),
      getItem: (name) => localStorage.getItem(name),
      removeItem: (name) => localStorage.removeItem(name),
      clear: () => localStorage.clear(),
      setItem: (name, text) => {
        if (isFull) throw full;
        localStorage.setItem(name, text);
      },
    };
    const drafts = createDrafts(
      storage,
      () => 1,
      (where, error) => faults.push([where, error]),
    );
    drafts.save(key, 'b');
    drafts.save(key, 'ba');
    expect([drafts.recall(key), faults]).toEqual(['ba', [['drafts', full]]]);
    isFull = false;
    drafts.save(key, 'ban');
    expect(createDrafts(storage, () => 1, unheard).recall(key)).toBe('ban');
    drafts.save(key, '');
    expect(drafts.recall(key)).toBe('');
  });
});
