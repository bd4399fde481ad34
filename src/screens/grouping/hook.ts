import { useParams } from 'react-router-dom';
import type { GroupingDeskActor } from '#machines/grouping-desk.ts';
import { useScreen } from '#src/bindings/screen.ts';
import { secureRandom } from '#src/effects/random.ts';
import { aboutAnswersTo } from '#src/screens/home/insights.hook.ts';
import { provideGroupingDesk } from './ports.ts';

/** The game session in the address. */
export const useGameSessionId = (): string => useParams()['gameSessionId'] ?? '';

const newId = (): string =>
  Array.from({ length: 4 }, () => Math.floor(secureRandom() * 36 ** 5).toString(36)).join('');

/** The grouping desk of one game session, for as long as it is shown. */
export const useGroupingDesk = (gameSessionId: string): GroupingDeskActor =>
  useScreen(provideGroupingDesk, { gameSessionId, newId }, aboutAnswersTo(gameSessionId));
