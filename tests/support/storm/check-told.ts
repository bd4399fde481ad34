import { countAnew } from './check-counts.ts';
import type { Player } from './player.ts';
import type { Stored } from './stored.ts';

/** Whether what every player was told last, of their points and of the questions, is what is true. */
export function checkTold(players: readonly Player[], stored: Stored): string[] {
  const points = new Map(
    countAnew(stored).map((answer) => [`${answer.gameSessionId} ${answer.userId}`, answer.points]),
  );
  return players.flatMap(({ id, isGone, listener }) => {
    if (isGone) return [];
    if (!listener.isConnected) return [`line: ${id} is not connected`];
    const behind =
      listener.version === stored.version
        ? []
        : [`version: ${id} knows ${listener.version}, the feed is at ${stored.version}`];
    const wrong = [...listener.told].flatMap(([gameSessionId, told]) => {
      const truth = points.get(`${gameSessionId} ${id}`);
      if (truth === undefined || truth === told) return [];
      return [`told: ${id} was told ${told} for ${gameSessionId}, which is ${truth}`];
    });
    return [...behind, ...wrong];
  });
}
