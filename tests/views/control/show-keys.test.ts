import { expect, it } from 'vitest';
import { SHOW_KEYS } from '#src/words/show-keys.ts';

it('gives each act of a running show a key of its own, the same on every screen', () => {
  const keys = Object.values(SHOW_KEYS).flatMap((key) =>
    typeof key === 'string' ? key : Object.values(key),
  );
  expect(new Set(keys).size).toBe(keys.length);
});
