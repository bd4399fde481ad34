import type { ReactNode } from 'react';
import styles from './card.module.css';
import { classes } from './classes.ts';

export interface CardProps {
  /** `live`: highlighted. `quiet`: finished and dimmed. */
  readonly tone?: 'plain' | 'live' | 'quiet' | undefined;
  readonly title?: ReactNode;
  /** Level of the title's heading; default 2. */
  readonly level?: 2 | 3 | 4 | undefined;
  /** Badges above the title. */
  readonly badges?: ReactNode;
  /** A timer or menu, placed after the badges, or beside the title if there are no badges. */
  readonly aside?: ReactNode;
  /** Buttons at the bottom. */
  readonly actions?: ReactNode;
  /** `article` for an independent item (a question), `section` for a part of the page. */
  readonly as?: 'div' | 'article' | 'section' | undefined;
  /** Accessible name of an article or section. */
  readonly label?: string | undefined;
  /** Fades in when added to a page already shown. */
  readonly arriving?: boolean | undefined;
  readonly children?: ReactNode;
}

/** A surface with an optional head and foot. */
export function Card(props: CardProps) {
  const { tone = 'plain', title, level = 2, badges, aside, actions, as: Tag = 'div' } = props;
  const Heading = `h${level}` as const;
  const besideTitle = badges === undefined ? aside : undefined;
  return (
    <Tag
      data-surface
      aria-label={props.label}
      className={classes(
        styles['card'],
        styles[tone],
        props.arriving === true && styles['arriving'],
      )}
    >
      {badges !== undefined && (
        <div className={styles['badges']}>
          {badges}
          {aside !== undefined && <div className={styles['aside']}>{aside}</div>}
        </div>
      )}
      {(title !== undefined || besideTitle !== undefined) && (
        <div className={styles['head']}>
          {title !== undefined && <Heading dir="auto">{title}</Heading>}
          {besideTitle}
        </div>
      )}
      {props.children}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </Tag>
  );
}

export interface StatCardProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly detail?: ReactNode;
}

/** A number, with a label that says what it counts. */
export function StatCard({ label, value, detail }: StatCardProps) {
  return (
    <div className={classes(styles['card'], styles['stat'])}>
      <p className={styles['label']}>{label}</p>
      <p className={styles['value']}>{value}</p>
      {detail !== undefined && <div className={styles['detail']}>{detail}</div>}
    </div>
  );
}

export interface RankCardProps {
  /** What the value is, e.g. 'Your rank today'. */
  readonly label: string;
  /** `3rd`, `1,204`, or `-`. */
  readonly value: string;
  /** What pressing the card shows, e.g. 'Show all-time'. */
  readonly next: string;
  readonly onToggle: () => void;
}

/** The reader's own number; a press toggles between today and all time. */
export function RankCard({ label, value, next, onToggle }: RankCardProps) {
  return (
    <button
      type="button"
      className={classes(styles['card'], styles['stat'], styles['toggle'])}
      onClick={onToggle}
    >
      <span className={styles['label']}>{label}</span>
      <span className={styles['value']}>{value}</span>
      <span className={styles['detail']}>{next}</span>
    </button>
  );
}
