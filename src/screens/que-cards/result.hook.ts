import { useEffect } from 'react';
import type { ListedQuestion, Result } from '#machines/contract/entities.ts';
import type { ResultActor } from '#machines/results/result.ts';
import { useScreen } from '#src/bindings/screen.ts';
import { provideResult } from './result.ports.ts';

/** The result of a question, kept to what the list says of it. */
export function useResult(
  { show_id: showId, item_id: itemId }: ListedQuestion,
  result: Result,
): ResultActor {
  const actor = useScreen(provideResult, { showId, itemId, result });
  useEffect(() => actor.send({ type: 'result.updated', result }), [actor, result]);
  return actor;
}
