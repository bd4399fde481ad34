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
  /** `large` for a page watched from afar. `ring`: the largest thing on the screen, with a ring in the last minute. */
  readonly size?: 'normal' | 'large' | 'ring' | undefined;
  /** The seconds left, for the ring. */
  readonly ringSeconds?: number | undefined;
  /** Whether to hide the digits, as they may be wrong; the space stays reserved. */
  readonly isHidden?: boolean | undefined;
}

/** A visible countdown. Not announced: a `LiveRegion` announces 60, 30, 10 seconds and the end. */
export function Timer(props: TimerProps) {
  const { text, label, urgency = 'calm', size = 'normal', isHidden = false } = props;
  const seconds = size === 'ring' ? (props.ringSeconds ?? 0) : null;
  const isLastMinute = seconds !== null && seconds > 0 && seconds < MINUTE_S;
  return (
    <span
      role="timer"
      aria-live="off"
      className={classes(
        styles['timer'],
        styles[urgency],
        size === 'large' && styles['large'],
        size === 'ring' && styles['ring'],
        isLastMinute && styles['round'],
        isHidden && styles['hidden'],
      )}
    >
      {label !== undefined && <span className={styles['label']}>{label} </span>}
      {urgency === 'over' && <TimerOff />}
      {isLastMinute && (
        <svg aria-hidden viewBox="0 0 100 100" className={styles['arc']}>
          <circle cx="50" cy="50" r="46" />
          <circle cx="50" cy="50" r="46" pathLength={MINUTE_S} strokeDasharray={`${seconds} 60`} />
        </svg>
      )}
      <span className={styles['digits']} translate="no">
        {seconds === null || urgency === 'over' ? text : <Lead text={text} seconds={seconds} />}
      </span>
    </span>
  );
}

const MINUTE_S = 60;

/** 'hh:mm:ss' with small hours. In the last minute only the seconds are visible, without a leading zero. */
function Lead({ text, seconds }: { readonly text: string; readonly seconds: number }) {
  const at = seconds < MINUTE_S ? text.length - String(seconds).length : text.indexOf(':') + 1;
  return (
    <>
      <span className={seconds < MINUTE_S ? 'visually-hidden' : styles['lead']}>
        {text.slice(0, at)}
      </span>
      {text.slice(at)}
    </>
  );
}
