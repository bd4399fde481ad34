import { m } from 'messages';
import CircleX from 'lucide-react/icons/circle-x';
import { linkButton } from '#src/components/button.tsx';
import { Link } from '#src/components/link.tsx';
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
