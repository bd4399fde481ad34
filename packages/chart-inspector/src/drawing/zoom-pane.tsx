import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Box } from '../drawn-chart.ts';
import styles from './zoom-pane.module.css';
import { IconButton } from '../ui/ui.tsx';

/** The position of the picture in the pane, px, and its scale. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}
export interface ZoomPaneProps extends Size {
  /** Accessible label of the picture. */
  readonly label: string;
  /** The part of the picture that is shown first, if the whole picture would be too small to read. */
  readonly focus?: Box | undefined;
  /** Whether the mouse wheel always zooms, or only while the pane has the focus or Ctrl is pressed. */
  readonly wheel: 'always' | 'focused';
  /** The picture, as content of an `svg`. */
  readonly children: ReactNode;
}

/** Limits of the scale. `legible`: the least readable scale, at which texts of 12 px are 9 px high. */
const SCALE = { least: 0.1, most: 3, fit: 1.25, legible: 0.75 };
const STEP = 60;
const MARGIN = 12;

const within = (scale: number): number => Math.min(Math.max(scale, SCALE.least), SCALE.most);

/** Returns the place at which the whole picture fits into the pane. */
function fitted(picture: Size, pane: Size): Place {
  const scale = Math.min(
    (pane.width - 2 * MARGIN) / picture.width,
    (pane.height - 2 * MARGIN) / picture.height,
    SCALE.fit,
  );
  return {
    scale,
    x: (pane.width - picture.width * scale) / 2,
    y: (pane.height - picture.height * scale) / 2,
  };
}

/** Returns the first place: the whole picture if it is legible, otherwise its focus. */
function settled(picture: Size, pane: Size, focus: Box | undefined): Place {
  const whole = fitted(picture, pane);
  if (whole.scale >= SCALE.legible || focus === undefined) return whole;
  const scale = SCALE.legible;
  /** Centres `middle`, but leaves no empty space beside a picture that is larger than the pane. */
  const start = (length: number, room: number, middle: number): number => {
    const drawn = length * scale + 2 * MARGIN;
    if (drawn <= room) return (room - length * scale) / 2;
    return Math.min(MARGIN, Math.max(room - drawn + MARGIN, room / 2 - middle * scale));
  };
  return {
    scale,
    x: start(picture.width, pane.width, focus.x + focus.width / 2),
    y: start(picture.height, pane.height, focus.y + focus.height / 2),
  };
}

/** Zooms around the point `at`. */
function zoomed({ x, y, scale }: Place, by: number, at: { x: number; y: number }): Place {
  const next = within(scale * by);
  const ratio = next / scale;
  return { scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio };
}

/** A picture that can be moved and zoomed by wheel, drag and keys. */
export function ZoomPane({ width, height, label, focus, wheel, children }: ZoomPaneProps) {
  const pane = useRef<HTMLElement>(null);
  const dragged = useRef<{ x: number; y: number } | null>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  /** The place to which the user moved the picture; null if it has not been moved. */
  const [moved, setMoved] = useState<Place | null>(null);
  const home = settled({ width, height }, size, focus);
  const place = moved ?? home;

  const change = (next: (before: Place) => Place) => setMoved((before) => next(before ?? home));
  const fit = () => setMoved(fitted({ width, height }, size));
  const middle = { x: size.width / 2, y: size.height / 2 };

  useEffect(() => {
    const own = pane.current;
    const observer = new ResizeObserver(() => {
      if (own !== null) setSize({ width: own.clientWidth, height: own.clientHeight });
    });
    if (own !== null) observer.observe(own);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const own = pane.current;
    const turn = (event: WheelEvent) => {
      if (own === null || (wheel === 'focused' && !event.ctrlKey && document.activeElement !== own))
        return;
      event.preventDefault();
      const box = own.getBoundingClientRect();
      const at = { x: event.clientX - box.left, y: event.clientY - box.top };
      const by = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
      setMoved((before) => zoomed(before ?? settled({ width, height }, size, focus), by, at));
    };
    // React adds passive listeners, which cannot prevent scrolling.
    own?.addEventListener('wheel', turn, { passive: false });
    return () => own?.removeEventListener('wheel', turn);
  }, [wheel, width, height, size, focus]);

  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const go = keyed(event.key);
    if (go === null) return;
    event.preventDefault();
    if (go === 'fit') fit();
    else if ('by' in go) change((before) => zoomed(before, go.by, middle));
    else change((before) => ({ ...before, x: before.x + go.x, y: before.y + go.y }));
  };
  const drag = (event: PointerEvent) => {
    const from = dragged.current;
    if (from === null) return;
    dragged.current = { x: event.clientX, y: event.clientY };
    change((before) => ({
      ...before,
      x: before.x + event.clientX - from.x,
      y: before.y + event.clientY - from.y,
    }));
  };

  return (
    <div className={styles['frame']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging a picture is scrolling, not an action of a widget */}
      <section
        ref={pane}
        aria-label={`${label}: arrows move it, plus and minus zoom, 0 fits it in`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an area that is scrolled by keys must be reachable by keys
        tabIndex={0}
        className={styles['pane']}
        onKeyDown={press}
        onPointerDown={(event) => {
          if (event.button !== 0 || (event.target instanceof Element && event.target.closest('a')))
            return;
          dragged.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          dragged.current = null;
        }}
        onPointerCancel={() => {
          dragged.current = null;
        }}
      >
        <svg>
          <g transform={`translate(${place.x} ${place.y}) scale(${place.scale})`}>{children}</g>
        </svg>
      </section>
      <div className={styles['tools']}>
        <IconButton
          label="Zoom out"
          onClick={() => change((before) => zoomed(before, 0.8, middle))}
        >
          −
        </IconButton>
        <IconButton
          label="Zoom in"
          onClick={() => change((before) => zoomed(before, 1.25, middle))}
        >
          +
        </IconButton>
        <IconButton label="Fit" onClick={fit}>
          ▣
        </IconButton>
      </div>
    </div>
  );
}

type Move = { readonly x: number; readonly y: number } | { readonly by: number } | 'fit';
function keyed(key: string): Move | null {
  switch (key) {
    case 'ArrowLeft':
      return { x: STEP, y: 0 };
    case 'ArrowRight':
      return { x: -STEP, y: 0 };
    case 'ArrowUp':
      return { x: 0, y: STEP };
    case 'ArrowDown':
      return { x: 0, y: -STEP };
    case '+':
    case '=':
      return { by: 1.25 };
    case '-':
      return { by: 0.8 };
    case '0':
      return 'fit';
    default:
      return null;
  }
}
