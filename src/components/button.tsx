import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';

/** `live`: for acts that put something on air; the only amber button. `primary`: at most one per screen. */
export type ButtonTone = 'primary' | 'quiet' | 'danger' | 'live';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly tone?: ButtonTone | undefined;
  /** In progress: keeps focus and label, ignores presses. */
  readonly busy?: boolean | undefined;
  /** A single key that presses the button, shown on it, e.g. `R`. */
  readonly shortcut?: string | undefined;
  readonly icon?: ReactNode;
  /** As wide as its container. */
  readonly wide?: boolean | undefined;
}

/** The style of a button for a router link: `<Link className={linkButton('primary')}>`. */
export const linkButton = (tone: ButtonTone = 'quiet', wide = false): string =>
  classes(styles['button'], styles[tone], wide && styles['wide']);

/** The style of a standalone router link, outside running text: 48 px high. */
export const standaloneLink = styles['link'] ?? '';

/** A button, at least 48 px high. `type` is `button` by default. */
export function Button({
  tone = 'quiet',
  busy = false,
  shortcut,
  icon,
  wide = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- the default above is `button`
      type={type}
      className={linkButton(tone, wide)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      aria-keyshortcuts={shortcut}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {busy ? <LoaderCircle className={styles['spinner']} /> : icon}
      <span>{children}</span>
      {shortcut !== undefined && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  /** Its accessible name and tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
}

/** A square button for well-known icons (close, menu). */
export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={styles['icon']} aria-label={label} title={label} {...rest}>
      {icon}
    </button>
  );
}
