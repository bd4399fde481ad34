import { useEffect } from 'react';
import type { BoardsActor } from '#machines/boards.ts';
import { provideBoards } from '#src/effects/provide/boards.ts';
import { useApp, useSignedIn } from './runtime.tsx';
import { useNews, useScreen } from './screen.ts';

/** The boards and one's own points, for as long as the screen is shown. */
export function useBoards(): BoardsActor {
  const boards = useScreen(provideBoards, { userId: useSignedIn().id, random: Math.random });
  useNews(boards);
  const app = useApp();
  useEffect(() => {
    const subscription = app.on('day.turned', (event) => boards.send(event));
    return () => subscription.unsubscribe();
  }, [app, boards]);
  return boards;
}
