import { useState } from 'react';
import { newId } from '#src/effects/random.ts';
import { useNow } from '#src/bindings/countdown.ts';
import type { CreatedLink } from '#machines/show/producer.ts';
import type { ProducerActors } from '#src/bindings/producer-actors.ts';
import { forwardPublished, useRelay, useScreen } from '#src/bindings/screen.ts';
import { provideQueCards } from './ports.ts';
import { provideProducer } from './producer.ports.ts';

/**
 * The actors that all screens of a producer share while the live bar is shown, and the stage screen's link if it was
 * created in this browser window.
 */
export function useNewProducerActors(): ProducerActors {
  const [createdLink, setCreatedLink] = useState<CreatedLink | null>(null);
  const now = useNow();
  const cards = useScreen(provideQueCards, { now }, forwardPublished);
  const producer = useScreen(
    (runtime) => provideProducer(runtime, setCreatedLink),
    { newId, now },
    forwardPublished,
  );
  useRelay(producer, (emitted) => (emitted.type === 'release.performed' ? emitted : null), cards);
  return { cards, producer, createdLink };
}
