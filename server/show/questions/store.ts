import type { Kysely, Transaction } from 'kysely';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import type { Schema } from '#server/db/schema.ts';
import { newId } from '#server/id.ts';
import type { QuestionRecord } from '#server/answering/view.ts';
import type { Presets } from '#machines/contract/rundown.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { DEFAULT_PRESETS } from '#machines/show/rules/item.ts';
import { insertItem } from '../store.ts';
import type { Media } from '#machines/contract/entities.ts';

type Tx = Transaction<Schema>;

/** Returns the number of questions that a producer can see, counting each game session. */
export async function countSessions(
  db: Kysely<Schema>,
  ofShows?: readonly string[],
): Promise<number> {
  const { total } = await db
    .selectFrom('game_session as s')
    .$if(ofShows !== undefined, (query) =>
      query.where('s.id', 'in', (eb) =>
        eb
          .selectFrom('rundown_item')
          .where('show_id', 'in', ofShows ?? [])
          .select('game_session_id'),
      ),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Creates a question with its one game session. Times are epoch ms. `item`: the show (by default the house show) to
 * which it is added as the last item, with these presets. `presets` null: adds no item, because the caller puts the
 * game session into an existing one.
 */
export async function insertQuestion(
  tx: Tx,
  question: {
    text: string;
    startAt: number;
    endAt: number;
    createdAt: number;
    createdBy: string | null;
  },
  item: {
    readonly showId: string;
    readonly presets: Presets | null;
    readonly media?: Media | undefined;
  } = {
    showId: HOUSE_SHOW,
    presets: DEFAULT_PRESETS,
  },
): Promise<QuestionRecord> {
  const { text, startAt, endAt, createdAt } = question;
  const id = newId(createdAt);
  const gameSessionId = newId(createdAt);
  await tx
    .insertInto('question')
    .values({
      id,
      text,
      start_at: startAt,
      end_at: endAt,
      created_at: createdAt,
      created_by: question.createdBy,
    })
    .execute();
  await tx
    .insertInto('game_session')
    .values({
      id: gameSessionId,
      question_id: id,
      created_at: createdAt,
    })
    .execute();
  const { showId, presets, media } = item;
  const itemId = newId(createdAt);
  if (presets !== null) await insertItem(tx, { id: itemId, showId, gameSessionId, presets, media });
  const releases = { studio: null, home: null };
  const record = { id, showId, itemId, gameSessionId, text, startAt, endAt, createdAt, releases };
  return { ...record, ...(media && { media }), result: NEW_RESULT, acts: [], homeDelayMs: 0 };
}

export const updateText = (tx: Tx, id: string, text: string) =>
  tx.updateTable('question').set({ text }).where('id', '=', id).execute();

/** Deletes a question with its game sessions and everything that refers to them. */
export const deleteQuestion = (tx: Tx, id: string) =>
  tx.deleteFrom('question').where('id', '=', id).execute();
