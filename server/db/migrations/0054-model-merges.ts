import { sql } from 'kysely';
import { z } from 'zod';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Names of a model's merges as `docs/glossary.md` has them. */
export const modelMergesMigration: Migration = {
  version: 54,
  name: 'model merges',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const states = "check (status in ('applied', 'held', 'accepted', 'dismissed'))";
    const applied = "case status when 'joined' then 'applied' else status end";
    const restate =
      dialect === 'postgres'
        ? [
            'alter table model_join drop constraint model_join_status_check',
            `update model_join set status = ${applied}`,
            `alter table model_join add constraint model_merge_status_check ${states}`,
          ]
        : [
            `create table rebuilt (
              id ${text} not null primary key,
              game_session_id ${text} not null references game_session (id) on delete cascade,
              status ${text} not null ${states},
              judged_at ${integer} not null,
              decided_at ${integer}
            )${strict}`,
            `insert into rebuilt
              select id, game_session_id, ${applied}, judged_at, decided_at from model_join`,
            'drop table model_join',
            'alter table rebuilt rename to model_join',
            'create index model_join_session on model_join (game_session_id)',
          ];
    const statements = [
      ...restate,
      'alter table model_join rename to model_merge',
      'alter table judged_text rename column join_id to merge_id',
      'alter table "grouping" rename column joins_version to merges_version',
      'alter table "grouping" rename column joins_counted to merges_counted',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
    const { rows } = await sql<Row>`select game_session_id, turn, details from decision`.execute(
      tx,
    );
    for (const { game_session_id, turn, details } of rows)
      await sql`update decision set details = ${renamed(details)}
        where game_session_id = ${game_session_id} and turn = ${turn}`.execute(tx);
  },
};

interface Row {
  readonly game_session_id: string;
  readonly turn: number;
  readonly details: string;
}

const detailsSchema = z.looseObject({
  joinIds: z.array(z.string()),
  was: z.record(z.string(), z.string()),
});

function renamed(details: string): string {
  const { joinIds: mergeIds, was, ...rest } = detailsSchema.parse(JSON.parse(details));
  const states = Object.entries(was).map(([id, state]) => [
    id,
    state === 'joined' ? 'applied' : state,
  ]);
  return JSON.stringify({ ...rest, mergeIds, was: Object.fromEntries(states) });
}
