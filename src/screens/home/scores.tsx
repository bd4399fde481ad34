import { m } from 'messages';
import { numberText } from 'messages/format';
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
  daily: {
    rank: m.homeRankToday,
    rankIn: m.homeRankInToday,
    score: m.homeScoreToday,
    next: m.homeShowAllTime,
  },
  'all-time': {
    rank: m.homeRankAllTime,
    rankIn: m.homeRankInAllTime,
    score: m.homeScoreAllTime,
    next: m.homeShowToday,
  },
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
  const words = WORDS[period];
  const audience = audienceOf(roleId);
  const toggle = () => setPeriod(period === 'daily' ? 'all-time' : 'daily');
  return (
    <section aria-label={m.homeYourStanding()} className={styles['scores']}>
      <RankCard
        label={
          audience === null ? words.rank() : words.rankIn({ audience: audienceLabel(audience) })
        }
        value={ordinal(points?.rank ?? null, points?.shared)}
        next={words.next()}
        onToggle={toggle}
      />
      <RankCard
        label={words.score()}
        value={points === null ? '-' : numberText(points.points)}
        next={words.next()}
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
