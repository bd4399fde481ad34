import { useSelector } from '@xstate/react';
import { selectHasModel } from '#machines/published.ts';
import { providePublished } from '#src/effects/provide/published.ts';
import { useScreen } from './screen.ts';

const usePublished = () => useScreen(providePublished, { query: null, random: Math.random });

/** Whether a language model can be asked; null while that is not known. */
export const useHasModel = (): boolean | null => useSelector(usePublished(), selectHasModel);
