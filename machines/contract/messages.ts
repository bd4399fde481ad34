import { m } from 'messages';
import type { Brand } from './brand.ts';
import type { Audience, RoleId, User } from './entities.ts';
import { ROLE } from './roles.ts';

/* Texts that depend on more than their parameters. */

/** The text for an audience while only the other one may answer. */
export const lockedLabel = (open: Audience): string =>
  open === 'studio' ? m.lockedToContestants() : m.lockedToHome();

/** The refusal of an answer while only the audience `open` may answer. */
export const lockedMessage = (open: Audience, { name }: Brand): string =>
  open === 'studio' ? m.lockedOnlyContestants({ name }) : m.lockedOnlyHome();

/** 'Failed to release question: …', or the text for a revoke or for home viewers. */
export function releaseFailed(
  action: 'release' | 'revoke',
  audience: Audience,
  why: string,
): string {
  if (audience === 'home')
    return action === 'release' ? m.releaseToHomeFailed({ why }) : m.revokeFromHomeFailed({ why });
  return action === 'release' ? m.releaseFailed({ why }) : m.revokeFailed({ why });
}

/** The banner after a release or revoke. `to`: the audience, for an admin; null: for the audience itself. */
export function releaseBanner(action: 'release' | 'revoke', to: Audience | null): string {
  if (to === null) return action === 'release' ? m.bannerOpen() : m.bannerWithdrawn();
  if (action === 'release')
    return to === 'studio' ? m.bannerReleasedToContestants() : m.bannerReleasedToHome();
  return to === 'studio' ? m.bannerRevokedFromContestants() : m.bannerRevokedFromHome();
}

/**
 * The banner of a release or revoke, for a producer. `to`: the audience's name; `time`: the length of its timer, e.g.
 * '0:30', null without a timer.
 */
export function producerReleaseBanner(
  action: 'release' | 'revoke',
  text: string,
  to: string,
  time: string | null,
): string {
  if (action === 'revoke') return m.bannerRevokedQuestion({ text, to });
  return m.bannerReleasedQuestion({ text, to, time: time ?? m.showNoTimer() });
}

const ROLE_TEXTS: Readonly<Record<RoleId, () => string>> = {
  [ROLE.admin]: m.roleNowAdmin,
  [ROLE.home]: m.roleNowHome,
  [ROLE.contestant]: m.roleNowContestant,
};

/** The text for a user after an admin has changed their role, or their right to run a show. */
export function rightsChangedText(before: User, { role_id, produces }: User): string {
  if (before.role_id !== role_id) return ROLE_TEXTS[role_id]();
  return produces ? m.roleNowProducer() : m.roleNoProducer();
}
