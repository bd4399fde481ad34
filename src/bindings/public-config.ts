import { useSelector } from '@xstate/react';
import type { PublicConfig, InspectorAccess } from '#machines/admin/site-calls.ts';
import {
  selectHasModel,
  selectCurrentShow,
  selectHasSeasons,
  selectLocalHosts,
  selectInspectorAccess,
  selectJoinOrigin,
  selectTakesPayments,
  selectTerms,
} from '#machines/connection/public-config.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import { providePublicConfig } from '#src/effects/provide/public-config.ts';
import { useScreen } from './screen.ts';

const usePublicConfig = () => useScreen(providePublicConfig, { query: null, random: Math.random });

/** Whether a language model is set up; null while unknown. */
export const useHasModel = (): boolean | null => useSelector(usePublicConfig(), selectHasModel);

/** The title of the live show, or of the latest show if none is live; null without any show, or while unknown. */
export const useCurrentShow = (): string | null =>
  useSelector(usePublicConfig(), selectCurrentShow);

/** Whether there is a board of a season; false while unknown. */
export const useHasSeasons = (): boolean => useSelector(usePublicConfig(), selectHasSeasons);

/** Whether payments are on; null while unknown. */
export const useTakesPayments = (): boolean | null =>
  useSelector(usePublicConfig(), selectTakesPayments);

/** The origin of links that other devices open; the page's own origin while unknown. */
export const useJoinOrigin = (): string =>
  useSelector(usePublicConfig(), selectJoinOrigin) ?? window.location.origin;

/** The terms that people accept by joining a show or registering; empty while unknown. */
export const useTerms = (): PublicConfig['terms'] =>
  useSelector(usePublicConfig(), selectTerms) ?? {};

/** Who may inspect; null while unknown. `message` is set if loading failed. */
export function useInspectorAccess(): {
  readonly access: InspectorAccess | null;
  /** The server's names on the local network, only in development. */
  readonly hosts: readonly string[] | null;
  readonly message: string | null;
  readonly retry: () => void;
} {
  const publicConfig = usePublicConfig();
  return {
    access: useSelector(publicConfig, selectInspectorAccess),
    hosts: useSelector(publicConfig, selectLocalHosts),
    message: useSelector(publicConfig, selectLoadMessage),
    retry: () => publicConfig.send({ type: 'load.retry' }),
  };
}
