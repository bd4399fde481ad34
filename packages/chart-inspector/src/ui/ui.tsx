import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { encode } from 'uqr';
import styles from './ui.module.css';

/* Plain controls of the inspector; an app can style them by CSS variables. */

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  readonly type?: 'button' | 'submit';
  readonly tone?: 'plain' | 'primary' | 'danger';
}
export const Button = ({ type = 'button', tone = 'plain', ...rest }: ButtonProps) => (
  // oxlint-disable-next-line react/button-has-type -- `type` is "button" or "submit"
  <button type={type} className={styles['button']} data-tone={tone} {...rest} />
);

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  readonly label: string;
}
/** A button whose content is a symbol; `label` is its accessible name. */
export const IconButton = ({ label, ...rest }: IconButtonProps) => (
  <button type="button" className={styles['icon']} aria-label={label} title={label} {...rest} />
);

export interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Error message; marks the control as invalid and replaces the hint. */
  readonly error?: string | undefined;
  /** Unit beside the control. */
  readonly aside?: string | undefined;
}
interface Wiring {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}
interface FrameProps extends FieldProps {
  readonly children: (wiring: Wiring) => ReactNode;
}
/** A labelled control with its hint or error. */
function Field({ label, hint, error, aside, children }: FrameProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <div>
        {children({
          id,
          'aria-describedby': note === undefined ? undefined : `${id}-note`,
          'aria-invalid': error === undefined ? undefined : true,
        })}
        {aside}
      </div>
      {note !== undefined && (
        <p id={`${id}-note`} data-error={error !== undefined || undefined}>
          {note}
        </p>
      )}
    </div>
  );
}

type Control<Tag extends 'input' | 'select' | 'textarea'> = FieldProps &
  Omit<ComponentProps<Tag>, 'className' | 'id'>;

export const InputField = ({ label, hint, error, aside, ...rest }: Control<'input'>) => (
  <Field {...{ label, hint, error, aside }}>
    {(wiring) => <input dir="auto" {...wiring} {...rest} />}
  </Field>
);
export const TextArea = ({ label, hint, error, aside, ...rest }: Control<'textarea'>) => (
  <Field {...{ label, hint, error, aside }}>
    {(wiring) => <textarea dir="auto" {...wiring} {...rest} />}
  </Field>
);
/** A select field; `children` are its options. */
export const SelectField = ({ label, hint, error, aside, ...rest }: Control<'select'>) => (
  <Field {...{ label, hint, error, aside }}>{(wiring) => <select {...wiring} {...rest} />}</Field>
);

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  readonly label: string;
}
export const Checkbox = ({ label, ...rest }: CheckboxProps) => (
  <label className={styles['checkbox']}>
    <input type="checkbox" {...rest} />
    {label}
  </label>
);

