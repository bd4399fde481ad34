import CircleX from 'lucide-react/icons/circle-x';
import { Link } from 'react-router-dom';
import { linkButton } from '#src/components/button.tsx';
import { Result } from '#src/components/result.tsx';

export default function CancelView() {
  return (
    <Result
      icon={<CircleX />}
      title="Payment Cancelled"
      words={<p>You haven&apos;t been charged. You can pay whenever you like.</p>}
      ways={
        <Link to="/" className={linkButton('primary')}>
          Back to Questions
        </Link>
      }
    />
  );
}
