import { createContext, useContext } from 'react';
import type { QueCardsActor } from '#machines/show/que-cards.ts';
import type { CreatedLink, ProducerActor } from '#machines/show/producer.ts';

/** The actors that producers share on all screens: the questions with their releases, and the shows. */
export interface ProducerActors {
  readonly cards: QueCardsActor;
  readonly producer: ProducerActor;
  /** The stage screen's link, if it was created on this page; null: none was. */
  readonly createdLink: CreatedLink | null;
}

export const ProducerActorsContext = createContext<ProducerActors | null>(null);

/** Null: the reader is not a producer, or the live bar is not loaded yet. */
export const useProducerActors = (): ProducerActors | null => useContext(ProducerActorsContext);