export interface FormProps {
  readonly label: string;
  readonly onSubmit: (data: FormData) => void;
  readonly error?: string | undefined;
  readonly success?: string | undefined;
  readonly children: ReactNode;
}
/** A form that is validated by its owner. After a submit, the first invalid control gets the focus. */
export function Form({ label, onSubmit, error, success, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  useEffect(() => {
    const invalid = form.current?.querySelector('[aria-invalid="true"]');
    if (!isSubmitted.current || !(invalid instanceof HTMLElement)) return;
    isSubmitted.current = false;
    invalid.focus();
  });
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      className={styles['stack']}
      onInput={() => {
        isSubmitted.current = false;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        isSubmitted.current = true;
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
      <Live urgent>{error !== undefined && <Note tone="danger">{error}</Note>}</Live>
      <Live>{success !== undefined && <Note tone="ok">{success}</Note>}</Live>
    </form>
  );
}

interface Content {
  readonly children?: ReactNode;
}
export const Stack = ({ children }: Content) => <div className={styles['stack']}>{children}</div>;
/** Lays out controls side by side. */
export const Row = ({ children }: Content) => <div className={styles['row']}>{children}</div>;

interface NoteProps extends Content {
  readonly title?: string;
  readonly tone?: 'plain' | 'ok' | 'danger';
}
export const Note = ({ title, tone = 'plain', children }: NoteProps) => (
  <div className={styles['note']} data-tone={tone}>
    {title !== undefined && <strong>{title}</strong>}
    {typeof children === 'string' ? <p>{children}</p> : children}
  </div>
);

/** A live region, which screen readers announce when it changes. */
export const Live = ({ urgent = false, children }: Content & { readonly urgent?: boolean }) => (
  <div role={urgent ? 'alert' : 'status'}>{children}</div>
);

interface EmptyProps {
  readonly title: string;
  readonly hint: string;
}
export const Empty = ({ title, hint }: EmptyProps) => (
  <div className={styles['empty']}>
    <strong>{title}</strong>
    <p>{hint}</p>
  </div>
);

interface DisclosureProps {
  readonly summary: string;
  readonly children: () => ReactNode;
}
/** A section that is rendered only while it is open. */
export function Disclosure({ summary, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles['disclosure']}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}

interface TabsProps<K extends string> {
  readonly label: string;
  /** Titles of the tabs by key. */
  readonly tabs: Readonly<Record<K, string>>;
  readonly selected: K;
  readonly onSelect: (key: K) => void;
  readonly children: ReactNode;
}
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
/** ARIA tabs; the left and right arrow keys move between the tabs. */
export function Tabs<K extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
}: TabsProps<K>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const keys = keysOf(tabs);
  const move = (step: number) => {
    const to = (keys.indexOf(selected) + step + keys.length) % keys.length;
    const key = keys[to];
    if (key !== undefined) onSelect(key);
    const tab = list.current?.children[to];
    if (tab instanceof HTMLElement) tab.focus();
  };
  return (
    <div className={styles['tabs']}>
      <div ref={list} role="tablist" aria-label={label}>
        {keys.map((key) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === selected}
            aria-controls={key === selected ? `${id}-panel` : undefined}
            tabIndex={key === selected ? 0 : -1}
            onClick={() => onSelect(key)}
            onKeyDown={(event) => {
              const step = STEPS[event.key];
              if (step === undefined) return;
              event.preventDefault();
              move(step);
            }}
          >
            {tabs[key]}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a panel without controls must be reachable
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  );
}
function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  const keys: K[] = [];
  for (const key in record) keys.push(key);
  return keys;
}

interface CopyButtonProps {
  readonly text: string;
  /** The noun for the copied text, for example 'context'. */
  readonly what: string;
}
/** Copies a text. Without clipboard access, for example on plain http, shows the text selected for copying. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    try {
      // oxlint-disable-next-line no-restricted-properties -- without clipboard access, the text is shown for copying by hand
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  return (
    <>
      <Button onClick={() => void copy()} onBlur={() => setOutcome('idle')}>
        {outcome === 'copied' ? 'Copied' : `Copy ${what}`}
      </Button>
      {outcome === 'failed' && (
        <TextArea ref={select} label={`Your ${what} to copy`} value={text} readOnly />
      )}
    </>
  );
}
function select(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.select();
}

/** Width of the empty border around a QR code, in modules; cameras need it. */
const QUIET = 4;
/** Shows a text as a QR code, dark on white. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: QUIET });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the image is drawn here, so there is no file for an <img>
    <svg className={styles['qr']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={dark.join('')} />
    </svg>
  );
}

/** CSS class of a list of buttons, each with a `strong` text and `small` texts. */
export const LIST = styles['list'];

interface GroupProps extends Content {
  readonly label: string;
}
/** A group of fields that belong together. */
export const Group = ({ label, children }: GroupProps) => (
  <fieldset className={styles['group']}>
    <legend>{label}</legend>
    {children}
  </fieldset>
);

export const classes = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ');
