import { sql } from 'kysely';
import type { Flag, ScoreTable } from './schema.ts';

/** SQL that joins one row to an answer `a` for each total that includes the answer. */
export const answerTotals = sql<{ of_day: Flag; of_audience: Flag }>`(
    select 0 as of_day, 0 as of_audience union all select 0, 1 union all select 1, 0 union all select 1, 1
  )`.as('t');

/** SQL for the scope of a total: all time, or the day of the answer. */
export const totalScope = sql<string>`case when t.of_day = 1 then a.day else 'all' end`;

/** SQL for the audience of a total: both audiences together, or the answer's own. */
export const totalAudience = sql<
  ScoreTable['audience']
>`case when t.of_audience = 1 then a.audience else 'all' end`;
