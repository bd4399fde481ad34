import TimerOff from 'lucide-react/icons/timer-off';
import styles from './timer.module.css';
import { classes } from './classes.ts';

/** `soon` from 30 seconds, `last` from 10: shape and weight change, not only colour. */
export type TimerUrgency = 'calm' | 'soon' | 'last' | 'over';

/** How urgent so many whole seconds are. */
export const urgencyOf = (secondsLeft: number): TimerUrgency => {
  if (secondsLeft > 30) return 'calm';
  if (secondsLeft > 10) return 'soon';
  return secondsLeft > 0 ? 'last' : 'over';
};

export interface TimerProps {
  /** The digits, or 'Expired', as `clockText` writes them. */
  readonly text: string;
  /** In front of the digits, e.g. 'Time left'. */
  readonly label?: string | undefined;
  readonly urgency?: TimerUrgency | undefined;
  /** `large` for the page one watches. */
  readonly size?: 'normal' | 'large' | undefined;
  /** It may be wrong: its place is kept. */
  readonly isHidden?: boolean | undefined;
}

/** A countdown to look at. It never speaks: a `LiveRegion` says 60, 30, 10 seconds and the end. */
export function Timer(props: TimerProps) {
  const { text, label, urgency = 'calm', size = 'normal', isHidden = false } = props;
  return (
    <span
      role="timer"
      aria-live="off"
      className={classes(
        styles['timer'],
        styles[urgency],
        size === 'large' && styles['large'],
        isHidden && styles['hidden'],
      )}
    >
      {label !== undefined && <span className={styles['label']}>{label} </span>}
      {urgency === 'over' && <TimerOff />}
      <span className={styles['digits']} translate="no">
        {text}
      </span>
    </span>
  );
}
