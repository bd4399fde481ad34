import { useEffect, useEffectEvent } from 'react';
import type { QueCardsActor } from '#machines/que-cards.ts';
import { type QuestionExpiryActor, questionExpiryMachine } from '#machines/question-expiry.ts';
import type { TopicActor } from '#machines/question-forms.ts';
import { epochMs } from '#machines/rules/clock.ts';
import { provideQueCards } from '#src/effects/provide/producer.ts';
import { provideCreateQuestion, provideTopic } from '#src/effects/provide/questions-admin.ts';
import { useNow } from './countdown.ts';
import { useNews, useScreen } from './screen.ts';

/** The desk of /que-cards, for as long as the screen is shown. */
export function useQueCards(): QueCardsActor {
  const now = useNow();
  const cards = useScreen(provideQueCards, { now });
  useNews(cards);
  return cards;
}

/** A question's own planned start and end as they pass; `plan` is read once. */
export function useQuestionExpiry(plan: {
  readonly start_time: string;
  readonly end_time: string;
}): QuestionExpiryActor {
  const now = useNow();
  const expiry = useScreen(() => questionExpiryMachine, {
    startsAt: epochMs(plan.start_time),
    endsAt: epochMs(plan.end_time),
    now,
  });
  useNews(expiry);
  return expiry;
}

export const useCreateQuestion = () => useScreen(provideCreateQuestion, undefined);
export const useTopic = () => useScreen(provideTopic, undefined);

/** Is told each question that the model has written. */
export function useWritten(topic: TopicActor, onWritten: (question: string) => void): void {
  const tell = useEffectEvent(onWritten);
  useEffect(() => {
    const subscription = topic.on('submitted', ({ value }) => tell(value));
    return () => subscription.unsubscribe();
  }, [topic]);
}
