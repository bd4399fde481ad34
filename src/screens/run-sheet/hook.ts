import { useLocation, useMatch } from 'react-router-dom';
import { linkKeyOf } from '#machines/account/rules/access.ts';
import type {
  RunSheetActor,
  RunSheetQuery,
  ShareActor,
  UnshareActor,
} from '#machines/show/run-sheet.ts';
import { refreshOn, retryOnSubmit, useRelay, useScreen } from '#src/bindings/screen.ts';
import { provideRunSheet, provideShare, provideUnshare } from './ports.ts';

/** The show in the address, or the key of a link. */
export function useRunSheetQuery(): RunSheetQuery {
  const showId = useMatch('/run-sheet/:showId')?.params.showId;
  const key = linkKeyOf(useLocation().hash) ?? '';
  return showId === undefined ? { key } : { showId };
}

/** The run sheet; a producer's is kept fresh while it is shown. */
export const useRunSheet = (query: RunSheetQuery): RunSheetActor =>
  useScreen(
    provideRunSheet,
    { query, random: Math.random },
    'showId' in query ? refreshOn('realtime.show-changed') : undefined,
  );

/** The forms that make and end the link of a run sheet. The sheet is loaded again after each. */
export function useSharing(sheet: RunSheetActor): {
  readonly share: ShareActor;
  readonly unshare: UnshareActor;
} {
  const share = useScreen(provideShare, undefined);
  const unshare = useScreen(provideUnshare, undefined);
  useRelay(share, retryOnSubmit, sheet);
  useRelay(unshare, retryOnSubmit, sheet);
  return { share, unshare };
}

/** Opens the browser's dialog to print the page. */
export const usePrint = (): (() => void) => () => window.print();
