import type { BoardsActor } from '#machines/results/boards.ts';
import { provideBoards } from './ports.ts';
import { useSignedIn } from '#src/bindings/runtime.tsx';
import { forwardPublished, useScreen } from '#src/bindings/screen.ts';

/** The boards and the signed-in user's own points, while the screen is shown. */
export const useBoards = (): BoardsActor =>
  useScreen(provideBoards, { userId: useSignedIn().id, random: Math.random }, (emitted) =>
    emitted.type === 'day.turned' ? emitted : forwardPublished(emitted),
  );
