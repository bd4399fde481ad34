import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './note.module.css';

type NoteTone = 'plain' | 'ok' | 'danger';

const ICONS = { plain: Info, ok: CircleCheck, danger: TriangleAlert };

export interface NoteProps {
  readonly tone?: NoteTone | undefined;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A remark in the flow of a page: tone by icon and colour, meaning by text. Not announced. */
export function Note({ tone = 'plain', title, children }: NoteProps) {
  const Icon = ICONS[tone];
  return (
    <div className={classes(styles['note'], styles[tone])}>
      <Icon />
      <div>
        {title !== undefined && <strong>{title}</strong>}
        {typeof children === 'string' ? <p dir="auto">{children}</p> : children}
      </div>
    </div>
  );
}
