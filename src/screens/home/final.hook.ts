import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { type BoardsActor, selectFinalStanding } from '#machines/results/boards.ts';
import type { FinalStanding } from '#machines/contract/entities.ts';
import { finalMachine, selectFinal } from '#machines/results/final.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { useScreen } from '#src/bindings/screen.ts';
import { logFault } from '#src/effects/log.ts';
import type { PictureLine } from '#src/effects/picture.ts';
import { isSame } from './same.ts';

/**
 * The reader's final placing in the show, in time with the stage screen; null while the screen does not show the
 * winner.
 */
export function useFinal(boards: BoardsActor): FinalStanding | null {
  const final = useScreen(() => finalMachine, undefined);
  const standing = useSelector(boards, selectFinalStanding, isSame);
  useEffect(() => final.send({ type: 'final.standing', standing }), [final, standing]);
  return useSelector(final, selectFinal);
}

/** Returns a function that draws lines in the style of an element and lets the reader keep or share the picture. */
export function useCardKeeper(): (lines: readonly PictureLine[], from: Element) => void {
  const { slug } = useBrand();
  return (lines, from) => {
    const kept = import('#src/effects/picture.ts').then(({ keepCard }) =>
      keepCard(lines, from, `${slug}.png`),
    );
    kept.catch((error: unknown) => logFault('picture', error));
  };
}
