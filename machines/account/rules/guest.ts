import type { User } from '#machines/contract/entities.ts';

/** Whether somebody plays with a nickname alone: a guest has no address. */
export const isGuest = ({ email }: Pick<User, 'email'>): boolean => email === '';
