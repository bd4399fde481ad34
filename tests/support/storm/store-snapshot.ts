import { sql } from 'kysely';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { readVersions } from '#server/answering/feed-store.ts';
import type { Database } from '#server/db/client.ts';
import type { Answer, Forms, Person } from './scoring.ts';

/** A row of `answer`. */
export interface StoredAnswer extends Answer {
  readonly text: string;
  readonly day: string;
  readonly points: number | null;
}

export interface StoredGroup {
  readonly id: string;
  readonly home: number;
  readonly studio: number;
  readonly homePoints: number;
  readonly contestantPoints: number;
}

/** The contents of the store at one time. */
export interface StoreSnapshot {
  readonly answers: readonly StoredAnswer[];
  readonly forms: Forms;
  readonly groups: readonly StoredGroup[];
  /** All users except admins. */
  readonly people: readonly Person[];
  readonly sessions: ReadonlySet<string>;
  /** The rows of `score`, each as a line written by `scoreLine`. */
  readonly scores: readonly string[];
  readonly version: number;
  /** Whether no recount is due. */
  readonly isCounted: boolean;
}

export const scoreLine = (score: {
  scope: string;
  audience: string;
  user_id: string;
  points: number;
  answers: number;
  first_answered_at: number;
}): string =>
  `${score.user_id} ${score.scope} ${score.audience}: ${score.points} points, ${score.answers} answers, first ${score.first_answered_at}`;

/** Whether every answer has points and is in the groups that they come from. */
export async function isAllCounted(read: Database['read']): Promise<boolean> {
  const { answers, due } = await read
    .selectFrom('answer')
    .select((eb) => [
      eb.fn.countAll<number>().as('answers'),
      sql<number | null>`sum(case when points is null then 1 else 0 end)`.as('due'),
    ])
    .executeTakeFirstOrThrow();
  const { grouped } = await read
    .selectFrom('answer_group')
    .select(sql<number | null>`sum(home_count + studio_count)`.as('grouped'))
    .executeTakeFirstOrThrow();
  return (due ?? 0) === 0 && (grouped ?? 0) === answers;
}

/** Reads in one snapshot, so that the data is consistent while processes write. */
export const readStore = (db: Database, adminRole: number): Promise<StoreSnapshot> =>
  db.consistent.reading(async (read) => {
    const rows = await read
      .selectFrom('answer')
      .select(['user_id', 'game_session_id', 'audience', 'text', 'text_key'])
      .select(['received_at', 'day', 'points'])
      .execute();
    const formRows = await read.selectFrom('grouped_text').selectAll().execute();
    const groups = await read.selectFrom('answer_group').selectAll().execute();
    const users = await read.selectFrom('user').select(['id', 'name', 'role_id']).execute();
    const sessions = await read.selectFrom('game_session').select('id').execute();
    const scores = await read.selectFrom('score').selectAll().execute();
    const { [HOUSE_SHOW]: version = 0 } = await readVersions(read);
    const forms = new Map<string, Map<string, string>>();
    for (const { game_session_id, text_key, group_id } of formRows) {
      const ofSession = forms.get(game_session_id) ?? new Map<string, string>();
      forms.set(game_session_id, ofSession.set(text_key, group_id));
    }
    return {
      answers: rows.map((row) => ({
        userId: row.user_id,
        gameSessionId: row.game_session_id,
        audience: row.audience,
        text: row.text,
        textKey: row.text_key,
        receivedAt: row.received_at,
        day: row.day,
        points: row.points,
      })),
      forms,
      groups: groups.map((group) => ({
        id: group.id,
        home: group.home_count,
        studio: group.studio_count,
        homePoints: group.home_points,
        contestantPoints: group.contestant_points,
      })),
      people: users.flatMap(({ id, name, role_id }) =>
        role_id === adminRole ? [] : { id, name, roleId: role_id },
      ),
      sessions: new Set(sessions.map(({ id }) => id)),
      scores: scores.map(scoreLine).sort(),
      version,
      isCounted: await isAllCounted(read),
    };
  });
