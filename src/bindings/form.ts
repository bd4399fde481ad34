import { useSelector } from '@xstate/react';
import type { FieldErrors } from '#machines/contract/outcome.ts';
import {
  selectBusy,
  selectDone,
  selectErrors,
  selectMailedTo,
  selectMessage,
  type SubmissionActor,
} from '#machines/kit/submission.ts';

/** What a form's chart says, sorted to where the screen shows it. */
export interface FormState<Field extends string> {
  readonly busy: boolean;
  readonly done: boolean;
  /** What went well, or why it did not. */
  readonly message: string | null;
  /** Where the mail of a success went; null: none was sent. */
  readonly mailedTo: string | null;
  /** What is wrong, at each field. */
  readonly errors: { readonly [F in Field]?: string };
  /** What is wrong with none of the fields. */
  readonly error: string | undefined;
}

/** Follows a form's actor. `fields`: those that the screen shows, in any order. */
export function useForm<Values extends object, Field extends keyof Values & string>(
  form: SubmissionActor<Values>,
  fields: readonly Field[],
): FormState<Field> {
  const busy = useSelector(form, selectBusy);
  const done = useSelector(form, selectDone);
  const message = useSelector(form, selectMessage);
  const mailedTo = useSelector(form, selectMailedTo);
  const wrong = useSelector(form, selectErrors);
  const { errors, error } = placed({ message, errors: wrong }, fields);
  return { busy, done, message, mailedTo, errors, error: done ? undefined : error };
}

/** What a refusal says, at those of its fields that the screen shows; `error`: where it is about none of them. */
export function placed<Field extends string>(
  refusal: { readonly message: string | null; readonly errors: FieldErrors } | null,
  fields: readonly Field[],
): Pick<FormState<Field>, 'errors' | 'error'> {
  const errors: { [F in Field]?: string } = {};
  for (const field of fields) {
    const words = refusal?.errors[field];
    if (words !== undefined) errors[field] = words;
  }
  const isPlaced = Object.keys(errors).length > 0;
  return { errors, error: isPlaced ? undefined : (refusal?.message ?? undefined) };
}

/** What was typed into the field `name`; empty if there is none. */
export function textIn(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
