import { useLayoutEffect } from 'react';
import type { JoinActor, JoinInput } from '#machines/show/join.ts';
import { useScreen } from '#src/bindings/screen.ts';
import { newId } from '#src/effects/random.ts';
import { provideJoin } from './ports.ts';

export const useJoin = (input: Omit<JoinInput, 'newId'>): JoinActor =>
  useScreen(provideJoin, { ...input, newId });

/** Keeps the page dark in both themes, as it is from its first frame (index.html). */
export function useDarkPage(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['dark'] = '';
    return () => {
      delete dataset['dark'];
    };
  }, []);
}
