import { m } from 'messages';
import CircleX from 'lucide-react/icons/circle-x';
import { Link } from 'react-router-dom';
import { linkButton } from '#src/components/button.tsx';
import { Result } from '#src/components/result.tsx';

export default function CancelView() {
  return (
    <Result
      icon={<CircleX />}
      title={m.cancelPaymentCancelled()}
      words={<p>{m.cancelYouHaventBeenCharged()}</p>}
      ways={
        <Link to="/" className={linkButton('primary')}>
          {m.cancelBackQuestions()}
        </Link>
      }
    />
  );
}
