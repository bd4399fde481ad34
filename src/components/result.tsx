import { useEffect, useRef, type ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './result.module.css';
import { Spoken } from './spoken.tsx';

export interface ResultProps {
  readonly icon: ReactNode;
  readonly tone?: 'plain' | 'ok' | 'danger' | undefined;
  readonly title: string;
  /** What the result means and what happens next; announced when it changes. */
  readonly words?: ReactNode;
  /** Links and buttons, with the most likely action first. */
  readonly ways?: ReactNode;
  /** A form or list below the text. */
  readonly children?: ReactNode;
}

/**
 * A screen with a single message: a result, or an empty state. If it replaces the focused element, its heading takes the focus.
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
        {/* A new element for each text: changing the text of a centred line would count as a layout shift. */}
        <span key={title}>{title}</span>
      </h1>
      <Spoken className={styles['words']}>{words}</Spoken>
      {Boolean(children) && <div className={styles['more']}>{children}</div>}
      {ways !== undefined && <div className={styles['ways']}>{ways}</div>}
    </div>
  );
}
