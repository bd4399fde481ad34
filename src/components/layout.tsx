import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './layout.module.css';

interface LayoutProps {
  readonly children: ReactNode;
}

/** A vertical stack. */
export function Stack({
  gap = 'normal',
  children,
}: LayoutProps & { readonly gap?: 'tight' | 'normal' | 'loose' }) {
  return <div className={classes(styles['stack'], styles[gap])}>{children}</div>;
}

/** A row that wraps; `spread` pushes first and last apart. */
export function Cluster({ spread = false, children }: LayoutProps & { readonly spread?: boolean }) {
  return <div className={classes(styles['cluster'], spread && styles['spread'])}>{children}</div>;
}

/** Equal columns, as many as fit; `stats` keeps two on a phone. */
export function CardGrid({
  of = 'cards',
  children,
}: LayoutProps & { readonly of?: 'cards' | 'stats' }) {
  return <div className={classes(styles['grid'], styles[of])}>{children}</div>;
}

interface PageHeaderProps {
  readonly title: ReactNode;
  /** One sentence below the title. */
  readonly lead?: ReactNode;
  /** Badges above the title. */
  readonly badges?: ReactNode;
  /** The page's own buttons. */
  readonly actions?: ReactNode;
}

/** The page's only `h1`, with `tabIndex` -1, so that it can be focused after a navigation. */
export function PageHeader({ title, lead, badges, actions }: PageHeaderProps) {
  return (
    <div className={styles['header']}>
      <div>
        {badges !== undefined && <Cluster>{badges}</Cluster>}
        <h1 tabIndex={-1}>{title}</h1>
        {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
      </div>
      {actions !== undefined && <Cluster>{actions}</Cluster>}
    </div>
  );
}

export interface PageProps extends PageHeaderProps {
  /** `narrow` for a single form, `text` for reading, `wide` for boards and tables, `full` for a control room. */
  readonly width?: 'narrow' | 'text' | 'wide' | 'full' | undefined;
  /** A style of the frame, in addition. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A screen's frame: header and content of one width. */
export function Page({ width = 'wide', className, children, ...header }: PageProps) {
  return (
    <div
      className={classes(styles['page'], styles[width], className)}
      data-stage={width === 'narrow' || undefined}
    >
      <PageHeader {...header} />
      {children}
    </div>
  );
}
