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

/** The state of a form's chart, with its messages sorted by where the screen shows them. */
export interface FormState<Field extends string> {
  readonly busy: boolean;
  readonly done: boolean;
  /** The result: success or failure. */
  readonly message: string | null;
  /** The address to which a mail was sent on success; null if none was sent. */
  readonly mailedTo: string | null;
  /** Errors by field. */
  readonly errors: { readonly [F in Field]?: string };
  /** The error that concerns no single field. */
  readonly error: string | undefined;
}

/** Follows a form's actor. `fields`: the fields that the screen shows, in any order. */
export function useForm<Values extends object, Field extends keyof Values & string>(
  form: SubmissionActor<Values>,
  fields: readonly Field[],
): FormState<Field> {
  const busy = useSelector(form, selectBusy);
  const done = useSelector(form, selectDone);
  const message = useSelector(form, selectMessage);
  const mailedTo = useSelector(form, selectMailedTo);
  const wrong = useSelector(form, selectErrors);
  const { errors, error } = errorsByField({ message, errors: wrong }, fields);
  return { busy, done, message, mailedTo, errors, error: done ? undefined : error };
}

/** Sorts a refusal's errors to the fields on the screen; `error` takes the rest. */
export function errorsByField<Field extends string>(
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

/** The typed text of the field `name`; empty if there is none. */
export function textIn(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
