import { firstMigration } from './0001-first.ts';
import type { Migration } from './migration.ts';

/** In order, without gaps; what has been released is never changed, only followed. */
export const migrations: readonly Migration[] = [firstMigration];
