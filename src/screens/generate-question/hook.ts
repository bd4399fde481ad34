import type { TopicActor } from '#machines/show/question-forms.ts';
import { provideCreateQuestion, provideTopic } from './ports.ts';
import { useRelay, useScreen } from '#src/bindings/screen.ts';

export const useCreateQuestion = () => useScreen(provideCreateQuestion, undefined);
export const useTopic = () => useScreen(provideTopic, undefined);

/** Is told each question that the model has written. */
export const useWritten = (topic: TopicActor, onWritten: (question: string) => void): void =>
  useRelay(topic, (event) => (event.type === 'submitted' ? event.value : null), {
    send: onWritten,
  });
