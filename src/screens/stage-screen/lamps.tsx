import styles from './stage-screen.module.css';

/** With more players than this, each lamp stands for several players. */
const MOST = 240;

/** Sizes of lamps, by how many there are at most: how many a row has, and the height of a row (`--u`). */
const SIZES = [
  { size: 'large', most: 24, columns: 13, row: 3.22 },
  { size: 'middle', most: 90, columns: 17, row: 2.52 },
  { size: 'small', most: MOST, columns: 22, row: 1.97 },
] as const;

/** How many lamps there are for this many players, how many players each stands for, and their size. */
function lampsFor(players: number) {
  const each = Math.max(1, Math.ceil(players / MOST));
  const count = Math.ceil(players / each);
  const sized = SIZES.find(({ most }) => count <= most) ?? SIZES[2];
  return { count, each, ...sized };
}

/** The height of the lamps of this many players, in `--u`. */
export function lampsHeight(players: number): number {
  const { count, columns, row } = lampsFor(players);
  return Math.ceil(count / columns) * row;
}

interface LampsProps {
  readonly lit: number;
  readonly of: number;
  /** How many of the first lit lamps have the colour of the studio. */
  readonly studio?: number;
  /** How many of the last lit lamps belong to players who have just joined. */
  readonly fresh?: number;
}

/** One lamp per player, lit once the player has answered. */
export function Lamps({ lit, of, studio = 0, fresh = 0 }: LampsProps) {
  const { count, each, size } = lampsFor(Math.max(lit, of));
  const on = Math.ceil(lit / each);
  return (
    <div className={styles['lamps']} data-lamps data-size={size} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <i
          key={at}
          className={at < Math.round(studio / each) ? styles['studio'] : undefined}
          data-on={at < on || undefined}
          data-fresh={(at < on && at >= on - fresh) || undefined}
        />
      ))}
    </div>
  );
}
