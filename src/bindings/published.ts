import { useSelector } from '@xstate/react';
import { selectHasModel, selectTakesPayments } from '#machines/published.ts';
import { providePublished } from '#src/effects/provide/published.ts';
import { useScreen } from './screen.ts';

const usePublished = () => useScreen(providePublished, { query: null, random: Math.random });

/** Whether a language model can be asked; null while that is not known. */
export const useHasModel = (): boolean | null => useSelector(usePublished(), selectHasModel);

/** Whether anything can be paid; null while that is not known. */
export const useTakesPayments = (): boolean | null =>
  useSelector(usePublished(), selectTakesPayments);
