import { useEffect, useRef, type ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './result.module.css';
import { Spoken } from './spoken.tsx';

export interface ResultProps {
  readonly icon: ReactNode;
  readonly tone?: 'plain' | 'ok' | 'danger' | undefined;
  readonly title: string;
  /** What it means and what happens next; said when it changes. */
  readonly words?: ReactNode;
  /** Links and buttons, the most likely one first. */
  readonly ways?: ReactNode;
  /** A form or a list, under the words. */
  readonly children?: ReactNode;
}

/**
 * A screen that tells one thing: how something ended, or that there is nothing here. Where it takes
 * the place of what had the focus, its heading takes the focus too.
 */
export function Result({ icon, tone = 'plain', title, words, ways, children }: ResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles['result']} data-stage>
      <span className={classes(styles['sign'], styles[tone])}>{icon}</span>
      <h1 ref={heading} tabIndex={-1}>
        {/* A text that changes in a centred line counts as one that jumps; another text does not. */}
        <span key={title}>{title}</span>
      </h1>
      <Spoken className={styles['words']}>{words}</Spoken>
      {Boolean(children) && <div className={styles['more']}>{children}</div>}
      {ways !== undefined && <div className={styles['ways']}>{ways}</div>}
    </div>
  );
}
