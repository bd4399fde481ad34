import { createContext, useContext } from 'react';
import type { QueCardsActor } from '#machines/show/que-cards.ts';
import type { ProducerActor } from '#machines/show/producer.ts';

/** A link as it was made; its key is sent this once. */
export interface MadeLink {
  readonly address: string;
  /** Identifies the link. */
  readonly createdAt: number | null;
}

/** What a producer has at hand on every screen: the questions with their releases, and the shows. */
export interface LiveDesk {
  readonly cards: QueCardsActor;
  readonly producer: ProducerActor;
  /** The link made here last; null: none. Known to this page alone. */
  readonly made: MadeLink | null;
}

export const LiveDeskContext = createContext<LiveDesk | null>(null);

/** Null: nobody directs here, or it is still on its way. */
export const useLiveDesk = (): LiveDesk | null => useContext(LiveDeskContext);
