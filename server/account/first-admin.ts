import { randomInt } from 'node:crypto';
import { ROLE } from '#machines/contract/entities.ts';
import { generatePassword } from '#machines/account/rules/password.ts';
import { type Config, ConfigError } from '#server/config.ts';
import { newId } from '#server/id.ts';
import type { AuthServices } from './services.ts';
import { hasAdmin, insertUser } from './store.ts';

/** The admin that was just created. `password` is set only if it was generated, to be printed once. */
export interface FirstAdmin {
  readonly email: string;
  readonly password: string | null;
}

const RANDOM_STEPS = 2 ** 40;

/**
 * Creates an admin if none exists (decisions §8): the configured one, otherwise one with a generated password if
 * `mayMakeUp`, which must be false where the password cannot be printed. Returns null if an admin exists.
 * @throws ConfigError if no admin exists and none may be generated
 */
export async function createFirstAdmin(
  { db, now, passwords, brand }: Pick<AuthServices, 'db' | 'now' | 'passwords' | 'brand'>,
  configured: Config['admin'],
  mayMakeUp: boolean,
): Promise<FirstAdmin | null> {
  if (await hasAdmin(db.read)) return null;
  if (configured === null && !mayMakeUp) {
    throw new ConfigError(
      'ADMIN_EMAIL and ADMIN_PASSWORD are missing: there is no admin yet, and only in development a password is made up and printed.',
    );
  }
  const madeUp = configured === null ? strongPassword() : null;
  const email = configured?.email ?? `admin@${brand.slug}.example`;
  const at = now();
  const isNew = await insertUser(db.write, {
    id: newId(at),
    name: 'Admin',
    email,
    password_hash: await passwords.hash(configured?.password ?? madeUp ?? ''),
    role_id: ROLE.admin,
    verified_at: at,
    created_at: at,
  });
  // Not new: another process that started at the same time has created the admin.
  return isNew ? { email, password: madeUp } : null;
}

/** Joins two generated passwords: 16 letters and digits. */
const strongPassword = (): string => generatePassword(random) + generatePassword(random);

const random = (): number => randomInt(RANDOM_STEPS) / RANDOM_STEPS;
