import { m } from 'messages';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState, type ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

export type PasswordFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'type' | 'id'>;

/** A password field with a show button. Pass `autoComplete` (`current-password`, `new-password`). */
export function PasswordField({ label, hint, error, aside, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <span className={styles['inset']}>
          <input
            type={shown ? 'text' : 'password'}
            className={styles['control']}
            autoCapitalize="none"
            spellCheck={false}
            {...wiring}
            {...rest}
          />
          <button
            type="button"
            aria-label={`${shown ? m.uiHide() : m.uiShow()} ${label}`}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff /> : <Eye />}
          </button>
        </span>
      )}
    </Field>
  );
}
