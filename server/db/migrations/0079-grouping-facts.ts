import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Stores how groups were formed as facts instead of an English sentence; `server/db/schema.ts` describes the column.
 */
export const groupingFactsMigration: Migration = {
  version: 79,
  name: 'grouping-facts',
  up: async (tx) => {
    const { rows } = await sql<{
      explanation: string;
    }>`select distinct explanation from "grouping"`.execute(tx);
    for (const { explanation } of rows)
      await sql`update "grouping" set explanation = ${JSON.stringify(factsOf(explanation))}
        where explanation = ${explanation}`.execute(tx);
  },
};

function factsOf(sentence: string): { isByHand: boolean; ai: string; merged: number } {
  const isByHand = sentence.startsWith('Grouped by hand');
  const merged = Number(/ in (\d+) groups?,$/u.exec(sentence)?.[1] ?? 0);
  if (merged > 0) return { isByHand, ai: 'merged', merged };
  const isApart = sentence.includes('held back or dismissed');
  if (isApart) return { isByHand, ai: 'apart', merged };
  return { isByHand, ai: sentence.includes('AI merged nothing') ? 'nothing' : 'none', merged };
}
