import { m } from 'messages';
import type { OwnAdjustment } from '#machines/contract/entities.ts';

/** Points by hand for their owner: '5 points by the producer: Best costume'. */
export function adjustmentText({ points: count, reason, team }: Omit<OwnAdjustment, 'id'>): string {
  const points = m.countPoints({ count });
  return team === undefined
    ? m.pointsByHand({ points, reason })
    : m.pointsByHandForTeam({ points, reason, team });
}
