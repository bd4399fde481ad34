import type { BoardsActor } from '#machines/boards.ts';
import type { PlayerAnswerActor } from '#machines/player-answer.ts';
import { provideBoards, providePlayerAnswer } from '#src/effects/provide/player.ts';
import { useNow } from './countdown.ts';
import { useSignedIn } from './runtime.tsx';
import { useNews, useScreen } from './screen.ts';

/** The boards and one's own points, for as long as the screen is shown. */
export function useBoards(): BoardsActor {
  const boards = useScreen(provideBoards, { userId: useSignedIn().id, random: Math.random });
  useNews(boards);
  return boards;
}

/** The answer of /my-answer, for as long as the screen is shown. */
export function usePlayerAnswer(): PlayerAnswerActor {
  const now = useNow();
  const actor = useScreen(providePlayerAnswer, { user: useSignedIn(), now, random: Math.random });
  useNews(actor);
  return actor;
}
