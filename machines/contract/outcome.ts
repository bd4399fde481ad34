/** Error messages by field. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * The result of an effect: a value, or a refusal with the text to show and the field that it concerns. `errors`: all wrong
 * fields, the first being `field`.
 */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly message: string;
      readonly field?: string;
      readonly errors?: FieldErrors;
      readonly code?: string;
    };

export const success = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const refusal = (message: string, more: { field?: string; code?: string } = {}) =>
  ({ ok: false, message, ...more }) as const;

/** A refusal that names every wrong field, in the order of the form; a success if there is none. */
export function outcomeOf<T>(value: T, errors: FieldErrors): Outcome<T> {
  const [first] = Object.entries(errors);
  if (first === undefined) return success(value);
  const [field, message] = first;
  return { ok: false, message, field, errors };
}

/** The wrong fields of a refusal with their messages; empty if it concerns the whole form. */
export const errorsIn = (outcome: Outcome<unknown>): FieldErrors => {
  if (outcome.ok) return {};
  const { message, field, errors } = outcome;
  return errors ?? (field === undefined ? {} : { [field]: message });
};
