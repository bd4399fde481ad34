import { lazy, Suspense } from 'react';
import type { QuestionMediaProps } from './question-media.tsx';

const Loaded = lazy(() => import('./question-media.tsx'));

/** The picture or sound of a question, in a chunk of its own, because most questions have none. */
export const QuestionMedia = (props: QuestionMediaProps) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);
