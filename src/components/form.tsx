import { useEffect, useRef, type ReactNode } from 'react';
import styles from './form.module.css';
import { Note } from './note.tsx';
import { Spoken } from './spoken.tsx';

export interface FormProps {
  /** Called with the typed fields; the page does not change. */
  readonly onSubmit: (data: FormData) => void;
  /** Called with a field's name when it is edited, so that its error can be cleared. */
  readonly onEdit?: ((field: string) => void) | undefined;
  /** The error of the whole form; a field's own error goes to the field. */
  readonly error?: string | undefined;
  /** The message of success. */
  readonly success?: string | undefined;
  readonly busy?: boolean | undefined;
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A form that is validated by our code, not by the browser. After a submit the first field with an error gets the
 * focus, unless the reader is typing again. Sends nothing while busy.
 */
export function Form(props: FormProps) {
  const { onSubmit, onEdit, error, success, busy = false, label, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const submitted = useRef(false);
  useEffect(() => {
    const invalid = form.current?.querySelector('[aria-invalid="true"]');
    if (busy || !submitted.current || !(invalid instanceof HTMLElement)) return;
    submitted.current = false;
    invalid.focus();
  });
  return (
    <form
      ref={form}
      noValidate
      className={styles['form']}
      aria-label={label}
      aria-busy={busy || undefined}
      onInput={({ target }) => {
        submitted.current = false;
        onEdit?.((target instanceof Element && target.getAttribute('name')) || '');
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        submitted.current = true;
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
      <Spoken urgent>{error !== undefined && <Note tone="danger">{error}</Note>}</Spoken>
      <Spoken>{success !== undefined && <Note tone="ok">{success}</Note>}</Spoken>
    </form>
  );
}

/** Short fields in one row, e.g. minutes and seconds. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles['fields']}>{children}</div>;
}

/** The buttons of a form or card, with the most likely action first. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}
