import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { confirmationMachine, selectConfirming } from '#machines/show/confirmation.ts';
import type { Timers } from '#src/effects/timers.ts';
import { useRuntime } from './runtime.tsx';
import { useRelay, useScreen } from './screen.ts';

const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
const PRESSED = 'button, a[href], summary';
/** How long to hold a key or button of an act that cannot be undone, ms. */
const HOLD_MS = 1_000;
/** How long a key that was pressed a moment too early waits for its button, and how often it looks for it, ms. */
const EARLY_MS = 1_000;
const LOOK_MS = 50;
/** A press this soon after another is the second of a double press, which never waits, ms. */
const DOUBLE_MS = 400;

/** The banner for a key whose button is still busy. */
export const stillWorking = (key: string): string => m.uiStillWorkingPressAgain({ key });

interface Heard {
  /** Called for a key without a button, or with one that stays busy or disabled; the key in upper case. */
  readonly onIdle?: (key: string, isBusy: boolean) => void;
  /** Called after the first of two presses; `words` is the button's `data-twice`. */
  readonly onFirst?: (words: string) => void;
}

/**
 * Makes single keys work. When released, a key presses the button or link, or focuses the field, that names it
 * (`aria-keyshortcuts`). On a page with a main button (`data-space`), PageDown of a clicker, and Enter without a focus,
 * press that button, as Space does. A button with `data-twice` needs its key twice, or held for a second; with
 * `data-hold` the pointer, Space and Enter must be held, too. A key that comes a moment before its button is enabled
 * presses it then, unless the button stands for another act by then (`data-act`, or its text). Keys are ignored with a
 * modifier, in a field and under a dialog.
 * @returns the `data-twice` of the button that waits for its second press, or null
 */
export function useLiveKeys(heard: Heard): string | null {
  const { timers } = useRuntime();
  const confirmation = useScreen(() => confirmationMachine, undefined);
  const down = useRef<{ readonly code: string; readonly key: string } | null>(null);
  const pressed = useRef<HTMLElement | null>(null);
  const held = useRef<{ readonly button: HTMLElement; readonly timer: number } | null>(null);
  /**
   * `earned`: the button that is being pressed by the code below, whose click is let through. `spent`: a button whose
   * click is swallowed as part of a hold.
   */
  const earned = useRef<Element | null>(null);
  const spent = useRef<Element | null>(null);

  /** Stops a key that waits for its button. */
  const early = useRef<(() => void) | null>(null);
  /** Runs for `DOUBLE_MS` after a press; undefined: the next press is no double press. */
  const double = useRef<number | undefined>(undefined);

  const act = useEffectEvent((button: HTMLElement) => {
    timers.clearTimeout(double.current);
    double.current = timers.setTimeout(() => {
      double.current = undefined;
    }, DOUBLE_MS);
    confirmation.send({ type: 'confirmation.cancel' });
    earned.current = button;
    if (button instanceof HTMLInputElement) button.focus();
    else button.click();
    earned.current = null;
  });
  const letGo = useEffectEvent(() => {
    if (held.current === null) return;
    timers.clearTimeout(held.current.timer);
    delete held.current.button.dataset['held'];
    held.current = null;
  });
  const hold = useEffectEvent((button: HTMLElement) => {
    letGo();
    spent.current = null;
    if (isUnderWay(button) || button.matches(':disabled')) return;
    button.dataset['held'] = '';
    const timer = timers.setTimeout(() => {
      letGo();
      down.current = null;
      spent.current = button;
      act(button);
    }, HOLD_MS);
    held.current = { button, timer };
  });
  const pressOfTwo = useEffectEvent((button: HTMLElement) => {
    pressed.current = button;
    confirmation.send({ type: 'confirmation.press', words: button.dataset['twice'] ?? '' });
  });
  useRelay(confirmation, (emitted) => emitted, {
    send: (emitted) => {
      if (emitted.type === 'asked') heard.onFirst?.(emitted.words);
      else if (pressed.current !== null) act(pressed.current);
    },
  });
  const pressReady = useEffectEvent((button: HTMLElement) => {
    if (button.dataset['twice'] === undefined) act(button);
    else pressOfTwo(button);
  });
  /** Presses the key's button if it is enabled; returns false to look again later. */
  const look = useEffectEvent((key: string, wanted: string | null, isLast: boolean): boolean => {
    const button = shortcutOf(key);
    const isSame = button !== undefined && actOf(button) === wanted;
    if (isSame && !isReady(button) && !isLast) return false;
    if (isSame && isReady(button)) pressReady(button);
    else heard.onIdle?.(key, button !== undefined && isUnderWay(button));
    return true;
  });
  const press = useEffectEvent((key: string) => {
    early.current?.();
    const button = shortcutOf(key);
    if (button === undefined || (!isReady(button) && double.current !== undefined))
      heard.onIdle?.(key, button !== undefined && isUnderWay(button));
    else if (isReady(button)) pressReady(button);
    else {
      const wanted = actOf(button);
      early.current = repeat(timers, EARLY_MS / LOOK_MS, (isLast) => look(key, wanted, isLast));
    }
  });
  const click = useEffectEvent((event: MouseEvent) => {
    if (event.detail > 0) letFocusGo(event.target);
    const button = guarded(event.target);
    if (button === null || button === earned.current || isUnderWay(button)) return;
    const isSpent = spent.current === button;
    spent.current = null;
    event.preventDefault();
    event.stopPropagation();
    // The second click of a double click is not a confirmation.
    if (!isSpent && event.detail < 2) pressOfTwo(button);
  });
  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      const key = keyName(event);
      const own = key === 'SPACE' || key === 'ENTER' ? guarded(event.target) : null;
      // Browsers press the focused button again while Enter is held.
      if (event.repeat && own !== null && key === 'ENTER') event.preventDefault();
      if (event.repeat) return;
      down.current = isMeant(event, key) ? { code: event.code, key } : null;
      const meant = down.current === null ? undefined : shortcutOf(key);
      if (own !== null) hold(own);
      else if (meant?.dataset['twice'] !== undefined) hold(meant);
      // Prevents scrolling by the key.
      if (SCROLLING.has(down.current?.key ?? '') && hasMainButton()) event.preventDefault();
    };
    const keyUp = ({ code }: KeyboardEvent) => {
      letGo();
      const meant = down.current;
      if (meant?.code !== code) return;
      down.current = null;
      press(meant.key);
    };
    const point = ({ target, button }: PointerEvent) => {
      const own = button === 0 ? guarded(target) : null;
      if (own !== null) hold(own);
    };
    const left = new AbortController();
    const { signal } = left;
    document.addEventListener('keydown', keyDown, { signal });
    document.addEventListener('keyup', keyUp, { signal });
    document.addEventListener('pointerdown', point, { signal });
    document.addEventListener('pointerup', () => letGo(), { signal });
    document.addEventListener('pointercancel', () => letGo(), { signal });
    document.addEventListener('click', (event) => click(event), { signal, capture: true });
    return () => {
      left.abort();
      early.current?.();
      letGo();
    };
  }, []);
  return useSelector(confirmation, selectConfirming);
}

