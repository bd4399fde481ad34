import { createContext, useContext, useMemo, useState } from 'react';
import type { ShowControlActor } from '#machines/show/show-control.ts';
import { type MadeLink, provideShowControl } from './show-control.ports.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { published, useScreen } from '#src/bindings/screen.ts';

export interface ShowControl {
  readonly control: ShowControlActor;
  /** The link made here last; null: none. Known to this page alone, until it is left. */
  readonly made: MadeLink | null;
}

export const ShowControlContext = createContext<ShowControl | null>(null);

/** The producer's hand on the show page, for what is inside; null: this is no place to direct it. */
export const useShowControl = (): ShowControl | null => useContext(ShowControlContext);

/** Directs the show page, for as long as whoever asks is shown. */
export function useShowDesk(): ShowControl {
  const [made, setMade] = useState<MadeLink | null>(null);
  const control = useScreen(
    (runtime) => provideShowControl(runtime, setMade),
    { now: useNow() },
    published,
  );
  return useMemo(() => ({ control, made }), [control, made]);
}
