import { useMatch } from 'react-router-dom';
import type { GroupingDeskActor } from '#machines/results/grouping-desk.ts';
import type { SuggestionCountActor } from '#machines/results/insights.ts';
import { type Emitted, refreshOn, useScreen } from '#src/bindings/screen.ts';
import { newId } from '#src/effects/random.ts';
import { aboutAnswersTo } from '#src/screens/insights/hook.ts';
import { provideGroupingDesk, provideSuggestionCount } from './ports.ts';

/** The id of the game session in the address. */
export const useGameSessionId = (): string =>
  useMatch('/grouping/:gameSessionId')?.params.gameSessionId ?? '';

const changed = refreshOn('realtime.questions-updated', 'realtime.question-list-updated');
/** The event that makes the desk load again: answers arrived, an appeal was made, or the result changed its state. */
export const aboutDesk = (gameSessionId: string) => (emitted: Emitted) =>
  aboutAnswersTo(gameSessionId)(emitted) ??
  ('payload' in emitted &&
  'gameSessionId' in emitted.payload &&
  emitted.payload.gameSessionId === gameSessionId
    ? changed(emitted)
    : null);

/** The grouping desk of one game session, while it is shown. */
export const useGroupingDesk = (gameSessionId: string): GroupingDeskActor =>
  useScreen(provideGroupingDesk, { gameSessionId, newId }, aboutDesk(gameSessionId));

/** Number of suggestions at the desk of a game session, kept fresh while it is shown. */
export const useSuggestionCount = (gameSessionId: string): SuggestionCountActor =>
  useScreen(
    provideSuggestionCount,
    { query: { gameSessionId }, random: Math.random },
    aboutDesk(gameSessionId),
  );
