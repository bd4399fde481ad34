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
  daily: { when: 'today', next: 'Show all-time' },
  'all-time': { when: 'all-time', next: 'Show today' },
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
  const among = audience === null ? '' : ` in ${audienceLabel(audience)}`;
  const toggle = () => setPeriod(period === 'daily' ? 'all-time' : 'daily');
  return (
    <section aria-label="Your standing" className={styles['scores']}>
      <RankCard
        label={`Rank${among} ${when}`}
        value={ordinal(points?.rank ?? null, points?.shared)}
        next={next}
        onToggle={toggle}
      />
      <RankCard
        label={`Score ${when}`}
        value={points === null ? '-' : points.points.toLocaleString()}
        next={next}
        onToggle={toggle}
      />
      {adjustments.length > 0 && (
        <ul aria-label="Points by hand" className={styles['adjustments']}>
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
