import * as z from 'zod/mini';
import { type Outcome, outcomeOf } from '#machines/contract/outcome.ts';
import { checkNewPassword } from '#machines/account/rules/password.ts';

/** Returns a check of a form by `schema` that reports the first issue of each field. */
export const checkBy =
  (schema: z.ZodMiniType) =>
  (values: object): Outcome<unknown> => {
    const errors: Record<string, string> = {};
    for (const { path, message } of schema.safeParse(values).error?.issues ?? [])
      errors[String(path[0])] ??= message;
    return outcomeOf(values, errors);
  };

/** The schema of a new password; `isChecked` says whether the typed password must meet the rules. */
export const passwordSchema = (isChecked: (typed: string) => boolean = () => true) =>
  z.string().check((context) => {
    const { value: input, issues } = context;
    const checked = checkNewPassword(input);
    if (isChecked(input) && !checked.ok)
      issues.push({ code: 'custom', input, message: checked.message });
  });
