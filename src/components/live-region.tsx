import type { ReactNode } from 'react';
import styles from './live-region.module.css';
import { classes } from './classes.ts';
import { Spoken } from './spoken.tsx';

export interface LiveRegionProps {
  /** The question, then 60, 30, 10 seconds. */
  readonly polite?: string | undefined;
  /** Only 'Time is up'. */
  readonly assertive?: string | undefined;
}

/** Announces changes of a page's visual parts. Mount it empty with the page: screen readers only announce changes. */
export function LiveRegion({ polite = '', assertive = '' }: LiveRegionProps) {
  return (
    <>
      <Spoken hidden>{polite}</Spoken>
      <Spoken hidden urgent>
        {assertive}
      </Spoken>
    </>
  );
}

export interface BannerProps {
  /** Null for none. The element stays mounted, so that changes are announced and nothing moves. */
  readonly message: ReactNode;
  readonly tone?: 'released' | 'revoked' | 'plain' | undefined;
}

/** The visible counterpart of a chime, or a plain text without a lamp, over the page. */
export function Banner({ message, tone = 'released' }: BannerProps) {
  return (
    <Spoken className={styles['banner']}>
      {message !== null && (
        // A new element: other text has another width and would move the old one.
        <p
          key={typeof message === 'string' ? message : undefined}
          className={classes(styles['slip'], styles[tone])}
        >
          {tone !== 'plain' && <span className={styles['dot']} />}
          {message}
        </p>
      )}
    </Spoken>
  );
}
