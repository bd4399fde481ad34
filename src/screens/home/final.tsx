import Crown from 'lucide-react/icons/crown';
import type { FinalStanding } from '#machines/contract/entities.ts';
import { finalStandingText, teamStandingText } from '#machines/results/rules/final.ts';
import styles from './final.module.css';

/** The reader's final placing in the show, once the stage screen has shown the winner of their audience. */
export default function Final({ final }: { readonly final: FinalStanding }) {
  const { title, points, rank, team } = final;
  return (
    <div data-tile data-first={rank === 1} className={styles['final']}>
      {rank === 1 && <Crown aria-hidden />}
      <p className={styles['words']}>{finalStandingText(final)}</p>
      <p>{`${title}: ${points.toLocaleString()} ${points === 1 ? 'point' : 'points'}`}</p>
      {team !== undefined && <p>{teamStandingText(team)}</p>}
    </div>
  );
}
