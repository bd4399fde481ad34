import { type QuestionExpiryActor, questionExpiryMachine } from '#machines/show/question-expiry.ts';
import { epochMs } from '#machines/connection/rules/clock.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { useScreen } from '#src/bindings/screen.ts';

/** Tracks whether a question's planned start and end have passed; changes of `plan` are ignored. */
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
