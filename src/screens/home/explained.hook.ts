import type { AppealActor, PointsExplanationActor } from '#machines/results/points-explanation.ts';
import {
  type Emitted,
  refreshOn,
  retryOnSubmit,
  useRelay,
  useScreen,
} from '#src/bindings/screen.ts';
import { provideAppeal, providePointsExplanation } from './explained.ports.ts';

/** The explanation of the reader's points, kept fresh while it is shown, and the appeal against them. */
export function useExplanation(gameSessionId: string): {
  readonly explanation: PointsExplanationActor;
  readonly appeal: AppealActor;
} {
  const input = { query: { gameSessionId }, random: Math.random };
  const explanation = useScreen(providePointsExplanation, input, about(gameSessionId));
  const appeal = useScreen(provideAppeal, undefined);
  useRelay(appeal, retryOnSubmit, explanation);
  return { explanation, appeal };
}

const loadAgain = refreshOn('realtime.answer-updated', 'realtime.questions-updated');
/** Loads again when points, the result or an appeal changed, or the connection is back. */
const about = (gameSessionId: string) => (emitted: Emitted) =>
  'payload' in emitted &&
  'gameSessionId' in emitted.payload &&
  emitted.payload.gameSessionId !== gameSessionId
    ? null
    : loadAgain(emitted);
