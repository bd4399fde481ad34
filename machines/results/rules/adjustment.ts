import { m } from 'messages';
import type { OwnAdjustment } from '#machines/contract/entities.ts';

/** Points by hand for their owner: '5 points by the producer: Best costume'. */
export function adjustmentText({ points, reason, team }: Omit<OwnAdjustment, 'id'>): string {
  const count = `${points.toLocaleString('en')} ${Math.abs(points) === 1 ? 'point' : 'points'}`;
  return m.resultsProducer({
    count,
    team: team === undefined ? '' : m.resultsTeam({ team }),
    reason,
  });
}
