import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { type BoardsActor, selectFinalStanding } from '#machines/results/boards.ts';
import type { FinalStanding } from '#machines/contract/entities.ts';
import { finalMachine, selectFinal } from '#machines/results/final.ts';
import { useScreen } from '#src/bindings/screen.ts';
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
