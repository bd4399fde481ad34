import { createContext, useContext } from 'react';
import type { QueCardsActor } from '#machines/show/que-cards.ts';
import type { ProducerActor } from '#machines/show/producer.ts';

/** A created link; its key is only sent once. */
export interface MadeLink {
  readonly address: string;
  /** Identifies the link. */
  readonly createdAt: number | null;
}

/** The actors that producers share on all screens: the questions with their releases, and the shows. */
export interface LiveDesk {
  readonly cards: QueCardsActor;
  readonly producer: ProducerActor;
  /** The link created last on this page; null: none. */
  readonly made: MadeLink | null;
}

export const LiveDeskContext = createContext<LiveDesk | null>(null);

/** Null: the reader is not a producer, or the desk is not loaded yet. */
export const useLiveDesk = (): LiveDesk | null => useContext(LiveDeskContext);
