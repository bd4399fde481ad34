import { describe, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { isIdSearch, matchingRoles } from '#machines/admin/rules/people.ts';
import { inLanguage } from '#server/http/language.ts';

const brand = { name: 'Quizzo', slug: 'quizzo' };
const ann = { id: 'k3J9-Zq', name: 'Ann Ott', email: 'ann@show.example', role_id: ROLE.home };

describe('a search of accounts', () => {
  it.each([
    ['admin', [ROLE.admin]],
    ['Admins', [ROLE.admin]],
    ['home viewer', [ROLE.home]],
    ['Home', [ROLE.home]],
    ['viewers', [ROLE.home]],
    ['studio', [ROLE.contestant]],
    [' player ', [ROLE.contestant]],
    ['Quizzo Player', [ROLE.contestant]],
    ['contestant', [ROLE.contestant]],
    ['game p', [ROLE.contestant]],
    // Names also begin like this, so it is no search for a role.
    ['adm', []],
    ['stu', []],
    ['layer', []],
    ['', []],
  ])('by role: %j', (search, roles) => {
    expect(matchingRoles(search, brand)).toEqual(roles);
  });

  it.each([
    ['de', 'ZUSCHAUER', [ROLE.home]],
    ['de', 'Kandidat', [ROLE.contestant]],
    ['es', 'PÚBLICO', [ROLE.home]],
    ['es', 'administrador', [ROLE.admin]],
    ['ar', 'متسابق', [ROLE.contestant]],
    ['ar', 'المشرفون', [ROLE.admin]],
  ] as const)('by role in the language %s: %j', (language, search, roles) => {
    expect(inLanguage(language, () => matchingRoles(search, brand))).toEqual(roles);
  });

  it('by id needs the whole id, or a part too long to match by accident', () => {
    expect(
      ['k3J9-Zq', 'K3j9-z', '3J9-Zq', '3J9-Z'].map((piece) => isIdSearch(ann.id, piece)),
    ).toEqual([true, true, true, false]);
  });
});
