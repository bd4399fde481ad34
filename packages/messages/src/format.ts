import { language } from 'messages/language';

/** A number as the reader writes it: '1,200'. */
export const numberText = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(language(), options);

/** Names in a row: 'Ada, Ben and Cleo'. */
export const listText = (names: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'conjunction' }).format(names);
