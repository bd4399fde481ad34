import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** What home viewers see later than the studio, because their stream lags behind. */
export const disclosuresMigration: Migration = {
  version: 40,
  name: 'disclosures',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const session = `game_session_id ${text} not null references game_session (id) on delete cascade`;
    const statements = [
      `alter table release add column unseen_until ${integer}`,
      'update release set unseen_until = opens_at where opening_announced = 0',
      `alter table show_page add column directed_at ${integer}`,
      `create table former_points (
        ${session},
        audience ${text} not null check (audience in ('home', 'studio')),
        text_key ${text} not null,
        version ${integer} not null,
        points ${integer} not null,
        held ${integer} not null check (held in (0, 1)),
        until ${integer} not null,
        primary key (game_session_id, audience, text_key, version)
      )${strict}`,
      'create index former_points_until on former_points (until)',
      `create table disclosure (
        id ${text} not null primary key,
        at ${integer} not null,
        game_session_id ${text} references game_session (id) on delete cascade,
        is_reveal ${integer} not null check (is_reveal in (0, 1))
      )${strict}`,
      'create index disclosure_at on disclosure (at)',
      'create index disclosure_game_session on disclosure (game_session_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
