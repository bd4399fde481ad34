import { type ComponentType, lazy, Suspense } from 'react';
import { logFault } from '#src/effects/log.ts';
import type { LanguageChoiceProps } from './language-choice.tsx';

const Loaded = lazy(async (): Promise<{ default: ComponentType<LanguageChoiceProps> }> => {
  try {
    return await import('./language-choice.tsx');
  } catch (error) {
    // A page without the choice is better than no page.
    logFault('language', error);
    return { default: () => null };
  }
});

/** The choice of the language in the header. Loads late, because the first paint does not need it; its place is kept. */
export const HeaderLanguage = () => (
  <Suspense fallback={<span style={{ inlineSize: 'var(--touch)' }} />}>
    <Loaded compact />
  </Suspense>
);
