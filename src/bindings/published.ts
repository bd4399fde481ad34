import { useSelector } from '@xstate/react';
import type { InspectorAccess } from '#machines/contract/entities.ts';
import {
  selectHasModel,
  selectCurrentShow,
  selectHosts,
  selectInspectorAccess,
  selectMessage,
  selectTakesPayments,
} from '#machines/connection/published.ts';
import { providePublished } from '#src/effects/provide/published.ts';
import { useScreen } from './screen.ts';

const usePublished = () => useScreen(providePublished, { query: null, random: Math.random });

/** Whether a language model can be asked; null while that is not known. */
export const useHasModel = (): boolean | null => useSelector(usePublished(), selectHasModel);

/** The title of the show that is live, or has ended last; null: there is none, or it is not known. */
export const useCurrentShow = (): string | null => useSelector(usePublished(), selectCurrentShow);

/** Whether anything can be paid; null while that is not known. */
export const useTakesPayments = (): boolean | null =>
  useSelector(usePublished(), selectTakesPayments);

/** Who may inspect; null: not known yet, or (then `message` says so) not to be had. */
export function useInspectorAccess(): {
  readonly access: InspectorAccess | null;
  /** The server's names in its network, in development; null: not known, or of no use. */
  readonly hosts: readonly string[] | null;
  readonly message: string | null;
  readonly retry: () => void;
} {
  const published = usePublished();
  return {
    access: useSelector(published, selectInspectorAccess),
    hosts: useSelector(published, selectHosts),
    message: useSelector(published, selectMessage),
    retry: () => published.send({ type: 'load.retry' }),
  };
}
