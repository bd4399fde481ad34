import { countIndependently } from './check-counts.ts';
import type { Fault } from './fault.ts';
import type { Player } from './player.ts';
import type { StoreSnapshot } from './store-snapshot.ts';

/** Whether every player's newest points and questions are correct. */
export function checkReceived(players: readonly Player[], stored: StoreSnapshot): Fault[] {
  const points = new Map(
    countIndependently(stored).map((answer) => [
      `${answer.gameSessionId} ${answer.userId}`,
      answer.points,
    ]),
  );
  return players.flatMap(({ id, isGone, listener }): Fault[] => {
    if (isGone) return [];
    if (!listener.isConnected) return [{ kind: 'line', what: `${id} is not connected` }];
    const behind =
      listener.version === stored.version
        ? []
        : [
            {
              kind: 'version',
              what: `${id} knows ${listener.version}, the feed is at ${stored.version}`,
            },
          ];
    const wrong = [...listener.points].flatMap(([gameSessionId, received]) => {
      const truth = points.get(`${gameSessionId} ${id}`);
      if (truth === undefined || truth === received.points) return [];
      return [
        {
          kind: 'received',
          what: `${id}: ${received.points} by ${received.by} for ${gameSessionId}, which is ${truth}`,
        },
      ];
    });
    return [...behind, ...wrong];
  });
}
