import { expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { roomOf } from '#server/realtime/rooms.ts';

it('a user without a known role joins no room, least of all that of admins', () => {
  expect(Object.values(ROLE).map(roomOf)).toEqual(['admin', 'home', 'studio']);
  expect(() => roomOf(4)).toThrow('no room for the role 4');
});
