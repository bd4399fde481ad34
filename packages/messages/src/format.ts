import { language } from 'messages/language';

/** A number as the reader writes it: '1,200'. */
export const numberText = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(language(), options);

/** Points that were gained: '+5'. In a language that is read from right to left the sign stays in front of the number. */
export const gainText = (points: number): string => numberText(points, { signDisplay: 'always' });

/** An amount in the smallest unit of a currency with two decimals: '$0.50'. */
export const moneyText = (amount: number, currency: string): string =>
  numberText(amount / 100, { style: 'currency', currency });

/** The time of an instant in the reader's format: hours, minutes and seconds, unless `options` say otherwise. */
export const timeText = (
  instant: number,
  options: Intl.DateTimeFormatOptions = { timeStyle: 'medium' },
): string => new Date(instant).toLocaleTimeString(language(), options);

/** The date and time of an instant (ISO 8601, or epoch ms), unless `options` say otherwise. */
export const dateText = (
  instant: string | number,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string => new Date(instant).toLocaleString(language(), options);

/** Names in a row: 'Ada, Ben and Cleo'. */
export const listText = (names: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'conjunction' }).format(names);
