import TimerOff from 'lucide-react/icons/timer-off';
import styles from './timer.module.css';
import { classes } from './classes.ts';

/** `soon`: at most 30 seconds left; `last`: at most 10. Shape and weight change as well as colour. */
export type TimerUrgency = 'calm' | 'soon' | 'last' | 'over';

/** The urgency of a number of whole seconds. */
export const urgencyOf = (secondsLeft: number): TimerUrgency => {
  if (secondsLeft > 30) return 'calm';
  if (secondsLeft > 10) return 'soon';
  return secondsLeft > 0 ? 'last' : 'over';
};

export interface TimerProps {
  /** The digits, or 'Expired', as `clockText` writes them. */
  readonly text: string;
  /** Text before the digits, e.g. 'Time left'. */
  readonly label?: string | undefined;
  readonly urgency?: TimerUrgency | undefined;
  /** `large` for a page watched from afar. */
  readonly size?: 'normal' | 'large' | undefined;
  /** Whether to hide the digits, as they may be wrong; the space stays reserved. */
  readonly isHidden?: boolean | undefined;
}

/** A visible countdown. Not announced: a `LiveRegion` announces 60, 30, 10 seconds and the end. */
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
