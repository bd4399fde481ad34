import { useEffect } from 'react';
import type { PlayerAnswerActor } from '#machines/answering/player-answer.ts';
import { providePlayerAnswer } from './ports.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { useQuestions, useSignedIn } from '#src/bindings/runtime.tsx';
import { forwardPublished, useScreen } from '#src/bindings/screen.ts';

/** The actor of /my-answer. While the screen is shown, the chimes of the question list are muted. */
export function usePlayerAnswer(): PlayerAnswerActor {
  const now = useNow();
  const input = { user: useSignedIn(), now, random: Math.random };
  const questions = useQuestions();
  const actor = useScreen(
    (runtime) => providePlayerAnswer(runtime, questions),
    input,
    (emitted) => (emitted.type === 'data.unconfirmed' ? emitted : forwardPublished(emitted)),
  );
  useEffect(() => {
    questions?.send({ type: 'chimes.muted', isMuted: true });
    return () => questions?.send({ type: 'chimes.muted', isMuted: false });
  }, [questions]);
  return actor;
}
