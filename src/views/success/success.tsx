import CircleCheck from 'lucide-react/icons/circle-check';
import { Link } from 'react-router-dom';
import { useDeparture } from '#src/bindings/departure.ts';
import { linkButton } from '#src/components/button.tsx';
import { Result } from '#src/components/result.tsx';

export default function SuccessView() {
  useDeparture('/');
  return (
    <Result
      icon={<CircleCheck />}
      tone="ok"
      title="Payment Successful!"
      words={
        <>
          <p>Thank you. Your entry fee has been paid.</p>
          <p>The questions open in a moment.</p>
        </>
      }
      ways={
        <Link to="/" className={linkButton('primary')}>
          Go to Questions Now
        </Link>
      }
    />
  );
}
