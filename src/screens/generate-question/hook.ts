import type { TopicActor } from '#machines/show/question-forms.ts';
import { provideCreateQuestion, provideTopic } from './ports.ts';
import { useRelay, useScreen } from '#src/bindings/screen.ts';

export const useCreateQuestion = () => useScreen(provideCreateQuestion, undefined);
export const useTopic = () => useScreen(provideTopic, undefined);

/** Calls `onWritten` with each question that the model writes. */
export const useWrittenQuestion = (
  topic: TopicActor,
  onWritten: (question: string) => void,
): void =>
  useRelay(topic, (event) => (event.type === 'submitted' ? event.value : null), {
    send: onWritten,
  });
