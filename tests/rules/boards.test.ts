import { describe, expect, it } from 'vitest';
import { type BoardSubject, mayChangeBoard, isDaily } from '#machines/results/rules/boards.ts';

const SESSION: BoardSubject = { kind: 'session', gameSessionId: 'one' };
const EVERYBODY: BoardSubject = { kind: 'everybody', period: 'all-time' };
const TODAY: BoardSubject = { kind: 'everybody', period: 'daily' };
const PAIR: BoardSubject = { kind: 'pair', period: 'all-time' };
const PAIR_TODAY: BoardSubject = { kind: 'pair', period: 'daily' };

it('boards of today reset with the day', () => {
  expect([TODAY, PAIR_TODAY].map(isDaily)).toEqual([true, true]);
  expect([SESSION, EVERYBODY, PAIR].map(isDaily)).toEqual([false, false, false]);
});

describe('changed points', () => {
  it('in one game session affect its own board and boards over many sessions', () => {
    expect([SESSION, EVERYBODY, TODAY, PAIR].map((board) => mayChangeBoard(board, 'one'))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(
      [SESSION, EVERYBODY, TODAY, PAIR].map((board) => mayChangeBoard(board, 'other')),
    ).toEqual([false, true, true, true]);
  });
  it('in an unknown game session affect every board', () => {
    expect([SESSION, EVERYBODY].map((board) => mayChangeBoard(board, undefined))).toEqual([
      true,
      true,
    ]);
  });
});
