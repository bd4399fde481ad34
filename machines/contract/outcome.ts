/** What an effect answers: a value, or a refusal with the text to show and the field it is about. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly message: string;
      readonly field?: string;
      readonly code?: string;
    };

export const success = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const refusal = (message: string, more: { field?: string; code?: string } = {}) =>
  ({ ok: false, message, ...more }) as const;
