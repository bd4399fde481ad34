import { m } from 'messages';
import { Spoken } from '#src/components/spoken.tsx';
import styles from './answer-reveal.module.css';
import { type Board, useShownBoard } from './shown-board.hook.ts';

/** How far the board is open on the stage screen: a lamp for each group. Shown until the reader's own group opens. */
export function BoardLamps({ board }: { readonly board: Board }) {
  const shown = useShownBoard(board);
  const open = shown.filter((place) => place !== null).length;
  return (
    <div className={styles['opened']}>
      <span aria-hidden className={styles['lamps']}>
        {shown.map((place, index) => (
          <i key={`place ${index + 1}`} data-lit={place !== null} />
        ))}
      </span>
      <p>{openText(open, shown.length)}</p>
      {/* Once when the board opens and once at its end, not for each group. */}
      <Spoken hidden>
        {open === 0
          ? ''
          : open < shown.length
            ? m.homeBoardOpeningYoursIsnt()
            : openText(open, shown.length)}
      </Spoken>
    </div>
  );
}

/** Once all are open, only the points say what became of the reader's answer. */
const openText = (open: number, all: number): string =>
  open < all ? m.homeOpenYoursIsntOut({ open, all }) : m.homeOpen({ open, all });
