/** The times of one request, epoch ms: sent and received by this device's clock, and in between the server's time. */
export type ClockSample = { serverTime: number; sentAt: number; receivedAt: number };

/** When to announce how many seconds are left; 0 is announced as "Time's up". */
export type Announcement = { at: number; secondsLeft: number };

const ANNOUNCED_SECONDS = [60, 30, 10, 0];

/** Whole seconds until `closesAt`, rounded up, never below 0; both epoch ms of the server's clock. */
export function secondsLeft(closesAt: number, now: number): number {
  return Math.max(0, Math.ceil((closesAt - now) / 1000));
}

/** Formats whole seconds as 'hh:mm:ss'. */
export function clockText(seconds: number): string {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(twoDigits)
    .join(':');
}

/** Formats whole seconds as 'm:ss', as the player page shows them. */
export function shortClockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}

/**
 * The offset to add to our clock to get the server's, ms. Assumes that the server read its clock midway through the
 * request. Uses the quickest request, as the most exact; of equally quick requests, the newest. Ignores requests during
 * which our clock was set back. 0 without a usable request.
 */
export function clockOffset(samples: readonly ClockSample[]): number {
  let best: ClockSample | null = null;
  for (const sample of samples) {
    const trip = roundTrip(sample);
    if (trip >= 0 && (best === null || trip <= roundTrip(best))) best = sample;
  }
  return best === null ? 0 : Math.round(best.serverTime - (best.sentAt + best.receivedAt) / 2);
}

/** The announcements still ahead of `now` for a countdown to `closesAt`, both epoch ms, in order. */
export function announcementsAt(closesAt: number, now: number): Announcement[] {
  return ANNOUNCED_SECONDS.map((left) => ({
    at: closesAt - left * 1000,
    secondsLeft: left,
  })).filter(({ at }) => at > now);
}

/** The UTC day of an instant (epoch ms), 'YYYY-MM-DD'. */
export function utcDay(instant: number): string {
  // oxlint-disable-next-line no-restricted-globals -- a calculation on the argument: no clock is read
  return new Date(instant).toISOString().slice(0, 10);
}

/** Epoch ms of an ISO 8601 instant. */
export function epochMs(moment: string): number {
  // oxlint-disable-next-line no-restricted-globals -- a calculation on the argument: no clock is read
  return Date.parse(moment);
}

function roundTrip({ sentAt, receivedAt }: ClockSample): number {
  return receivedAt - sentAt;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
