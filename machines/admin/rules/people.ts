import { m } from 'messages';
import { type Brand, playerWord } from '#machines/contract/brand.ts';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import { ID_SEARCH_LENGTH, ROLE_SEARCH_LENGTH } from '#machines/contract/limits.ts';

/** The fields that a search of accounts covers: name and address, or role and id as well. */
export type SearchFields = 'name' | 'all';

/** The words by which each role is shown, in lower case (specification §1). */
const wordsOf = (brand: Brand): readonly (readonly [RoleId, readonly string[]])[] => [
  [ROLE.admin, ['admins']],
  [ROLE.home, [m.adminHomeViewers(), 'viewers']],
  [
    ROLE.contestant,
    [
      `${playerWord(brand).toLowerCase()}s`,
      m.adminGamePlayers(),
      'players',
      'studio',
      'contestants',
    ],
  ],
];

/** Returns the roles that a search may mean: one of their words starts with it. */
export function matchingRoles(search: string, brand: Brand): RoleId[] {
  const wanted = search.trim().toLowerCase();
  if (wanted.length < ROLE_SEARCH_LENGTH) return [];
  return wordsOf(brand)
    .filter(([, words]) => words.some((word) => word.startsWith(wanted)))
    .map(([role]) => role);
}

/** Whether a search looks like an id: long enough not to match others by accident, in any letter case. */
export const isIdSearch = (id: string, search: string): boolean =>
  search.length >= ID_SEARCH_LENGTH && id.toLowerCase().includes(search.toLowerCase());
