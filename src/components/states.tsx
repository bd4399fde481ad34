import { m } from 'messages';
import RotateCw from 'lucide-react/icons/rotate-cw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Spoken } from './spoken.tsx';
import styles from './states.module.css';

export interface EmptyStateProps {
  readonly title: string;
  /** What happens next. */
  readonly hint?: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
}

/** An empty state and the reason for it. */
export function EmptyState({ title, hint, icon, action }: EmptyStateProps) {
  return (
    <div className={styles['state']}>
      {icon}
      <p className={styles['title']}>{title}</p>
      {hint !== undefined && <p>{hint}</p>}
      {action}
    </div>
  );
}

export interface ErrorNoteProps {
  readonly message: string;
  readonly onRetry?: (() => void) | undefined;
  readonly retryLabel?: string | undefined;
  readonly busy?: boolean | undefined;
  /** Another action, e.g. a link. */
  readonly children?: ReactNode;
}

/** A failed load: the specification's text and a retry. Announced when it appears. */
export function ErrorNote(props: ErrorNoteProps) {
  const { message, onRetry, retryLabel = m.commonTryAgain(), busy, children } = props;
  return (
    <div className={styles['state']}>
      <TriangleAlert className={styles['alarm']} />
      <Spoken urgent className={styles['title']}>
        {message}
      </Spoken>
      {onRetry !== undefined && (
        <Button icon={<RotateCw />} busy={busy} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
      {children}
    </div>
  );
}

type SkeletonShape = 'line' | 'heading' | 'field' | 'card' | 'stats' | 'rows';

export interface SkeletonProps {
  /** What is loading, announced once, e.g. 'Loading questions'. */
  readonly label: string;
  /** The shapes of the page from top to bottom. */
  readonly shapes: readonly SkeletonShape[];
}

/** A placeholder with the layout of the coming content, so that nothing jumps. */
export function Skeleton({ label, shapes }: SkeletonProps) {
  return (
    <Spoken className={styles['skeleton']}>
      <span className="visually-hidden">{label}</span>
      {shapes.map((shape, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- shapes have no identity and never move
        <span key={index} className={styles[shape]} />
      ))}
    </Spoken>
  );
}
