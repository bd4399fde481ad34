import { isOpenToAccounts, type ShowSummary } from '#machines/contract/rundown.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { type Direction, FINAL_SCENES } from '#machines/contract/stage.ts';
import type { ShowView } from '#machines/show/calls.ts';
import { isSamePicture, type StageUndo, stageUndo } from './direction.ts';
import { type MissingScreens, missingScreens } from './missing-screens.ts';
import { isRunning } from './rundown.ts';

/* The shows that a producer's window holds, how replies and events change them, and whose screens it watches. */

/** The shows, the displayed one (`view`) and the house show, with what became of the screens. */
export interface HeldShows {
  readonly shows: readonly ShowSummary[];
  readonly view: ShowView | null;
  readonly house: ShowView | null;
  /** How to undo the last change on air; null: nothing to undo. */
  readonly undo: StageUndo | null;
  /** Screens that lost their connection; null: none, or the producer has dismissed the warning. */
  readonly missing: MissingScreens | null;
  /** Whether the shows have been loaded. */
  readonly isKnown: boolean;
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}

/** Context changes for a received show. The first show is displayed at once, also when another producer created it. */
export function withShow(context: HeldShows, received: ShowView): Partial<HeldShows> {
  const { view, shows, house, isKnown } = context;
  if (received.rundown.id === HOUSE_SHOW) return withHouse(context, received);
  const show = newest(view, received);
  const isShown = view === null ? isKnown : view.rundown.id === received.rundown.id;
  const shownThere = houseShowing(house, received);
  const known = listed(shows, show);
  return {
    shows: known,
    ...(isShown && { view: show }),
    ...(isShown &&
      isKnown &&
      onScreens({ house, view: show, shows: known }) === show &&
      withScreens(context, view?.direction, show.direction)),
    ...(shownThere !== null && withHouse(context, shownThere)),
  };
}

/** Context changes for a received house show. */
export function withHouse(context: HeldShows, received: ShowView) {
  const { house } = context;
  const next = newest(house, received);
  const isWatched = onScreens({ ...context, house: next }) === next;
  return {
    house: next,
    ...(isWatched && withScreens(context, house?.direction, next.direction)),
  };
}

/** Returns the received view, unless the known view of the same show has a later version or was read later. */
export function newest<V extends ShowView | null>(
  known: ShowView | null,
  received: V,
): V | ShowView {
  if (known === null || received === null || known.rundown.id !== received.rundown.id)
    return received;
  const isLater =
    known.rundown.version - received.rundown.version || known.serverTime - received.serverTime;
  return isLater > 0 ? known : received;
}

/** Returns the list with the current state of one show. */
const listed = (
  shows: readonly ShowSummary[],
  { rundown: { items, ...show } }: ShowView,
): readonly ShowSummary[] =>
  [...shows.filter(({ id }) => id !== show.id), { ...show, itemCount: items.length }].toSorted(
    (a, b) => b.createdAt - a.createdAt,
  );

/**
 * How to undo a change on air that another device or the main button has made. Only a scene of the finale can be
 * undone, because the main button puts those on air without asking.
 */
function undoAfter(
  before: Direction | undefined,
  after: Direction,
  undo: StageUndo | null,
): StageUndo | null {
  if (before === undefined || isSamePicture(before, after)) return undo;
  return FINAL_SCENES.some((scene) => scene === after.scene) ? stageUndo(before, after) : null;
}

/** Context changes for what the screens showed before and show now. */
const withScreens = (
  { undo, missing, now }: HeldShows,
  before: Direction | undefined,
  after: Direction,
) => ({
  undo: undoAfter(before, after, undo),
  missing: missingScreens(missing, { before: before ?? null, after, now: now() }),
});

/** Whether a show has screens of its own, so that those of the house show never display it: it is for members only. */
export const hasOwnScreens = ({ rundown: { join } }: ShowView): boolean =>
  join !== undefined && !isOpenToAccounts(join.joining);

/** The shows that are running now: those that are live, otherwise those in rehearsal. */
export function runningShows({ shows }: Pick<HeldShows, 'shows'>): readonly ShowSummary[] {
  const live = shows.filter(({ state }) => state === 'live');
  return live.length > 0 ? live : shows.filter(isRunning);
}

/**
 * The producer watches the screens of this show: the only running one if it has screens of its own, unless the house
 * show's screens are in use; otherwise the house show, or without it the displayed one.
 */
export function onScreens({
  house,
  view,
  shows,
}: Pick<HeldShows, 'house' | 'view' | 'shows'>): ShowView | null {
  if (house === null || view === null) return house ?? view;
  const [running, ...others] = runningShows({ shows });
  const isOnly = running?.id === view.rundown.id && others.length === 0;
  return isOnly && hasOwnScreens(view) && house.direction.scene === 'idle' ? view : house;
}

/** Returns the show on the screens that an act has changed, as it was before that act. */
export const screensBefore = (
  { house, view }: Pick<HeldShows, 'view' | 'house'>,
  after: ShowView,
): ShowView | null =>
  view !== null && view.rundown.id === after.rundown.id && hasOwnScreens(after)
    ? view
    : (house ?? view);

/** The house show with the stage of a show on air; null: that stage is not on air, or is outdated. */
function houseShowing(house: ShowView | null, { direction, serverTime }: ShowView) {
  if (house === null || direction.isOnAir !== true || serverTime < house.serverTime) return null;
  const { link, screens } = house.direction;
  return { ...house, serverTime, direction: { ...direction, link, screens } };
}
