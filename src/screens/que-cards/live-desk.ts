import { createContext, useContext } from 'react';
import type { QueCardsActor } from '#machines/show/que-cards.ts';
import type { ShowControl } from './show-control.hook.tsx';

/** What a producer has in hand on every screen: the releases and the show page. */
export interface LiveDesk {
  readonly cards: QueCardsActor;
  readonly show: ShowControl;
}

export const LiveDeskContext = createContext<LiveDesk | null>(null);

/** Null: nobody directs here, or it is still on its way. */
export const useLiveDesk = (): LiveDesk | null => useContext(LiveDeskContext);
