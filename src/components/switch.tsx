import type { ComponentProps, ReactNode } from 'react';
import styles from './switch.module.css';

export interface ToggleProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'role'> {
  readonly label: ReactNode;
}

/** For forms: takes effect on submit. */
export function Checkbox({ label, ...rest }: ToggleProps) {
  return (
    <label className={styles['toggle']}>
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  );
}

/** Takes effect at once. */
export function Switch({ label, ...rest }: ToggleProps) {
  return (
    <label className={styles['toggle']}>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox says its own state */}
      <input type="checkbox" role="switch" className={styles['switch']} {...rest} />
      <span>{label}</span>
    </label>
  );
}
