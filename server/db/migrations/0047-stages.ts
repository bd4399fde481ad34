import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

const page = (column: string): string => `(select ${column} from show_page)`;

/** A stage and its link for each show, instead of one for all; `server/db/schema.ts` says what the columns mean. */
export const stagesMigration: Migration = {
  version: 47,
  name: 'stages',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const ofQuestion = `(select i.show_id from rundown_item i
      join show_page p on p.game_session_id = i.game_session_id)`;
    const statements = [
      `create table stage (
        show_id ${text} not null primary key references show_plan (id) on delete cascade,
        scene ${text} not null default 'idle' check (scene in ('idle', 'question', 'board')),
        finale ${text} check (finale in ('standings', 'podium', 'winner')),
        game_session_id ${text} references game_session (id) on delete set null,
        directed_at ${integer},
        aired ${integer} not null default 0,
        revision ${integer} not null default 0,
        link_id ${text},
        link_hash ${text},
        link_created_at ${integer},
        link_created_by ${text} references "user" (id) on delete set null,
        link_owner_version ${integer}
      )${strict}`,
      'create index stage_aired on stage (aired)',
      `insert into stage (show_id, revision) select id, ${page('revision')} from show_plan`,
      `update stage set
        link_id = ${page('link_id')},
        link_hash = ${page('link_hash')},
        link_created_at = ${page('link_created_at')},
        link_created_by = ${page('link_created_by')},
        link_owner_version = ${page('link_owner_version')}
        where show_id = 'house'`,
      `update stage set game_session_id = ${page('game_session_id')} where show_id = ${ofQuestion}`,
      `update stage set
        scene = ${page('scene')},
        finale = ${page('finale')},
        directed_at = ${page('directed_at')},
        revision = revision + 1,
        aired = revision + 1
        where show_id = (select case
          when finale is not null then show_id
          when scene = 'question' then ${ofQuestion}
          else 'house' end from show_page where scene <> 'idle' or directed_at is not null)`,
      'drop table show_page',
      `alter table control_token add column show_id ${text} not null default 'house'
        references show_plan (id) on delete cascade`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
