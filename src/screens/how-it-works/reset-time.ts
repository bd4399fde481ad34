const DAY_MS = 24 * 60 * 60_000;

/**
 * When the daily scores start again (midnight UTC, specification §9), in the reader's own time zone and
 * manner, e.g. '02:00 MESZ'. `now`: epoch ms; the next reset counts, since summer time moves it.
 */
export const resetTime = (now: number, timeZone?: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format((Math.floor(now / DAY_MS) + 1) * DAY_MS);
