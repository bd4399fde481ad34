import { useSelector } from '@xstate/react';
import type { PublicConfig } from '#machines/contract/calls.ts';
import { selectEntryFee, selectHasModel } from '#machines/published.ts';
import { providePublished } from '#src/effects/provide/published.ts';
import { useScreen } from './screen.ts';

const usePublished = () => useScreen(providePublished, { query: null, random: Math.random });

/** The published price; null until it is known. */
export const useEntryFee = (): PublicConfig['entryFee'] | null =>
  useSelector(usePublished(), selectEntryFee);

/** Whether a language model can be asked; null while that is not known. */
export const useHasModel = (): boolean | null => useSelector(usePublished(), selectHasModel);
