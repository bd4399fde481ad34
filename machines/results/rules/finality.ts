import { m } from 'messages';
import type { Result } from '#machines/contract/entities.ts';

/** Whether points are final; without a result, as some backends have none, they always are. */
export const isFinal = (result: Pick<Result, 'state'> | undefined): boolean =>
  result === undefined || result.state === 'published' || result.state === 'corrected';

/** Appends the producer's reason to a sentence for players. */
export const producerReasonText = (reason: string): string => m.resultsProducerSays({ reason });

/** Why a void question does not count, for its players. */
export const voidText = (reason: string): string =>
  `${m.answerVoid()}${producerReasonText(reason)}`;
