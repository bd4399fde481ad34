import { useState } from 'react';
import type { QueCardsActor } from '#machines/show/que-cards.ts';
import { type QuestionExpiryActor, questionExpiryMachine } from '#machines/show/question-expiry.ts';
import { epochMs } from '#machines/connection/rules/clock.ts';
import { provideQueCards } from './ports.ts';
import type { LiveDesk, MadeLink } from './live-desk.ts';
import { provideProducer } from './producer.ports.ts';
import { newId } from '#src/effects/random.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { forwardPublished, useScreen } from '#src/bindings/screen.ts';

/** The desk of /que-cards, while the screen is shown. */
export const useQueCards = (): QueCardsActor =>
  useScreen(provideQueCards, { now: useNow() }, forwardPublished);

/** The shows, while the live bar is shown, and the link created here last. */
export function useProducer(): Pick<LiveDesk, 'producer' | 'made'> {
  const [made, setMade] = useState<MadeLink | null>(null);
  const producer = useScreen(
    (runtime) => provideProducer(runtime, setMade),
    { newId, now: useNow() },
    forwardPublished,
  );
  return { producer, made };
}

/** A question's own planned start and end as time passes; `plan` is only read once. */
export function useQuestionExpiry(plan: {
  readonly start_time: string;
  readonly end_time: string;
}): QuestionExpiryActor {
  const input = {
    startsAt: epochMs(plan.start_time),
    endsAt: epochMs(plan.end_time),
    now: useNow(),
  };
  return useScreen(
    () => questionExpiryMachine,
    input,
    (emitted) => (emitted.type === 'clock.corrected' ? emitted : null),
  );
}
