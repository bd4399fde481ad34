import CreditCard from 'lucide-react/icons/credit-card';
import { Link } from 'react-router-dom';
import { MESSAGES } from '#machines/contract/messages.ts';
import { useUrlState } from '#src/bindings/url-state.ts';
import { linkButton } from '#src/components/button.tsx';
import { Result } from '#src/components/result.tsx';

/** Says why nothing can be paid: without a question and its game session, or at all. */
export default function PaymentView() {
  const [question] = useUrlState('question');
  const [gameSessionId] = useUrlState('gameSessionId');
  const isMissing = question === '' || gameSessionId === '';
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
    ></Result>
  );
}
