import type { Result } from '#machines/contract/entities.ts';

/** Whether points are final; a backend without results has no others. */
export const isFinal = (result: Pick<Result, 'state'> | undefined): boolean =>
  result === undefined || result.state === 'published' || result.state === 'corrected';
