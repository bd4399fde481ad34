import { m } from 'messages';
import type { Result } from '#machines/contract/entities.ts';

/** Whether points are final; without a result, as some backends have none, they always are. */
export const isFinal = (result: Pick<Result, 'state'> | undefined): boolean =>
  result === undefined || result.state === 'published' || result.state === 'corrected';

/** A sentence for players, followed by the producer's reason. */
export const withReason = (sentence: string, reason: string): string =>
  m.producerSays({ sentence, reason });

/** Why a void question does not count, for its players. */
export const voidText = (reason: string): string =>
  withReason(m.answerVoid(), voidReasonText(reason));

/** The reason of a void; a device gives none. */
export const voidReasonText = (reason: string): string =>
  reason === '' ? m.resultsVoidByDevice() : reason;
