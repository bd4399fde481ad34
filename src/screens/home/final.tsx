import Crown from 'lucide-react/icons/crown';
import type { FinalStanding } from '#machines/contract/entities.ts';
import { finalWords } from '#machines/rules/moment.ts';
import styles from './final.module.css';

/** How the reader came off in the show, while its winner is on the screen. */
export default function Final({ final }: { readonly final: FinalStanding }) {
  const { title, points, rank } = final;
  return (
    <div data-tile data-first={rank === 1} className={styles['final']}>
      {rank === 1 && <Crown aria-hidden />}
      <p className={styles['words']}>{finalWords(final)}</p>
      <p>{`${title}: ${points.toLocaleString()} ${points === 1 ? 'point' : 'points'}`}</p>
    </div>
  );
}
