import { useSelector } from '@xstate/react';
import CreditCard from 'lucide-react/icons/credit-card';
import { Link } from 'react-router-dom';
import { MESSAGES } from '#machines/contract/messages.ts';
import { selectQuestions } from '#machines/questions.ts';
import { useEntryFee } from '#src/bindings/published.ts';
import { useQuestions } from '#src/bindings/runtime.tsx';
import { useUrlState } from '#src/bindings/url-state.ts';
import { linkButton } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { Result } from '#src/components/result.tsx';

/** What would be paid and for which question; and why nothing can be paid. */
export default function PaymentView() {
  const [questionId] = useUrlState('question');
  const [gameSessionId] = useUrlState('gameSessionId');
  const isMissing = questionId === '' || gameSessionId === '';
  return (
    <Result
      icon={<CreditCard />}
      title="Payment"
      words={<p>{isMissing ? MESSAGES.payment.missing : MESSAGES.payment.unavailable}</p>}
      ways={
        <Link to="/" className={linkButton('primary')}>
          Back to Questions
        </Link>
      }
    >
      {!isMissing && <Purchase gameSessionId={gameSessionId} />}
    </Result>
  );
}

/** The text comes from the reader's own questions: an address could say anything. */
function Purchase({ gameSessionId }: { readonly gameSessionId: string }) {
  const fee = useEntryFee();
  const text = useSelector(
    useQuestions() ?? undefined,
    (snapshot) =>
      snapshot &&
      selectQuestions(snapshot).find((question) => question.gameSessionId === gameSessionId)?.text,
  );
  return (
    <Card as="section" label="Your entry" title={text ?? 'Your question'}>
      <p>Entry Fee: {fee?.label ?? '…'}</p>
    </Card>
  );
}
