import type { SnapshotFrom } from 'xstate';
import type { releaseWindowMachine } from '#machines/release-window.ts';
import type { WindowState } from '#machines/rules/schedule.ts';

type ReleaseWindowSnapshot = SnapshotFrom<typeof releaseWindowMachine>;

/** Whether a countdown runs: it locks out an audience that has none. */
export const selectIsRunning = (snapshot: ReleaseWindowSnapshot): boolean =>
  snapshot.matches({ open: 'timed' });

/** When the window closes or has closed, epoch ms; null: open until revoked, or withheld. */
export const selectClosesAt = ({ context }: ReleaseWindowSnapshot): number | null =>
  context.window.closesAt;

/** What the question is to the audience of `own`: the chart's answer to the rule `windowState`. */
export function windowStateOf(
  own: ReleaseWindowSnapshot,
  other: ReleaseWindowSnapshot,
): WindowState {
  if (own.matches('lapsed')) return 'expired';
  if (selectIsRunning(own)) return 'open';
  if (selectIsRunning(other)) return 'locked';
  return own.hasTag('answerable') ? 'open' : 'withheld';
}
