import { ApiError } from '#server/http/route.ts';

/** Whether it was done; false for a refusal. */
export const isDone = (doing: Promise<unknown>): Promise<boolean> =>
  doing.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false;
      throw error;
    },
  );

/** Status and text of the refusal, or 'done'. */
export const refusal = (doing: Promise<unknown>): Promise<unknown> =>
  doing.then(
    () => 'done',
    (error: unknown) => (error instanceof ApiError ? [error.status, error.message] : error),
  );
