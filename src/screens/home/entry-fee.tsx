import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { type EntryFeeActor, selectEntryFee } from '#machines/payment/payments.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import type { QuestionView } from '#machines/answering/questions.ts';
import styles from './home.module.css';

const Fee = lazy(() => import('./fee.tsx'));

export interface EntryFeeProps {
  readonly fee: EntryFeeActor;
  readonly question: Pick<QuestionView, 'questionId' | 'gameSessionId'>;
}

/**
 * The link to pay for a question, or a note that it is paid. Its space is reserved, so that nothing moves when it
 * appears.
 */
export function EntryFee({ fee, question }: EntryFeeProps) {
  const value = useSelector(fee, selectEntryFee);
  const message = useSelector(fee, selectLoadMessage);
  const isThere = value === null ? message !== null : value.label !== null;
  return (
    <div className={styles['fee']}>
      <Suspense>{isThere && <Fee {...{ fee, value, question }} />}</Suspense>
    </div>
  );
}
