import { type CSSProperties, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

const LAYERS = ['question', 'timer', 'board'] as const;
type Layer = (typeof LAYERS)[number];

/** Where a smaller overlay lies: the `transform-origin` of each position. */
const ORIGINS = {
  'top-left': '0 0',
  top: '50% 0',
  'top-right': '100% 0',
  left: '0 50%',
  centre: '50% 50%',
  right: '100% 50%',
  'bottom-left': '0 100%',
  bottom: '50% 100%',
  'bottom-right': '100% 100%',
} as const;
/** Hundredths of the screen's width that an overlay takes at least, so that it stays legible. */
const LEAST_SIZE = 25;

/** How the page is shown as an overlay on another picture. */
export interface Overlay {
  readonly layers: readonly Layer[];
  /** The key colour in CSS; null for a transparent page. */
  readonly keyColour: string | null;
  readonly isIn: boolean;
  /** Position and size, in CSS; null: the overlay takes the whole screen. */
  readonly place: Pick<CSSProperties, 'transform' | 'transformOrigin'> | null;
}

const layersIn = (words: string | null): readonly Layer[] =>
  words === null ? LAYERS : LAYERS.filter((layer) => words.split(',').includes(layer));
const colourIn = (word: string | null): string | null =>
  word !== null && /^[\da-f]{6}$/i.test(word) ? `#${word}` : null;

/** Reads `size`, in hundredths of the screen's width, and `position`. */
function placeIn(size: string | null, position: string | null): Overlay['place'] {
  const parts = size !== null && /^\d{1,3}$/.test(size) ? Number(size) : 100;
  if (parts >= 100) return null;
  const found = Object.entries(ORIGINS).find(([name]) => name === position);
  return {
    transform: `scale(${Math.max(LEAST_SIZE, parts) / 100})`,
    transformOrigin: found?.[1] ?? ORIGINS.centre,
  };
}

/** The data that a playout system passes to `update`: JSON with parameters of the URL. Anything else is ignored. */
function fieldsIn(data: unknown): URLSearchParams {
  try {
    const given: unknown = typeof data === 'string' ? JSON.parse(data) : data;
    const fields = Object.entries(typeof given === 'object' && given !== null ? given : {});
    return new URLSearchParams(
      fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
  } catch {
    return new URLSearchParams();
  }
}

/**
 * The overlay of `?view=overlay`; otherwise null. While it is shown, the browser window has the functions that CasparCG
 * and similar systems call: `play` shows the overlay, `stop` hides it, `next` shows it if hidden, `update` changes
 * layers, colour, position and size. The content is still controlled by the control room.
 */
export function useOverlay(): Overlay | null {
  const search = new URLSearchParams(useLocation().search.replaceAll('&amp;', '&'));
  const isOverlay = search.get('view') === 'overlay';
  const [isIn, setIn] = useState(true);
  const [updated, setUpdated] = useState(new URLSearchParams());
  useEffect(() => {
    if (!isOverlay) return undefined;
    const functions = {
      play: () => setIn(true),
      stop: () => setIn(false),
      next: () => setIn(true),
      update: (data: unknown) => setUpdated(fieldsIn(data)),
    };
    // Kept to restore it later, as `window.stop` is also a function of the browser.
    const own = window.stop;
    Object.assign(window, functions);
    return () => {
      for (const name of Object.keys(functions)) Reflect.deleteProperty(window, name);
      window.stop = own;
    };
  }, [isOverlay]);
  if (!isOverlay) return null;
  const field = (name: string) => updated.get(name) ?? search.get(name);
  return {
    layers: layersIn(field('layers')),
    keyColour: colourIn(field('keyColour')),
    isIn,
    place: placeIn(field('size'), field('position')),
  };
}
