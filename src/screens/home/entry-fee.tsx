import { useSelector } from '@xstate/react';
import { Link } from 'react-router-dom';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type EntryFeeActor, selectEntryFee, selectMessage } from '#machines/payments.ts';
import type { QuestionView } from '#machines/questions.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button, standaloneLink } from '#src/components/button.tsx';
import styles from './home.module.css';

interface EntryFeeProps {
  readonly fee: EntryFeeActor;
  readonly question: Pick<QuestionView, 'questionId' | 'gameSessionId'>;
}

/** The way to the payment of a question, or that it is paid. Its place is kept: nothing moves when it comes. */
export function EntryFee(props: EntryFeeProps) {
  return (
    <div className={styles['fee']}>
      <Fee {...props} />
    </div>
  );
}

function Fee({ fee, question: { questionId: question, gameSessionId } }: EntryFeeProps) {
  const value = useSelector(fee, selectEntryFee);
  const message = useSelector(fee, selectMessage);
  if (value === null)
    return (
      message !== null && (
        <Button onClick={() => fee.send({ type: 'load.retry' })}>Entry Fee: Try Again</Button>
      )
    );
  if (value.label === null) return null;
  if (value.paid.includes(gameSessionId)) return <Badge tone="ok">Entry fee paid</Badge>;
  return (
    <Link
      // The page is sent anew: its policy lets the payment provider in, ours does not.
      reloadDocument
      to={`/payment?${new URLSearchParams({ question, gameSessionId }).toString()}`}
      className={standaloneLink}
      title={MESSAGES.payment.purpose}
    >
      {`Entry Fee: ${value.label}`}
    </Link>
  );
}
