import { useSelector } from '@xstate/react';
import {
  selectBusy,
  selectDone,
  selectField,
  selectMessage,
  type SubmissionActor,
} from '#machines/kit/submission.ts';

/** What a form's chart says, sorted to where the screen shows it. */
export interface FormState<Field extends string> {
  readonly busy: boolean;
  readonly done: boolean;
  /** What went well, or why it did not. */
  readonly message: string | null;
  /** The message, at the field that it is about. */
  readonly errors: { readonly [F in Field]?: string };
  /** The message, where it is about none of the fields. */
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
  const about = useSelector(form, selectField);
  const field = fields.find((name) => name === about);
  const failed = done || message === null ? undefined : message;
  const errors: { [F in Field]?: string } = {};
  if (field !== undefined && failed !== undefined) errors[field] = failed;
  return { busy, done, message, errors, error: field === undefined ? failed : undefined };
}

/** What was typed into the field `name`; empty if there is none. */
export function textIn(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
