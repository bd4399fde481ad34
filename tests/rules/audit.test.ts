import { describe, expect, it } from 'vitest';
import {
  actTitle,
  actWords,
  AUDITED_ACTS,
  AUDITED_READS,
  changedLines,
  outcomeTitle,
} from '#machines/admin/rules/audit.ts';

describe('the audit', () => {
  it('lists every call that changes something, and leaves out reads and calls of other roles', () => {
    expect(AUDITED_ACTS).toEqual(expect.arrayContaining(['updateUser', 'release', 'inspect']));
    expect(AUDITED_READS).toEqual(expect.arrayContaining(['adminAudit', 'adminUsers', 'showView']));
    const both = [...AUDITED_ACTS, ...AUDITED_READS];
    expect(both).not.toContain('submitAnswer');
    expect(new Set(both).size).toBe(both.length);
  });

  it.each([
    ['deleteUser', 'Delete an account'],
    ['inspect', 'Act in an inspected window'],
    ['goneSince', 'goneSince'],
  ])('describes %s', (action, title) => {
    expect(actTitle(action)).toBe(title);
  });

  it.each([
    [null, 'Not recorded'],
    [201, 'Done'],
    [409, 'Refused (409)'],
    [503, 'Failed (503)'],
  ])('states how %s ended', (status, title) => {
    expect(outcomeTitle(status)).toBe(title);
  });

  it('states how often an act was refused', () => {
    expect(outcomeTitle(409, 901)).toBe('Refused (409), 901 times');
  });

  it('states what changed, one line each', () => {
    const before = { name: 'Ann', role: 'Admin', isOpen: true, texts: ['a', 'b'], note: '' };
    const after = { name: 'Ann', role: 'Home', isOpen: false, texts: ['a'], note: null, points: 3 };
    expect(changedLines(before, after)).toEqual([
      'role: Admin → Home',
      'isOpen: yes → no',
      'texts: a, b → a',
      'points: 3',
    ]);
    expect(changedLines({ role: 'Admin' }, null)).toEqual(['role: Admin']);
    expect(changedLines(null, { role: 'Admin' })).toEqual(['role: Admin']);
    expect(changedLines(null, { item: '01a', question: 'A fruit?' })).toEqual([
      'question: A fruit?',
    ]);
    expect(changedLines(null, null)).toEqual([]);
  });

  it.each([
    [
      'actOnShow',
      { version: 1, Home: 'released' },
      { version: 2, Home: 'not released', act: 'revoke', item: '01a', question: 'A fruit?' },
      'Revoke: "A fruit?"; Home: released → not released',
    ],
    [
      'lock',
      { result: 'counting' },
      { result: 'locked' },
      'Lock the answers: result: counting → locked',
    ],
    [
      'deleteQuestion',
      { text: 'A fruit?', 'show id': '01b' },
      null,
      'Delete a question with its answers: text: A fruit?',
    ],
    ['goneSince', null, { act: 'goneToo' }, 'goneSince'],
  ])('says %s in words', (action, before, after, words) => {
    expect(actWords(action, before, after)).toBe(words);
  });
});
