import { useEffect, useEffectEvent, useRef } from 'react';
import { useRuntime } from './runtime.tsx';

const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
const PRESSED = 'button, a[href], summary';
/** How long an act that hurts is held, and how long it waits for its second press. */
const HOLD_MS = 1_000;
const TWICE_MS = 3_000;

interface Heard {
  /** One that nothing shows, or one that is busy; the key in upper case. */
  readonly onIdle?: (key: string, isBusy: boolean) => void;
  /** What a second press will do, as the button says it (`data-twice`). */
  readonly onFirst?: (words: string) => void;
}

/**
 * Single keys: each presses the button or link, or goes to the field, of the page that shows it (`aria-keyshortcuts`), when it is let go.
 * A button with `data-twice` wants the key held for a second, or twice; one with `data-hold` wants the same of mouse,
 * finger and the platform's own keys. With a modifier held, in a field and under a dialog keys are ignored, and so is one that
 * was pressed there and let go here.
 */
export function useLiveKeys(heard: Heard): void {
  const { timers } = useRuntime();
  const down = useRef<{ readonly code: string; readonly key: string } | null>(null);
  const asked = useRef<{ readonly button: Element; readonly at: number } | null>(null);
  const held = useRef<{ readonly button: HTMLElement; readonly timer: number } | null>(null);
  /** A click that has been earned, and one that belongs to what was held. */
  const earned = useRef<Element | null>(null);
  const spent = useRef<Element | null>(null);

  const act = useEffectEvent((button: HTMLElement) => {
    asked.current = null;
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
  /** Whether it is the second press of two; else the first one is answered. */
  const isSecond = useEffectEvent((button: HTMLElement, at: number): boolean => {
    if (asked.current?.button === button && at - asked.current.at < TWICE_MS) return true;
    asked.current = { button, at };
    heard.onFirst?.(button.dataset['twice'] ?? '');
    return false;
  });
  const press = useEffectEvent((key: string, at: number) => {
    const button = shortcutOf(key);
    if (button === undefined || isUnderWay(button)) heard.onIdle?.(key, button !== undefined);
    else if (button.dataset['twice'] === undefined || isSecond(button, at)) act(button);
  });
  const click = useEffectEvent((event: MouseEvent) => {
    if (event.detail > 0) letFocusGo(event.target);
    const button = guarded(event.target);
    if (button === null || button === earned.current || isUnderWay(button)) return;
    const isSpent = spent.current === button;
    spent.current = null;
    // The second click of two in a row is one that was not meant.
    if (!isSpent && event.detail < 2 && isSecond(button, event.timeStamp)) {
      asked.current = null;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      const key = event.key === ' ' ? 'SPACE' : event.key.toUpperCase();
      const own = key === 'SPACE' || key === 'ENTER' ? guarded(event.target) : null;
      // Held down, the platform would press again and again.
      if (event.repeat && own !== null && key === 'ENTER') event.preventDefault();
      if (event.repeat) return;
      down.current = isMeant(event, key) ? { code: event.code, key } : null;
      const meant = down.current === null ? undefined : shortcutOf(key);
      if (own !== null) hold(own);
      else if (meant?.dataset['twice'] !== undefined) hold(meant);
      // The page would scroll away under the hand.
      if (down.current?.key === 'SPACE' && document.querySelector('main [data-space]') !== null)
        event.preventDefault();
    };
    const keyUp = ({ code, timeStamp }: KeyboardEvent) => {
      letGo();
      const pressed = down.current;
      if (pressed?.code !== code) return;
      down.current = null;
      press(pressed.key, timeStamp);
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
      letGo();
    };
  }, []);
}

const shortcutOf = (key: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main :is(button, a, input)[aria-keyshortcuts]')].find(
    (each) => each.getAttribute('aria-keyshortcuts')?.toUpperCase() === key,
  );

const guarded = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('main button[data-hold]') : null;

/**
 * Where Space is the main button, whoever presses another one by hand means Space for the main button again, not for
 * what the hand pressed last.
 */
function letFocusGo(target: EventTarget | null): void {
  const focused = document.activeElement;
  if (
    target instanceof Node &&
    focused instanceof HTMLElement &&
    focused.matches('main :is(button, a)') &&
    focused.contains(target) &&
    focused.closest('dialog') === null &&
    document.querySelector('main [data-space]') !== null
  )
    focused.blur();
}
const isUnderWay = (button: HTMLElement): boolean => button.getAttribute('aria-busy') === 'true';

function isMeant(event: KeyboardEvent, key: string): boolean {
  const { target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || (event.shiftKey && key !== '?'))
    return false;
  if (target instanceof Element && target.closest(TYPED_INTO) !== null) return false;
  // The platform presses what has the focus.
  const isPress = key === 'SPACE' || key === 'ENTER';
  if (isPress && target instanceof Element && target.closest(PRESSED) !== null) return false;
  return document.querySelector('dialog[open]') === null;
}
