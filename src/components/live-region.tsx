import type { ReactNode } from 'react';
import styles from './live-region.module.css';
import { classes } from './classes.ts';
import { Spoken } from './spoken.tsx';

export interface LiveRegionProps {
  /** The question, then 60, 30, 10 seconds. */
  readonly polite?: string | undefined;
  /** 'Time is up', and nothing less. */
  readonly assertive?: string | undefined;
}

/** Speaks for the silent parts of a page. Mount it with the page, empty: only changes are said. */
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
  /** Null: nothing to tell. The place stays, so that a change is said and nothing moves. */
  readonly message: ReactNode;
  readonly tone?: 'released' | 'revoked' | 'plain' | undefined;
}

/** The visible twin of a chime, or a plain line without a lamp: over the page, in nobody's way. */
export function Banner({ message, tone = 'released' }: BannerProps) {
  return (
    <Spoken className={styles['banner']}>
      {message !== null && (
        // Other words have another width: they come anew instead of moving those before.
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
