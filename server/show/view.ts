import type { ShowView } from '#machines/show/calls.ts';
import type { Rundown } from '#machines/contract/rundown.ts';
import type { Direction } from '#machines/contract/stage.ts';
import { nextToReveal } from '#machines/results/rules/ranked-groups.ts';
import { type StageFacts, armedOf, nextAct } from '#machines/show/rules/rundown.ts';
import { rundownOf, type ShowsServices } from './services.ts';

/** Returns what the stage shows of a show, and what it can still show of the armed item. */
export function stageFactsOf(direction: Direction, rundown: Rundown): StageFacts {
  const item = armedOf(rundown);
  const isShown =
    item !== null &&
    direction.scene === 'question' &&
    direction.gameSessionId === item.gameSessionId;
  const revealed = direction.groups.filter((group) => group.revealed).map(({ groupId }) => groupId);
  return {
    scene: direction.behind ?? direction.scene,
    isShown,
    nextGroup: isShown ? nextToReveal(direction.groups, revealed) : null,
  };
}

/**
 * Returns a show as its producers see it now. For the house show the view contains only the item `itemId`, because
 * producers list its questions separately.
 * @throws ApiError 404
 */
export const readShowView = async (
  services: Pick<ShowsServices, 'db' | 'now' | 'readDirection'>,
  id: string,
  itemId = '',
): Promise<ShowView> => showViewOf(services, id, await services.readDirection(id), itemId);

/** Returns the same view as `readShowView`, for a stage that the caller has already read. */
export async function showViewOf(
  { db, now }: Pick<ShowsServices, 'db' | 'now'>,
  id: string,
  direction: Direction,
  itemId = '',
): Promise<ShowView> {
  const rundown = await rundownOf(db.read, id, itemId);
  const serverTime = now();
  const next = nextAct(rundown, stageFactsOf(direction, rundown), serverTime);
  return {
    serverTime,
    rundown,
    direction,
    next,
  };
}
