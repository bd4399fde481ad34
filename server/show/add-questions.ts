import type { Media } from '#machines/contract/entities.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import type { QuestionRecord } from '#server/answering/view.ts';
import { insertQuestion } from './questions/store.ts';
import type { ShowsServices, Tx } from './services.ts';
import { DEFAULT_PRESETS } from '#machines/show/rules/item.ts';

/** How long after its creation a question of a rundown is listed as running, ms. */
const PLANNED_MS = 24 * 60 * 60_000;

/** What a change to shows needs: services, transaction, time (epoch ms) and user. */
export interface ChangeContext {
  readonly services: ShowsServices;
  readonly tx: Tx;
  readonly at: number;
  readonly by: string;
}

/** Stores a question of a rundown with its planned times. For `item` see `insertQuestion`. */
export const insertPlanned = (
  { tx, at, by }: ChangeContext,
  text: string,
  item: Parameters<typeof insertQuestion>[2],
): Promise<QuestionRecord> =>
  insertQuestion(
    tx,
    { text, startAt: at, endAt: at + PLANNED_MS, createdAt: at, createdBy: by },
    item,
  );

/** Adds questions at the end of a rundown and returns their records. */
export async function addQuestions(
  doing: ChangeContext,
  showId: string,
  questions: readonly (Extract<ShowAct, { type: 'add' }>['questions'][number] & {
    readonly media?: Media | undefined;
  })[],
): Promise<QuestionRecord[]> {
  const added: QuestionRecord[] = [];
  for (const { text, presets = DEFAULT_PRESETS, media } of questions)
    added.push(await insertPlanned(doing, text, { showId, presets, media }));
  return added;
}
