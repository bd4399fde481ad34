import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

const LAYERS = ['question', 'timer', 'board'] as const;
type Layer = (typeof LAYERS)[number];

/** The page over somebody else's picture. */
export interface Overlay {
  readonly layers: readonly Layer[];
  /** What a keyer takes away, as CSS has it; null: the page is transparent. */
  readonly keyColour: string | null;
  readonly isIn: boolean;
}

const layersIn = (words: string | null): readonly Layer[] =>
  words === null ? LAYERS : LAYERS.filter((layer) => words.split(',').includes(layer));
const colourIn = (word: string | null): string | null =>
  word !== null && /^[\da-f]{6}$/i.test(word) ? `#${word}` : null;

/** What a playout system gives `update`: JSON with fields of the address. Anything else changes nothing. */
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
 * The overlay that `?view=overlay` asks for; null: the page stands alone. Meanwhile the window has the functions that
 * CasparCG and its like call: `play` brings it in, `stop` takes it out, `next` brings it in if it is out, `update` changes
 * layers and colour. What is shown is directed from the control room.
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
    // `stop` is the browser's own, too.
    const own = window.stop;
    Object.assign(window, functions);
    return () => {
      for (const name of Object.keys(functions)) Reflect.deleteProperty(window, name);
      window.stop = own;
    };
  }, [isOverlay]);
  if (!isOverlay) return null;
  const field = (name: string) => updated.get(name) ?? search.get(name);
  return { layers: layersIn(field('layers')), keyColour: colourIn(field('keyColour')), isIn };
}
