import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './field.module.css';

/** The props that all fields share. */
export interface FieldProps {
  readonly label: string;
  /** A hint, shown before any error. */
  readonly hint?: ReactNode;
  /** The error, which replaces the hint and marks the control as invalid. */
  readonly error?: string | undefined;
  /** A unit or button beside the control. */
  readonly aside?: ReactNode;
}

type Control<Tag extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<Tag>, 'className' | 'type' | 'id'>;

interface Wiring {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FrameProps extends FieldProps {
  readonly className?: string | undefined;
  readonly children: (wiring: Wiring) => ReactNode;
}

/** Label, control, then hint or error; `children` gets the ids that link them. */
export function Field({ label, hint, error, aside, className, children }: FrameProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={classes(styles['field'], className)}>
      <label htmlFor={id}>{label}</label>
      <div className={styles['row']}>
        {children({
          id,
          'aria-describedby': note === undefined ? undefined : `${id}-note`,
          'aria-invalid': error === undefined ? undefined : true,
        })}
        {aside}
      </div>
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? styles['hint'] : styles['error']}>
          {note}
        </p>
      )}
    </div>
  );
}

type InputProps = Control<'input'>;

function Input({ label, hint, error, aside, ...rest }: InputProps & { readonly type: string }) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => <input dir="auto" className={styles['control']} {...wiring} {...rest} />}
    </Field>
  );
}

export type TextFieldProps = InputProps & {
  readonly type?: 'text' | 'email' | 'tel' | 'time' | 'url' | undefined;
};

/** A single-line text field. Uncontrolled by default: pass `name`, `defaultValue`, `ref`. */
export function TextField({ type = 'text', ...rest }: TextFieldProps) {
  return <Input type={type} {...rest} />;
}

export type SearchFieldProps = InputProps & { readonly value: string };

/**
 * A search field with the browser's clear button, which calls `onChange`, too. `value` comes from the URL, which lags
 * behind fast typing, so it does not overwrite a focused field.
 */
export function SearchField({ value, ...rest }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== null && field.current !== document.activeElement)
      field.current.value = value;
  }, [value]);
  return <Input type="search" ref={field} defaultValue={value} {...rest} />;
}

/** A date field; the value is `YYYY-MM-DD`. */
export function DateField(props: InputProps) {
  return <Input type="date" {...props} />;
}

/** A field for a local date and time; the value is `YYYY-MM-DDTHH:mm`. */
export function DateTimeField(props: InputProps) {
  return <Input type="datetime-local" {...props} />;
}

/** A multi-line text field that grows with its content. */
export function TextArea({ label, hint, error, aside, rows = 3, ...rest }: Control<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <textarea dir="auto" rows={rows} className={styles['control']} {...wiring} {...rest} />
      )}
    </Field>
  );
}

/** A field for a whole number, with a numeric keypad; `aside` is the unit. */
export function NumberField({ label, hint, error, aside, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={styles['number']}>
      {(wiring) => (
        <input
          type="number"
          inputMode="numeric"
          className={styles['control']}
          {...wiring}
          {...rest}
        />
      )}
    </Field>
  );
}

/** A select; `children` are `<option>`s. */
export function SelectField({ label, hint, error, aside, ...rest }: Control<'select'>) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <span className={styles['inset']}>
          <select className={styles['control']} {...wiring} {...rest} />
          <ChevronDown />
        </span>
      )}
    </Field>
  );
}
