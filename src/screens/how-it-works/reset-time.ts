/**
 * When the daily scores start again (specification §9), in the reader's own time zone and manner, e.g. '02:00 MESZ'.
 * `at`: epoch ms of the next time, since summer time moves it.
 */
export const resetTime = (at: number, timeZone?: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);
