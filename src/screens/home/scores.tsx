import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import {
  type BoardsActor,
  type Period,
  selectAdjustments,
  selectPoints,
} from '#machines/results/boards.ts';
import type { RoleId } from '#machines/contract/entities.ts';
import { audienceLabel, audienceOf } from '#machines/contract/audience.ts';
import { adjustmentText } from '#machines/results/rules/adjustment.ts';
import { ordinal } from '#machines/results/rules/ranking.ts';
import { RankCard } from '#src/components/card.tsx';
import styles from './home.module.css';

const WORDS = {
  daily: { when: 'today', next: m.homeShowAllTime() },
  'all-time': { when: 'all-time', next: m.homeShowToday() },
} as const;

export interface ScoresProps {
  readonly boards: BoardsActor;
  /** The reader's role. */
  readonly roleId: RoleId;
}

/** The reader's rank within their audience, and points; pressing them switches between today and all time. */
export function Scores({ boards, roleId }: ScoresProps) {
  const [period, setPeriod] = useState<Period>('daily');
  const points = useSelector(boards, selectPoints);
  const adjustments = useSelector(boards, selectAdjustments);
  useEffect(() => {
    boards.send({ type: 'points.show', period });
  }, [boards, period]);
  useEffect(() => () => boards.send({ type: 'points.leave' }), [boards]);
  const { when, next } = WORDS[period];
  const audience = audienceOf(roleId);
  const among = audience === null ? '' : m.homeIn({ audience: audienceLabel(audience) });
  const toggle = () => setPeriod(period === 'daily' ? 'all-time' : 'daily');
  return (
    <section aria-label={m.homeYourStanding()} className={styles['scores']}>
      <RankCard
        label={m.homeRank({ among, when })}
        value={ordinal(points?.rank ?? null, points?.shared)}
        next={next}
        onToggle={toggle}
      />
      <RankCard
        label={m.homeScore({ when })}
        value={points === null ? '-' : points.points.toLocaleString()}
        next={next}
        onToggle={toggle}
      />
      {adjustments.length > 0 && (
        <ul aria-label={m.homePointsHand()} className={styles['adjustments']}>
          {adjustments.map((adjustment) => (
            <li key={adjustment.id} dir="auto">
              {adjustmentText(adjustment)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
