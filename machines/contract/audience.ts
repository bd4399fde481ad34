import { m } from 'messages';
import { playerWord, type Brand } from '#machines/contract/brand.ts';
import type { Audience, AudienceType, RoleId, User } from '#machines/contract/entities.ts';
import { AUDIENCES, ROLE } from '#machines/contract/roles.ts';

/**
 * The audience that a role belongs to; null for an admin, who never answers (decisions §4), and for an unknown role.
 */
export function audienceOf(roleId: number): Audience | null {
  if (roleId === ROLE.contestant) return 'studio';
  return roleId === ROLE.home ? 'home' : null;
}

/** The role of an audience's players. */
export const roleOf = (audience: Audience): typeof ROLE.contestant | typeof ROLE.home =>
  audience === 'studio' ? ROLE.contestant : ROLE.home;

/** Returns the audiences that a viewer sees: their own, or both for an admin (null). */
export const audiencesOf = (audience: Audience | null): readonly Audience[] =>
  audience === null ? AUDIENCES : [audience];

export function otherAudience(audience: Audience): Audience {
  return audience === 'studio' ? 'home' : 'studio';
}

/** The name of an audience in events (specification §4). */
export function audienceType(audience: Audience): AudienceType {
  return audience === 'studio' ? 'contestant' : 'home';
}

/** The inverse of `audienceType`. */
export function audienceOfType(type: AudienceType): Audience {
  return type === 'contestant' ? 'studio' : 'home';
}

/** The label shown beside a player (specification §6). */
export function audienceLabel(audience: Audience): string {
  return audience === 'studio' ? m.commonStudio() : m.commonHome();
}

/** The name of a role (decisions §1). */
export function roleName(roleId: RoleId, brand: Brand): string {
  if (roleId === ROLE.admin) return m.commonAdmin();
  return roleId === ROLE.home ? m.commonHomeViewer() : playerWord(brand);
}

/** Whether a user is a guest, who plays with a nickname and has no address. */
export const isGuest = ({ email }: Pick<User, 'email'>): boolean => email === '';
