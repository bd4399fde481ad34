import styles from './stage-screen.module.css';

interface Size {
  readonly size: 'large' | 'middle' | 'small' | 'tiny';
  /** How many lamps there are at most. */
  readonly most: number;
  /** How many a row has, and the height of a row (`--u`). */
  readonly columns: number;
  readonly row: number;
}

const LARGE = { size: 'large', most: 24, columns: 13, row: 3.22 } as const;
const MIDDLE = { size: 'middle', most: 90, columns: 17, row: 2.52 } as const;
const SMALL = { size: 'small', most: 240, columns: 22, row: 1.97 } as const;
/** The last one holds the most; with more players each lamp stands for several players. */
type Sizes = readonly [Size, ...Size[]];
const SIZES: Sizes = [LARGE, MIDDLE, SMALL];
/** The sizes that fit into a box of 8 `--u`. */
const LOW_SIZES: Sizes = [
  LARGE,
  { ...MIDDLE, most: 51 },
  { ...SMALL, most: 88 },
  { size: 'tiny', most: 210, columns: 35, row: 1.25 },
];

/** How many lamps there are for this many players, how many players each stands for, and their size. */
function lampsFor(players: number, sizes = SIZES) {
  const largest = sizes.at(-1) ?? sizes[0];
  const each = Math.max(1, Math.ceil(players / largest.most));
  const count = Math.ceil(players / each);
  const sized = sizes.find(({ most }) => count <= most) ?? largest;
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
  /** Whether the lamps have a low box for any number of players. */
  readonly isLow?: boolean;
}

/** One lamp per player, lit once the player has answered. */
export function Lamps({ lit, of, studio = 0, fresh = 0, isLow = false }: LampsProps) {
  const { count, each, size } = lampsFor(Math.max(lit, of), isLow ? LOW_SIZES : SIZES);
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
