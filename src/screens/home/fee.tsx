import { m } from 'messages';
import type { EntryFee, EntryFeeActor } from '#machines/payment/payments.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button, standaloneLink } from '#src/components/button.tsx';
import type { EntryFeeProps } from './entry-fee.tsx';

interface FeeProps {
  readonly fee: EntryFeeActor;
  /** Null: the fee could not be loaded. */
  readonly value: EntryFee | null;
  readonly question: EntryFeeProps['question'];
}

/** The fee of a question: paid, or a link to pay it. */
export default function Fee({ fee, value, question }: FeeProps) {
  if (value === null)
    return (
      <Button onClick={() => fee.send({ type: 'load.retry' })}>{m.homeEntryFeeTryAgain()}</Button>
    );
  const { questionId, gameSessionId } = question;
  if (value.paid.includes(gameSessionId)) return <Badge tone="ok">{m.homeEntryFeePaid()}</Badge>;
  return (
    <a
      // No link of the router, as only that page's own document allows the payment provider.
      href={`/payment?${new URLSearchParams({ question: questionId, gameSessionId }).toString()}`}
      className={standaloneLink}
      title={m.paymentPurpose()}
    >
      {m.homeEntryFee({ label: value.label ?? '' })}
    </a>
  );
}