/** What browsers report instead of a key while an input method is active, or if they do not recognise the key. */
const UNKNOWN = new Set(['Process', 'Unidentified', 'Dead']);

/**
 * A key's name in upper case: the Latin letter that it types. On layouts without Latin letters (Russian, Arabic, Thai,
 * ...) and under an input method: the letter in its position on a US keyboard.
 */
function keyName({ key, code, shiftKey }: KeyboardEvent): string {
  if (code === 'Space' || key === ' ') return 'SPACE';
  const isNamed = key.length > 1 && !UNKNOWN.has(key);
  if (isNamed || /^[!-~]$/u.test(key)) return key.toUpperCase();
  if (code === 'Slash' && shiftKey) return '?';
  return /^Key([A-Z])$/u.exec(code)?.[1] ?? key.toUpperCase();
}

/** Calls `attempt` every `LOOK_MS` until it returns true, at most `times`; returns a function that stops it. */
function repeat(timers: Timers, times: number, attempt: (isLast: boolean) => boolean): () => void {
  let left = times;
  let timer: number;
  const next = (): void => {
    timer = timers.setTimeout(() => {
      left -= 1;
      if (!attempt(left === 0) && left > 0) next();
    }, LOOK_MS);
  };
  next();
  return () => timers.clearTimeout(timer);
}

const MAIN_KEYS = new Set(['SPACE', 'ENTER', 'PAGEDOWN']);
const SCROLLING = new Set(['SPACE', 'PAGEDOWN', 'PAGEUP']);
const hasMainButton = (): boolean => document.querySelector('main [data-space]') !== null;

function shortcutOf(key: string): HTMLElement | undefined {
  const shown = MAIN_KEYS.has(key) && hasMainButton() ? 'SPACE' : key;
  return [
    ...document.querySelectorAll<HTMLElement>('main :is(button, a, input)[aria-keyshortcuts]'),
  ].find((each) => each.getAttribute('aria-keyshortcuts')?.toUpperCase() === shown);
}

const guarded = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('main button[data-hold]') : null;

/**
 * Removes the focus from a clicked button if Space is the main button, as Space would otherwise press the clicked
 * button again.
 */
function letFocusGo(target: EventTarget | null): void {
  const focused = document.activeElement;
  if (
    target instanceof Node &&
    focused instanceof HTMLElement &&
    focused.matches('main :is(button, a)') &&
    focused.contains(target) &&
    focused.closest('dialog') === null &&
    hasMainButton()
  )
    focused.blur();
}
const isUnderWay = (button: HTMLElement): boolean => button.getAttribute('aria-busy') === 'true';
const isReady = (button: HTMLElement): boolean =>
  !isUnderWay(button) && !button.matches(':disabled');
/** The act that a button stands for now. */
const actOf = (button: HTMLElement): string | null => button.dataset['act'] ?? button.textContent;

function isMeant(event: KeyboardEvent, key: string): boolean {
  const { target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || (event.shiftKey && key !== '?'))
    return false;
  if (target instanceof Element && target.closest(TYPED_INTO) !== null) return false;
  // Browsers press the focused button or link themselves.
  const isPress = key === 'SPACE' || key === 'ENTER';
  if (isPress && target instanceof Element && target.closest(PRESSED) !== null) return false;
  return document.querySelector('dialog[open]') === null;
}
