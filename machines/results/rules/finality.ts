import type { Result } from '#machines/contract/entities.ts';

/** Whether points are final; without a result, as some backends have none, they always are. */
export const isFinal = (result: Pick<Result, 'state'> | undefined): boolean =>
  result === undefined || result.state === 'published' || result.state === 'corrected';
