import type { PlayerAnswerActor } from '#machines/player-answer.ts';
import { providePlayerAnswer } from '#src/effects/provide/player-answer.ts';
import { useNow } from './countdown.ts';
import { useSignedIn } from './runtime.tsx';
import { useNews, useScreen } from './screen.ts';

/** The answer of /my-answer, for as long as the screen is shown. */
export function usePlayerAnswer(): PlayerAnswerActor {
  const now = useNow();
  const actor = useScreen(providePlayerAnswer, { user: useSignedIn(), now, random: Math.random });
  useNews(actor);
  return actor;
}
