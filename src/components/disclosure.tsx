import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

export interface DisclosureProps {
  readonly summary: ReactNode;
  readonly defaultOpen?: boolean | undefined;
  /** Called after every change, so that the content can be loaded on opening. */
  readonly onToggle?: ((open: boolean) => void) | undefined;
  readonly children: ReactNode;
}

/** A collapsible part, as a native `details` element. */
export function Disclosure({ summary, defaultOpen, onToggle, children }: DisclosureProps) {
  return (
    <details
      className={styles['disclosure']}
      open={defaultOpen}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary>
        <span>{summary}</span>
        <ChevronDown />
      </summary>
      <div className={styles['content']}>{children}</div>
    </details>
  );
}
