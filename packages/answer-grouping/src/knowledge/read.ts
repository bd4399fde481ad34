import { readFileSync } from 'node:fs';
import type { Knowledge } from './knowledge.ts';
import { readTable } from './table.ts';

/**
 * The knowledge in a file that the build wrote.
 * @throws Error in one line when the file is missing or of another build
 */
export function readKnowledge(path: string | URL): Knowledge {
  try {
    return readTable(readFileSync(path));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The words and names that grouping knows cannot be read: ${why}. Build again.`,
      {
        cause: error,
      },
    );
  }
}
