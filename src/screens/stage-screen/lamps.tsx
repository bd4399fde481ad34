import { useGathering } from './moves.ts';
import styles from './stage-screen.module.css';

/** With more players than this, each lamp stands for several players. */
const MOST = 240;

interface LampsProps {
  readonly lit: number;
  readonly of: number;
}

/** One lamp per player, lit once the player has answered. */
export function Lamps({ lit, of }: LampsProps) {
  const all = Math.max(lit, of);
  const each = Math.max(1, Math.ceil(all / MOST));
  const [count, on] = [Math.ceil(all / each), Math.ceil(lit / each)];
  const size = count <= 24 ? 'large' : count <= 90 ? 'middle' : 'small';
  return (
    <div className={styles['lamps']} data-size={size} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <i key={at} data-on={at < on || undefined} />
      ))}
    </div>
  );
}

/** The area in which the lamps gather while answers are counted. */
export function LampRows() {
  return <div ref={useGathering()} className={styles['gathering']} aria-hidden="true" />;
}
