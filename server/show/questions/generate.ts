import { m } from 'messages';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { inTransaction } from '#server/db/client.ts';
import { ApiError } from '#server/http/route.ts';
import { announceToAdmins } from '#server/show/releases/change.ts';
import { adminView, NO_ANSWERS } from '#server/answering/view.ts';
import type { QuestionServices } from './services.ts';
import { insertQuestion } from './store.ts';

/** Converts a planned time to epoch ms; a time without a zone is UTC. */
const plannedAt = (moment: string): number =>
  Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(moment) ? moment : `${moment}Z`);

/**
 * Creates a question and its game session. Players are notified only when it is released.
 * @throws ApiError 422 if it would end before it starts
 */
export async function generate(
  { db, now, dayOf, broadcaster }: QuestionServices,
  planned: { question: string; startTime: string; endTime: string },
  createdBy: string,
): Promise<ReplyOf<'generate'>> {
  const startAt = plannedAt(planned.startTime);
  const endAt = plannedAt(planned.endTime);
  if (!(startAt < endAt)) {
    throw new ApiError(422, m.generateEndFirst(), {
      details: [{ field: 'endTime', message: m.generateEndFirst() }],
    });
  }
  const createdAt = now();
  const question = { text: planned.question, startAt, endAt, createdAt, createdBy };
  const record = await inTransaction(
    db,
    (tx) => insertQuestion(tx, question),
    ({ id, text }) => ({ target: id, name: text, after: { text } }),
  );
  announceToAdmins(broadcaster, { record, at: createdAt });
  return {
    message: m.generateDone(),
    question: adminView(record, NO_ANSWERS, dayOf),
  };
}
