import type { User } from '#machines/contract/entities.ts';

/** Whether a user plays with a nickname alone: a guest has no address. */
export const isGuest = ({ email }: Pick<User, 'email'>): boolean => email === '';
