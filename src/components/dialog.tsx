import { m } from 'messages';
import X from 'lucide-react/icons/x';
import { type ReactNode, useContext, useId, useLayoutEffect, useRef } from 'react';
import { Button, IconButton } from './button.tsx';
import { classes } from './classes.ts';
import styles from './dialog.module.css';
import { Note } from './note.tsx';
import { OpenDialogs } from './open-dialogs.ts';
import { Spoken } from './spoken.tsx';

export interface DialogProps {
  readonly open: boolean;
  /** Called by Esc, the backdrop and the close button; the owner then sets `open` to false. */
  readonly onClose: () => void;
  readonly title: string;
  /** A timer or badge beside the title. */
  readonly aside?: ReactNode;
  /** The buttons, always visible at the bottom. */
  readonly footer?: ReactNode;
  /** An error to show, and to announce at once. */
  readonly error?: string | undefined;
  readonly wide?: boolean | undefined;
  /**
   * Whether the content has a single field, which shares a row with the last button while the keyboard leaves little
   * room.
   */
  readonly oneField?: boolean | undefined;
  /** Mounted only while open. */
  readonly children: ReactNode;
}

const isOutside = (box: DOMRect, x: number, y: number): boolean =>
  x < box.left || x > box.right || y < box.top || y > box.bottom;

/**
 * Below these heights, rem, the sheet scrolls as a whole, and field and button share a row. Not media queries, which ignore
 * the page's text size.
 */
const SHORT_REM = { wide: 24, narrow: 32 };
const LOW_REM = 16;
/** From this width, rem, the dialog is no sheet at the bottom. */
const WIDE_REM = 40;

/**
 * Keeps a dialog above the on-screen keyboard and sets `data-short` and `data-low` while little height is left. Safari lays the keyboard over
 * the page; other browsers shrink the page. Returns a function that stops it.
 */
function fitAboveKeyboard(dialog: HTMLElement): () => void {
  const view = window.visualViewport;
  const sheet = dialog.firstElementChild;
  const fit = () => {
    // A reader who has zoomed moves the page themselves.
    if (view?.scale !== 1) return;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    dialog.style.setProperty('--covered', `${window.innerHeight - view.height - view.offsetTop}px`);
    const short = view.width < WIDE_REM * rem ? SHORT_REM.narrow : SHORT_REM.wide;
    dialog.toggleAttribute('data-short', view.height < short * rem);
    dialog.toggleAttribute('data-low', view.height < LOW_REM * rem);
  };
  const refit = () => {
    fit();
    // The end is at 0: field and buttons stay visible.
    sheet?.scrollTo(0, 0);
  };
  view?.addEventListener('resize', refit);
  fit();
  // Until the keyboard opens, large text is read from its start.
  sheet?.scrollTo(0, -sheet.scrollHeight);
  return () => view?.removeEventListener('resize', refit);
}

/**
 * The browser's own modal dialog; on a phone a sheet at the bottom, above the keyboard. The focus goes to the first
 * control of the content, and on closing returns to the element that had it, or to `main` if that no longer exists.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, aside, footer, error, wide = false, oneField = false } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();
  const enter = useContext(OpenDialogs);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || element === null) return undefined;
    element.showModal();
    const leave = enter(element);
    const stopFitting = fitAboveKeyboard(element);
    return () => {
      stopFitting();
      leave();
      element.close();
      if (document.activeElement === document.body) document.querySelector('main')?.focus();
    };
  }, [open, enter]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the backdrop's click; Esc is the platform's
    <dialog
      ref={dialog}
      className={classes(styles['dialog'], wide && styles['wide'], oneField && styles['oneField'])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (open && !event.currentTarget.open) onClose();
      }}
      onPointerDown={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        pressedOutside.current =
          event.target === event.currentTarget && isOutside(box, event.clientX, event.clientY);
      }}
      onClick={(event) => {
        if (pressedOutside.current && event.target === event.currentTarget) onClose();
        pressedOutside.current = false;
      }}
    >
      {open && (
        <div className={styles['sheet']}>
          <header>
            <h2 id={titleId} dir="auto">
              {title}
            </h2>
            {aside}
          </header>
          <div className={styles['body']}>
            {props.children}
            <Spoken urgent>{error !== undefined && <Note tone="danger">{error}</Note>}</Spoken>
          </div>
          {footer !== undefined && <footer>{footer}</footer>}
          <div className={styles['close']}>
            <IconButton label={m.commonClose()} icon={<X />} onClick={onClose} />
          </div>
        </div>
      )}
    </dialog>
  );
}

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** The actual consequence, with numbers. */
  readonly children: ReactNode;
  /** The action as a verb, e.g. 'Delete 3 answers'. */
  readonly confirmLabel: string;
  readonly cancelLabel?: string | undefined;
  readonly tone?: 'danger' | 'live' | 'primary' | undefined;
  readonly busy?: boolean | undefined;
  readonly error?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A dialog for acts that cannot be undone. The button that cancels has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel = m.commonCancel(),
    tone = 'danger',
  } = props;
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title={title}
      error={props.error}
      footer={
        <>
          <Button onClick={props.onClose}>{cancelLabel}</Button>
          <Button tone={tone} busy={props.busy} onClick={props.onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
