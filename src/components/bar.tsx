import type { ReactNode } from 'react';
import styles from './bar.module.css';

export interface BarProps {
  readonly label: ReactNode;
  readonly value: number;
  /** The value of a full bar. */
  readonly max: number;
  /** Text after the value, e.g. 'answers, 3 points'. */
  readonly detail?: ReactNode;
}

/** One row of a distribution. The text contains all information, so the bar is only decorative. */
export function Bar({ label, value, max, detail }: BarProps) {
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0;
  return (
    <div className={styles['bar']}>
      <span className={styles['label']} dir="auto">
        {label}
      </span>
      <span className={styles['value']}>
        <strong>{value}</strong> {detail}
      </span>
      <span className={styles['track']} aria-hidden="true">
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
    </div>
  );
}
