import type * as z from 'zod/mini';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';

/** As the check of a form: the first thing that `schema` finds wrong, at its field. */
export const checkBy =
  (schema: z.ZodMiniType) =>
  (values: object): Outcome<unknown> => {
    const issue = schema.safeParse(values).error?.issues[0];
    return issue ? refusal(issue.message, { field: String(issue.path[0]) }) : success(values);
  };
