import { m } from 'messages';
import { language } from 'messages/language';
import { roleName } from '#machines/contract/audience.ts';
import type { Brand } from '#machines/contract/brand.ts';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import { ID_SEARCH_LENGTH, ROLE_SEARCH_LENGTH } from '#machines/contract/limits.ts';

/** The fields that a search of accounts covers: name and address, or role and id as well. */
export type SearchFields = 'name' | 'all';

/** Other words for each role than its label, in the reader's language. */
const OTHER_WORDS: Readonly<Record<RoleId, () => string>> = {
  [ROLE.admin]: m.adminSearchWordsAdmin,
  [ROLE.home]: m.adminSearchWordsHome,
  [ROLE.contestant]: m.adminSearchWordsContestant,
};
const ROLES = [ROLE.admin, ROLE.home, ROLE.contestant] as const;

const small = (text: string): string => text.trim().toLocaleLowerCase(language());

/** Returns the roles that a search in the reader's language may mean: one of their words starts with it. */
export function matchingRoles(search: string, brand: Brand): RoleId[] {
  const wanted = small(search);
  if (wanted.length < ROLE_SEARCH_LENGTH) return [];
  return ROLES.filter((role) =>
    [roleName(role, brand), ...OTHER_WORDS[role]().split(/[,،]/u)].some((word) =>
      small(word).startsWith(wanted),
    ),
  );
}

/** Whether a search looks like an id: long enough not to match others by accident, in any letter case. */
export const isIdSearch = (id: string, search: string): boolean =>
  search.length >= ID_SEARCH_LENGTH && id.toLowerCase().includes(search.toLowerCase());
