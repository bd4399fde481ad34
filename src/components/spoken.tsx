import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface SpokenProps {
  /** Interrupts (`alert`) instead of waiting (`status`). */
  readonly urgent?: boolean | undefined;
  /** Visually hidden. */
  readonly hidden?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** A live region. Mount it empty and early: screen readers only announce changes. */
export function Spoken({ urgent = false, hidden = false, className, children }: SpokenProps) {
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className={classes('spoken', hidden && 'visually-hidden', className)}
    >
      {children}
    </div>
  );
}
