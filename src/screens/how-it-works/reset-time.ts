import { timeText } from 'messages/format';

/**
 * When the daily scores restart (specification §9), in the reader's time zone and format, e.g. '02:00 MESZ'. `at`:
 * epoch ms of the next restart, as the time differs in summer.
 */
export const resetTime = (at: number, timeZone?: string): string =>
  timeText(at, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone });
