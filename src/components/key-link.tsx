import type { ReactNode } from 'react';
import { linkButton } from './button.tsx';
import { Link } from './link.tsx';

interface KeyLinkProps {
  readonly to: string;
  /** A single key that opens the link, shown on it. */
  readonly shortcut: string;
  readonly children: ReactNode;
}

/** A link styled as a button, with a key of its own. */
export const KeyLink = ({ to, shortcut, children }: KeyLinkProps) => (
  <Link to={to} className={linkButton()} aria-keyshortcuts={shortcut}>
    <span>{children}</span>
    <kbd aria-hidden="true">{shortcut}</kbd>
  </Link>
);
