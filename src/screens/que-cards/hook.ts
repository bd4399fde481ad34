import type { QueCardsActor } from '#machines/show/que-cards.ts';
import { type QuestionExpiryActor, questionExpiryMachine } from '#machines/show/question-expiry.ts';
import { epochMs } from '#machines/connection/rules/clock.ts';
import { provideQueCards } from './ports.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { published, useScreen } from '#src/bindings/screen.ts';

/** The desk of /que-cards, for as long as the screen is shown. */
export const useQueCards = (): QueCardsActor =>
  useScreen(provideQueCards, { now: useNow() }, published);

/** A question's own planned start and end as they pass; `plan` is read once. */
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
