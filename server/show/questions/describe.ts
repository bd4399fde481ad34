import type { AdminQuestion } from '#machines/contract/entities.ts';
import { adminView, NO_ANSWERS, type QuestionRecord } from '#server/answering/view.ts';
import type { QuestionServices } from './services.ts';

/** Returns questions as the producer sees them, with a summary of their answers. */
export async function describeAll(
  { summaries, dayOf }: Pick<QuestionServices, 'summaries' | 'dayOf'>,
  records: readonly QuestionRecord[],
): Promise<AdminQuestion[]> {
  const found = await summaries(records.map(({ gameSessionId }) => gameSessionId));
  return records.map((record) =>
    adminView(record, found.get(record.gameSessionId) ?? NO_ANSWERS, dayOf),
  );
}

export async function describe(
  { summaries, dayOf }: Pick<QuestionServices, 'summaries' | 'dayOf'>,
  record: QuestionRecord,
): Promise<AdminQuestion> {
  const found = await summaries([record.gameSessionId]);
  return adminView(record, found.get(record.gameSessionId) ?? NO_ANSWERS, dayOf);
}
