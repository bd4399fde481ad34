import type { ReactNode } from 'react';
import styles from './live-region.module.css';
import { classes } from './classes.ts';
import { Spoken } from './spoken.tsx';

export interface LiveRegionProps {
  /** Polite announcements: the question, then when 60, 30, 10 seconds are left. */
  readonly polite?: string | undefined;
  /** Urgent announcements: only "Time's up". */
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

/** A text over the page: the visible counterpart of a chime, with a lamp, or a plain message. */
export function Banner({ message, tone = 'released' }: BannerProps) {
  return (
    <Spoken className={styles['banner']}>
      {message !== null && (
        // The key makes a new element for each text: in the same element, a text of another width would shift the
        // layout.
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
