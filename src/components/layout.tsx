import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './layout.module.css';

interface LayoutProps {
  readonly children: ReactNode;
}

/** One under the other. */
export function Stack({
  gap = 'normal',
  children,
}: LayoutProps & { readonly gap?: 'tight' | 'normal' | 'loose' }) {
  return <div className={classes(styles['stack'], styles[gap])}>{children}</div>;
}

/** Side by side while there is room; `spread` pushes first and last apart. */
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
  /** One sentence under the title. */
  readonly lead?: ReactNode;
  /** Badges over the title. */
  readonly badges?: ReactNode;
  /** The page's own buttons. */
  readonly actions?: ReactNode;
}

/** The page's only `h1`; takes the focus when a navigation asks for it (`tabIndex` -1). */
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
  /** `narrow` for a single form, on the stage, `text` for reading, `wide` for boards and tables. */
  readonly width?: 'narrow' | 'text' | 'wide' | undefined;
  readonly children: ReactNode;
}

/** A screen's frame: its header and its content, one measure wide. */
export function Page({ width = 'wide', children, ...header }: PageProps) {
  return (
    <div
      className={classes(styles['page'], styles[width])}
      data-stage={width === 'narrow' || undefined}
    >
      <PageHeader {...header} />
      {children}
    </div>
  );
}
