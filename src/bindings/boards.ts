import type { BoardsActor } from '#machines/boards.ts';
import { provideBoards } from '#src/effects/provide/boards.ts';
import { useSignedIn } from './runtime.tsx';
import { news, useScreen } from './screen.ts';

/** The boards and one's own points, for as long as the screen is shown. */
export const useBoards = (): BoardsActor =>
  useScreen(provideBoards, { userId: useSignedIn().id, random: Math.random }, (emitted) =>
    emitted.type === 'day.turned' ? emitted : news(emitted),
  );
