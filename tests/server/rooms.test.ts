import { expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { circleOf } from '#server/realtime/rooms.ts';

it('nobody without a known role gets into a room, least of all the one of admins', () => {
  expect(Object.values(ROLE).map(circleOf)).toEqual(['admin', 'home', 'studio']);
  expect(() => circleOf(4)).toThrow('no room for the role 4');
});
