import type { Audience } from '#machines/contract/entities.ts';
import { ANSWER_GRACE_MS } from '#machines/contract/limits.ts';

/** A window that a producer opened for one person who could not answer in time. Times: epoch ms. */
export interface OwnWindow {
  readonly userId: string;
  readonly name: string;
  readonly audience: Audience;
  readonly openedAt: number;
  readonly closesAt: number;
}
type Times = Pick<OwnWindow, 'openedAt' | 'closesAt'>;

/** Whether an answer received at `receivedAt` counts, with the grace period of every window. */
export const admits = ({ openedAt, closesAt }: Times, receivedAt: number): boolean =>
  openedAt <= receivedAt && receivedAt <= closesAt + ANSWER_GRACE_MS;

/** When it is certain that no more answer counts. */
export const overAt = ({ closesAt }: Pick<OwnWindow, 'closesAt'>): number =>
  closesAt + ANSWER_GRACE_MS + 1;

/** The people of these windows who can still answer at `now`. */
export const stillOpenFor = <W extends Pick<OwnWindow, 'closesAt'>>(
  windows: readonly W[] | undefined,
  now: number,
): readonly W[] => windows?.filter((window) => now < overAt(window)) ?? [];
